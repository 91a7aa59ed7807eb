import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerOf, CUTS, differenceOf, keptInterval, keptOf, SESSIONS } from './answer.ts';
import { candidate } from '../testing/candidates.ts';
import { byModel, type Candidate, type Counts, type Unit, WISHES, type Wishes } from './contract.ts';

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

  test('of a session weighs as much as of every other one', () => {
    expect(keptOf([{ strings: counts(0.2, 1) }, { strings: counts(0.6, 1) }], 'kept', SESSIONS)?.share).toBeCloseTo(0.4, 12);
  });
});

describe('who is the answer', () => {
  test('the row that keeps most; the others follow in order', () => {
    const { verdict, row, order } = ask([candidate('a', cuts(5, 5)), candidate('b', cuts(9, 9)), candidate('c', cuts(7, 7))]);
    expect([verdict, row?.key, row?.share, row?.chance]).toEqual(['use', 'b', 0.9, 0.2]);
    expect(order).toEqual(['b', 'c', 'a']);
  });

  test('of two that keep as much the cheaper one, then the first', () => {
    const [dear, cheap] = [candidate('dear', cuts(5, 5), { cost: 2 }), candidate('cheap', cuts(5, 5), { cost: 1 })];
    expect(ask([dear, cheap]).order).toEqual(['cheap', 'dear']);
    expect(ask([candidate('x', cuts(5, 5)), candidate('y', cuts(5, 5))]).order).toEqual(['x', 'y']);
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
    const { row, barred, bars } = ask([candidate('a', cuts(9, 9), more), candidate('b', cuts(3, 3))], wishes);
    expect([row?.key, barred.a, bars[bar]]).toEqual(['b', bar, 1]);
  });

  test('a wish that is switched off bars nobody, nor do constraints that are just met or were not measured', () => {
    const off = { accepted: false, withinBudget: false } as const;
    expect(ask([candidate('a', cuts(9, 9), { accepted: false, withinBudget: false, model: true })], off).row?.key).toBe('a');
    expect(ask([candidate('a', cuts(9, 9), { constraints: 0.95 })], { constraints: 0.95 }).row?.key).toBe('a');
    expect(ask([candidate('a', cuts(9, 9), { constraints: null })], { constraints: 0.95 }).row?.key).toBe('a');
  });

  test('never one that keeps less than chance; one that keeps as much may be', () => {
    expect(ask([candidate('a', cuts(1, 2))]).barred.a).toBe('chance');
    expect(ask([candidate('a', cuts(2, 2))]).row?.key).toBe('a');
  });

  test('the cheapest where cost matters, of those that keep more than chance', () => {
    const rows = [candidate('a', cuts(9, 9), { cost: 3 }), candidate('b', cuts(4, 4), { cost: 1 }), candidate('c', cuts(1, 1), { cost: 0.5 })];
    expect(ask(rows, { matters: 'cost' }).order).toEqual(['b', 'a', 'c']);
  });

  test('nobody where no row meets the wishes, with how many each wish bars', () => {
    const { verdict, row, bars } = ask([candidate('a', null), candidate('b', cuts(5, 5), { accepted: false })]);
    expect([verdict, row, bars]).toEqual(['none', null, { unmeasured: 1, accepted: 1 }]);
  });
});

describe('what the person has', () => {
  const [low, high] = [cuts(3, 3, 3, 3, 3, 3), cuts(8, 8, 8, 8, 8, 8)];

  test('is left for a row that is surely better', () => {
    const { verdict, difference } = ask([candidate('mine', low), candidate('b', high)], {}, 'mine');
    expect([verdict, difference?.apart]).toEqual(['use', true]);
    expect(difference?.mean).toBeCloseTo(0.5, 12);
  });

  test('is the answer where nothing is better', () => {
    const { verdict, row, difference } = ask([candidate('mine', high), candidate('b', low)], {}, 'mine');
    expect([verdict, row?.key, difference]).toEqual(['same', 'mine', null]);
  });

  test('is as good where the two cannot be told apart, unless it fails a wish itself', () => {
    const [mine, other] = [cuts(3, 9, 3, 9), cuts(9, 3, 9, 4)];
    const rows = [candidate('mine', mine), candidate('b', other)];
    expect(ask(rows, {}, 'mine').verdict).toBe('equal');
    expect(ask(rows, {}, 'mine').equals).toEqual(['mine']);
    expect(ask([candidate('mine', mine, { accepted: false }), rows[1]!], {}, 'mine').verdict).toBe('use');
  });

  test('a price is no sample: the cheaper row is the answer however alike they are', () => {
    const rows = [candidate('mine', high, { cost: 2 }), candidate('b', high, { cost: 1 })];
    expect(ask(rows, { matters: 'cost' }, 'mine').verdict).toBe('use');
    expect(ask([rows[0]!, candidate('b', low, { cost: 2 })], { matters: 'cost' }, 'mine').verdict).toBe('same');
  });
});

describe('how sure', () => {
  const units = (n: number, items: number): readonly Unit[] =>
    Array.from({ length: n }, () => ({ strings: counts((items / n) * 0.8, items / n, 0) }));
  const sessions = (n: number, share: number): readonly Unit[] => Array.from({ length: n }, () => ({ strings: counts(share, 1, 0.1) }));
  const many = { ...SESSIONS, items: 1000 };
  const sure = (n: number, own: readonly [number, number], scope = many): string =>
    ask([candidate('mine', sessions(n, 0.3), { own: own[1] }), candidate('b', sessions(n, 0.8), { own: own[0] })], {}, 'mine', scope).sure;

  test('weak with 99 items, fair with 100', () => {
    expect(ask([candidate('a', units(3, 99))]).sure).toBe('weak');
    expect(ask([candidate('a', units(4, 100))]).sure).toBe('fair');
    expect(sure(10, [0.9, 0.5], { ...many, items: 99 })).toBe('weak');
  });

  test('one session is fair, however far apart', () => {
    expect(ask([candidate('mine', cuts(...Array(12).fill(3))), candidate('b', cuts(...Array(12).fill(9)))], {}, 'mine').sure).toBe('fair');
  });

  test('9 sessions are fair, 10 with an interval without 0 high, and very high where own recall says so too', () => {
    expect(sure(9, [0.9, 0.5])).toBe('fair');
    expect(sure(10, [0.4, 0.5])).toBe('high');
    expect(sure(10, [0.5, 0.5])).toBe('very-high');
  });

  test('an interval that touches 0 is fair', () => {
    const [a, b] = [sessions(10, 0.5), Array.from({ length: 10 }, (_, i) => ({ strings: counts(i % 2 ? 0.9 : 0.2, 1, 0.1) }))];
    expect(ask([candidate('mine', a), candidate('b', b)], {}, 'mine', many).sure).toBe('fair');
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
const rows = fc.integer({ min: 1, max: 6 }).chain((cutCount) =>
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

test('whatever the rows are: each stands in the order once, the answer first, barred rows never before it', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom('kept', 'cost') as fc.Arbitrary<Wishes['matters']>, (some, matters) => {
      const all = some.map(({ units, ...more }, i) => candidate(`r${i}`, units, more));
      const { order, barred, row, verdict, equals } = ask(all, { matters }, 'r0');
      expect([...order].sort()).toEqual(all.map(({ key }) => key).sort());
      const free = all.filter(({ key }) => !(key in barred)).length;
      expect(order.slice(0, free).every((key) => !(key in barred))).toBe(true);
      expect(row?.key ?? null).toBe(free > 0 ? order[0] : null);
      expect(verdict === 'none').toBe(free === 0);
      expect(equals.every((key) => !(key in barred) && key !== row?.key)).toBe(true);
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
