/**
 * `npm run nightly`: what needs other programs, judges pictures or draws other cases each time. Every step runs even when an earlier one failed;
 * the last line gives the counts. `-- NAME …` runs only the named steps: pictures, corpora, package, mutations, fuzz. `--seed S` of mutations
 * (default: the day), `--sample N` mutations of each folder, `--minutes N` of fuzz.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePackages, root } from './setup.mjs';

ensurePackages();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    sample: { type: 'string', default: '40' },
    minutes: { type: 'string', default: '20' },
  },
});

const succeeds = (script, ...args) => spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' }).status === 0;

/** A step without counts of its own counts as one. */
const check = (...command) => (succeeds(...command) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** Counts from the file that a script writes; a script without one has failed. */
function counted(file, script) {
  const report = path.join(root, '.cache', file);
  rmSync(report, { force: true });
  const succeeded = succeeds(script);
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const counts = JSON.parse(readFileSync(report, 'utf8'));
  return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

const steps = {
  pictures: () => check('scripts/pictures.mjs', '--report'),
  corpora: () => counted('corpora.json', 'scripts/check-corpora.mjs'),
  package: () => counted('pack.json', 'scripts/pack.mjs'),
  mutations: () => {
    console.log(`seed ${values.seed}, ${values.sample} of each folder`);
    return check('research/mutate/mutate.mjs', '--sample', values.sample, '--seed', values.seed);
  },
  fuzz: () => check('scripts/fuzz.mjs', values.minutes),
};
const unknown = positionals.find((name) => !(name in steps));
if (unknown !== undefined) {
  console.error(`There is no step "${unknown}". Steps: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

const total = { passed: 0, failed: 0, skipped: 0 };
const lines = [];
for (const [name, step] of Object.entries(steps)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
  const began = Date.now();
  const { passed, failed, skipped = 0 } = step();
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  lines.push(`${failed ? '✗' : '✓'} ${name.padEnd(10)} ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}, ${seconds} s`);
}
console.log(`\n${lines.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed ? 1 : 0);
