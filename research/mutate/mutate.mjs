/**
 * `npm run mutate -- FOLDER… [--sample N] [--seed S]`: changes the code of a folder of the engine, one place at a time (Stryker),
 * and counts the changes that its tests notice; exits with 1 where they are surely fewer than the goal. Without a sample it takes hours.
 * `--constants`: its named numbers instead, one step up and down; with `--open` only those that are new or were not noticed on both
 * sides. Adds to .cache/mutations.json and writes .cache/mutations.md of it. research/README.md
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { rank } from './sample.mjs';
import { measureConstants } from './constants.mjs';
import { notMeasured } from './known.mjs';
import { FOLDERS, isBelowGoal, outcome, page } from './report.mjs';
import { ensurePackages, root } from '../../scripts/setup.mjs';

ensurePackages();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '2' },
    constants: { type: 'boolean', default: false },
    open: { type: 'boolean', default: false },
  },
});
const sample = values.sample === undefined ? null : Number(values.sample);
const folders = positionals.length ? positionals : Object.keys(FOLDERS);
const wrong = folders.filter((folder) => !(folder in FOLDERS));
if (wrong.length || (sample !== null && !(Number.isInteger(sample) && sample > 0))) {
  console.error(`npm run mutate -- FOLDER… [--sample N] [--seed S] [--constants [--open]]; FOLDER: ${Object.keys(FOLDERS).join(', ')}`);
  process.exit(2);
}

/** Code of a folder that can be wrong: no tests, no tables of words. */
const sources = (folder) =>
  readdirSync(path.join(root, 'src/engine', folder), { recursive: true })
    .map((file) => path.join('src/engine', folder, file))
    .filter((file) => file.endsWith('.ts') && !/\.(?:test|data)\.ts$/.test(file));

/** All results of Stryker for a folder; where there is a sample, results of mutants that are not in it may be missing. */
async function mutate(folder) {
  const { Stryker } = await import('@stryker-mutator/core');
  process.env.MUTATE_TESTS = [folder, ...FOLDERS[folder].alsoTestedBy]
    .map((name) => `src/engine/${name}${name.endsWith('.ts') ? '' : '/**/*.test.ts'}`)
    .join(',');
  process.env.MUTATE_SAMPLE = String(sample);
  process.env.MUTATE_SEED = values.seed;
  process.env.FEW_RUNS = '1';
  const stryker = new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', './research/mutate/sample.mjs', './research/mutate/told.mjs'],
    checkers: sample === null ? [] : ['sample'],
    vitest: { configFile: 'research/mutate/vitest.config.ts', related: false },
    mutate: sources(folder),
    // The text of an error or of a log line is not a rule.
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    // What is evaluated when a module is loaded (tables, patterns) would need every test anew; constants are what `--constants` is for.
    ignoreStatic: true,
    concurrency: Number(values.concurrency),
    // A loop without end is found by counting; on a busy machine a time limit would take slow for broken.
    timeoutMS: 300_000,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 20,
    tempDirName: '.cache/mutate',
    ignorePatterns: ['/*', '!/src', '!/research', '!/fixtures', '!/package.json', '!/tsconfig.base.json'],
    reporters: ['dots', 'told'],
    allowEmpty: true,
    warnings: { unknownOptions: false },
  });
  return stryker.runMutationTest();
}

const cache = path.join(root, '.cache');
const store = path.join(cache, 'mutations.json');
const readStore = () => (existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : { folders: {}, constants: {} });

/** Puts one folder's results beside the others' and writes the report. */
function keep(kind, folder, found) {
  const stored = readStore();
  stored[kind][folder] = found;
  mkdirSync(cache, { recursive: true });
  writeFileSync(store, `${JSON.stringify(stored, null, 2)}\n`);
  writeFileSync(path.join(cache, 'mutations.md'), page(stored));
}

for (const folder of folders) {
  if (values.constants) {
    process.env.MUTATE_TESTS = 'src/engine/**/*.test.ts';
    const known = values.open ? (readStore().constants[folder] ?? []) : [];
    const settled = known.filter(({ sides }) => sides.every(({ noticed }) => noticed));
    keep('constants', folder, await measureConstants(root, sources(folder), notMeasured, console.log, settled));
    continue;
  }
  const results = await mutate(folder);
  const all = results.filter(({ status }) => status !== 'Ignored').map((result) => ({ ...result, file: path.relative(root, result.fileName) }));
  const inOrder = all.map((mutant) => ({ mutant, rank: rank(values.seed, mutant.file, mutant, 1) })).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const taken = inOrder.slice(0, sample ?? all.length).map(({ mutant }) => mutant);
  const found = outcome(taken, all.length, sample === null ? null : values.seed, (file) => readFileSync(path.join(root, file), 'utf8'));
  keep('folders', folder, found);
  console.log(`${folder}: ${found.killed} of ${found.mutants} noticed`);
  if (isBelowGoal(found)) {
    console.error(`${folder} is below the goal`);
    process.exitCode = 1;
  }
}
console.log('.cache/mutations.md has the survivors');
