/**
 * A second worker in the page against one: the first table of a 50 MB file, in turns, in pages that believe to have one core and four.
 * `node bench/bench.mjs second`. By the clock, and by the processor time of the engine's own thread, which other programs do not lengthen.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuild, root } from '../scripts/setup.mjs';
import { launch, serve } from './browser.mjs';
import { goal, median, n } from './figures.mjs';
import { load } from './load.mjs';
import { makeFile, makeTranscript } from './material.mjs';

const MESSAGES = 10_000;
const BYTES = 4400;
const LOADS = 5;
const GAIN = 1.4;

/** Milliseconds of the processor by worker thread of all pages; empty where the system does not tell. */
function threadTimes() {
  const times = new Map();
  let processes = [];
  try {
    processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return times;
  }
  for (const pid of processes) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) continue;
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
        const end = stat.lastIndexOf(')');
        if (!stat.slice(0, end).includes('(DedicatedWorker')) continue;
        const fields = stat.slice(end + 2).split(' ');
        times.set(thread, (Number(fields[11]) + Number(fields[12])) * 10);
      }
    } catch {
      // The process has ended since.
    }
  }
  return times;
}

/** Time from the choice of a file to its first rows, and to all. Runs in the page. */
function watchLoad() {
  const status = document.querySelector('footer');
  let chosen = 0;
  document.addEventListener('change', () => (chosen ||= performance.now()), { capture: true, once: true });
  globalThis.times = {};
  const shown = (name, pattern) =>
    new Promise((resolve) => {
      // The line is that of the file before until it lacks what is looked for.
      let before = true;
      const observer = new MutationObserver(() => {
        const has = pattern.test(status.textContent);
        if (!before && has) {
          observer.disconnect();
          globalThis.times[name] = performance.now() - chosen;
          resolve();
        }
        before = before && has;
      });
      observer.observe(status, { subtree: true, childList: true, characterData: true });
    });
  globalThis.first = shown('first', / tokens/);
  globalThis.all = shown('all', /compared/);
}

async function loadOnce(browser, address, file, cores) {
  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 }, locale: 'en-US' });
  await context.addInitScript(() => localStorage.setItem('guide-seen', '1'));
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction(() => /compared/i.test(document.querySelector('footer')?.textContent ?? ''), undefined, { timeout: 240_000 });
  await page.waitForTimeout(1500);
  const [engine] = page.workers();
  await engine.evaluate((count) => Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => count }), cores);
  let workers = 1;
  page.on('worker', () => workers++);
  await page.evaluate(watchLoad);
  const before = threadTimes();
  await page.getByLabel('Transcript file').setInputFiles(file);
  await page.evaluate(() => globalThis.first);
  // The engine's thread was there before; the second one was not.
  const after = threadTimes();
  const own = [...before].map(([thread, ms]) => (after.get(thread) ?? ms) - ms);
  await page.evaluate(() => globalThis.all);
  const { first, all } = await page.evaluate(() => globalThis.times);
  await context.close();
  if (workers !== Math.min(2, cores)) throw new Error(`${cores} cores: ${workers} workers`);
  return { first, all, cpu: Math.max(0, ...own) };
}

export async function second() {
  const engine = await load('bench/engine.ts');
  ensureBuild('site');
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-second-'));
  const server = await serve(path.join(root, 'dist'));
  const browser = await launch();
  try {
    const file = path.join(folder, 'fifty-megabytes.json');
    writeFileSync(file, makeFile(engine, makeTranscript(engine, MESSAGES, BYTES), 'openai-chat'));
    const loads = new Map([1, 4].map((cores) => [cores, []]));
    for (let round = 0; round < LOADS; round++) {
      for (const [cores, times] of loads) times.push(await loadOnce(browser, server.address, file, cores));
    }
    const figure = (cores, name) => median(loads.get(cores).map((one) => one[name]));
    const gain = (name) => figure(1, name) / figure(4, name);
    const cpuGain = figure(4, 'cpu') > 0 ? gain('cpu').toFixed(2) : 'not told';
    return {
      tables: [
        {
          title: `A second worker: 50 MB in the page, medians of ${LOADS} loads in turns, ms`,
          head: ['workers', 'first table', 'of it, the processor time of the engine’s thread', 'all rows'],
          rows: [1, 4].map((cores) => [Math.min(2, cores), ...['first', 'cpu', 'all'].map((name) => n(figure(cores, name)))]),
          note: `First table by the processor time of the engine's thread: ${cpuGain} ×. All rows: ${gain('all').toFixed(2)} ×.`,
        },
      ],
      goals: [goal('two workers against one, first table of 50 MB', gain('first'), `≥ ${GAIN} ×`, gain('first') >= GAIN)],
    };
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
