/**
 * The terminal against the page, 50 MB, in turns: time from the start of the command to its first row (`--jsonl`), and to the end of
 * `--json`; in the page from the choice of the file to the first rows, and to all. `node bench/bench.mjs terminal`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuild, root } from '../scripts/setup.mjs';
import { launch, serve } from './browser.mjs';
import { goal, median, n } from './figures.mjs';
import { load } from './load.mjs';
import { makeFile, makeTranscript } from './material.mjs';
import { openPage, watchLoad } from './page.mjs';

const MESSAGES = 10_000;
const BYTES = 4400;
const ROUNDS = 3;
const GOAL = 1.3;
const ROW = '{"type":"row"';

/** Milliseconds from the start of `compare` to its first line of a row, and to its end. */
async function inTerminal(file, format) {
  const start = performance.now();
  let first = null;
  let rest = '';
  const child = spawn(process.execPath, [path.join(root, 'build/bin.js'), 'compare', file, format], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.setEncoding('utf8').on('data', (text) => {
    if (first !== null) return;
    rest += text;
    if (rest.startsWith(ROW) || rest.includes(`\n${ROW}`)) first = performance.now() - start;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`compare ${format} ended with ${code}`);
  return { first, all: performance.now() - start };
}

async function inPage(browser, address, file) {
  const page = await openPage(browser, address);
  await page.evaluate(watchLoad);
  await page.getByLabel('Transcript file').setInputFiles(file);
  const times = await page.evaluate(() => globalThis.loaded);
  await page.context().close();
  return times;
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
    const times = { page: [], jsonl: [], json: [] };
    for (let round = 0; round < ROUNDS; round++) {
      times.page.push(await inPage(browser, server.address, file));
      times.jsonl.push(await inTerminal(file, '--jsonl'));
      times.json.push(await inTerminal(file, '--json'));
    }
    const figure = (of, name) => median(times[of].map((one) => one[name]));
    const [first, all] = [figure('jsonl', 'first') / figure('page', 'first'), figure('json', 'all') / figure('page', 'all')];
    return {
      tables: [
        {
          title: `50 MB, medians of ${ROUNDS} turns, ms`,
          head: ['', 'first row', 'all rows'],
          rows: [
            ['page', n(figure('page', 'first')), n(figure('page', 'all'))],
            ['compare --jsonl', n(figure('jsonl', 'first')), n(figure('jsonl', 'all'))],
            ['compare --json', '', n(figure('json', 'all'))],
          ],
          note: 'The page has the measures of its columns by then, --jsonl those that come with a row, --json every measure but recall.',
        },
      ],
      goals: [
        goal('first row of 50 MB in the terminal against the page', first, `≤ ${GOAL} ×`, first <= GOAL),
        goal('compare --json of 50 MB against all rows of the page', all, `≤ ${GOAL} ×`, all <= GOAL),
      ],
    };
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
