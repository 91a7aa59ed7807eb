/**
 * `npm run digests`: what the terminal program makes of the samples and of one shared file of each format, against the values stored in
 * fixtures/digests: one line for each value that differs, and exit code 1. `-- --store` stores them instead. A stored file stands for its
 * transcript, so that new shared files change nothing; of a format without one, the smallest file that the program reads is stored
 * (pi has only large ones, and a sample).
 * `npm run digests -- OUT [--against OLD] [PATH …]`: every row of every file in the paths (default: all shared ones, else the samples), written
 * into the folder OUT and compared with the folder OLD.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { differences, fieldsOf, HEAD, listIn, textOf } from './digests/list.mjs';
import { ensureBuild, ensurePackages, root } from './setup.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, store: { type: 'boolean', default: false } },
});
const [out, ...given] = positionals;
if (out === undefined ? values.against !== undefined : values.store) {
  console.error('npm run digests [-- --store], or npm run digests -- OUT [--against OLD] [PATH …]');
  process.exit(2);
}
ensurePackages();
ensureBuild('library');
const { main } = await import(pathToFileURL(path.join(root, 'build/cli.js')).href);

/** A product, two strategies that write and one that cuts: they stand for all rows where all would take too long. */
const FEW = ['--strategies', 'sliding-window,fact-ledger,time-decay,claude-code'];
/** Bytes of a transcript from which on they do, in the gate; then `map` leaves it out: some have hundreds of sessions. */
const LARGE = 65_000;
/** Bytes of the largest shared file that is stored. */
const LARGEST = 700_000;
const RUNS = {
  compare: ['compare', '--target', '0.5'],
  own: ['compare', '--target', 'own', '--measures', 'none'],
  decay: ['compare', '--target', '0.2', '--measures', 'none', '--decay', ...FEW],
  replay: ['replay', '--trigger', 'messages:20'],
  'replay-own': ['replay', '--target', 'own', '--window', '20000'],
};
const MAP = ['map', '--jobs', '1', '--target', '0.5', ...FEW];
/** Sessions of a file whose lines are kept. */
const SESSIONS = 3;
const MOST_LINES = 200;

const stored = path.join(root, 'fixtures/digests');
const samples = path.join(root, 'fixtures/samples');
const shared = path.join(process.env.SHARED_DIR ?? path.join(root, '../shared'), 'data');

/** Runs the terminal program in this process. */
async function run(...argv) {
  const printed = { stdout: '', stderr: '' };
  const writes = Object.keys(printed).map((name) => [process[name], process[name].write]);
  for (const name of Object.keys(printed))
    process[name].write = (chunk) => {
      printed[name] += chunk;
      return true;
    };
  try {
    return { code: await main([...argv, '--lang', 'en']), ...printed };
  } finally {
    for (const [stream, write] of writes) stream.write = write;
  }
}

/** The answer in the tokens of the session's own agent, over all rows: what every front end says. */
async function answerOf(file) {
  const { code, stdout } = await run('compare', file, '--jsonl', '--recall');
  if (code !== 0) return { exit: String(code) };
  const { answer } = JSON.parse(stdout.trim().split('\n').at(-1));
  if (!answer) return { verdict: 'null' };
  const row = (one) => one && `${one.key} ${one.share.toFixed(6)}, random dropping ${one.chance.toFixed(6)}${one.works ? '' : ', not better'}`;
  const { verdict, units, items, equals, trade, difference } = answer;
  const [low, high] = difference?.interval.map((end) => end.toFixed(6)) ?? [];
  const cells = {
    verdict,
    row: row(answer.row),
    base: row(answer.base),
    difference: difference && `${difference.mean.toFixed(6)}, ${low} to ${high}`,
    equals: equals.join(' '),
    trade: trade && `${trade.key} ${trade.measure} ${trade.share.toFixed(6)} ${trade.base.toFixed(6)}`,
    units,
    items,
  };
  // Texts stand as they are, for a person to read.
  return Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell === '' || cell === null ? 'null' : String(cell)]));
}

/** What the runs make of a transcript. */
async function listOf(file, few) {
  const list = { answer: { [HEAD]: await answerOf(file) } };
  for (const [name, args] of Object.entries(RUNS)) {
    const rows = few && name !== 'decay' ? FEW : [];
    const { code, stdout, stderr } = await run(args[0], file, '--json', ...args.slice(1), ...rows);
    // A file that is refused is refused the same way.
    if (code !== 0) {
      list[name] = { [HEAD]: fieldsOf({ exit: code, said: stderr.trim().split('\n').at(-1) }) };
      continue;
    }
    const { results, series, ...head } = JSON.parse(stdout);
    list[name] = { [HEAD]: fieldsOf(head) };
    for (const row of results ?? series) list[name][row.key ?? row.strategy] = fieldsOf(row);
  }
  return list;
}

/** The lines of `map`, by file and row. */
async function linesOf(files) {
  const byFile = new Map();
  const { stdout } = await run(...MAP, ...files);
  for (const text of stdout.trim().split('\n')) {
    const line = JSON.parse(text);
    if (line.conversation >= SESSIONS) continue;
    const rows = byFile.get(line.file) ?? {};
    rows[line.kind === 'failed' ? `failed-${Object.keys(rows).length}` : `${line.conversation}-${line.row}`] = fieldsOf(line);
    byFile.set(line.file, rows);
  }
  return byFile;
}

const storedFile = (folder, name) => path.join(folder, `${name}.tsv`);
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []))
    .sort();
const namesIn = (folder) =>
  existsSync(folder)
    ? filesBelow(folder).map((file) =>
        path
          .relative(folder, file)
          .replaceAll(path.sep, '/')
          .replace(/\.tsv$/, ''),
      )
    : [];

/** Of each format without a stored file the smallest one that the program reads. */
async function firstOfFormats(names) {
  const found = [];
  for (const format of readdirSync(shared, { withFileTypes: true })) {
    if (!format.isDirectory() || names.some((name) => name.startsWith(`${format.name}/`))) continue;
    const files = filesBelow(path.join(shared, format.name)).sort((a, b) => statSync(a).size - statSync(b).size);
    for (const file of files.filter((one) => statSync(one).size <= LARGEST)) {
      if ((await run('inspect', file)).code !== 0) continue;
      found.push(`${format.name}/${path.basename(file)}`);
      break;
    }
  }
  return found;
}

/** Name → file. */
async function chosenFiles() {
  if (out !== undefined) {
    const places = given.length > 0 ? given : [existsSync(shared) ? shared : samples];
    const files = places.flatMap((place) => (statSync(place).isDirectory() ? filesBelow(place) : [place]));
    const named = new Map();
    for (const file of files.filter((one) => !['MANIFEST.json', 'index.json'].includes(path.basename(one)))) {
      const name = `${path.basename(path.dirname(path.resolve(file)))}/${path.basename(file)}`;
      if (named.has(name)) throw new Error(`${named.get(name)} and ${file} have the same name here: ${name}`);
      named.set(name, file);
    }
    return named;
  }
  const names = namesIn(stored);
  if (values.store && existsSync(shared)) names.push(...(await firstOfFormats(names)));
  const ofSamples = readdirSync(samples).flatMap((file) => (file === 'index.json' ? [] : [`samples/${file}`]));
  return new Map(
    [...new Set([...ofSamples, ...names])]
      .sort()
      .map((name) => [name, path.join(name.startsWith('samples/') ? path.dirname(samples) : shared, name)]),
  );
}

const chosen = await chosenFiles();
const there = [...chosen].filter(([, file]) => existsSync(file));
const absent = [...chosen.keys()].filter((name) => !existsSync(chosen.get(name)));
const isLarge = (file) => out === undefined && statSync(file).size >= LARGE;
const mapped = await linesOf(there.flatMap(([, file]) => (isLarge(file) ? [] : [file])));
const writeTo = out ?? (values.store ? stored : null);
const against = out === undefined ? (values.store ? null : stored) : (values.against ?? null);
const lines = [];
let differing = 0;
for (const [name, file] of there) {
  const list = { ...(await listOf(file, isLarge(file))), map: mapped.get(file) ?? {} };
  if (writeTo !== null) {
    mkdirSync(path.dirname(storedFile(writeTo, name)), { recursive: true });
    writeFileSync(storedFile(writeTo, name), textOf(list));
  }
  if (against === null) continue;
  const before = storedFile(against, name);
  const found = existsSync(before) ? differences(name, listIn(readFileSync(before, 'utf8')), list) : [`${name}: a new file`];
  lines.push(...found);
  if (found.length > 0) differing++;
}
// Samples are part of the repository: without one, its stored values are to go.
const gone = out === undefined ? absent.filter((name) => name.startsWith('samples/') || process.env.REQUIRE_SHARED === '1') : [];
if (against !== null && out !== undefined) gone.push(...namesIn(against).filter((name) => !chosen.has(name)));
lines.push(...gone.map((name) => `${name}: the file is no longer there`));
for (const line of lines.slice(0, MOST_LINES)) console.log(line);
if (lines.length > MOST_LINES) console.log(`… and ${lines.length - MOST_LINES} more`);

const skipped = absent.filter((name) => !gone.includes(name));
if (skipped.length > 0) console.log(`skipped, not in ${path.relative(root, shared)}: ${skipped.join(', ')}`);
console.log(`${there.length} files, ${differing} differ, ${lines.length} values`);
if (lines.length > 0 && out === undefined)
  console.log('If the changes are meant: npm run digests -- --store, and review the diff of fixtures/digests');
if (out === undefined && !values.store) {
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  const counts = { passed: there.length - differing, failed: differing + gone.length, skipped: skipped.length };
  writeFileSync(path.join(root, '.cache/digests.json'), JSON.stringify(counts));
}
if (lines.length > 0) process.exitCode = 1;
