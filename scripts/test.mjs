/**
 * `npm test`: installs what is missing, then types, lint, dependency rules (with a proof that they bite), dead code,
 * unit, property and contract tests, components in a browser, build and size, results against stored ones, the terminal program, browser
 * tests against the built site. Every step runs even when an earlier one failed; the last line gives the counts. `npm test -- NAME …`
 * runs only the named steps.
 * `npm run test:deep`: what is exhaustive. The unit tests that have more cases than `npm test` takes (every shared transcript, all runs of
 * each property), every check of the terminal, every browser test but those of pictures.
 * `npm run nightly`: what needs other programs, judges pictures or draws other cases each time; `-- NAME …` for some. `--seed S` of mutations
 * (default: the day), `--sample N` mutations of each folder, `--minutes N` of fuzz.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium, ensurePackages, root } from './setup.mjs';

ensurePackages();
const cache = path.join(root, '.cache');
mkdirSync(cache, { recursive: true });
const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    deep: { type: 'boolean', default: false },
    nightly: { type: 'boolean', default: false },
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    sample: { type: 'string', default: '40' },
    minutes: { type: 'string', default: '20' },
  },
});
const { deep, nightly } = values;
const DEEP_STEPS = ['unit', 'build', 'terminal', 'browser'];
const wanted = deep && named.length === 0 ? DEEP_STEPS : named;
if (deep) process.env.DEEP = '1';

/** What the step of this call prints, where others run beside it: kept until the step has ended, so that no two mix. */
const printed = new AsyncLocalStorage();

/** Runs a command; resolves to its exit code. Output goes through, or to that of the step. */
function run(command, args, env = {}) {
  const kept = printed.getStore();
  return new Promise((resolve) => {
    // A log is plain text: colours only on a terminal.
    const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined };
    const out = kept ? 'pipe' : 'inherit';
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', out, out], env: { ...process.env, ...plain, ...env } });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => kept.push(chunk));
    child.on('error', (error) => {
      kept?.push(Buffer.from(`${error.message}\n`));
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** A step without tests of its own counts as one. */
async function check(command, args, env = {}) {
  return (await run(command, args, env)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}
/** Commands of a step, `beside` of them at a time. */
async function checks(commands, { env = {}, beside = 1 } = {}) {
  const total = { passed: 0, failed: 0 };
  const left = [...commands];
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { passed, failed } = await check(next[0], next.slice(1), env);
      total.passed += passed;
      total.failed += failed;
    }
  };
  await Promise.all(Array.from({ length: beside }, lane));
  return total;
}

/** Counts from the JSON report of a step; a step without a report has failed. */
async function reported(file, read, command, args, env) {
  const report = path.join(cache, file);
  rmSync(report, { force: true });
  const code = await run(command, args, env);
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const counts = read(JSON.parse(readFileSync(report, 'utf8')));
  // An exit code that the counts do not explain (a crash, an unhandled rejection) is a failure too.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** A run of Vitest; `which` = the files: all, or those that a change of one could break. */
function vitest(file, args, env, which = ['run']) {
  const read = (r) => ({
    passed: r.numPassedTests,
    failed: r.numFailedTests + (r.numFailedTestSuites > 0 && r.numFailedTests === 0 ? 1 : 0),
    skipped: r.numPendingTests,
  });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path.join(cache, file)}`];
  return reported(file, read, bin('vitest'), [...which, ...args, ...reporters], env);
}

const projects = ['src/engine', 'src/adapters', 'src/models', 'src/scenario', 'src/worker', 'src/app', 'src/cli', 'tsconfig.test.json'];
const node = (...args) => check(process.execPath, args);
/** Counts that a script writes to a file of the cache. */
const counted = (file, script) => reported(file, (r) => r, process.execPath, [script]);

const NIGHTLY_STEPS = {
  pictures: () => node('scripts/pictures.mjs', '--report'),
  corpora: () => counted('corpora.json', 'scripts/check-corpora.mjs'),
  package: () => counted('pack.json', 'scripts/pack.mjs'),
  mutations: () => {
    console.log(`seed ${values.seed}, ${values.sample} of each folder`);
    return node('research/mutate/mutate.mjs', '--sample', values.sample, '--seed', values.seed);
  },
  fuzz: () => node('scripts/fuzz.mjs', values.minutes),
};
const EVERYDAY_STEPS = {
  // One thread each: more of them look at the same types twice. Memory is cheaper than collecting it.
  types: () =>
    checks(
      projects.map((p) => [bin('tsc'), '-p', p, '--singleThreaded']),
      { env: { GOGC: '400' }, beside: 2 },
    ),
  lint: () =>
    checks([
      [bin('biome'), 'check', '--error-on-warnings'],
      [bin('oxlint'), '--deny-warnings'],
    ]),
  dependencies: () => node('scripts/check-deps.mjs'),
  'dead code': () => check(bin('knip'), []),
  // Deep: the files whose cases there are more of. The others ran before it, in `npm test`.
  unit: () => vitest('vitest.json', [], {}, deep ? ['related', '--run', 'src/engine/testing/scale.ts'] : ['run']),
  component: async () => vitest('component.json', ['--config', 'vitest.component.config.ts'], { CHROMIUM_PATH: await ensureChromium() }),
  build: () => node('scripts/build.mjs'),
  size: () => node('scripts/check-size.mjs'),
  digests: () => counted('digests.json', 'scripts/digests.mjs'),
  terminal: () => counted('terminal.json', 'scripts/check-terminal.mjs'),
  browser: async () => {
    const browser = await ensureChromium();
    return reported(
      'playwright.json',
      (r) => ({ passed: r.stats.expected, failed: r.stats.unexpected + r.stats.flaky, skipped: r.stats.skipped }),
      bin('playwright'),
      ['test', '-c', 'e2e/playwright.config.ts'],
      { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(cache, 'playwright.json') },
    );
  },
};

const steps = nightly ? NIGHTLY_STEPS : EVERYDAY_STEPS;
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length) {
  console.error(`unknown step: ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}`);
  process.exit(2);
}

/**
 * Lanes of steps that run side by side: each uses about one processor, and none changes what another reads. The browser's tests use both
 * (beside the terminal's: 218 s instead of 69 + 112).
 */
const BESIDE = [
  [['types'], ['lint', 'dependencies', 'dead code']],
  [['component'], ['build', 'size', 'digests']],
];
const chosen = Object.keys(steps).filter((name) => wanted.length === 0 || wanted.includes(name));

const total = { passed: 0, failed: 0, skipped: 0 };
const results = new Map();
async function runStep(name, beside) {
  const head = `\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}`;
  const kept = [];
  if (!beside) console.log(head);
  const started = Date.now();
  const { passed, failed, skipped = 0 } = await (beside ? printed.run(kept, steps[name]) : steps[name]());
  if (beside) console.log(`${head}\n${Buffer.concat(kept).toString().trimEnd()}`);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  results.set(
    name,
    `${failed ? '✗' : '✓'} ${name.padEnd(14)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${skipped ? `${skipped} skipped ` : ''}${seconds.padStart(7)} s`,
  );
}

for (const name of chosen) {
  if (results.has(name)) continue;
  const lanes = (BESIDE.find((group) => group.flat().includes(name)) ?? [[name]])
    .map((lane) => lane.filter((step) => chosen.includes(step)))
    .filter((lane) => lane.length > 0);
  await Promise.all(
    lanes.map(async (lane) => {
      for (const step of lane) await runStep(step, lanes.length > 1);
    }),
  );
}
const summary = chosen.map((name) => results.get(name));
console.log(`\n${summary.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
// Every check of a night may lack its programs.
process.exit(total.failed || (!nightly && !total.passed) ? 1 : 0);
