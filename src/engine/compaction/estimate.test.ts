import { describe, expect, test, vi } from 'vitest';
import { letterPlan, text } from '../testing/letter-plans.ts';
import { assistant, preparedOf, system, user } from '../testing/plans.ts';
import type { SummaryRequest } from '../summarizers/contract.ts';
import { editedTokens, plannedTokens, reserveOf, summaryAt, sumsOf, textMessageTokens, textTokens, tokensLeft } from './estimate.ts';

test('a summary is planned at what it may have, at most at what it replaces, at least at 50 tokens of it', () => {
  const reserve = (maxTokens: number, members: number): number => reserveOf({ maxTokens } as SummaryRequest, members);
  expect([0, 49, 50, 51, 300.9, 2000].map((members) => reserve(1000, members))).toEqual([50, 50, 50, 51, 300, 1000]);
  expect(reserve(20, 300)).toBe(20);
});

/** Eight messages of 10, 20, … 80 tokens, 30 of tool definitions. */
const said = [system(10), user(20), assistant(30), user(40), assistant(50), user(60), assistant(70), user(80)];
const talk = () => preparedOf(said, {}, 30);

test('a text is counted once per counts, with and without the message around it', () => {
  const { counts } = talk();
  const count = vi.fn(counts.text);
  const watched = { ...counts, text: count };
  expect([textMessageTokens(watched, 'twelve chars'), textTokens(watched, 'twelve chars')]).toEqual([7, 3]);
  expect(count).toHaveBeenCalledTimes(1);
});

test('tokens of a changed message: as its plan knows them, else counted once', () => {
  const p = talk();
  expect(editedTokens(p, letterPlan('KEKKKKKK', { words: 'twelve chars' }), 1)).toBe(7);
  const knows = letterPlan('KEKKKKKK', { edits: { size: 1, get: () => text('twelve chars'), tokens: (i) => 100 + i } });
  expect(editedTokens(p, knows, 1)).toBe(101);
  const count = vi.fn(p.counts.message);
  const plan = letterPlan('KEKKKKKK');
  const again = { ...p, counts: { ...p.counts, message: count } };
  editedTokens(again, plan, 1);
  const once = count.mock.calls.length;
  expect(editedTokens(again, plan, 1)).toBe(6);
  expect(count).toHaveBeenCalledTimes(once);
  // A message without parts is its overhead.
  expect(editedTokens(p, letterPlan('KEKKKKKK', { edits: new Map() }), 1)).toBe(4);
});

test('what is left of each message: all of a kept one, the new parts of a changed one, nothing else', () => {
  expect(Array.from(tokensLeft(talk(), letterPlan('KEOSDKKK')))).toEqual([10, 6, 6, 0, 0, 60, 70, 80]);
});

describe('sums over the fates', () => {
  test('messages and tokens by fate, what is left, and the share that is retained', () => {
    const sums = sumsOf(talk(), letterPlan('KEOSDKKK'));
    expect(sums).toMatchObject({ messages: [4, 1, 1, 1, 1], tokens: [220, 20, 40, 30, 50], left: 220 + 12 });
    // Offloaded ones do not count as retained.
    expect(sums.retained).toBeCloseTo(4 + 6 / 20, 12);
    expect(Array.from(sums.members)).toEqual([40]);
  });

  test('each summary has the tokens of its own members', () => {
    expect(Array.from(sumsOf(talk(), letterPlan('KSTSTKKK')).members)).toEqual([20 + 40, 30 + 50]);
    expect(Array.from(sumsOf(talk(), letterPlan('KKKKKKKK')).members)).toEqual([]);
    expect(sumsOf(talk(), letterPlan('KDDDKKKK')).retained).toBe(5);
  });

  test('an edit retains at most its message, also one that had no tokens', () => {
    expect(sumsOf(talk(), letterPlan('KEKKKKKK', { words: 'x'.repeat(400) })).retained).toBe(8);
    const empty = preparedOf([system(10), user(0), assistant(30)]);
    expect(sumsOf(empty, letterPlan('KEK')).retained).toBe(3);
    expect(sumsOf(preparedOf([system(10), user(12), assistant(30)]), letterPlan('KEK')).retained).toBe(2.5);
  });

  test('are those of the counts asked for', () => {
    const plan = letterPlan('KDKKKKKK');
    expect(sumsOf(talk(), plan).left).toBe(340);
    expect(sumsOf(preparedOf(said.map((one) => ({ ...one, tokens: 10 }))), plan).left).toBe(70);
    const p = talk();
    expect(sumsOf(p, plan)).toBe(sumsOf(p, plan));
  });
});

test('the summary of an insertion by its id, wherever it is in the list; −1 for a text', () => {
  const plan = letterPlan('KSSTTKKK');
  const [one, two] = plan.insertions;
  const note = { before: 0, role: 'user', content: { text: 'n' } } as const;
  const insertions = [two!, note, one!, { ...one!, content: { summary: 'other' } }];
  expect(insertions.map((_, k) => summaryAt({ ...plan, insertions }, k))).toEqual([1, -1, 0, -1]);
  expect(plan.insertions.map((_, k) => summaryAt(plan, k))).toEqual([0, 1]);
});

describe('a plan is counted before its summaries are written', () => {
  const kept = 30 + 10 + 60 + 70 + 80;

  test('with tool definitions, what is left and the words that are put in', () => {
    expect(plannedTokens(talk(), letterPlan('KDDDDKKK'))).toBe(kept);
    const note = { before: 1, role: 'user', content: { text: 'twelve chars' } } as const;
    expect(plannedTokens(talk(), letterPlan('KDDDDKKK', { insertions: [note, note] }))).toBe(kept + 14);
  });

  test('with what each summary may take: its reserve, overhead, frame and spare', () => {
    const planned = (letters: string, summary: Partial<SummaryRequest> = {}) => plannedTokens(talk(), letterPlan(letters, { summary }));
    expect(planned('KSSSSKKK')).toBe(kept + 20 + 4);
    expect(planned('KSSSSKKK', { maxTokens: 500 })).toBe(kept + 140 + 4);
    expect(planned('KSSSSKKK', { spare: 7 })).toBe(kept + 20 + 4 + 7);
    // A joint of two texts may take a token more.
    expect(planned('KSSSSKKK', { before: 'twelve chars' })).toBe(kept + 20 + 4 + 3 + 1);
    expect(planned('KSSSSKKK', { before: '', after: 'twelve chars' })).toBe(kept + 20 + 4 + 3 + 1);
    expect(planned('KSSSSKKK', { before: 'twelve chars', after: 'four' })).toBe(kept + 20 + 4 + (3 + 1) + (1 + 1));
    expect(planned('KSSTTKKK', { before: 'twelve chars', after: 'twelve chars' })).toBe(kept + 2 * (20 + 4 + 2 * (3 + 1)));
  });

  test('a summary that stands nowhere takes nothing', () => {
    expect(plannedTokens(talk(), letterPlan('KSSSSKKK', { insertions: [] }))).toBe(kept);
    const lost = { before: 1, role: 'user', content: { summary: 'other' } } as const;
    expect(plannedTokens(talk(), letterPlan('KSSSSKKK', { insertions: [lost] }))).toBe(kept);
  });
});
