import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerOf, CUTS, differenceOf, keptInterval, keptOf, SESSIONS } from './answer.ts';
import { candidate } from '../testing/candidates.ts';
import { byModel, type Candidate, type Counts, type Unit, WISHES, type Wishes } from './contract.ts';
import { heldAgainst } from './yours.ts';

const counts = (kept: number, needed: number, chance = 0): Counts => ({ kept, needed, chance });
/** As many cuts as numbers: items kept of ten strings and of ten paths. */
const cuts = (...kept: readonly number[]): readonly Unit[] => kept.map((k) => ({ strings: counts(k, 10, 2), paths: counts(k, 10, 2) }));
const ask = (rows: readonly Candidate[], wishes: Partial<Wishes> = {}, own: string | null = null, scope = CUTS) =>
  answerOf(rows, { ...WISHES, ...wishes }, own, scope);

describe('what a row keeps', () => {
  test('is the mean over measures of shares pooled over the cuts', () => {
    const units: Unit[] = [
      { strings: counts(3, 4, 1), paths: counts(1, 6, 0) },
      { strings: counts(3, 8, 2), paths: counts(3, 4, 1) },
    ];
    // strings 6 of 12, paths 4 of 10; chance 3 of 12 and 1 of 10.
    expect(keptOf(units, 'kept', CUTS)).toEqual({ share: 0.45, chance: 0.175 });
  });

  test('leaves out a measure with 9 items, and counts one with 10', () => {
    expect(keptOf([{ strings: counts(5, 10), paths: counts(9, 9) }], 'kept', CUTS)?.share).toBe(0.5);
    expect(keptOf([{ strings: counts(5, 10), paths: counts(10, 10) }], 'kept', CUTS)?.share).toBe(0.75);
    expect(keptOf([{ strings: counts(9, 9), paths: counts(9, 9) }], 'kept', CUTS)).toBeNull();
  });

  test('is the user’s words by themselves where they matter', () => {
    expect(keptOf([{ strings: counts(0, 10), userWords: counts(8, 10, 4) }], 'userWords', CUTS)).toEqual({ share: 0.8, chance: 0.4 });
  });
});

describe('who is the answer', () => {
  const MANY = 12;
  const flat = (kept: number): readonly Unit[] => cuts(...Array.from({ length: MANY }, () => kept));

  test('the row that keeps most; the others follow in order', () => {
    const { verdict, row, order, equals } = ask([candidate('a', flat(5)), candidate('b', flat(9)), candidate('c', flat(7))]);
    expect([verdict, row?.key, row?.share, row?.chance, equals]).toEqual(['use', 'b', 0.9, 0.2, []]);
    expect(order).toEqual(['b', 'c', 'a']);
  });

  test('of two that keep as much the cheaper one, then the first', () => {
    const [dear, cheap] = [candidate('dear', flat(5), { cost: 2 }), candidate('cheap', flat(5), { cost: 1 })];
    expect(ask([dear, cheap]).order).toEqual(['cheap', 'dear']);
    expect(ask([candidate('x', flat(5)), candidate('y', flat(5))]).order).toEqual(['x', 'y']);
  });

  test('with up to three that are as good; of more than three any, the cheapest first', () => {
    const rows = ['a', 'b', 'c', 'd'].map((key, i) => candidate(key, flat(8), { cost: 4 - i }));
    const three = ask([...rows, candidate('low', flat(5))]);
    expect([three.verdict, three.row?.key, three.equals]).toEqual(['use', 'd', ['c', 'b', 'a']]);
    const four = ask([...rows, candidate('e', flat(8), { cost: 9 }), candidate('low', flat(5))]);
    expect([four.verdict, four.row?.key, four.equals]).toEqual(['any', 'd', ['c', 'b', 'a', 'e']]);
  });

  test.each([
    ['control', { control: true }, {}],
    ['outcome', { compacted: false }, {}],
    ['outcome', { left: 1 }, {}],
    ['accepted', { accepted: false }, {}],
    ['budget', { withinBudget: false }, {}],
    ['model', { model: true }, { noModel: true }],
    ['constraints', { constraints: 0.949 }, { constraints: 0.95 }],
    ['cost', { cost: null }, { matters: 'cost' }],
  ] as const)('never one that is barred: %s', (bar, more, wishes) => {
    const { row, barred, bars } = ask([candidate('a', flat(9), more), candidate('b', flat(4))], wishes);
    expect([row?.key, barred.a, bars[bar]]).toEqual(['b', bar, 1]);
  });

  test('a wish that is switched off bars nobody, nor do constraints that are just met or were not measured', () => {
    const off = { accepted: false, withinBudget: false } as const;
    expect(ask([candidate('a', flat(9), { accepted: false, withinBudget: false, model: true })], off).row?.key).toBe('a');
    expect(ask([candidate('a', flat(9), { constraints: 0.95 })], { constraints: 0.95 }).row?.key).toBe('a');
    expect(ask([candidate('a', flat(9), { constraints: null })], { constraints: 0.95 }).row?.key).toBe('a');
  });

  test('never one that is within its interval of random messages: nothing works then, and the best is named', () => {
    const noisy = cuts(9, 1, 0, 5, 0, 2, 4, 0, 6, 0, 3, 1);
    const { verdict, row, barred } = ask([candidate('a', flat(2)), candidate('b', noisy)]);
    expect([verdict, row?.key, barred.a, barred.b]).toEqual(['nothing', 'b', 'chance', 'chance']);
    expect(ask([candidate('a', flat(1))]).barred.a).toBe('chance');
  });

  test('the cheapest where cost matters, of those that keep surely more than random messages', () => {
    const rows = [candidate('a', flat(9), { cost: 3 }), candidate('b', flat(4), { cost: 1 }), candidate('c', flat(1), { cost: 0.5 })];
    const { order, row, equals } = ask(rows, { matters: 'cost' });
    expect([order, row?.key, equals]).toEqual([['b', 'a', 'c'], 'b', []]);
  });

  test('nobody where no row meets the wishes, with how many each wish bars', () => {
    const { row, bars } = ask([candidate('a', null), candidate('b', flat(5), { accepted: false })]);
    expect([row, bars]).toEqual([null, { unmeasured: 1, accepted: 1 }]);
  });

  test('where every row is over the budget, nothing works: what was needed is known all the same', () => {
    const over = candidate('a', cuts(9, 9, 9, 9, 9, 9), { withinBudget: false });
    expect(ask([over])).toMatchObject({ verdict: 'nothing', row: null, items: 120, units: 6, bars: { budget: 1 } });
  });

  test('too short to tell with five cuts, or with 29 facts', () => {
    expect(ask([candidate('a', cuts(9, 9, 9, 9, 9))]).verdict).toBe('short');
    const few = (n: number): readonly Unit[] =>
      Array.from({ length: 10 }, (_, i) => ({ strings: counts(i < n - 20 ? 3 : 2, i < n - 20 ? 3 : 2, 0) }));
    expect(ask([candidate('a', few(29))])).toMatchObject({ verdict: 'short', items: 29, units: 10 });
    expect(ask([candidate('a', few(30))])).toMatchObject({ verdict: 'use', items: 30 });
  });

  test('none where every row leaves its own amount', () => {
    const { verdict, row } = ask([candidate('a', flat(9)), candidate('b', flat(5))], {}, 'b', { ...CUTS, sizes: true });
    expect([verdict, row]).toEqual(['sizes', null]);
  });
});

describe('against A', () => {
  const MANY = 12;
  const flat = (kept: number): readonly Unit[] => cuts(...Array.from({ length: MANY }, () => kept));

  test('a row that is surely better is the answer', () => {
    const { verdict, difference, base } = ask([candidate('mine', flat(3)), candidate('b', flat(8))], {}, 'mine');
    expect([verdict, difference?.apart, base?.key, base?.works]).toEqual(['use', true, 'mine', true]);
    expect(difference?.mean).toBeCloseTo(0.5, 12);
  });

  test('A itself is never the row: where nothing is surely better, the best of the others is named', () => {
    const worse = ask([candidate('mine', flat(8)), candidate('b', flat(3))], {}, 'mine');
    expect([worse.verdict, worse.row?.key]).toEqual(['nothing', 'b']);
    const [mine, other] = [cuts(3, 9, 3, 9, 3, 9), cuts(9, 3, 9, 4, 9, 3)];
    const alike = ask([candidate('mine', mine), candidate('b', other)], {}, 'mine');
    expect([alike.verdict, alike.row?.key, alike.difference?.apart]).toEqual(['nothing', 'b', false]);
  });

  test('that fails a wish itself: what works and does not surely lose to it', () => {
    const rows = (b: number) => [candidate('mine', flat(7), { accepted: false }), candidate('b', flat(b))];
    expect(ask(rows(7), {}, 'mine')).toMatchObject({ verdict: 'use', row: { key: 'b' } });
    expect(ask(rows(5), {}, 'mine').verdict).toBe('nothing');
  });

  test('that is no better than random messages is told so', () => {
    expect(ask([candidate('mine', flat(2)), candidate('b', flat(8))], {}, 'mine').base?.works).toBe(false);
  });

  test('a price is no sample: the cheaper row is the answer unless it surely keeps less', () => {
    const rows = (kept: number, cost: number) => [candidate('mine', flat(8), { cost: 2 }), candidate('b', flat(kept), { cost })];
    expect(ask(rows(8, 1), { matters: 'cost' }, 'mine').verdict).toBe('use');
    expect(ask(rows(4, 1), { matters: 'cost' }, 'mine').verdict).toBe('nothing');
    expect(ask(rows(8, 2), { matters: 'cost' }, 'mine').verdict).toBe('nothing');
  });
});

describe('a measure that says the opposite', () => {
  const both = (strings: number, words: number): readonly Unit[] =>
    Array.from({ length: 12 }, () => ({ strings: counts(strings, 10, 1), userWords: counts(words, 10, 1) }));
  const mine = candidate('mine', both(4, 8));

  test('makes the next row the answer on which all agree, and the passed one is named', () => {
    const { row, trade } = ask([mine, candidate('a', both(9, 3)), candidate('b', both(7, 8))], {}, 'mine');
    expect(row?.key).toBe('b');
    expect(trade).toEqual({ key: 'a', measure: 'userWords', share: 0.3, base: 0.8 });
  });

  test('is said of the answer where every better row has one', () => {
    const { verdict, row, trade } = ask([mine, candidate('a', both(9, 3))], {}, 'mine');
    expect([verdict, row?.key, trade?.key]).toEqual(['use', 'a', 'a']);
  });

  test.each(['rules', 'files', 'edits'] as const)('may be %s, by checkpoint', (judge) => {
    const units = (strings: number, other: number): readonly Unit[] =>
      Array.from({ length: 12 }, () => ({ strings: counts(strings, 10, 1), [judge]: counts(other, 5, 1) }));
    const rows = [candidate('mine', units(2, 5)), candidate('a', units(10, 2)), candidate('b', units(9, 5))];
    const { row, trade } = ask(rows, {}, 'mine');
    expect([row?.key, trade]).toEqual(['b', { key: 'a', measure: judge, share: 0.4, base: 1 }]);
  });

  test('is not one with few items, or that only may say so', () => {
    const units = (strings: number, rules: readonly number[]): readonly Unit[] =>
      Array.from({ length: 12 }, (_, u) => ({ strings: counts(strings, 10, 1), rules: counts(rules[u] ?? 0, rules[u] === undefined ? 0 : 1, 0) }));
    const few = [candidate('mine', units(4, [1, 1, 1])), candidate('a', units(9, [0, 0, 0]))];
    expect(ask(few, {}, 'mine')).toMatchObject({ row: { key: 'a' }, trade: null });
    const noisy = [1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1];
    const rows = [
      candidate('mine', units(4, noisy)),
      candidate(
        'a',
        units(
          9,
          noisy.map((one) => 1 - one),
        ),
      ),
    ];
    expect(ask(rows, {}, 'mine')).toMatchObject({ row: { key: 'a' }, trade: null });
  });

  test('of wording only beyond what is habit', () => {
    const wording = (kept: number): readonly Unit[] =>
      Array.from({ length: 12 }, () => ({ strings: counts(kept > 5 ? 4 : 9, 10, 1), wording: counts(kept, 10, 1) }));
    expect(ask([candidate('mine', wording(6)), candidate('a', wording(1))], {}, 'mine').trade).toBeNull();
    expect(ask([candidate('mine', wording(9)), candidate('a', wording(1))], {}, 'mine').trade?.measure).toBe('wording');
  });
});

describe('how sure', () => {
  const sessions = (n: number, share: number): readonly Unit[] => Array.from({ length: n }, () => ({ strings: counts(share * 10, 10, 1) }));
  const sure = (n: number, scope = SESSIONS): string =>
    ask([candidate('mine', sessions(n, 0.3)), candidate('b', sessions(n, 0.8))], {}, 'mine', scope).sure;

  test('one session and nine are fair, ten high, five weak', () => {
    expect(sure(12, CUTS)).toBe('fair');
    expect([sure(5), sure(9), sure(10)]).toEqual(['weak', 'fair', 'high']);
  });
});

test('a model is behind every summary that the strategy or the recording did not write itself', () => {
  expect(byModel([])).toBe(false);
  expect(byModel([{ summarizer: 'strategy' }, { summarizer: 'recorded' }])).toBe(false);
  expect(byModel([{ summarizer: 'strategy' }, { summarizer: 'built-in' }])).toBe(true);
});

const unit = fc.integer({ min: 1, max: 30 }).chain((needed) =>
  fc.record({
    strings: fc.record({
      needed: fc.constant(needed),
      kept: fc.integer({ min: 0, max: needed }),
      chance: fc.double({ min: 0, max: needed, noNaN: true }),
    }),
  }),
);
const rows = fc.integer({ min: 1, max: 9 }).chain((cutCount) =>
  fc.array(
    fc.record({
      units: fc.option(fc.array(unit, { minLength: cutCount, maxLength: cutCount })),
      control: fc.boolean(),
      accepted: fc.boolean(),
      withinBudget: fc.boolean(),
      cost: fc.option(fc.integer({ min: 0, max: 3 })),
    }),
    { maxLength: 8 },
  ),
);

test('whatever the rows are: each stands in the order once, the free ones first, and the answer is free, works and does not lose to A', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom('kept', 'cost') as fc.Arbitrary<Wishes['matters']>, (some, matters) => {
      const all = some.map(({ units, ...more }, i) => candidate(`r${i}`, units, more));
      const { order, barred, row, verdict, equals, difference, base } = ask(all, { matters }, 'r0');
      expect([...order].sort()).toEqual(all.map(({ key }) => key).sort());
      const free = all.filter(({ key }) => !(key in barred)).length;
      expect(order.slice(0, free).every((key) => !(key in barred))).toBe(true);
      expect(equals.every((key) => !(key in barred) && key !== row?.key)).toBe(true);
      expect(row === null || row.key !== base?.key).toBe(true);
      if (verdict === 'use' || verdict === 'any') {
        expect([row!.works, row!.key in barred]).toEqual([true, false]);
        if (base) expect(difference!.apart && difference!.mean < 0).toBe(false);
        expect(equals.length > 3).toBe(verdict === 'any');
      } else expect(equals).toEqual([]);
    }),
  );
});

test('a difference is the opposite of the other way round, and its mean lies within its interval or at its edge', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(unit, unit), { minLength: 3, maxLength: 8 }), (pairs) => {
      // Both rows need the same items.
      const [a, b] = [
        pairs.map(([one]) => one),
        pairs.map(([one, other]) => ({
          strings: { ...other.strings, needed: one.strings.needed, kept: Math.min(other.strings.kept, one.strings.needed) },
        })),
      ];
      const [ab, ba] = [differenceOf(a, b, 'kept', SESSIONS)!, differenceOf(b, a, 'kept', SESSIONS)!];
      expect(ab.mean).toBeCloseTo(-ba.mean, 12);
      expect(ab.apart).toBe(ba.apart);
    }),
    { numRuns: 30 },
  );
});

describe('the interval of what is kept', () => {
  test('holds the share, and is that of a difference to a row that keeps nothing', () => {
    const units = cuts(2, 9, 5, 7, 4, 6);
    const [low, high] = keptInterval(units, 'kept', CUTS)!;
    const { share } = keptOf(units, 'kept', CUTS)!;
    expect(low).toBeLessThan(share);
    expect(high).toBeGreaterThan(share);
    expect(differenceOf(units, cuts(0, 0, 0, 0, 0, 0), 'kept', CUTS)!.interval).toEqual([low, high]);
  });

  test('is a point where every cut keeps as much, and null without enough items', () => {
    expect(keptInterval(cuts(5, 5, 5), 'kept', CUTS)).toEqual([0.5, 0.5]);
    expect(keptInterval([{ strings: counts(9, 9) }], 'kept', CUTS)).toBeNull();
  });
});

describe('where nothing can be ranked', () => {
  const short = cuts(2, 2);
  const asked = { ...CUTS, asked: 'mine' };

  test('too short: what stands of rules, files and open work, under A and the row that keeps most of it', () => {
    const rows = [
      candidate('mine', short, { constraints: 0.5, files: 0.2 }),
      candidate('few', short, { constraints: 1, files: 0.1 }),
      candidate('most', null, { constraints: 0.9, files: 0.9, openWork: 0.5 }),
      candidate('refused', short, { constraints: 1, files: 1, accepted: false }),
    ];
    const { verdict, instead } = answerOf(rows, WISHES, null, asked);
    expect(verdict).toBe('short');
    expect(instead).toEqual({
      key: 'most',
      base: 'mine',
      shares: [
        { measure: 'constraints', share: 0.9, base: 0.5 },
        { measure: 'files', share: 0.9, base: 0.2 },
      ],
    });
    // Nothing that A was measured by: nothing is said.
    expect(answerOf([candidate('mine', short, { constraints: null }), rows[1]!], WISHES, null, asked).instead).toBeNull();
    expect(answerOf(rows, WISHES, null, CUTS).instead).toBeNull();
  });

  test('compactions that were recorded are counted however few facts were needed', () => {
    const lost = (things: number) => ({ lost: { things, first: things === 0 ? null : 41 } });
    const rows = [candidate('recorded', cuts(2), lost(8)), candidate('better', cuts(7), lost(3))];
    const answer = answerOf(rows, WISHES, 'recorded', { ...CUTS, least: 1, compactions: 1 });
    expect(answer).toMatchObject({
      verdict: 'short',
      compactions: 1,
      row: { key: 'better', lost: { things: 3 } },
      base: { lost: { things: 8, first: 41 } },
    });
  });
});

test('A did nothing only where there were enough cuts to see it', () => {
  const found = { match: null, budget: 0.5, compactions: null };
  const asked = { key: 'mine', shipped: true };
  expect(heldAgainst({ ...found, cuts: [1, 2, 3] }, asked).idle).toBe('mine');
  expect(heldAgainst({ ...found, cuts: [1, 2] }, asked)).toMatchObject({ base: null, idle: null, scope: { asked: 'mine' } });
  expect(heldAgainst({ ...found, compactions: 1, cuts: [1] }, asked).idle).toBe('mine');
  expect(heldAgainst({ ...found, cuts: [1, 2, 3], match: 'mine' }, asked)).toMatchObject({ base: 'mine', idle: null });
});
