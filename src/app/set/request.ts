/** What is asked of the workers about each session of a set. */
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { allRows, shownRows } from '../../scenario/scenario-rows.ts';
import type { SetRequest } from '../../worker/sets/set-worker-protocol.ts';
import { app } from '../store/store.ts';
import { chosenOf, show, type Status, useSet } from './set-state.ts';
import { WISHES } from '../../engine/answer/contract.ts';
import { comparedInSet } from './compared.ts';
import { keeping } from './pool.ts';

/** Rows of controls that a set has beside the short list: chance, and what costs nothing. */
const SCALE = ['random-removal', 'oldest-first'];

/** What runs on every session: the rows that a person sees, and the settings of the page without models that cost. */
export function requestNow(): SetRequest {
  const { scenario, description } = app();
  const strategies = description?.strategies ?? [];
  const most = Math.max(0, ...useSet.getState().sessions.map(({ compactions }) => compactions));
  const all = allRows(scenario.rows, strategies, most);
  const listed = new Set(shownRows({ ...scenario, view: { ...scenario.view, tables: {} } }, strategies, most).map(({ key }) => key));
  const rows = useSet.getState().allRows ? all : all.filter(({ key, strategy }) => listed.has(key) || SCALE.includes(strategy));
  const { embedder: _, ...settings } = scenario.settings;
  return { settings: { ...settings, summarizer: BUILT_IN, models: [] }, rows: rows.map(({ key, strategy, params }) => ({ key, strategy, params })) };
}

// The tables of a set, made by the worker that keeps its results.

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
