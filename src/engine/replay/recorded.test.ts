/** The run that repeats what the recorded agent did. */
import { describe, expect, test } from 'vitest';
import { restore } from '../compaction/history.ts';
import type { Prices } from '../measures/contract.ts';
import { prepare } from '../signals/signal-prepare.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { answer, assistant, call, preparedOf, type MessageSpec, system, user } from '../testing/plans.ts';
import { any, optionsOf, ratio, replayOf, run } from '../testing/replay.ts';
import type { RecordedCompaction } from '../transcript/types.ts';
import type { Replay } from './contract.ts';
import { neverFired, replayNow } from './replay.ts';

const PRICES: Prices = { input: 2, output: 10, cacheRead: 1, cacheWrite: 3 } as Prices;

const SAID: readonly MessageSpec[] = [
  system(10),
  user(100, 'Fix the parser.'),
  assistant(200, 'First.'),
  user(100, 'Go on.'),
  // The agent's own summary of 1 and 2.
  user(40, 'The parser is being fixed.'),
  assistant(300, 'Second.'),
  user(100, 'And the lexer.'),
  user(30, 'Parser and lexer.'),
  assistant(50, 'Third.'),
];
const FIRST: RecordedCompaction = { at: 4, summaryId: 'm4', keptFrom: 'm3' };
const SECOND: RecordedCompaction = { at: 7, summaryId: 'm7' };

function recordedBase(said: readonly MessageSpec[], compactions: readonly RecordedCompaction[]): PreparedTranscript {
  const plain = preparedOf(said);
  const summaries = new Set(compactions.map(({ summaryId }) => summaryId));
  const messages = plain.messages.map((one) => (summaries.has(one.id) ? { ...one, compaction: { kind: 'summary' } as const } : one));
  return prepare({ ...plain.transcript, messages, compactions }, plain.counts, plain.settings);
}
const base = recordedBase(SAID, [FIRST, SECOND]);
const texts = (look: { readonly messages: PreparedTranscript['messages'] }): string[] =>
  look.messages.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : part.type)).join());

describe('a run as recorded', () => {
  const series = run(base, 'recorded', { window: 100_000, prices: PRICES, ownTriggers: true });

  test('compacts where the agent did, and for no other reason', () => {
    expect(series.points.map(({ at, trigger, outcome }) => [at, trigger.kind, trigger.reason.key, outcome])).toEqual([
      [2, 'recorded', 'trigger-as-recorded', 'compacted'],
      [3, 'recorded', 'trigger-as-recorded', 'compacted'],
    ]);
    expect(series).toMatchObject({
      triggerOf: 'own',
      warning: null,
      trigger: any({ kind: 'recorded', messages: [3, 6] }),
      loops: [],
      failed: null,
    });
    // A trigger of all rows, compactions by hand and one of this row alone change nothing.
    const hand = { kind: 'hand', messages: [2] } as const;
    for (const ownTriggers of [true, false])
      expect(run(base, 'recorded', { window: 300, trigger: any(ratio(0.1), hand), ownTriggers }).points.map(({ at }) => at)).toEqual([2, 3]);
    const row = { key: 'r', strategy: 'recorded', params: {}, trigger: any(ratio(0.1)) };
    expect((replayNow(base, [row], optionsOf()) as Replay).series[0]!.points.map(({ at }) => at)).toEqual([2, 3]);
  });

  test('its contexts are those of the agent', () => {
    expect(texts(series.contextAt(1))).toEqual(['You are careful.', 'Fix the parser.']);
    expect(texts(series.contextAt(2))).toEqual(['You are careful.', 'The parser is being fixed.', 'Go on.']);
    expect(texts(series.contextAt(3))).toEqual(['You are careful.', 'Parser and lexer.']);
    expect(texts(series.contextAt(4))).toEqual(['You are careful.', 'Parser and lexer.', 'Third.']);
  });

  test('tokens, summaries and cost of every request', () => {
    // A summary: 4 tokens of overhead, and four characters a token.
    const [first, second] = [4 + 7, 4 + 5];
    expect([...series.size]).toEqual([110, 10 + first + 100, 10 + second]);
    expect(series.points.map(({ before, after }) => [before, after])).toEqual([
      [410, 10 + first + 100],
      [10 + first + 100 + 300 + 100, 10 + second],
    ]);
    // The model of the agent read what it summarised: the first 100 + 200, the second the first summary as well.
    expect(series.points.map(({ summaries }) => summaries.map(({ input, calls, generation }) => [input, calls, generation]))).toEqual([
      [[300, 1, 1]],
      [[first + 100 + 300 + 100, 1, 2]],
    ]);
    expect(series.points.map(({ summaryCost }) => summaryCost)).toEqual([300 * 2 + 7 * 10, (first + 500) * 2 + 5 * 10]);
    expect(series.totals.cost).toBe(series.cost.at(-1));
  });

  test('undone one after the other, its compactions give the recording without the summaries', () => {
    const undone = restore(series.contextAt(4).messages, series.records());
    expect(undone.ok && undone.value).toEqual(base.messages.filter(({ id }) => id !== 'm4' && id !== 'm7'));
  });

  test('and why a message is gone', async () => {
    expect(await series.contextAt(3).reasonOf(1)).toEqual({ key: 'recorded-summarised' });
  });
});

test('a call waits for its results: the compaction comes after them', () => {
  const said = [user(100, 'Do it.'), call(50, 'a'), user(40, 'Summary.'), answer(60, 'a'), assistant(30, 'Done.')];
  const series = run(recordedBase(said, [{ at: 2, summaryId: 'm2' }]), 'recorded', { window: 100_000 });
  expect(series.points.map(({ at, messagesBefore, messagesAfter }) => [at, messagesBefore, messagesAfter])).toEqual([[2, 3, 2]]);
  expect(texts(series.contextAt(2))).toEqual(['Summary.', 'tool-result']);
});

test('two at one place are one: the last', () => {
  const said = [
    user(100, 'Do it.'),
    assistant(50, 'Yes.'),
    user(40, 'Summary one.'),
    user(40, 'Summary two.'),
    user(10, 'Go on.'),
    assistant(30, 'Done.'),
  ];
  const compactions = [
    { at: 2, summaryId: 'm2' },
    { at: 3, summaryId: 'm3' },
  ];
  const series = run(recordedBase(said, compactions), 'recorded', { window: 100_000 });
  expect(series.points).toHaveLength(1);
  expect(texts(series.contextAt(2))).toEqual(['Summary two.', 'Go on.']);
});

test('a hidden summary counts as nothing', () => {
  const said = [system(10), user(100, 'Do it.'), assistant(50, 'Yes.'), user(10, 'Go on.'), assistant(30, 'Done.')];
  const series = run(recordedBase(said, [{ at: 3 }]), 'recorded', { window: 100_000 });
  expect(series.points).toMatchObject([{ outcome: 'compacted', summaries: [], after: 10 }]);
  expect(texts(series.contextAt(2))).toEqual(['You are careful.', 'Go on.']);
});

test('where the agent never compacted, nothing happens', () => {
  expect(run(preparedOf(SAID), 'recorded', { window: 300, trigger: any(ratio(0.1)) }).points).toEqual([]);
});

test('a run as recorded does not hide that no other one ever fired', () => {
  const replay = (strategies: readonly string[], window: number) =>
    replayNow(
      base,
      strategies.map((strategy) => ({ key: strategy, strategy, params: {} })),
      optionsOf({ window, trigger: any(ratio(0.8)) }),
    ) as Replay;
  expect(neverFired(replay(['middle-removal', 'recorded'], 100_000))).toBe(true);
  expect(neverFired(replay(['middle-removal', 'recorded'], 500))).toBe(false);
  expect(neverFired(replay(['recorded'], 100_000))).toBe(false);
  expect(replayOf(base, 'middle-removal', { window: 100_000 }).series[0]!.points).toEqual([]);
});
