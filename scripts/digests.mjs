/**
 * `npm run digests -- OUT.json [--against OLD.json] [PATH …]`: a digest of every row of compare (with its measures, recall and decay) and
 * of replay, for every transcript in the paths (default: the shared ones beside the checkout, else the fixtures). A refactoring
 * leaves all of them equal; with `--against`, those that differ are listed and the exit code is 1. Times are left out.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild, ensurePackages, root } from './setup.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { against: { type: 'string' } } });
const [out, ...given] = positionals;
if (out === undefined) {
  console.error('npm run digests -- OUT.json [--against OLD.json] [PATH …]: expected a file to write');
  process.exit(2);
}
ensurePackages();
ensureBuild('library');

/** What each transcript is asked. Decay compacts five times, so three rows stand for all. */
const RUNS = {
  compare: ['compare', '--target', '0.5'],
  own: ['compare', '--target', 'own'],
  decay: ['compare', '--target', '0.2', '--decay', '--strategies', 'sliding-window,fact-ledger,time-decay'],
  replay: ['replay'],
  'replay-own': ['replay', '--target', 'own', '--window', '20000'],
};

const shared = path.join(process.env.SHARED_DIR ?? path.join(root, '../shared'), 'data');
const places = given.length > 0 ? given : [existsSync(shared) ? shared : path.join(root, 'fixtures')];
const files = places
  .flatMap((place) =>
    statSync(place).isDirectory()
      ? readdirSync(place, { recursive: true, withFileTypes: true }).flatMap((e) => (e.isFile() ? [path.join(e.parentPath, e.name)] : []))
      : [place],
  )
  .filter((file) => path.basename(file) !== 'MANIFEST.json')
  .sort();

/** Fields of time. */
const TIMES = new Set(['ms', 'meanSummaryMs']);
const digest = (value) =>
  createHash('sha256')
    .update(JSON.stringify(value, (key, inner) => (TIMES.has(key) ? undefined : inner)))
    .digest('hex')
    .slice(0, 16);

const found = {};
for (const file of files) {
  for (const [name, [command, ...options]] of Object.entries(RUNS)) {
    const args = [path.join(root, 'scripts/cli.mjs'), command, file, '--json', ...options];
    const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
    const label = `${path.basename(path.dirname(file))}/${path.basename(file)} ${name}`;
    // A file that is refused is refused the same way.
    if (status !== 0) {
      found[label] = `exit ${status}`;
      continue;
    }
    const { results, series, ...rest } = JSON.parse(stdout);
    found[label] = digest(rest);
    for (const row of results ?? series ?? []) found[`${label} ${row.key ?? row.strategy}`] = digest(row);
  }
  console.error(`${path.basename(file)}: ${Object.keys(found).length} digests`);
}
writeFileSync(out, `${JSON.stringify(found, null, 1)}\n`);

if (values.against) {
  const before = JSON.parse(readFileSync(values.against, 'utf8'));
  const differ = [...new Set([...Object.keys(before), ...Object.keys(found)])].filter((label) => before[label] !== found[label]);
  for (const label of differ) console.log(`${label}: ${before[label] ?? 'absent'} → ${found[label] ?? 'absent'}`);
  console.log(`${Object.keys(found).length} digests, ${differ.length} differ`);
  if (differ.length > 0) process.exitCode = 1;
}
