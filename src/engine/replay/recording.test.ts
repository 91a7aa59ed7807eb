/** What a replay knows of a recording before it runs: requests, turns, calls, times. */
import { describe, expect, test } from 'vitest';
import { prepare } from '../signals/signal-prepare.ts';
import { answer, assistant, call, preparedOf, type MessageSpec, system, user } from '../testing/plans.ts';
import type { Message, RecordedCompaction, Usage } from '../transcript/types.ts';
import { promptOf, recordingOf, usageAt } from './recording.ts';

function recorded(
  said: readonly MessageSpec[],
  fields: (i: number) => Partial<Message> = () => ({}),
  compactions: readonly RecordedCompaction[] = [],
) {
  const base = preparedOf(said);
  const messages = base.messages.map((message, i) => ({ ...message, ...fields(i) }));
  return recordingOf(prepare({ ...base.transcript, messages, compactions }, base.counts, base.settings));
}
const list = (values: ArrayLike<number>): number[] => Array.from(values);

describe('the walked messages', () => {
  const said = [system(10), user(20), assistant(30), user(40), assistant(50)];

  test('their tokens, requests and turns, before each', () => {
    const { tokensBefore, requestsBefore, turnsBefore, answers, source, walked, ownUntil } = recorded(said);
    expect(list(tokensBefore)).toEqual([0, 10, 30, 60, 100, 150]);
    expect(list(requestsBefore)).toEqual([0, 0, 0, 1, 1, 2]);
    expect(list(turnsBefore)).toEqual([0, 0, 1, 1, 2, 2]);
    expect([list(answers), list(source), list(walked), ownUntil]).toEqual([[2, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4], 5]);
  });

  test('a summary of the recorded agent is left out; what it replaced is walked', () => {
    const { source, walked, ownUntil, tokensBefore, answers } = recorded(said, undefined, [{ at: 3, summaryId: 'm3' }]);
    expect([list(source), list(walked), list(tokensBefore), list(answers)]).toEqual([
      [0, 1, 2, 4],
      [0, 1, 2, -1, 3],
      [0, 10, 30, 60, 110],
      [2, 3],
    ]);
    expect(ownUntil).toBe(3);
  });

  test('the agent had its own context until its first compaction', () => {
    const until = (...at: number[]) =>
      recorded(
        said,
        undefined,
        at.map((one) => ({ at: one })),
      ).ownUntil;
    expect([until(4, 2), until(0), until(5), until()]).toEqual([2, 0, 5, 5]);
  });

  test('a compaction stands before the first walked message from its place on', () => {
    const ends = recorded(said, undefined, [{ at: 0 }, { at: 3, summaryId: 'm3' }, { at: 5 }]).compactions.map(({ end }) => end);
    expect(ends).toEqual([0, 3, 4]);
  });

  test('what the program wrote in the name of the model is no request', () => {
    const { answers, requestsBefore } = recorded(said, (i) => (i === 2 ? { synthetic: true } : {}));
    expect([list(answers), list(requestsBefore)]).toEqual([[4], [0, 0, 0, 0, 0, 1]]);
  });

  test('a turn that opens with the first message counts', () => {
    expect(list(recorded([user(10), assistant(10), user(10)]).turnsBefore)).toEqual([0, 1, 1, 2]);
  });
});

describe('the last message of the user', () => {
  const injected: MessageSpec = { ...user(10), synthetic: true };

  test('one that a person wrote goes before one that was put in, however late', () => {
    expect(list(recorded([system(10), injected, user(10), assistant(10), injected]).lastUserBefore)).toEqual([-1, -1, 1, 2, 2, 2]);
    expect(list(recorded([system(10), injected, assistant(10), injected]).lastUserBefore)).toEqual([-1, -1, 1, 1, 3]);
  });

  test('one without words counts only if it shows something; a tool says nothing', () => {
    const image = { parts: [{ type: 'image', mediaType: 'image/png' }] } as unknown as Partial<Message>;
    const blank = { parts: [{ type: 'text', text: ' \n' }] } as const;
    const three = [user(10), user(10), user(10)];
    expect(list(recorded(three, (i) => (i === 1 ? blank : {})).lastUserBefore)).toEqual([-1, 0, 0, 2]);
    expect(list(recorded(three, (i) => (i === 1 ? image : {})).lastUserBefore)).toEqual([-1, 0, 1, 2]);
    expect(list(recorded([user(10), call(10, 'a'), answer(10, 'a')]).lastUserBefore)).toEqual([-1, 0, 0, 0]);
  });
});

describe('calls and their results', () => {
  test('a call is open until its result', () => {
    const { openBefore, isResult } = recorded([user(10), call(10, 'a', 'b'), answer(10, 'a'), answer(10, 'b'), assistant(10)]);
    expect(list(openBefore)).toEqual([0, 0, 2, 1, 0, 0]);
    expect(list(isResult)).toEqual([0, 0, 1, 1, 0]);
  });

  test('a call without a result, and a result without a call, are waited for by nobody', () => {
    expect(list(recorded([user(10), call(10, 'a'), assistant(10), answer(10, 'z')]).openBefore)).toEqual([0, 0, 0, 0, 0]);
    // Of two results the first one counts.
    expect(list(recorded([call(10, 'a'), answer(10, 'a'), answer(10, 'a')]).openBefore)).toEqual([0, 1, 0, 0]);
  });

  test('a result is waited for over 64 messages, no longer', () => {
    const open = (between: number) =>
      recorded([call(10, 'a'), ...Array.from({ length: between }, () => assistant(10)), answer(10, 'a')]).openBefore[1];
    expect([open(63), open(64)]).toEqual([1, 0]);
  });
});

test('a message without a timestamp, or with none that is one, has the time of the last that had one', () => {
  const times = [undefined, '2026-01-01T00:00:00Z', undefined, 'yesterday', '2026-01-01T00:00:01Z'];
  const { time } = recorded([user(1), user(1), user(1), user(1), user(1)], (i) => (times[i] === undefined ? {} : { ts: times[i] }));
  const zero = Date.parse('2026-01-01T00:00:00Z');
  expect(list(time)).toEqual([Number.NaN, zero, zero, zero, zero + 1000]);
});

describe('recorded usage', () => {
  const usage: Usage = { input: 10, output: 20, cacheRead: 100, cacheWrite: 8 };

  test('a prompt is what was new, read from the cache and written to it', () => {
    expect(promptOf(usage)).toBe(118);
    expect(promptOf({ input: 0, output: 5, cacheRead: 1, cacheWrite: 0 })).toBe(1);
    expect([promptOf({ input: 0, output: 5, cacheRead: 0, cacheWrite: 0 }), promptOf(undefined)]).toEqual([Number.NaN, Number.NaN]);
  });

  test('an answer that is split over messages counts once; equal figures apart from each other are two', () => {
    const at = (said: readonly MessageSpec[], of: (i: number) => Usage | undefined, k: number) => {
      const found = of(k);
      expect(found).toBeDefined();
      return usageAt(
        recorded(said, (i) => (of(i) ? { usage: of(i)! } : {})),
        k,
      );
    };
    const two = [assistant(1), assistant(1)];
    expect(at(two, () => usage, 0)).toEqual(usage);
    expect(at(two, () => usage, 1)).toBeUndefined();
    expect(at([assistant(1), user(1), assistant(1)], (i) => (i === 1 ? undefined : usage), 2)).toEqual(usage);
    expect(at(two, (i) => (i === 0 ? undefined : usage), 1)).toEqual(usage);
    for (const part of ['input', 'output', 'cacheRead', 'cacheWrite'] as const) {
      const other = { ...usage, [part]: 1 };
      expect(at(two, (i) => (i === 0 ? usage : other), 1)).toEqual(other);
    }
    expect(usageAt(recorded(two), 1)).toBeUndefined();
  });
});
