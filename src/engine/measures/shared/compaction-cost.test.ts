import { describe, expect, test } from 'vitest';
import { layoutOf } from '../../compaction/repair.ts';
import { compactNow } from '../../compaction/compaction-run.ts';
import type { CompactionResult } from '../../compaction/types.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import { FATE_LETTERS, type Plan, SUMMARIZE } from '../../strategies/contract.ts';
import { assistant, contextOf, preparedOf, system, user } from '../../testing/plans.ts';
import { countingSummarizer } from '../../testing/summarizer.ts';
import type { Pricing } from '../contract.ts';
import { measured } from '../run/measured-values.ts';
import { commonPrefix, compactionCost } from './costs.ts';

/** US dollars per token, in round numbers: reading a tenth, writing a quarter more. */
const PRICES = { currency: 'USD', input: 1, cacheRead: 0.1, cacheWrite: 1.25, output: 5 } as const;
const anthropic: Pricing = { prices: PRICES, caching: 'anthropic' };

/** Tool definitions of 500 tokens, then 1,000, 2,000, 3,000, 4,000 and 500. */
const talk = preparedOf([system(1000), user(2000), assistant(3000), user(4000), user(500)], {}, 500);

/** Fates as letters; the messages with an S go into one summary. */
function resultOf(p: PreparedTranscript, fates: string): CompactionResult {
  const members = [...fates].flatMap((letter, i) => (letter === 'S' ? [i] : []));
  const plan: Plan = {
    fates: Uint8Array.from(fates, (l) => FATE_LETTERS.indexOf(l)),
    reason: () => ({ key: 'keep-header' }),
    edits: new Map(),
    summaries: members.length > 0 ? [{ id: 's', members, maxTokens: 100, style: 'plain' }] : [],
    insertions: members.length > 0 ? [{ before: members[0]!, role: 'user', content: { summary: 's' } }] : [],
  };
  const into = Int16Array.from(plan.fates, (fate) => (fate === SUMMARIZE ? 0 : -1));
  const strategy = {
    id: 'test',
    family: 'removal' as const,
    source: { seed: 'own' as const },
    kind: 'strategy' as const,
    params: {},
    plan: () => ({ ...plan, into }),
  };
  const result = compactNow(p, strategy, { ...contextOf({ target: 1 }), params: {}, summarizer: countingSummarizer() });
  if (result instanceof Promise) throw new Error('expected an answer at once');
  return result;
}

describe('cache survival', () => {
  test('tool definitions and whole messages up to the first change', () => {
    expect(commonPrefix(talk, resultOf(talk, 'KKKDK'))).toBe(500 + 6000);
    expect(commonPrefix(talk, resultOf(talk, 'KDKKK'))).toBe(500 + 1000);
  });

  test('an insertion is a change', () => {
    const inserted = (before: number): CompactionResult => {
      const result = resultOf(talk, 'KKKKK');
      const plan: Plan = { ...result.plan, insertions: [{ before, role: 'user', content: { text: 'By the way.' } }] };
      return { ...result, plan, layout: layoutOf(talk, plan) };
    };
    expect([0, 1, 5].map((before) => commonPrefix(talk, inserted(before)))).toEqual([500, 500 + 1000, 500 + 10_500]);
    expect(commonPrefix(talk, resultOf(talk, 'KKKKK'))).toBe(500 + 10_500);
    expect(commonPrefix(talk, resultOf(talk, 'KKSSK'))).toBe(500 + 3000);
  });
});

describe('cost and break-even', () => {
  test('removal: the common prefix is read, the rest written; paid back by what is read less', () => {
    // S = 11,000, C = 7,000, L = 6,500, K = 0.
    const cost = compactionCost(talk, resultOf(talk, 'KKKDK'), anthropic);
    expect(cost.request).toBeCloseTo(6500 * 0.1 + 500 * 1.25, 9);
    expect(cost.summaries).toBe(0);
    // (0 + 1.15 × 500) ÷ (0.1 × 4,000) requests.
    expect(cost.breakEvenTurns).toBeCloseTo(575 / 400, 9);
  });

  test('a summary: its messages are read at the full price and its text is written at that of output', () => {
    const result = resultOf(talk, 'KKSSK');
    const [{ outcome, tokens }] = result.summaries as [CompactionResult['summaries'][number]];
    // C = 500 + 1,000 + 2,000 + 500 and the summary's message; L = 3,500.
    expect(result.tokensAfter).toBe(4000 + tokens);
    const cost = compactionCost(talk, result, anthropic);
    const k = 7000 + outcome.tokens * 5;
    expect(cost.summaries).toBeCloseTo(k, 9);
    expect(cost.total).toBeCloseTo(k + 3500 * 0.1 + (500 + tokens) * 1.25, 9);
    expect(cost.breakEvenTurns).toBeCloseTo((k + 1.15 * (500 + tokens)) / (0.1 * (7000 - tokens)), 9);
  });

  test('what an endpoint counted for a summary costs what it says, where somebody knows the price', () => {
    const result = resultOf(talk, 'KKSSK');
    const [summary] = result.summaries as [CompactionResult['summaries'][number]];
    const counted = {
      ...result,
      summaries: [{ ...summary, outcome: { ...summary.outcome, usage: { input: 100, output: 20, cacheRead: 40, cacheWrite: 8 } } }],
    };
    const asked: unknown[] = [];
    const spent: Pricing['spent'] = (summarizer, usage) => {
      asked.push([summarizer, usage.output]);
      return 7;
    };
    const cost = (one: CompactionResult, pricing: Pricing) => compactionCost(talk, one, pricing).summaries;
    expect(cost(counted, { ...anthropic, spent })).toBe(7);
    expect(asked).toEqual([['counting', 20]]);
    // 100 × 1 + 20 × 5 + 40 × 0.1 + 8 × 1.25.
    expect(cost(counted, { ...anthropic, spent: () => null })).toBeCloseTo(214, 9);
    expect(cost(counted, anthropic)).toBeCloseTo(214, 9);
    // Nobody is asked where the endpoint counted nothing.
    expect(cost(result, { ...anthropic, spent })).toBeCloseTo(7000 + summary.outcome.tokens * 5, 9);
  });

  test('without a cache: everything new is at the full price, and only the summaries have to be paid back', () => {
    const cost = compactionCost(talk, resultOf(talk, 'KKKDK'), { ...anthropic, caching: 'none' });
    expect([cost.request, cost.breakEvenTurns]).toEqual([7000, 0]);
  });

  test('real prices: Sonnet reads at $0.30, writes at $3.75 a million', () => {
    const p = preparedOf([system(10_000), user(60_000), assistant(29_000), user(1000)]);
    const prices = { currency: 'USD', input: 3e-6, cacheRead: 0.3e-6, cacheWrite: 3.75e-6, output: 15e-6 } as const;
    // S = 100,000, C = 40,000, L = 10,000: 3.45 × 30,000 ÷ (0.3 × 60,000) = 5.75 requests.
    const cost = compactionCost(p, resultOf(p, 'KDKK'), { prices, caching: 'anthropic' });
    expect(cost.breakEvenTurns).toBeCloseTo(5.75, 9);
    expect(cost.total).toBeCloseTo(0.003 + 0.1125, 9);
  });

  test('what is not known says why', () => {
    const unknown = { key: 'measure-no-model' };
    const { measures, notes } = measured(talk, resultOf(talk, 'KKKDK'), { pricing: { unknown } });
    expect(measures).toMatchObject({ cacheSurvival: 6500, cost: null, breakEvenTurns: null });
    expect(notes).toMatchObject({ cost: unknown, breakEvenTurns: unknown });
    expect(notes).not.toHaveProperty('cacheSurvival');
    expect(measured(talk, resultOf(talk, 'KKKKK'), { pricing: anthropic }).notes.cost?.key).toBe('measure-not-compacted');
    const free = { ...anthropic, prices: { ...PRICES, cacheRead: 0 } };
    expect(measured(talk, resultOf(talk, 'KKKDK'), { pricing: free })).toMatchObject({
      measures: { breakEvenTurns: null },
      notes: { breakEvenTurns: { key: 'measure-never-pays' } },
    });
  });
});
