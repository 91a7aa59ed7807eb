/** Reading the files of a set, each in a worker. */
import type { ReadReply } from '../../worker/sets/protocol.ts';
import type { Source } from './files.ts';
import { requestNow } from './request.ts';
import { type SetFile, show, useSet } from './state.ts';
import { restPool, thisTurn, working } from './workers.ts';

const state = useSet.getState;

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
    const waiting = state().files.filter(({ state: how }) => how === 'waiting');
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
  const change = (next: Partial<SetFile>): readonly SetFile[] => state().files.map((one) => (one.path === file.path ? { ...one, ...next } : one));
  if (reply.kind === 'failed') {
    show({ files: change({ state: 'failed', why: reply.why.reason, hash: reply.hash }) });
    return;
  }
  if (reply.kind === 'files') {
    const members = reply.files.map(({ name, bytes }) => fileOf({ path: name, blob: new Blob([bytes]) }));
    const left = reply.left.map(({ name, why }): SetFile => ({ path: name, blob: null, bytes: 0, hash: null, state: 'failed', why: why.reason }));
    show({ files: state().files.flatMap((one) => (one.path === file.path ? [...members, ...left] : [one])) });
    return;
  }
  const others = state().sessions.filter((one) => one.file !== file.path);
  // The same conversation twice is one session.
  const known = new Set(others.map(({ session }) => session));
  const order = new Map(state().files.map(({ path }, i) => [path, i]));
  const sessions = [...others, ...reply.sessions.filter(({ session }) => !known.has(session))].sort(
    (a, b) => order.get(a.file)! - order.get(b.file)! || a.conversation - b.conversation,
  );
  show({ files: change({ state: 'read', hash: reply.hash }), sessions });
}

export const crashed = (error: unknown) => ({
  kind: 'failed' as const,
  why: { code: 'crashed', reason: { key: 'error', values: { message: error instanceof Error ? error.message : String(error) } } },
});
