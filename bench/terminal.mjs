/**
 * The terminal against the page, 50 MB, in turns: time from the start of the command to its first row and to its last (`--jsonl`), and to
 * the end of `--json`, with every row and with those of the page; in the page from the choice of the file to the first rows, to all, and to
 * their recall. `node bench/bench.mjs terminal`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuild, root } from '../scripts/setup.mjs';
import { launch, serve } from './browser.mjs';
import { goal, median, n } from './figures.mjs';
import { load } from '../scripts/load.mjs';
import { makeFile, makeTranscript } from './material.mjs';
import { openPage, watchLoad } from './page.mjs';

const MESSAGES = 10_000;
const BYTES = 4400;
const ROUNDS = 3;
const GOAL = 1.3;
const ROW = '{"type":"row"';

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

/** Milliseconds from the last row to the last recall. Runs in the page. */
function whenRecalled() {
  const start = performance.now();
  const status = document.querySelector('footer');
  return new Promise((resolve) => {
    let begun = false;
    const timer = setInterval(() => {
      const runs = /recall/i.test(status.textContent);
      begun ||= runs;
      if (!begun || runs) return;
      clearInterval(timer);
      resolve(performance.now() - start);
    }, 50);
  });
}

async function inPage(browser, address, file) {
  const page = await openPage(browser, address);
  await page.evaluate(watchLoad);
  await page.getByLabel('Transcript file').setInputFiles(file);
  const times = await page.evaluate(() => globalThis.loaded);
  const recall = await page.evaluate(whenRecalled);
  const rows = await page.evaluate(() => Number(/(\d+) strategies compared/.exec(document.querySelector('footer').textContent)[1]));
  await page.context().close();
  return { ...times, recall: times.all + recall, rows };
}

export async function terminal() {
  const engine = await load('bench/engine.ts');
  ensureBuild('site');
  ensureBuild('library');
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-terminal-'));
  const server = await serve(path.join(root, 'dist'));
  const browser = await launch();
  try {
    const file = path.join(folder, 'fifty-megabytes.json');
    writeFileSync(file, makeFile(engine, makeTranscript(engine, MESSAGES, BYTES), 'openai-chat'));
    const listed = engine.comparedRows(engine.defaultScenario(), engine.strategies).map(({ key }) => key);
    const times = { page: [], jsonl: [], json: [], same: [] };
    for (let round = 0; round < ROUNDS; round++) {
      times.page.push(await inPage(browser, server.address, file));
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
            ['page', n(figure('page', 'rows')), n(figure('page', 'first')), n(figure('page', 'all')), n(figure('page', 'recall'))],
            ['compare --jsonl', n(figure('jsonl', 'rows')), n(figure('jsonl', 'first')), n(figure('jsonl', 'all')), ''],
            ['compare --json, the rows of the page', n(listed.length), '', '', n(figure('same', 'all'))],
            ['compare --json, every row', n(figure('jsonl', 'rows')), '', '', n(figure('json', 'all'))],
          ],
          note: 'The page compares its short list, the terminal every row. --jsonl has the measures that come with a row, --json all of them.',
        },
      ],
      goals: [
        goal('first row of 50 MB in the terminal against the page', first, `≤ ${GOAL} ×`, first <= GOAL),
        ...[
          ['same', 'the rows of the page'],
          ['json', 'every row'],
        ].map(([of, rows]) =>
          goal(`compare --json of 50 MB, ${rows}, against the page with its recall`, against(of), `≤ ${GOAL} ×`, against(of) <= GOAL),
        ),
      ],
    };
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
