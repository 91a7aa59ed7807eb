/** What the answer says, word for word: page, terminal and reports print these sentences. */
import { describe, expect, test } from 'vitest';
import type { Answer, AnswerRow, Bar, Matters } from '../engine/answer/contract.ts';
import { barText, sayAnswer, sayDoubts } from './answer-words.ts';
import { plain } from './pieces.ts';

const rowOf = (key: string, more: Partial<AnswerRow> = {}): AnswerRow => ({
  key,
  share: 0.6,
  chance: 0.214,
  own: null,
  cost: null,
  left: null,
  ...more,
});
const codex = rowOf('codex', { share: 0.725, own: 0.8, cost: 0.0123, left: 0.3 });
const pi = rowOf('pi', { share: 0.5, own: 0.75, cost: 0.5 });

const found = (more: Partial<Answer> = {}): Answer => ({
  verdict: 'use',
  row: codex,
  base: null,
  difference: null,
  equals: [],
  sure: 'weak',
  units: 4,
  items: 40,
  order: [],
  kept: {},
  barred: {},
  bars: {},
  ...more,
});

const TITLES: Readonly<Record<string, string>> = { codex: 'Codex', pi: 'Pi', a: 'Alpha', b: 'Beta', c: 'Gamma', d: 'Delta', e: 'Epsilon' };
const names = (agent = false) => ({ title: (key: string) => TITLES[key] ?? `? ${key}`, agent });
/** The space before a percent sign does not break; here it is written as any other. */
const read = (text: string): string => text.replaceAll('\u00a0', ' ');
const said = (answer: Answer, matters: Matters = 'kept', agent = false): string => read(plain(sayAnswer(answer, { matters }, names(agent))));
const doubts = (answer: Answer, matters: Matters = 'kept'): string => read(plain(sayDoubts(answer, { matters }, names())));

const USE = 'Use Codex: with 30 % of the tokens it keeps 72.5 % of what was needed later, chance 21.4 %.';

describe('what to use', () => {
  test('the row with its figures, alone where nothing of the person’s was measured', () => {
    expect(said(found())).toBe(USE);
    expect(said(found({ row: { ...codex, left: null } }))).toBe(
      'Use Codex: with — of the tokens it keeps 72.5 % of what was needed later, chance 21.4 %.',
    );
  });

  test('the person’s own agent beside it, or else the baseline', () => {
    expect(said(found({ base: pi }), 'kept', true)).toBe(`${USE} Your agent Pi: 50 %.`);
    expect(said(found({ base: pi }))).toBe(`${USE} Pi: 50 %.`);
  });

  test.each([
    ['accepted', ', but the provider does not accept it'],
    ['budget', ', but it is over the budget'],
    ['model', ', but it calls a model'],
    ['constraints', ', but it loses too many constraints'],
    ['chance', ', but it keeps less than chance'],
    // Nothing that a person could weigh against its share.
    ['outcome', ''],
    ['unmeasured', ''],
    ['cost', ''],
  ] as const satisfies readonly (readonly [Bar, string])[])('why what they have is no answer: %s', (bar, but) => {
    expect(said(found({ base: pi, barred: { pi: bar } }), 'kept', true)).toBe(`${USE} Your agent Pi: 50 %${but}.`);
  });

  test('by the user’s words', () => {
    expect(said(found(), 'userWords')).toBe(
      'Use Codex: with 30 % of the tokens it keeps 72.5 % of the user’s words that were needed later, chance 21.4 %.',
    );
  });

  test('by cost', () => {
    const cheapest = 'Use Codex: its next request is the cheapest, $0.0123, and it keeps 72.5 % of what was needed later, chance 21.4 %.';
    expect(said(found(), 'cost')).toBe(cheapest);
    expect(said(found({ base: pi }), 'cost', true)).toBe(`${cheapest} Your agent Pi: 50 %.`);
  });
});

describe('nothing better than what a person has', () => {
  test('because it is the answer', () => {
    const same = found({ verdict: 'same', base: codex });
    expect(said(same, 'kept', true)).toBe('Nothing is better than what you have: Codex keeps 72.5 % of what was needed later, chance 21.4 %.');
    expect(said(same, 'cost', true)).toBe(
      'Nothing is cheaper than what you have: the next request of Codex costs $0.0123, and it keeps 72.5 % of what was needed later, chance 21.4 %.',
    );
  });

  test('because it cannot be told apart from the answer', () => {
    const equal = found({ verdict: 'equal', base: pi });
    expect(said(equal)).toBe(
      'Nothing is surely better than what you have. Codex keeps 72.5 % of what was needed later, Pi 50 %, chance 21.4 %: they cannot be told apart.',
    );
    expect(said(equal, 'cost')).toBe(
      'Nothing is cheaper than what you have. Codex costs as much as Pi, $0.0123, and keeps 72.5 % of what was needed later.',
    );
  });
});

describe('no row', () => {
  const none = (bars: Answer['bars']) => said(found({ verdict: 'none', row: null, bars }));

  test('each reason is counted, in one order; controls are no candidates', () => {
    expect(none({ chance: 2, control: 3, budget: 4, model: 1 })).toBe(
      'No row meets what matters to you: 4 are over the budget, 1 calls a model, 2 keep less than chance.',
    );
  });

  test('there is nothing to doubt', () => expect(doubts(found({ verdict: 'none', row: null, base: pi, equals: ['a'] }))).toBe(''));

  test.each([
    ['control', '1 is a control', '2 are controls'],
    ['outcome', '1 did not compact', '2 did not compact'],
    ['accepted', '1 is not accepted by the provider', '2 are not accepted by the provider'],
    ['budget', '1 is over the budget', '2 are over the budget'],
    ['model', '1 calls a model', '2 call a model'],
    ['constraints', '1 loses too many constraints', '2 lose too many constraints'],
    ['unmeasured', '1 was not measured, or too little was needed later', '2 were not measured, or too little was needed later'],
    ['cost', '1 has no price', '2 have no price'],
    ['chance', '1 keeps less than chance', '2 keep less than chance'],
  ] as const satisfies readonly (readonly [Bar, string, string])[])('one and two: %s', (bar, one, two) => {
    expect([barText(bar, 1), barText(bar, 2)]).toEqual([one, two]);
  });
});

describe('what there is to doubt', () => {
  const bare = (more: Partial<Answer> = {}) => found({ row: rowOf('codex'), ...more });

  test('nothing is known of it: nothing is said', () => expect(doubts(bare({ base: rowOf('pi') }))).toBe(''));

  test('the difference to what the person has, with its interval', () => {
    const difference = { mean: 0.225, interval: [0.1, 0.35], apart: true } as const;
    expect(doubts(bare({ base: rowOf('pi'), difference }))).toBe('+22.5 points against Pi (95 %: +10.0 to +35.0).');
    const touching = { mean: 0, interval: [-0.051, 0.04], apart: false } as const;
    expect(doubts(bare({ base: rowOf('pi'), difference: touching }))).toBe('±0.0 points against Pi (95 %: −5.1 to +4.0).');
    // Of the answer to itself there is none.
    expect(doubts(bare({ verdict: 'same', base: rowOf('codex'), difference }))).toBe('');
  });

  test('three rows that are as good are named, the others counted', () => {
    expect(doubts(bare({ equals: ['a'] }))).toBe('As good within the interval: Alpha.');
    expect(doubts(bare({ equals: ['a', 'b', 'c'] }))).toBe('As good within the interval: Alpha, Beta, Gamma.');
    expect(doubts(bare({ equals: ['a', 'b', 'c', 'd'] }))).toBe('As good within the interval: Alpha, Beta, Gamma and 1 more.');
    expect(doubts(bare({ equals: ['a', 'b', 'c', 'd', 'e'] }))).toBe('As good within the interval: Alpha, Beta, Gamma and 2 more.');
  });

  test('what the answer itself says is as good is not said again', () => {
    expect(doubts(bare({ verdict: 'equal', base: rowOf('pi'), equals: ['pi', 'a'] }))).toBe('As good within the interval: Alpha.');
    expect(doubts(bare({ verdict: 'use', base: rowOf('pi'), equals: ['pi', 'a'] }))).toBe('As good within the interval: Pi, Alpha.');
  });

  test('own recall stands beside it, with that of what the person has', () => {
    const row = rowOf('codex', { own: 0.8 });
    expect(doubts(found({ row }))).toBe('By own recall 80 %.');
    expect(doubts(found({ row, base: rowOf('pi', { own: 0.755 }) }))).toBe('By own recall 80 %, Pi 75.5 %.');
    expect(doubts(found({ row, base: rowOf('pi') }))).toBe('By own recall 80 %.');
    expect(doubts(found({ verdict: 'same', row, base: row }))).toBe('By own recall 80 %.');
  });

  test('the next request’s cost, with that of what the person has', () => {
    const row = rowOf('codex', { cost: 0.0123 });
    expect(doubts(found({ row }))).toBe('Next request $0.0123.');
    expect(doubts(found({ row, base: rowOf('pi', { cost: 0.5 }) }))).toBe('Next request $0.0123, Pi $0.5.');
    expect(doubts(found({ row, base: rowOf('pi') }))).toBe('Next request $0.0123.');
  });

  test('where cost decides, neither what keeps as much nor the cost again', () => {
    expect(doubts(found({ base: pi, equals: ['a'] }), 'cost')).toBe('By own recall 80 %, Pi 75 %.');
  });

  test('all of it, a sentence each', () => {
    const difference = { mean: 0.225, interval: [0.1, 0.35], apart: true } as const;
    expect(doubts(found({ base: pi, difference, equals: ['a', 'b'] }))).toBe(
      '+22.5 points against Pi (95 %: +10.0 to +35.0). As good within the interval: Alpha, Beta. By own recall 80 %, Pi 75 %. Next request $0.0123, Pi $0.5.',
    );
  });
});

test('rows and numbers are pieces of their own', () => {
  expect(sayAnswer(found({ base: pi }), { matters: 'kept' }, names()).filter(({ kind }) => kind !== 'text')).toEqual([
    { kind: 'row', key: 'codex', text: 'Codex' },
    { kind: 'number', text: '72.5\u00a0%' },
    { kind: 'row', key: 'pi', text: 'Pi' },
  ]);
});
