// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Result } from '../../engine/transcript/types.ts';
import type { Progress } from '../../worker/protocol.ts';
import type { Kind } from '../../worker/tickets.ts';
import type { AskState } from './useAsk.ts';

const worker = vi.hoisted(() => ({ restarted: new Set<() => void>(), cancelled: [] as string[] }));
vi.mock('./engine.ts', () => ({
  client: {
    onRestart: (listener: () => void) => {
      worker.restarted.add(listener);
      return () => worker.restarted.delete(listener);
    },
    cancel: (kind: string) => worker.cancelled.push(kind),
  },
}));
const { useAsk } = await import('./useAsk.ts');

type Reply = Result<string, { readonly code?: string; readonly message: string }>;
interface Call {
  readonly args: readonly unknown[];
  readonly answer: (reply: Reply) => Promise<void>;
}
let calls: Call[] = [];
const ask = (...args: readonly unknown[]): Promise<Reply> =>
  new Promise((resolve) => calls.push({ args, answer: (reply) => act(async () => resolve(reply)) }));
const ok = (value: string): Reply => ({ ok: true, value });

interface Props {
  readonly args: readonly unknown[] | null;
  readonly of?: readonly unknown[];
  readonly kind?: Kind;
}
let shown: AskState<string>;
function Part({ args, of = [], kind }: Props) {
  const asked = useAsk(ask, args, of, kind);
  useLayoutEffect(() => {
    shown = asked;
  });
  return null;
}

let root: Root;
const draw = (props: Props): Promise<void> => act(async () => root.render(<Part {...props} />));
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  calls = [];
  worker.cancelled.length = 0;
  root = createRoot(document.createElement('div'));
});
afterEach(() => act(async () => root.unmount()));

test('asks once for the same arguments; the answer stays, late, until that of other arguments is there', async () => {
  await draw({ args: [1, 'a'] });
  await draw({ args: [1, 'a'] });
  expect(calls.map(({ args }) => args)).toEqual([[1, 'a']]);
  expect(shown).toEqual({ answer: null, late: false, loading: true, failed: null, progress: null, again: expect.any(Function) });
  await calls[0]!.answer(ok('first'));
  expect(shown).toMatchObject({ answer: 'first', late: false, loading: false });
  await draw({ args: [2, 'a'] });
  expect(shown).toMatchObject({ answer: 'first', late: true, loading: true });
  await calls[1]!.answer(ok('second'));
  expect(shown).toMatchObject({ answer: 'second', late: false, loading: false });
});

test('an answer to an older question is thrown away, whenever it comes', async () => {
  await draw({ args: [1] });
  await draw({ args: [2] });
  await calls[1]!.answer(ok('new'));
  await calls[0]!.answer(ok('old'));
  expect(shown).toMatchObject({ answer: 'new', late: false, loading: false });
});

test('what the answer is read from has changed: the same is asked again, and the answer before is not late', async () => {
  await draw({ args: [1], of: ['comparison', null] });
  await calls[0]!.answer(ok('before'));
  await draw({ args: [1], of: ['comparison', 'recall'] });
  expect(calls.length).toBe(2);
  expect(shown).toMatchObject({ answer: 'before', late: false, loading: true });
});

test('a failure is a reason, beside the answer before; a cancel is neither', async () => {
  await draw({ args: [1] });
  await calls[0]!.answer(ok('before'));
  await draw({ args: [2] });
  await calls[1]!.answer({ ok: false, error: { code: 'failed', message: 'Broken.' } });
  expect(shown).toMatchObject({ answer: 'before', late: true, loading: false, failed: { key: 'error', values: { message: 'Broken.' } } });
  await draw({ args: [3] });
  expect(shown).toMatchObject({ loading: true, failed: null });
  await calls[2]!.answer({ ok: false, error: { code: 'cancelled', message: 'Cancelled.' } });
  expect(shown).toMatchObject({ answer: 'before', loading: false, failed: null });
});

test('nothing is asked: nothing is known, and nothing of before comes back', async () => {
  await draw({ args: [1] });
  await calls[0]!.answer(ok('before'));
  await draw({ args: null });
  expect(shown).toMatchObject({ answer: null, late: false, loading: false, failed: null, progress: null });
  await draw({ args: [2] });
  expect(shown).toMatchObject({ answer: null, late: false, loading: true });
});

test('a worker that took over is asked again', async () => {
  await draw({ args: [1] });
  await calls[0]!.answer({ ok: false, error: { code: 'restarted', message: 'Twice.' } });
  await act(async () => {
    for (const listener of worker.restarted) listener();
  });
  expect(calls.map(({ args }) => args)).toEqual([[1], [1]]);
  await calls[1]!.answer(ok('again'));
  expect(shown).toMatchObject({ answer: 'again', failed: null });
});

test('the same once more, where somebody wants it', async () => {
  await draw({ args: [1] });
  await calls[0]!.answer(ok('before'));
  await act(async () => shown.again());
  expect(shown).toMatchObject({ answer: 'before', late: false, loading: true });
  await calls[1]!.answer(ok('after'));
  expect(shown).toMatchObject({ answer: 'after', loading: false });
});

test('nobody looks any more: no answer is drawn, and a long call is cancelled', async () => {
  await draw({ args: [1], kind: 'decay' });
  const listener = calls[0]!.args[1] as (progress: Progress) => void;
  await act(async () => listener({ phase: 'recall', done: 1, of: 4 }));
  expect(shown.progress).toEqual({ phase: 'recall', done: 1, of: 4 });
  await draw({ args: [2], kind: 'decay' });
  expect([worker.cancelled, shown.progress]).toEqual([['decay'], null]);
  await calls[1]!.answer(ok('done'));
  await draw({ args: [3], kind: 'decay' });
  expect(worker.cancelled).toEqual(['decay']);
  await act(async () => root.unmount());
  expect(worker.cancelled).toEqual(['decay', 'decay']);
  root = createRoot(document.createElement('div'));
});
