import { describe, expect, test } from 'vitest';
import type { Recall, RecallLists, RecallRow } from './contract.ts';
import { independentValues } from './independent/cut.ts';
import { bootstrap, recallValues, sum } from './recall-values.ts';

const counts = { kept: 6, needed: 12, chance: 3, newest: 4 };
const tally = { strings: counts, paths: counts, edits: counts, wording: counts, pairs: counts, userWords: counts, rules: counts, files: counts };
const share = { needed: 50, kept: 20 };
const row: RecallRow & RecallLists = {
  key: 'summary',
  strategy: 'summary',
  failed: null,
  recall: 0.4,
  interval: [0.3, 0.5],
  skill: -0.1,
  binding: 0.7,
  kept: [10, 10],
  bound: [7, 7],
  byCut: null,
  compacted: 2,
  idle: 0,
  lack: null,
  writer: null,
  used: 0.9,
  tokens: 0.2,
  overBudget: false,
  belowChance: true,
  bands: { newest: share, middle: share, older: share },
  origins: { user: share, tool: share, assistant: share },
  independent: independentValues(tally),
  retained: { share: 0.5, chance: 0.25, newest: 1 / 3 },
  kinds: {},
  missed: 0,
  gone: 0,
  misses: () => [],
  lost: { things: 0, first: null },
  lostItems: () => [],
};
const cut = { at: 1, end: 9, tokens: 100, seen: 30, needed: 25 };
const recall: Recall = {
  cuts: [
    { ...cut, reRead: { facts: 3, tokens: 100 } },
    { ...cut, reRead: { facts: 0, tokens: 50 } },
    { ...cut, reRead: { facts: 3, tokens: 75 } },
  ],
  needed: 50,
  tooFew: null,
  match: null,
  compactions: null,
  budget: 0.2,
  random: 0.45,
  oracle: 0.9,
  curve: null,
  recorded: null,
  rows: [row],
};
const compacted = { outcome: 'compacted' } as const;

describe('recall as measures', () => {
  test('numbers, and the mean of what was read again', () => {
    expect(recallValues(recall, 'summary', compacted, 'built-in')).toEqual({
      measures: {
        hindsightRecall: 0.4,
        recallLeft: 0.2,
        cutsIdle: 0,
        overBudget: false,
        belowChance: true,
        recallSkill: -0.1,
        binding: 0.7,
        independentRecall: 0.5,
        independentChance: 0.25,
        independent: row.independent,
        neededFacts: 50,
        reReadCost: 75,
      },
      notes: {},
    });
  });

  test('every null has its reason', () => {
    const cases: [Recall | null, Parameters<typeof recallValues>[2], string[]][] = [
      [null, compacted, ['measure-no-future', 'measure-no-future', 'measure-no-future', 'measure-no-future', 'measure-no-future']],
      [
        { ...recall, cuts: [], tooFew: { key: 'recall-few-cuts' } },
        compacted,
        ['recall-few-cuts', 'recall-few-cuts', 'recall-few-cuts', '', 'recall-few-cuts'],
      ],
      [{ ...recall, rows: [{ ...row, compacted: 0, idle: 3 }] }, compacted, ['recall-idle', 'recall-idle', 'recall-idle', '', '']],
      [recall, { outcome: 'unchanged' }, ['measure-not-compacted', 'measure-not-compacted', 'measure-not-compacted', '', '']],
      [{ ...recall, random: null, oracle: null, rows: [{ ...row, skill: null }] }, compacted, ['', 'measure-no-target', '', '', '']],
      [{ ...recall, rows: [{ ...row, skill: null, recall: 0, binding: null }] }, compacted, ['', 'recall-no-room', 'measure-no-needs', '', '']],
    ];
    for (const [of, result, expected] of cases) {
      const { measures, notes } = recallValues(of, 'summary', result, 'built-in');
      const names = ['hindsightRecall', 'recallSkill', 'binding', 'neededFacts', 'reReadCost'] as const;
      expect(names.map((name) => notes[name]?.key ?? '')).toEqual(expected);
      for (const name of names) expect(measures[name] === null, name).toBe(notes[name] !== undefined);
    }
  });

  test('a row that failed, that is not there, or whose results were refused at every cut says which', () => {
    const why = (of: Recall | null, key = 'summary') => recallValues(of, key, compacted, 'built-in').notes.hindsightRecall;
    const failed = { key: 'error-parameter', values: { param: 'x' } } as const;
    expect(why({ ...recall, rows: [{ ...row, failed }] })).toEqual(failed);
    expect(why(recall, 'nobody')).toEqual({ key: 'measure-no-future' });
    // Too few checkpoints is said first, whichever row is asked for.
    expect(why({ ...recall, cuts: [], tooFew: { key: 'recall-few-cuts' }, rows: [{ ...row, failed }] })).toEqual({ key: 'recall-few-cuts' });
    expect(why({ ...recall, rows: [{ ...row, compacted: 0, idle: 3 }] })).toEqual({ key: 'recall-idle', values: { cuts: 3 } });
    expect(why({ ...recall, rows: [{ ...row, compacted: 0, idle: 1 }] })).toEqual({ key: 'recall-refused', values: { cuts: 3 } });
    expect(why({ ...recall, rows: [{ ...row, compacted: 1, idle: 1 }] })).toBeUndefined();
  });

  test('too few own facts take away own recall and what is made of it, and nothing else', () => {
    const tooFew = { key: 'recall-few-facts', values: { facts: 12, least: 30 } } as const;
    const few = { ...row, recall: null, interval: null, skill: null, binding: null, belowChance: null };
    const { measures, notes } = recallValues({ ...recall, tooFew, random: null, oracle: null, rows: [few] }, 'summary', compacted, 'built-in');
    expect(measures).toMatchObject({ recallLeft: 0.2, independentRecall: 0.5, independentChance: 0.25, cutsIdle: 0, overBudget: false });
    expect(measures).toMatchObject({ hindsightRecall: null, recallSkill: null, binding: null, belowChance: null });
    expect(notes).toEqual({ hindsightRecall: tooFew, recallSkill: tooFew, binding: tooFew, belowChance: tooFew });
  });

  test('of several rows the one that is asked for', () => {
    const rows = [{ ...row, key: 'other', recall: 0.9 }, row];
    expect(recallValues({ ...recall, rows }, 'summary', compacted, 'built-in').measures.hindsightRecall).toBe(0.4);
    expect(recallValues({ ...recall, rows }, 'other', compacted, 'built-in').measures.hindsightRecall).toBe(0.9);
    expect(recallValues(recall, 'summary', null, 'built-in').notes.hindsightRecall).toEqual({ key: 'measure-not-compacted' });
  });

  test('of another writer than the row has there is none, and it says why', () => {
    const of = (writer: string | null, ofRow: string) => recallValues({ ...recall, rows: [{ ...row, writer }] }, 'summary', compacted, ofRow);
    expect(of('built-in', 'openai:small').measures).toMatchObject({ hindsightRecall: null, recallLeft: null, binding: null, neededFacts: 50 });
    expect(of('built-in', 'openai:small').notes).toMatchObject({ hindsightRecall: { key: 'measure-other-writer' } });
    expect(of('openai:small', 'openai:small').measures.hindsightRecall).toBe(0.4);
    // A strategy that asks nobody has the same result whoever would write.
    expect(of(null, 'openai:small').measures.hindsightRecall).toBe(0.4);
  });
});

test('a sum is that of all values', () => {
  expect([sum([]), sum([1, 2, 4]), sum(Float64Array.of(0.5, 0.25))]).toEqual([0, 7, 0.75]);
});

describe('the interval draws whole cuts with replacement', () => {
  test('cuts that agree leave no doubt', () => {
    expect(bootstrap([3, 6, 9], [10, 20, 30], 1)).toEqual([0.3, 0.3]);
  });

  test('each draw has as many cuts as there are: of one kept and one lost, all or nothing is drawn half of the time', () => {
    expect(bootstrap([0, 10], [10, 10], 1)).toEqual([0, 1]);
    // One of ten: 0 in 35 % of the draws, 4 or more in 1.3 %.
    expect(bootstrap([10, ...Array<number>(9).fill(0)], Array<number>(10).fill(10), 1)).toEqual([0, 0.3]);
  });

  test('cuts weigh by their needs', () => {
    // Four draws of 99/100 or 0/1. Three of the latter are drawn in 5 % of the cases, four in 0.4 %: the mean of the shares would be 1/4.
    expect(bootstrap([99, 0, 99, 99], [100, 1, 100, 100], 1)).toEqual([99 / 103, 0.99]);
  });

  test('a draw of cuts without needs says nothing', () => {
    expect(bootstrap([0, 5], [0, 10], 1)).toEqual([0.5, 0.5]);
  });

  test('1,000 draws, of which 2.5 % lie below and 2.5 % above', () => {
    // Forty cuts, each with a share of its own: every draw lands elsewhere.
    const needed = Array.from({ length: 40 }, () => 1e6);
    const kept = needed.map((_, c) => c * c * 613);
    expect(bootstrap(kept, needed, 7)).toEqual([0.222166525, 0.40859515]);
    expect(bootstrap(kept, needed, 7)).toEqual(bootstrap(kept, needed, 7));
    expect(bootstrap(kept, needed, 8)).not.toEqual(bootstrap(kept, needed, 7));
  });
});
