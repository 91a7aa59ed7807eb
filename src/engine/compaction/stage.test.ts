/** What a pipeline remembers of its stages between two runs, and what it plans and writes anew. docs/adr/0009-strategies-in-a-row.md */
import { describe, expect, test } from 'vitest';
import type { Plan, PlannedStrategy } from '../strategies/contract.ts';
import { letterPlan, rowOf, run, strategyOf } from '../testing/letter-plans.ts';
import { assistant, contextOf, preparedOf, system, user } from '../testing/plans.ts';
import { countingSummarizer } from '../testing/summarizer.ts';
import type { CompactionResult } from './types.ts';
import type { CompactOptions } from './compaction-run.ts';

/** Header, five exchanges and a question of 50 tokens each. */
const chat = () => preparedOf([system(50), ...Array.from({ length: 5 }, () => [user(50), assistant(50)]).flat(), user(50, 'end')]);
const stageOf = (result: CompactionResult, k = 0): CompactionResult => result.stages![k]!.ran!.result;

/** A first stage with one plan per run, and a second one that does nothing; each run takes the next plan, at its own target. */
function twice(first: Plan, second: Plan, targets: readonly [number, number] = [100, 90], more: readonly [object, object] = [{}, {}]) {
  const p = chat();
  let made = 0;
  let clock = 0;
  const one: PlannedStrategy = strategyOf(() => (made++ === 0 ? first : second), { id: 'one' });
  const row = rowOf(
    one,
    strategyOf((input) => letterPlan('K'.repeat(input.n)), { id: 'two' }),
  );
  const summarizer = countingSummarizer();
  const at = (k: 0 | 1) =>
    run(p, row, { ...contextOf({ target: targets[k] }), summarizer, now: () => (clock += 1), ...more[k] } as Partial<CompactOptions>);
  return [stageOf(at(0)), stageOf(at(1))] as const;
}
/** Whether the second run took the first stage's result over: its context is the same object. */
const remembered = (...given: Parameters<typeof twice>): boolean => {
  const [a, b] = twice(...given);
  return a.context() === b.context();
};

const S = 'KSSSKKKKKKKK';

describe('a stage that missed the target is remembered', () => {
  test('with its context; what is said of the target is said of the new one', () => {
    const [a, b] = twice(letterPlan(S), letterPlan(S));
    expect(b.context()).toBe(a.context());
    expect([a.summaryMs, b.summaryMs]).toEqual([1, 0]);
    const missed = (target: number) => ({ tokens: 459, target, over: 459 - target, protected: 100, inserted: 9 });
    expect([a.target, a.metTarget, a.why?.values]).toEqual([100, false, missed(100)]);
    expect([b.target, b.metTarget, b.why?.values]).toEqual([90, false, missed(90)]);
    const [, met] = twice(letterPlan(S), letterPlan(S), [100, 459]);
    expect([met.target, met.metTarget, met.why]).toEqual([459, true, undefined]);
    const own = { budget: { window: 128_000, target: null, own: true } };
    const [, none] = twice(letterPlan(S), letterPlan(S), [100, 90], [own, own]);
    expect([none.target, none.metTarget, none.why]).toEqual([null, null, undefined]);
  });

  test('with the words of the new plan', () => {
    const explained = (k: number) => ({ note: { key: `n${k}` }, trace: [{ key: `t${k}` }] });
    const second = letterPlan(S, explained(2));
    const [a, b] = twice(letterPlan(S, explained(1)), second);
    expect([a.note?.key, a.trace[0]?.key, b.note?.key, b.trace[0]?.key]).toEqual(['n1', 't1', 'n2', 't2']);
    expect(b.plan).toBe(second);
    expect(twice(letterPlan(S), letterPlan(S))[1].trace).toEqual([]);
  });

  test('not one that met it, nor one that did nothing', () => {
    expect(remembered(letterPlan(S), letterPlan(S), [459, 459])).toBe(false);
    expect(remembered(letterPlan(S), letterPlan(S), [458, 458])).toBe(true);
  });

  test.each<[string, Plan, Plan]>([
    ['fates', letterPlan(S), letterPlan('KSSDKKKKKKKK')],
    ['the last fate', letterPlan('KSSSKKKKKKKK'), letterPlan('KSSSKKKKKKDK')],
    ['number of summaries', letterPlan(S), letterPlan(S, { summaries: [], insertions: [] })],
    ['groups', letterPlan('KSSTKKKKKKKK'), letterPlan('KSTTKKKKKKKK')],
    ['maxTokens', letterPlan(S), letterPlan(S, { summary: { maxTokens: 21 } })],
    ['maxChars', letterPlan(S), letterPlan(S, { summary: { maxChars: 90 } })],
    ['style', letterPlan(S), letterPlan(S, { summary: { style: 'json' } })],
    ['text before', letterPlan(S), letterPlan(S, { summary: { before: '<' } })],
    ['text after', letterPlan(S), letterPlan(S, { summary: { after: '>' } })],
    ['limit', letterPlan(S), letterPlan(S, { limit: { tokens: 1000, refused: { key: 'r' } } })],
    ['size of an edit', letterPlan('KSSSEKKKKKKK'), letterPlan('KSSSEKKKKKKK', { words: 'somewhat longer' })],
    ['size of a placeholder', letterPlan('KSSSOKKKKKKK'), letterPlan('KSSSOKKKKKKK', { words: 'somewhat longer' })],
    [
      'number of edits',
      letterPlan('KSSSEKKKKKKK'),
      letterPlan('KSSSEKKKKKKK', {
        edits: new Map([
          [4, []],
          [5, []],
        ]),
      }),
    ],
    ['place of an insertion', letterPlan(S), letterPlan(S, { insertions: [{ before: 4, role: 'user', content: { summary: 'summary-1' } }] })],
    ['role of an insertion', letterPlan(S), letterPlan(S, { insertions: [{ before: 1, role: 'assistant', content: { summary: 'summary-1' } }] })],
    [
      'words of an insertion',
      letterPlan('KDDDKKKKKKKK', { insertions: [{ before: 1, role: 'user', content: { text: 'one' } }] }),
      letterPlan('KDDDKKKKKKKK', { insertions: [{ before: 1, role: 'user', content: { text: 'two' } }] }),
    ],
    [
      'number of insertions',
      letterPlan('KDDDKKKKKKKK'),
      letterPlan('KDDDKKKKKKKK', { insertions: [{ before: 1, role: 'user', content: { text: 'two' } }] }),
    ],
  ])('not where the plan differs: %s', (_, first, second) => {
    expect(remembered(first, first)).toBe(true);
    expect(remembered(first, second)).toBe(false);
  });

  test('words of an edit that take as many tokens follow from the same fields', () => {
    expect(remembered(letterPlan('KSSSEKKKKKKK', { words: 'here' }), letterPlan('KSSSEKKKKKKK', { words: 'here' }))).toBe(true);
  });

  test.each<[string, object]>([
    ['parameters of the budget: the window', { budget: { window: 64_000, target: 90, own: false } }],
    ['weight', { weight: 0.1 }],
    ['seed', { seed: 99 }],
    ['model', { model: 'gpt-5' }],
    ['summariser', { summarizer: countingSummarizer() }],
  ])('not where it was asked otherwise: %s', (_, more) => {
    expect(remembered(letterPlan(S), letterPlan(S), [100, 90], [{}, more])).toBe(false);
  });
});

test('the eight stages used last are remembered', () => {
  const p = chat();
  const summarizer = countingSummarizer();
  const strategies = Array.from({ length: 9 }, (_, k) => strategyOf(letterPlan(S, { summary: { maxTokens: 30 + k } }), { id: `s${k}` }));
  const after = (strategy: PlannedStrategy) =>
    stageOf(
      run(
        p,
        rowOf(
          strategy,
          strategyOf((input) => letterPlan('K'.repeat(input.n))),
        ),
        { summarizer },
      ),
    ).context();
  const first = strategies.map(after);
  // The ninth took the place of the first; asking for the second keeps it when the first comes again.
  expect(after(strategies[1]!)).toBe(first[1]);
  expect(after(strategies[0]!)).not.toBe(first[0]);
  expect(after(strategies[1]!)).toBe(first[1]);
  expect(after(strategies[2]!)).not.toBe(first[2]);
});

test('the next stage works on the same context, prepared once', () => {
  const p = chat();
  const row = rowOf(
    strategyOf(letterPlan(S), { id: 'one' }),
    strategyOf((input) => letterPlan(`K${'D'.repeat(2)}${'K'.repeat(input.n - 3)}`), { id: 'two' }),
  );
  const summarizer = countingSummarizer();
  const input = (target: number) => run(p, row, { ...contextOf({ target }), summarizer }).stages![1]!.ran!.input;
  expect(input(90)).toBe(input(100));
});
