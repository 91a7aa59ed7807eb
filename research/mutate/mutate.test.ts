import { expect, test } from 'vitest';
import { constantsOf, neighbours, testsNear } from './constants.mjs';
import { isBelowGoal, outcome, page } from './report.mjs';
import { rank, strykerPlugins } from './sample.mjs';
import path from 'node:path';

const mutant = (line: number, status: string) => ({
  file: 'src/engine/recall/recall-cuts.ts',
  location: { start: { line, column: 7 }, end: { line, column: 12 } },
  mutatorName: 'EqualityOperator',
  replacement: 'a <= b',
  status,
});

test('named numbers are found with their place, and their next values', () => {
  const text = "const A = 1;\n/** What. */\nexport const MOST_NAMES = 1_000;\nconst SHARE: number = 0.85;\nconst NAME = 'x';\nconst local = 3;\n";
  expect(constantsOf(text).map(({ name, line, from, to }) => [name, line, text.slice(from, to)])).toEqual([
    ['MOST_NAMES', 3, '1_000'],
    ['SHARE', 4, '0.85'],
  ]);
  expect(['1_000', '0.85', '1e-9', '2.5'].map(neighbours)).toEqual([
    [999, 1001],
    [0.84, 0.86],
    [0, 2e-9],
    [2.4, 2.6],
  ]);
});

test('tests near a file: its own first, those of its folder next', () => {
  const [own, others] = testsNear(path.resolve(import.meta.dirname, '../..'), 'src/engine/recall/mentions.ts');
  expect(own).toEqual(['src/engine/recall/mentions.test.ts']);
  expect(others).toContain('src/engine/recall/needs.test.ts');
});

test('a sample takes the same mutants before a run and in its report, and others with another seed', async () => {
  const checker = new strykerPlugins[0]!.injectableClass();
  const before = [4, 5, 6, 7, 8, 9].map((line) => ({
    ...mutant(line, ''),
    id: `${line}`,
    fileName: '/tmp/sandbox/src/engine/recall/recall-cuts.ts',
  }));
  const taken = async (seed: string) => {
    process.env.MUTATE_SAMPLE = '2';
    process.env.MUTATE_SEED = seed;
    const checked = await checker.check(before);
    return Object.keys(checked).filter((id) => checked[id]!.status === 'passed');
  };
  const after = (seed: string) =>
    [5, 6, 7, 8, 9, 10]
      .map((line) => ({
        id: `${line - 1}`,
        rank: rank(
          seed,
          'src/engine/recall/recall-cuts.ts',
          { ...mutant(line, ''), location: { start: { line, column: 8 }, end: { line, column: 13 } } },
          1,
        ),
      }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, 2)
      .map(({ id }) => id)
      .sort();
  for (const seed of ['1', '2', '3']) expect((await taken(seed)).sort()).toEqual(after(seed));
  expect(new Set(['1', '2', '3', '4'].map((seed) => after(seed).join())).size).toBeGreaterThan(1);
});

test('a sample is below the goal of 75 % where its whole interval is, and where nothing was tried', () => {
  expect([24, 25, 40].map((killed) => isBelowGoal({ mutants: 40, killed }))).toEqual([true, false, false]);
  expect(isBelowGoal({ mutants: 0, killed: 0 })).toBe(true);
});

test('counts, the interval and the survivors stand on the page', () => {
  const text = 'first\nwhen (a < b) return;\n';
  const killed = Array.from({ length: 89 }, () => mutant(2, 'Killed'));
  const found = outcome(
    [...killed, mutant(2, 'Timeout'), ...Array.from({ length: 10 }, () => mutant(2, 'NoCoverage')), mutant(2, 'Ignored')],
    400,
    '7',
    () => text,
  );
  expect(found).toMatchObject({ population: 400, mutants: 100, killed: 90 });
  expect(found.survivors[0]).toEqual({ file: 'src/engine/recall/recall-cuts.ts', line: 2, was: 'a < b', becomes: 'a <= b', covered: false });
  const written = page({ folders: { recall: found }, constants: {} });
  // 90 of 100, by Wilson.
  expect(written).toContain('| `recall` | 400 | 100 | 90 | 10 | 90 % | 83 % to 94 % | a sample, seed 7 |');
  expect(written).toContain('- recall/recall-cuts.ts:2 `a < b` → `a <= b`. No test runs it');
});
