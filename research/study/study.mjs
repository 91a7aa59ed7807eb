/**
 * `npm run study`: every strategy on every transcript of the shared collection (../shared/data beside the checkout), at 10, 20, 30 and 50 %
 * of each context. Writes docs/study/data.json, docs/study/*.svg, and the tables of docs/study.md between their markers.
 * Deterministic: no clock, seeded randomness only. Stores names and counts of the transcripts, no text.
 *
 * `npm run study -- FOLDER [--out DIR]`: the same for anybody's transcripts, into DIR (default: study-out) and the terminal.
 * `--tables`: tables and plots from the stored data, without measuring. `--only a,b`: measures these rows and keeps the stored others.
 * `--threads N`: default one for each core.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { bundle } from '../../scripts/load.mjs';

const root = path.resolve(import.meta.dirname, '../..');

function stop(text) {
  console.error(text);
  process.exit(2);
}

/** The command line; a mistake in it ends the program. */
function asked() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { tables: { type: 'boolean' }, out: { type: 'string' }, only: { type: 'string' }, threads: { type: 'string' } },
    });
  } catch (error) {
    return stop(error.message);
  }
}

const { values, positionals } = asked();
const theirs = positionals.length > 0;
if (positionals.length > 1) stop('npm run study -- FOLDER takes one folder.');
if (values.out !== undefined && !theirs) stop('--out goes with a folder: npm run study -- FOLDER --out DIR');
const threads = Number(values.threads ?? availableParallelism());
if (!Number.isInteger(threads) || threads < 1) stop('--threads takes a number from 1 on.');

const folder = path.resolve(positionals[0] ?? path.join(root, '../shared/data'));
const ours = path.join(root, 'docs/study');
const out = theirs ? path.resolve(values.out ?? 'study-out') : ours;
const page = theirs ? path.join(out, 'study.md') : path.join(root, 'docs/study.md');
const dataFile = path.join(out, 'data.json');
if (!values.tables && !(existsSync(folder) && statSync(folder).isDirectory()))
  stop(`${folder}: no such folder. npm run study -- FOLDER takes any folder of transcripts.`);
if (theirs && [ours, path.dirname(ours), folder].includes(out)) stop(`${out}: not written to. Give another folder with --out.`);
if (theirs && existsSync(out) && readdirSync(out).length > 0 && !existsSync(dataFile))
  stop(`${out} has other files in it. Give another folder with --out.`);
if ((values.tables || values.only) && !existsSync(dataFile)) stop(`${dataFile}: nothing is stored there yet.`);

const address = await bundle('research/study/index.ts');
const study = await import(address);

/** Files below a folder, sorted by name. */
function filesBelow(directory) {
  return readdirSync(directory)
    .sort()
    .flatMap((name) => {
      const full = path.join(directory, name);
      return statSync(full).isDirectory() ? filesBelow(full) : [full];
    });
}

/** What has to be measured, in order; `parts` of a conversation are measured apart, so that threads share a large one. */
function workIn(files) {
  const read = { filesRead: 0, conversationsRead: 0, leftOut: [] };
  const tasks = [];
  for (const full of files) {
    const file = path.relative(folder, full).split(path.sep).join('/');
    if (file === 'MANIFEST.json') continue;
    const parsed = study.parseTranscript(new Uint8Array(readFileSync(full)), { name: path.basename(full) });
    if (!parsed.ok) {
      console.error(`${file}: not read (${parsed.error.code})`);
      continue;
    }
    read.filesRead++;
    if (parsed.value.format === 'text') {
      read.leftOut.push(file);
      continue;
    }
    study.conversationsOf(parsed.value).forEach(({ transcript }, conversation) => {
      read.conversationsRead++;
      if (!study.mayBeMeasured(transcript)) return;
      const size = JSON.stringify(transcript.messages).length;
      for (const share of study.TARGETS) tasks.push({ id: tasks.length, full, file, conversation, shares: [share], size });
    });
  }
  return { read, tasks };
}

/** `0:07`, `1:02:03`. */
function clock(seconds) {
  const whole = Math.round(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return `${h > 0 ? `${h}:${String(m).padStart(2, '0')}` : m}:${String(s).padStart(2, '0')}`;
}

/** Results by number of the task, whichever thread made them; the largest first, so that no thread ends with one alone. */
function measureAll(tasks, ids) {
  const order = tasks.toSorted((a, b) => b.size - a.size || a.id - b.id);
  const all = tasks.reduce((sum, { size }) => sum + size, 0);
  const results = Array.from({ length: tasks.length });
  const began = performance.now();
  let next = 0;
  let done = 0;
  let size = 0;
  return new Promise((resolve, reject) => {
    if (tasks.length === 0) resolve(results);
    const workers = Array.from({ length: Math.min(threads, tasks.length) }, () => {
      const worker = new Worker(new URL('worker.mjs', import.meta.url), { workerData: { bundle: address } });
      worker.on('error', reject);
      worker.on('message', (message) => {
        if (!message.ready) {
          results[message.id] = message.found;
          done++;
          size += tasks[message.id].size;
          const seconds = (performance.now() - began) / 1000;
          console.error(
            `${done} of ${tasks.length}, ${clock(seconds)}, about ${clock((seconds * (all - size)) / size)} left: ${tasks[message.id].file}`,
          );
        }
        if (done === tasks.length) {
          for (const one of workers) void one.terminate();
          resolve(results);
        } else if (next < order.length) worker.postMessage({ ...order[next++], ids });
      });
      return worker;
    });
  });
}

/** Measures the folder; with `stored`, only rows that are asked for, and keeps the others. */
async function measure(stored, ids) {
  const { read, tasks } = workIn(filesBelow(folder));
  const results = await measureAll(tasks, ids);
  const rows = new Map();
  for (const [k, { full, conversation }] of tasks.entries()) {
    const key = `${conversation} ${full}`;
    if (results[k]) rows.set(key, [...(rows.get(key) ?? []), results[k]]);
  }
  const measured = [...rows.values()].map(study.joined);
  const fresh = { ...read, engine: study.ENGINE, strategies: study.rowsOfStudy(), ...study.sorted(measured) };
  return stored ? study.withRows(stored, fresh, ids) : fresh;
}

mkdirSync(out, { recursive: true });
if (!values.tables) {
  const stored = values.only ? study.fromJson(readFileSync(dataFile, 'utf8')) : null;
  const known = study.rowsOfStudy().map(({ id }) => id);
  const ids = values.only?.split(',');
  const unknown = ids?.find((id) => !known.includes(id));
  if (unknown !== undefined) stop(`--only ${unknown}: no such row. Rows: ${known.join(', ')}`);
  writeFileSync(dataFile, study.toJson(await measure(stored, ids)));
}
const data = study.fromJson(readFileSync(dataFile, 'utf8'));
if (data.conversations.length === 0)
  stop(`No conversation in ${folder} needs enough from memory to be measured (30 facts or strings, three places to cut).`);
for (const [name, text] of Object.entries(study.plotsOf(data))) writeFileSync(path.join(out, name), text);
const blocks = study.blocksOf(data);
if (theirs) {
  writeFileSync(page, study.pageOf(blocks));
  console.log(study.forTerminal(blocks));
} else writeFileSync(page, study.withBlocks(readFileSync(page, 'utf8'), blocks));
console.log(
  `${path.relative(process.cwd(), page)}, ${path.relative(process.cwd(), out)}${path.sep}: ${data.conversations.length} conversations, ${data.strategies.length} rows`,
);
