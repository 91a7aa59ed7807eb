/** The tables of a set, made by the worker that keeps its results. */
import { WISHES } from '../../engine/answer/contract.ts';
import { app } from '../store/store.ts';
import { comparedInSet } from './compared.ts';
import { requestNow } from './request.ts';
import { chosenOf, show, type Status, useSet } from './state.ts';
import { keeping } from './workers.ts';

const state = useSet.getState;

/** Counts what was asked of the keeper: the newest tables win. */
let asked = 0;

/** Tables of what is kept of the chosen sessions under the settings in use. */
export async function refresh(): Promise<void> {
  const mine = ++asked;
  const chosen = chosenOf(state());
  const [baseline = null, other = null] = comparedInSet();
  const request = requestNow();
  const failed = [...state().status].filter(([, { state: how }]) => how === 'failed');
  const answer = await keeping()
    .run(async (worker) => ({
      missing: await worker.missing(
        chosen.map(({ session, compactions }) => ({ session, compactions })),
        request,
      ),
      tables: await worker.tables({
        request,
        sessions: chosen.map(({ session }) => session),
        baseline,
        other,
        group: state().group,
        wishes: app().scenario.view.wishes ?? WISHES,
      }),
    }))
    .catch(() => null);
  if (mine !== asked || !answer) return;
  const missing = new Set(answer.missing.map(({ session }) => session));
  if (state().run === null) {
    const status = new Map<string, Status>(chosen.map(({ session }) => [session, { state: missing.has(session) ? 'missing' : 'done' }]));
    for (const [session, how] of failed) if (missing.has(session)) status.set(session, how);
    show({ status });
  }
  show({ tables: answer.tables, stale: missing.size > failed.length });
}
