/** Comparing the sessions of a set: who waits, who runs, what is told meanwhile. */
import * as Comlink from 'comlink';
import type { FoundSession, ReadReply, RunReply, SetRequest } from '../../worker/sets/set-worker-protocol.ts';
import { soon } from '../store/store.ts';
import { keepList } from './keep.ts';
import type { Source } from './set-files.ts';
import { refresh, requestNow } from './request.ts';
import { chosenOf, type SetFile, show, type Status, useSet } from './set-state.ts';
import { endPool, keeping, nextTurn, restPool, thisTurn, working } from './pool.ts';

// Reading the files of a set, each in a worker.

const readingState = useSet.getState;

export const fileOf = ({ path, blob }: Source): SetFile => ({ path, blob, bytes: blob.size, hash: null, state: 'waiting', why: null });
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const again = (file: SetFile, { blob }: Source): SetFile =>
  file.state === 'read' && blob.size === file.bytes
    ? { ...file, blob }
    : { ...file, blob, bytes: blob.size, hash: null, state: 'waiting', why: null };

/** Reads every file that waits. The files of an archive become files of the set. */
export async function readFiles(): Promise<void> {
  const lasts = thisTurn();
  for (;;) {
    const waiting = readingState().files.filter(({ state: how }) => how === 'waiting');
    if (waiting.length === 0) break;
    let done = 0;
    show({ reading: { done, of: waiting.length } });
    await Promise.all(
      waiting.map(async (file) => {
        await readFile(file, lasts);
        if (lasts()) show({ reading: { done: ++done, of: waiting.length } });
      }),
    );
    if (!lasts()) return;
  }
  restPool();
  show({ reading: null });
}

async function readFile(file: SetFile, lasts: () => boolean): Promise<void> {
  const request = requestNow();
  const reply = await working()
    .run<ReadReply>(async (worker) => await worker.read(file.blob!, file.path, request))
    .catch((error: unknown) => ({ hash: null, ...crashed(error) }));
  if (!lasts()) return;
  const change = (next: Partial<SetFile>): readonly SetFile[] =>
    readingState().files.map((one) => (one.path === file.path ? { ...one, ...next } : one));
  if (reply.kind === 'failed') {
    show({ files: change({ state: 'failed', why: reply.why.reason, hash: reply.hash }) });
    return;
  }
  if (reply.kind === 'files') {
    const members = reply.files.map(({ name, bytes }) => fileOf({ path: name, blob: new Blob([bytes]) }));
    const left = reply.left.map(({ name, why }): SetFile => ({ path: name, blob: null, bytes: 0, hash: null, state: 'failed', why: why.reason }));
    show({ files: readingState().files.flatMap((one) => (one.path === file.path ? [...members, ...left] : [one])) });
    return;
  }
  const others = readingState().sessions.filter((one) => one.file !== file.path);
  // The same conversation twice is one session.
  const known = new Set(others.map(({ session }) => session));
  const order = new Map(readingState().files.map(({ path }, i) => [path, i]));
  const sessions = [...others, ...reply.sessions.filter(({ session }) => !known.has(session))].sort(
    (a, b) => order.get(a.file)! - order.get(b.file)! || a.conversation - b.conversation,
  );
  show({ files: change({ state: 'read', hash: reply.hash }), sessions });
}

const crashed = (error: unknown) => ({
  kind: 'failed' as const,
  why: { code: 'crashed', reason: { key: 'error', values: { message: error instanceof Error ? error.message : String(error) } } },
});

/** Sessions of one file after the other, so that a worker reads it once; the largest files first, so that no core waits at the end for one. */
export function inOrder(sessions: readonly FoundSession[]): readonly FoundSession[] {
  const sizes = new Map<string, number>();
  for (const { file, tokens } of sessions) sizes.set(file, (sizes.get(file) ?? 0) + tokens);
  return [...sessions].sort(
    (a, b) => sizes.get(b.file)! - sizes.get(a.file)! || (a.file < b.file ? -1 : Number(a.file > b.file)) || b.tokens - a.tokens,
  );
}

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
