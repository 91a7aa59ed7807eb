/** Comparing the sessions of a set: who waits, who runs, what is told meanwhile. */
import * as Comlink from 'comlink';
import type { FoundSession, RunReply, SetRequest } from '../../worker/sets/protocol.ts';
import { soon } from '../store/idle.ts';
import { keepList } from './keep.ts';
import { inOrder } from './order.ts';
import { crashed } from './reading.ts';
import { requestNow } from './request.ts';
import { chosenOf, show, type Status, useSet } from './state.ts';
import { refresh } from './tables.ts';
import { endPool, keeping, nextTurn, restPool, working } from './workers.ts';

const state = useSet.getState;

/** Compares every chosen session whose results are not kept. Sessions without their file wait until it is given again. */
export async function compareAll(): Promise<void> {
  if (state().run || state().reading) return;
  const lasts = nextTurn();
  const request = requestNow();
  const chosen = chosenOf(state());
  const missing = await keeping()
    .run((worker) =>
      worker.missing(
        chosen.map(({ session, compactions }) => ({ session, compactions })),
        request,
      ),
    )
    .catch(() => []);
  if (!lasts()) return;
  const wanted = new Map(missing.map((one) => [one.session, new Set(one.rows)]));
  const blobs = new Map(state().files.map(({ path, blob }) => [path, blob]));
  const tasks = inOrder(chosen.filter(({ session, file }) => wanted.has(session) && blobs.get(file)));
  const status = new Map<string, Status>(chosen.map(({ session }) => [session, { state: wanted.has(session) ? 'missing' : 'done' }]));
  for (const { session } of tasks) status.set(session, { state: 'waiting' });
  const since = Date.now();
  const total = tasks.reduce((sum, { tokens }) => sum + tokens, 0);
  const kept = chosen.length - wanted.size;
  show({ status, run: { done: 0, of: tasks.length, tokens: [0, total], kept, since }, stale: tasks.length > 0 });
  void keepList(state());
  const drawing = setInterval(() => void refresh(), REFRESH_MS);
  await Promise.all(tasks.map((session) => runOne(session, blobs.get(session.file)!, request, wanted.get(session.session)!, lasts)));
  clearInterval(drawing);
  if (lasts()) await endRun(false);
}

/** Tables of what is done so far are drawn this often. */
const REFRESH_MS = 1500;

/** What was told of sessions since the last drawing, which takes longer than a small session. */
const news = new Map<string, Status>();
const TOLD_MS = 150;

function tell(session: string, how: Status): void {
  if (news.size === 0) soon(flush, TOLD_MS);
  news.set(session, how);
}

function flush(): void {
  if (news.size === 0) return;
  show({ status: new Map([...state().status, ...news]) });
  news.clear();
}

async function runOne(session: FoundSession, blob: Blob, request: SetRequest, rows: ReadonlySet<string>, lasts: () => boolean): Promise<void> {
  const told = (how: Status): void => tell(session.session, how);
  const only = { ...request, rows: request.rows.filter(({ key }) => rows.has(key)) };
  const reply = await working()
    .run<RunReply>(async (worker) => {
      if (lasts()) told({ state: 'running' });
      return await worker.run(blob, session.file, session.conversation, only);
    })
    .catch((error: unknown) => crashed(error));
  if (!lasts()) return;
  if (reply.kind === 'lines') await keeping().run((worker) => worker.take(session.session, Comlink.transfer(reply.lines, [reply.lines.buffer])));
  if (!lasts()) return;
  told(reply.kind === 'lines' ? { state: 'done' } : { state: 'failed', why: reply.why.reason });
  const { run } = state();
  if (run) show({ run: { ...run, done: run.done + 1, tokens: [run.tokens[0] + session.tokens, run.tokens[1]] } });
}

export async function endRun(cancelled: boolean): Promise<void> {
  flush();
  const { run, status } = state();
  // What still runs after a cancel has no reader.
  if (cancelled) endPool();
  else restPool();
  if (!run) return;
  const failed = [...status.values()].filter(({ state: how }) => how === 'failed').length;
  show({
    run: null,
    ran: { at: Date.now(), ms: Date.now() - run.since, computed: run.done - failed, kept: run.kept, failed, cancelled },
  });
  await keepList(state());
  await refresh();
}
