import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { ResultLine } from '../sets/contract.ts';
import type { ParamSchema } from '../strategies/params.ts';
import { type Setting, type Space, TUNE_WISHES } from './contract.ts';
import { haltonPoints, MOST_PARAMS, radicalInverse, rungsFor, runsOf, searched, type SearchInput } from './search.ts';
import { axisOf, tuned } from './tune.ts';

describe('the sequence', () => {
  it('is Halton’s', () => {
    expect([1, 2, 3, 4, 5, 6].map((i) => radicalInverse(i, 2))).toEqual([1 / 2, 1 / 4, 3 / 4, 1 / 8, 5 / 8, 3 / 8]);
    expect([1, 2, 3].map((i) => radicalInverse(i, 3))).toEqual([1 / 3, 2 / 3, expect.closeTo(1 / 9, 12)]);
  });

  it('fills the square more evenly than chance: every cell of 8 × 8 has about its share of 640 points', () => {
    for (const seed of [1, 2, 3]) {
      const cells = new Map<string, number>();
      for (const [x, y] of haltonPoints(640, 2, seed)) {
        const cell = `${Math.floor(x! * 8)} ${Math.floor(y! * 8)}`;
        cells.set(cell, (cells.get(cell) ?? 0) + 1);
      }
      // Ten each; of as many random points some cells have 2 or 20.
      expect(cells.size).toBe(64);
      expect(Math.min(...cells.values())).toBeGreaterThanOrEqual(7);
      expect(Math.max(...cells.values())).toBeLessThanOrEqual(13);
    }
  });

  test.prop([fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: MOST_PARAMS }), fc.nat()])('stays in the cube', (count, dimensions, seed) => {
    const points = haltonPoints(count, dimensions, seed);
    expect(points).toHaveLength(count);
    for (const point of points) for (const x of point) expect(x >= 0 && x < 1).toBe(true);
  });
});

describe('rungs', () => {
  it('a third of the settings goes on, on three times as many sessions', () => {
    expect(rungsFor(27 + 9 * 2 + 3 * 6, 9)).toEqual([
      { settings: 27, sessions: 1 },
      { settings: 9, sessions: 3 },
      { settings: 3, sessions: 9 },
    ]);
    expect(rungsFor(27 + 9 * 2 + 3 * 6 - 1, 9)[0]!.settings).toBe(26);
    expect(rungsFor(50, 1)).toEqual([{ settings: 50, sessions: 1 }]);
  });

  test.prop([fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 60 })])(
    'stay within the runs, and end with every session',
    (runs, sessions) => {
      const rungs = rungsFor(runs, sessions);
      if (rungs[0]!.settings > 1) expect(runsOf(rungs)).toBeLessThanOrEqual(runs);
      expect(rungs.at(-1)!.sessions).toBe(sessions);
    },
  );
});

const schema = {
  a: { kind: 'number', unit: 'share', default: 0.5, min: 0, max: 1, step: 0.01 },
  b: { kind: 'number', unit: 'share', default: 0.5, min: 0, max: 1, step: 0.01 },
  c: { kind: 'choice', unit: 'none', default: 'x', options: ['x', 'y'] },
  idle: { kind: 'number', unit: 'share', default: 0.5, min: 0, max: 1, step: 0.01 },
} as const satisfies ParamSchema;
const space: Space = {
  strategy: 'any',
  params: {},
  axes: Object.keys(schema).map((param) => {
    const made = axisOf(schema, param, {}, {});
    if (!made.ok) throw new Error(made.error.expected);
    return made.value;
  }),
};
const SESSIONS = Array.from({ length: 18 }, (_, i) => `s${i}#0`);

/** A hill with its top at a = 0.8, b = 0.2, c = y; sessions are of different heights. */
const hill = ({ values, key }: Setting, session: string): ResultLine =>
  ({
    row: key,
    session,
    outcome: 'compacted',
    independentRecall:
      0.9 - ((values.a as number) - 0.8) ** 2 - ((values.b as number) - 0.2) ** 2 - (values.c === 'y' ? 0 : 0.1) - SESSIONS.indexOf(session) / 100,
    hindsightRecall: 0.5,
    efficiency: 0.5,
    neededFacts: 100,
    messages: 10,
    violations: 0,
    overBudget: false,
    metTarget: true,
  }) as unknown as ResultLine;

const input = (more: Partial<SearchInput> = {}): SearchInput => ({
  schema,
  space,
  target: 0.3,
  sessions: SESSIONS,
  runs: 200,
  seed: 1,
  wishes: TUNE_WISHES,
  run: async (settings, sessions) => sessions.flatMap((session) => settings.map((setting) => hill(setting, session))),
  ...more,
});

describe('a search', () => {
  it('finds the top of a hill within its runs, and leaves alone what changes nothing', async () => {
    let ran = 0;
    const found = (await searched(
      input({
        run: async (settings, sessions) => {
          ran += settings.length * sessions.length;
          return sessions.flatMap((session) => settings.map((setting) => hill(setting, session)));
        },
      }),
    ))!;
    expect(found.runs).toBeLessThanOrEqual(200);
    expect(ran).toBe(found.runs);
    expect(found.idle).toEqual(['idle']);
    const { settings, trials, halves } = found;
    const result = tuned({ space, settings, trials: [trials], wishes: TUNE_WISHES, seed: 1, ...(halves && { halves }) });
    expect(result.best[0]!.verdict).toBe('set');
    const best = settings.find(({ key }) => key === result.best[0]!.chosen)!.values;
    expect(best).toMatchObject({ c: 'y', idle: 0.5 });
    // 0.22 of the square is as near to the top.
    expect(Math.hypot((best.a as number) - 0.8, (best.b as number) - 0.2)).toBeLessThan(0.27);
    expect(result.best[0]!.difference!.mean).toBeGreaterThan(0.15);
  });

  it('is the same for the same seed, and another for another', async () => {
    const [a, b, c] = await Promise.all([searched(input()), searched(input()), searched(input({ seed: 2 }))]);
    expect(a).toEqual(b);
    expect(a!.settings).not.toEqual(c!.settings);
  });

  it('of a single session has no halves, and runs every setting once on it', async () => {
    const found = (await searched(input({ sessions: SESSIONS.slice(0, 1), runs: 40 })))!;
    expect(found.halves).toBeUndefined();
    expect(found.runs).toBeLessThanOrEqual(40);
    expect(found.settings.length).toBeGreaterThan(20);
  });

  it('ends where a run is stopped', async () => {
    let calls = 0;
    expect(
      await searched(
        input({ run: async (settings, sessions) => (++calls > 2 ? null : sessions.flatMap((s) => settings.map((one) => hill(one, s)))) }),
      ),
    ).toBeNull();
    expect(calls).toBe(3);
  });

  it('without anything that tells is what is set now', async () => {
    const run: SearchInput['run'] = async (settings, sessions) =>
      sessions.flatMap((session) => settings.map((setting) => ({ ...hill(setting, session), independentRecall: null })));
    const found = (await searched(input({ run })))!;
    expect(found.settings.length).toBeGreaterThan(0);
    expect(found.trials.lines).toEqual([]);
  });
});
