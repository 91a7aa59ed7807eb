/** What the answer says, word for word: page, terminal and reports print these sentences. */
import { describe, expect, test } from 'vitest';
import type { Answer, AnswerRow, Bar, Criterion } from '../engine/answer/contract.ts';
import { namesOfSet, barText, plain, sayAnswer, sayDoubts } from './answer-words.ts';

const rowOf = (key: string, more: Partial<AnswerRow> = {}): AnswerRow => ({
  key,
  share: 0.6,
  chance: 0.214,
  own: null,
  cost: null,
  left: null,
  lost: null,
  works: true,
  ...more,
});
const codex = rowOf('codex', { share: 0.725, own: 0.8, cost: 0.0123, left: 0.3 });
const pi = rowOf('pi', { share: 0.5, own: 0.75, cost: 0.5 });

const found = (more: Partial<Answer> = {}): Answer => ({
  verdict: 'use',
  row: codex,
  base: pi,
  difference: null,
  equals: [],
  trade: null,
  instead: null,
  sure: 'fair',
  compactions: null,
  sessions: 1,
  units: 12,
  items: 400,
  order: [],
  kept: {},
  barred: {},
  ours: [],
  bars: {},
  ...more,
});

const TITLES: Readonly<Record<string, string>> = { codex: 'Codex', pi: 'Pi', a: 'Alpha', b: 'Beta', c: 'Gamma', d: 'Delta', e: 'Epsilon' };
const names = { title: (key: string) => TITLES[key] ?? `? ${key}`, target: 0.3, idle: null as string | null };
/** The space before a percent sign does not break; here it is written as any other. */
const read = (text: string): string => text.replaceAll('\u00a0', ' ');
const said = (answer: Answer, matters: Criterion = 'kept', more: Partial<typeof names> = {}): string =>
  read(plain(sayAnswer(answer, { matters }, { ...names, ...more })));
const doubts = (answer: Answer, matters: Criterion = 'kept', more: Partial<typeof names> = {}): string =>
  read(plain(sayDoubts(answer, { matters }, { ...names, ...more })));

describe('which policy to use', () => {
  test('beside A, in the same tokens', () => {
    expect(said(found())).toBe('Pi keeps 50 % of what was needed later. In the same tokens Codex keeps 73 %.');
    expect(said(found(), 'userWords')).toBe('Pi keeps 50 % of the user’s words that were needed later. In the same tokens Codex keeps 73 %.');
  });

  test.each([
    ['accepted', ', but the provider refuses it'],
    ['budget', ', but leaves more than the budget'],
    ['model', ', but calls a model'],
    ['constraints', ', but loses too many of your rules'],
    ['chance', ''],
  ] as const)('with what speaks against A: %s', (bar, but) => {
    expect(said(found({ barred: { pi: bar } }))).toBe(`Pi keeps 50 % of what was needed later${but}. In the same tokens Codex keeps 73 %.`);
  });

  test('ours is said, of the answer and of what is as good, never of A', () => {
    const ours = found({ ours: ['codex', 'pi', 'b'], equals: ['a', 'b'] });
    expect(said(ours)).toBe('Pi keeps 50 % of what was needed later. In the same tokens Codex (ours) keeps 73 %.');
    expect(doubts(ours)).toMatch(/ As good: Alpha, Beta \(ours\)\.$/);
    const any = { ...ours, verdict: 'any' as const, equals: ['a', 'b', 'c', 'd'] };
    expect(doubts(any)).toContain('Cheapest of them: Codex (ours), $0.0123 a call');
    expect(said(ours, 'cost')).toMatch(/^Codex \(ours\) has the cheapest next call/);
  });

  test('at a budget of its own, as a share or in tokens', () => {
    expect(said(found({ base: null }))).toBe('At 30 % Codex keeps 73 % of what was needed later.');
    expect(said(found({ base: null }), 'kept', { target: 12_000 })).toBe('At 12,000 tokens Codex keeps 73 % of what was needed later.');
  });

  test('any of those that cannot be told apart', () => {
    const any = found({ verdict: 'any', equals: ['a', 'b', 'c', 'd'] });
    expect(said(any)).toBe('Pi keeps 50 % of what was needed later. In the same tokens any of 5 policies keeps about 73 %.');
    expect(said({ ...any, base: null })).toBe('At 30 % any of 5 policies keeps about 73 % of what was needed later.');
  });

  test('what one has, where nothing is clearly better', () => {
    const nothing = found({ verdict: 'nothing' });
    expect(said(nothing)).toBe('Stay with Pi: it keeps 50 % of what was needed later, and nothing is clearly better.');
    // A lead that can be luck is none that is clear.
    expect(said({ ...nothing, base: { ...pi, works: false, chance: 0.4 } })).toBe(
      'Pi keeps 50 % of what was needed later, not clearly more than random dropping, and nothing is clearly better.',
    );
    expect(said({ ...nothing, barred: { pi: 'accepted' } })).toBe(
      'Pi keeps 50 % of what was needed later, but the provider refuses it, and nothing else is clearly better than random dropping.',
    );
    expect(said(nothing, 'cost')).toBe('Stay with Pi: nothing that keeps as much has a cheaper next call.');
  });

  test('nothing, none, too short, or different amounts', () => {
    expect(said(found({ verdict: 'nothing', base: null }))).toBe('Nothing works at 30 %.');
    expect(said(found({ verdict: 'nothing', base: null, row: null, bars: { control: 4, accepted: 2, cost: 1 } }))).toBe(
      'No policy meets your wishes: 2 refused by the provider, 1 without a price.',
    );
    expect(said(found({ verdict: 'short', items: 1, units: 4 }))).toBe('Too short to rank: 1 fact needed later at 4 checkpoints.');
    expect(said(found({ verdict: 'short', items: 0, units: 0 }))).toBe('Too short to rank: fewer than 10 facts of any one kind are needed later.');
    expect(said(found({ verdict: 'sizes', row: null }))).toMatch(/^Each policy leaves its own amount/);
  });

  test('the cheapest', () => {
    expect(said(found(), 'cost')).toBe(
      'Codex has the cheapest next call, $0.0123, and keeps 73 % of what was needed later. In the same tokens Pi keeps 50 %.',
    );
    expect(said(found({ base: null }), 'cost')).toBe('Codex has the cheapest next call, $0.0123, and keeps 73 % of what was needed later.');
  });
});

describe('the doubt', () => {
  const CHANCE = 'Random dropping keeps 21 % there.';

  test('how sure, by how many sessions', () => {
    expect(doubts(found())).toBe(`${CHANCE} Sure of the order, but it is one session.`);
    expect(doubts(found({ sessions: 7 }))).toBe(`${CHANCE} Sure of the order, but of only 7 sessions.`);
    expect(doubts(found({ sessions: 10, sure: 'high' }))).toBe(`${CHANCE} Sure of the order, over 10 sessions.`);
  });

  test('what is as good', () => {
    expect(doubts(found({ equals: ['a', 'b'] }))).toMatch(/ As good: Alpha, Beta\.$/);
  });

  test('the cheapest of any', () => {
    const any = found({ verdict: 'any', equals: ['a', 'b', 'c', 'd'] });
    expect(doubts(any)).toBe(`They cannot be told apart here. Cheapest of them: Codex, $0.0123 a call against $0.5. ${CHANCE}`);
    expect(doubts({ ...any, base: null })).toBe(`They cannot be told apart here. Cheapest of them: Codex, $0.0123 a call. ${CHANCE}`);
    expect(doubts({ ...any, row: { ...codex, cost: null } })).toBe(`They cannot be told apart here. ${CHANCE}`);
  });

  test('how far the best is from being better', () => {
    const nothing = found({ verdict: 'nothing', row: { ...codex, share: 0.52 } });
    expect(doubts(nothing)).toBe('In the same tokens the best of the others keeps 52 %, random dropping 21 %. A lead of 2 points can be luck.');
    expect(doubts({ ...nothing, base: null, row: { ...codex, share: 0.224 } })).toBe(
      'The best of the others keeps 22 %, random dropping 21 %. A lead of 1 point can be luck.',
    );
    expect(doubts({ ...nothing, row: { ...codex, share: 0.4 } })).toBe('In the same tokens the best of the others keeps 40 %, random dropping 21 %.');
  });

  test('a measure that says the opposite, of the answer or of a row that was passed over', () => {
    const trade = { key: 'codex', measure: 'userWords', share: 0.1, base: 0.4 } as const;
    expect(doubts(found({ trade }))).toMatch(/ But of your own words Codex keeps 10 %, Pi 40 %\.$/);
    expect(doubts(found({ trade: { ...trade, key: 'a' } }))).toMatch(/ Alpha would come first, but of your own words it keeps only 10 %, Pi 40 %\.$/);
  });

  test('A that did nothing, and what is needed to tell', () => {
    expect(doubts(found({ base: null }), 'kept', { idle: 'pi' })).toMatch(/ Pi does nothing at this length, so no policy is held to its size\.$/);
    expect(doubts(found({ verdict: 'short', row: null, base: null }))).toBe('Ranking takes 30 facts needed later and 6 checkpoints.');
  });
});

test.each([
  ['control', '1 for scale', '2 for scale'],
  ['outcome', '1 did nothing', '2 did nothing'],
  ['budget', '1 over the budget', '2 over the budget'],
  ['unmeasured', '1 not measured', '2 not measured'],
  ['chance', '1 not clearly better than random dropping', '2 not clearly better than random dropping'],
] as const)('why rows are no answer, counted: %s', (bar: Bar, one, two) => {
  expect([barText(bar, 1), barText(bar, 2)]).toEqual([one, two]);
});

test("each session's own agent has a capital at the beginning of a sentence alone", () => {
  const set = namesOfSet((key) => TITLES[key] ?? key, 0.3);
  const say = (more: Partial<Answer>): string => read(plain(sayAnswer(found({ base: { ...pi, key: 'yours' }, ...more }), { matters: 'kept' }, set)));
  expect(say({ verdict: 'nothing' })).toMatch(/^Stay with each session’s own agent: /);
  expect(say({})).toMatch(/^Each session’s own agent keeps /);
});

describe('an agent that compacted itself', () => {
  const recorded = (things: number, first: number | null, share = 0.6) => rowOf('recorded', { share, lost: { things, first } });
  const say = (more: Partial<Answer>, of?: number) =>
    plain(
      sayAnswer(
        found({ verdict: 'short', compactions: 2, ...more }),
        { matters: 'kept' },
        { title: (key) => key, target: 0.5, idle: null, recorded: of },
      ),
    );

  test('says what was lost and needed again, and what would have lost less', () => {
    const best = rowOf('codex', { share: 0.8, lost: { things: 2, first: 300 } });
    expect(say({ base: recorded(5, 181), row: best })).toBe(
      'Your agent made 2 compactions. It lost 5 facts that it needed again, first at #182. In the same tokens codex would have lost 2.',
    );
    expect(say({ base: recorded(1, 181, 0.9), row: best, compactions: 1 })).toBe(
      'Your agent made 1 compaction. It lost 1 fact that it needed again, first at #182. In the same tokens no policy that meets your wishes would have kept more.',
    );
    expect(say({ base: recorded(5, 181), row: { ...best, lost: { things: 6, first: 9 } }, compactions: 3 })).toBe(
      'Your agent made 3 compactions. It lost 5 facts that it needed again, first at #182. In the same tokens codex would have kept 80 % of what was needed; it kept 60 %.',
    );
  });

  test('says of how many that was measured', () => {
    expect(say({ base: recorded(5, 181, 0.9) }, 2)).toMatch(/^Your agent made 2 compactions\. It lost 5 facts/);
    expect(say({ base: recorded(5, 181, 0.9) }, 5)).toMatch(/^Your agent made 5 compactions; 2 can be measured\. It lost 5 facts/);
  });

  test('says that nothing was', () => {
    expect(say({ base: recorded(0, null), row: codex })).toBe('Your agent made 2 compactions. Nothing it lost was needed again.');
    expect(say({ base: null, row: null, items: 0 })).toBe('Your agent made 2 compactions. Nothing from before was needed again.');
  });
});
