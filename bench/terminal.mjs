/** The terminal: a large file against the page, and many sessions. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { load } from '../scripts/load.mjs';
import { ensureBuild, root } from '../scripts/setup.mjs';
import { atMost, goal, median, n, spread, timed } from './figures.mjs';
import { makeFile, makeTranscript } from './material.mjs';
import { inBrowser, openPage, watchLoad } from './page.mjs';

const MESSAGES = 10_000;
const BYTES = 4400;
const ROUNDS = 3;
const GOAL = 1.3;
const ROW = '{"type":"row"';
const SIZES = [10, 100, 500, 2000];
/** Threads are compared over so many: of few, compiling the code, which each thread does once, is most of the time. */
const POOLED = 500;
/** Time per session of the largest set against that of 100, start-up left out. */
const MOST_GROWTH = 1.3;
/** Of a set that fits no row of one file: only what all files can have. */
const STRATEGIES = 'oldest-removal,summary,fact-ledger';
/** Larger files would hide what a session costs behind what one file does. */
const LARGEST = 100_000;

/** Milliseconds from the start of `compare` to its first line of a row, and to its end. */
async function inTerminal(file, ...how) {
  const start = performance.now();
  let first = null;
  let rest = '';
  let rows = 0;
  const child = spawn(process.execPath, [path.join(root, 'build/bin.js'), 'compare', file, ...how], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    rows += lines.filter((line) => line.startsWith(ROW)).length;
    if (rows > 0) first ??= performance.now() - start;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`compare ${how.join(' ')} ended with ${code}`);
  return { first, rows, all: performance.now() - start };
}

async function inPage(browser, address, file) {
  const page = await openPage(browser, address);
  await page.evaluate(watchLoad);
  await page.getByLabel('Session file').setInputFiles(file);
  const times = await page.evaluate(() => globalThis.loaded);
  const start = performance.now();
  await page.locator('html[data-idle=""]').waitFor({ state: 'attached', timeout: 600_000 });
  const recall = performance.now() - start;
  await page.context().close();
  return { ...times, recall: times.all + recall };
}

/**
 * The terminal against the page, 50 MB, in turns: time from the start of the command to its first row and to its last (`--jsonl`), and to
 * the end of `--json`, with every row and with those of the page; in the page from the choice of the file to the first rows, to all, and to
 * their recall.
 */
export async function terminal() {
  const engine = await load('bench/engine.ts');
  ensureBuild('site');
  ensureBuild('library');
  return inBrowser(async (browser, address, folder) => {
    const file = path.join(folder, 'fifty-megabytes.json');
    writeFileSync(file, makeFile(engine, makeTranscript(engine, MESSAGES, BYTES), 'openai-chat'));
    const listed = engine.comparedRows(engine.defaultScenario(), engine.strategies).map(({ key }) => key);
    const times = { page: [], jsonl: [], json: [], same: [] };
    for (let round = 0; round < ROUNDS; round++) {
      times.page.push(await inPage(browser, address, file));
      times.jsonl.push(await inTerminal(file, '--jsonl'));
      times.json.push(await inTerminal(file, '--json'));
      times.same.push(await inTerminal(file, '--json', '--strategies', listed.join(',')));
    }
    const figure = (of, name) => median(times[of].map((one) => one[name]));
    const against = (of) => figure(of, 'all') / figure('page', 'recall');
    const first = figure('jsonl', 'first') / figure('page', 'first');
    return {
      tables: [
        {
          title: `50 MB, medians of ${ROUNDS} turns, ms`,
          head: ['', 'rows', 'first row', 'all rows', 'with their recall'],
          rows: [
            ['page', n(listed.length), n(figure('page', 'first')), n(figure('page', 'all')), n(figure('page', 'recall'))],
            ['compare --jsonl', n(figure('jsonl', 'rows')), n(figure('jsonl', 'first')), n(figure('jsonl', 'all')), ''],
            ['compare --json, the rows of the page', n(listed.length), '', '', n(figure('same', 'all'))],
            ['compare --json, every row', n(figure('jsonl', 'rows')), '', '', n(figure('json', 'all'))],
          ],
          note: 'The page compares its short list, the terminal every row. --jsonl has the measures that come with a row, --json all of them.',
        },
      ],
      goals: [
        atMost('first row of 50 MB in the terminal against the page', first, GOAL, '×', ''),
        atMost('compare --json of 50 MB, the rows of the page, against the page with its recall', against('same'), GOAL, '×', ''),
        atMost('compare --json of 50 MB, every row, against the page with its recall', against('json'), GOAL, '×', ''),
      ],
    };
  });
}

const ANSWER = { messages: 1000, bytes: 800, goal: 3000 };

/** Milliseconds from the choice of a file to its answer, and to the page at rest. */
async function answeredInPage(browser, address, file) {
  const page = await openPage(browser, address);
  await page.locator('html[data-idle=""]').waitFor({ state: 'attached' });
  const start = performance.now();
  await page.getByLabel('Session file').setInputFiles(file);
  // What was lost can be looked at as soon as there is an answer.
  await page.waitForFunction(() => document.querySelector('[data-act="lost"]:disabled'));
  await page.waitForFunction(() => document.querySelector('[data-act="lost"]:enabled'));
  const answer = performance.now() - start;
  await page.locator('html[data-idle=""]').waitFor({ state: 'attached' });
  const rest = performance.now() - start;
  await page.context().close();
  return { answer, rest };
}

/** Milliseconds of `compare` with its answer. */
function answeredInTerminal(file) {
  return timed(
    () =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [path.join(root, 'build/bin.js'), 'compare', file], { stdio: 'ignore' });
        child.on('error', reject);
        child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`compare ended with ${code}`))));
      }),
  );
}

/** The answer of a session of 1,000 messages, in the page and in the terminal. */
export async function answer() {
  const engine = await load('bench/engine.ts');
  ensureBuild('site');
  ensureBuild('library');
  return inBrowser(async (browser, address, folder) => {
    const file = path.join(folder, 'thousand.json');
    writeFileSync(file, makeFile(engine, makeTranscript(engine, ANSWER.messages, ANSWER.bytes), 'openai-chat'));
    const times = { page: [], rest: [], terminal: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const { answer, rest } = await answeredInPage(browser, address, file);
      times.page.push(answer);
      times.rest.push(rest);
      times.terminal.push(await answeredInTerminal(file));
    }
    return {
      tables: [
        {
          title: `The answer of ${n(ANSWER.messages)} messages, ms`,
          head: ['', 'median', 'least', 'most', 'times'],
          rows: [
            ['page, until the answer', ...spread(times.page)],
            ['page, until it is at rest', ...spread(times.rest)],
            ['compare', ...spread(times.terminal)],
          ],
        },
      ],
      goals: [
        atMost('answer of 1,000 messages in the page', median(times.page), ANSWER.goal),
        atMost('answer of 1,000 messages in the terminal', median(times.terminal), ANSWER.goal),
      ],
    };
  });
}

/** Texts of transcripts, and how each becomes another one: other bytes, other names of its session. */
function sources() {
  const shared = path.join(process.env.SHARED_DIR ?? path.resolve(root, '../shared'), 'data');
  const manifest = path.join(shared, 'MANIFEST.json');
  const samples = path.join(root, 'fixtures/samples');
  const files = existsSync(manifest)
    ? JSON.parse(readFileSync(manifest, 'utf8'))
        .filter(({ bytes, conversations, messages, format }) => bytes < LARGEST && conversations === 1 && messages > 3 && KNOWN.has(format))
        .map(({ file }) => path.join(shared, file))
    : readdirSync(samples).flatMap((name) => (name === 'index.json' ? [] : [path.join(samples, name)]));
  return files.filter((file) => statSync(file).size < LARGEST).map((file) => ({ name: path.basename(file), text: readFileSync(file, 'utf8') }));
}
const KNOWN = new Set(['openai-chat', 'anthropic-messages', 'claude-code', 'codex-rollout', 'pi', 'tau-bench']);

/** Another session: `main` in names of branches, files and functions gets the number of the copy. */
const copied = (text, k) => `${text.replaceAll('main', `main${k}`)}\n`;

function run(list, jobs, out) {
  return new Promise((resolve, reject) => {
    const args = [path.join(root, 'scripts/cli.mjs'), 'map', '--strategies', STRATEGIES, '--jobs', String(jobs)];
    const began = performance.now();
    const child = spawn('sh', ['-c', `"$0" "$@" < '${list}' > '${out}'; code=$?; times > '${out}.times'; exit $code`, process.execPath, ...args], {
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, memoryOf(child.pid));
    }, 200);
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(watch);
      if (code !== 0) reject(new Error(`map ended with ${code}`));
      else resolve({ ms: performance.now() - began, cpu: processorTime(`${out}.times`), peak });
    });
  });
}

/** Milliseconds of the processor that the children of a shell used: its `times` says so in its second line. */
function processorTime(file) {
  const [, children] = readFileSync(file, 'utf8').split('\n');
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes, seconds]) => sum + 60_000 * Number(minutes) + 1000 * Number(seconds), 0);
}

/** MB of the program below a shell, where the system tells. */
function memoryOf(pid) {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child || pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/**
 * Many sessions: threads of `map` against one, the cost of 1,000 sessions, and growth from 10 to 2,000 sessions. The sessions are the shared
 * conversations (the samples where there are none) again and again, each time with other names, so that none is known.
 */
export async function map() {
  ensureBuild('library');
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-map-'));
  try {
    const texts = sources();
    const files = Array.from({ length: SIZES.at(-1) }, (_, k) => {
      const { name, text } = texts[k % texts.length];
      const file = path.join(folder, `${k}-${name}`);
      writeFileSync(file, copied(text, k));
      return file;
    });
    const list = path.join(folder, 'names');
    const out = path.join(folder, 'out.jsonl');
    const cores = availableParallelism();
    const at = async (size, jobs) => {
      writeFileSync(list, `${files.slice(0, size).join('\n')}\n`);
      const ran = await run(list, jobs, out);
      const lines = readFileSync(out, 'utf8').trim().split('\n');
      const results = lines.filter((line) => line.startsWith('{"kind":"result"'));
      if (new Set(results.map((line) => JSON.parse(line).session)).size < 0.95 * size) throw new Error(`${size} sessions were not read`);
      return { ...ran, lines: results.length };
    };
    const start = await at(1, 1);
    const one = await at(POOLED, 1);
    const grown = [];
    for (const size of SIZES) grown.push({ size, ...(await at(size, cores)) });
    // Of the processor: on a busy machine the wall clock means little. Start-up of the program is the same for any size.
    const perSession = ({ cpu, size }) => Math.max(0, cpu - start.cpu) / size;
    const all = grown.find(({ size }) => size === POOLED);
    const gain = (one.ms - start.ms) / (all.ms - start.ms);
    const growth = perSession(grown.at(-1)) / perSession(grown.find(({ size }) => size === 100));
    const memory = grown.at(-1).peak / grown.find(({ size }) => size === 100).peak;
    return {
      tables: [
        {
          title: `Sets: ${texts.length} conversations again with other names, ${STRATEGIES}, ${cores} threads (start-up ${n(start.cpu)} ms)`,
          head: ['sessions', 'clock, ms', 'processor, ms', 'ms per session', 'lines', 'peak MB'],
          rows: grown.map((one) => [n(one.size), n(one.ms), n(one.cpu), n(perSession(one)), n(one.lines), n(one.peak)]),
          note: `1,000 sessions: ${n(perSession(grown.at(-1)))} s of one processor. ${n(POOLED)} sessions, clock and processor: one thread ${n(one.ms)} and ${n(one.cpu)} ms, ${cores} threads ${n(all.ms)} and ${n(all.cpu)} ms.`,
        },
      ],
      goals: [
        atMost(`growth of the time per session, 100 to ${n(SIZES.at(-1))} sessions`, growth, MOST_GROWTH, '×', ''),
        atMost(`memory of ${n(SIZES.at(-1))} sessions against 100`, memory, 1.5, '×', ''),
        goal(`${cores} threads against one, ${n(POOLED)} sessions, start-up left out`, gain, `≥ ${(0.7 * cores).toFixed(1)} ×`, gain >= 0.7 * cores),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
