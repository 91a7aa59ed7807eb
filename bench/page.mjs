/**
 * The built page in a real browser: main-thread cost of loading a file, and time from a slider to the painted table with 10,000 messages.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { load } from '../scripts/load.mjs';
import { serve } from '../scripts/serve.mjs';
import { ensureBuild, ensureChromium, root } from '../scripts/setup.mjs';
import { atMost, goal, median, n, spread } from './figures.mjs';
import { makeFile, makeTranscript } from './material.mjs';

const MESSAGES = 10_000;
const BYTES = 4400;
const LOADS = 5;
const LONG_TASK = 50;
const HARD = 120;
const SLIDER_GOAL = 100;
const LARGE = '50 MB';
/** Targets in percent, as a hand moves over them; twice, so that every summary exists the second time. */
const TARGETS = Array.from({ length: 30 }, (_, k) => 70 - k);
/** Real transcripts of the formats that are read, the largest ones first. */
const REAL = 6;

/**
 * Tasks of a page's main thread from a trace, with wall-clock and processor time: a task that waited for a busy processor is long for a
 * person, but nothing in the page can shorten it.
 */
function mainThreadTasks(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const tasks = traceEvents.filter((e) => e.ph === 'X' && e.name.endsWith('RunTask') && e.tdur !== undefined);
  const threads = traceEvents.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain');
  const busy = (t) => tasks.reduce((sum, e) => sum + (e.pid === t.pid && e.tid === t.tid ? e.tdur : 0), 0);
  const main = threads.reduce((a, b) => (busy(b) > busy(a) ? b : a));
  return tasks.filter((e) => e.pid === main.pid && e.tid === main.tid).map((e) => ({ ms: e.dur / 1000, cpu: e.tdur / 1000 }));
}

/** Long tasks of the main thread from the first script on. Runs in the page. */
function watchTasks() {
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) globalThis.longTasks.push({ at: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
}

/** Transcripts written by agents if available, else the gallery. */
function realFiles() {
  const shared = process.env.SHARED_DIR ?? path.join(root, '../shared');
  const readable = ['openai-chat', 'claude-code', 'pi', 'anthropic-messages', 'sharegpt', 'openai-finetune-jsonl'];
  const folders = readable.map((name) => path.join(shared, 'data', name)).filter((folder) => existsSync(folder));
  if (folders.length === 0) {
    const folder = path.join(root, 'fixtures/samples');
    return readdirSync(folder)
      .filter((name) => name !== 'index.json')
      .map((name) => path.join(folder, name));
  }
  const all = folders.flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name))).filter((file) => statSync(file).isFile());
  return all.sort((a, b) => statSync(b).size - statSync(a).size).slice(0, REAL);
}

/** Runs `work` with a Chromium, the address of a built page (`dist/` below a folder) and a folder for files; ends all of them. */
export async function inBrowser(work, site = root) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const server = await serve(site, 0);
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  });
  try {
    return await work(browser, server.resolvedUrls.local[0], folder);
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A page with the first sample compared, and idle. */
export async function openPage(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 }, locale: 'en-US' });
  await context.addInitScript(() => localStorage.setItem('guide-seen', '1'));
  const page = await context.newPage();
  await page.addInitScript(watchTasks);
  await page.goto(address);
  await compared(page);
  return page;
}

/** Waits until the comparison of the current transcript is on the page, and for what follows it (plot, storage). */
async function compared(page) {
  await page.waitForFunction(() => document.documentElement.hasAttribute('data-idle'), undefined, {
    timeout: 240_000,
    polling: 100,
  });
  await page.waitForTimeout(1500);
}

/**
 * Records when a file is chosen, when the status line shows the new transcript's tokens (its first rows exist then) and when all rows are
 * compared (`data-idle`). Runs in the page.
 */
export function watchLoad() {
  globalThis.longTasks = [];
  const status = document.querySelector('footer');
  const times = {};
  document.addEventListener('change', () => (times.chosen ??= performance.now()), { capture: true, once: true });
  globalThis.loaded = new Promise((resolve) => {
    let counted = true;
    let compared = true;
    const observer = new MutationObserver(() => {
      const has = { tokens: / tokens/.test(status.textContent), result: document.documentElement.hasAttribute('data-idle') };
      if (!counted && has.tokens) times.rows ??= performance.now();
      if (!compared && has.result) resolve({ first: times.rows - times.chosen, all: performance.now() - times.chosen });
      counted = has.tokens && counted;
      compared = has.result && compared;
    });
    observer.observe(status, { subtree: true, childList: true, characterData: true });
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-idle'] });
  });
}

async function loadOnce(browser, address, file) {
  const page = await openPage(browser, address);
  const start = await page.evaluate(() => globalThis.longTasks);
  await page.evaluate(watchLoad);
  await browser.startTracing(page, { categories: ['toplevel'] });
  await page.getByLabel('Session file').setInputFiles(file);
  const times = await page.evaluate(() => globalThis.loaded);
  await page.waitForTimeout(1500);
  const tasks = await page.evaluate(() => globalThis.longTasks);
  const traced = mainThreadTasks(await browser.stopTracing());
  return { page, times, tasks: tasks.map((t) => t.ms), cpu: most(traced.map((t) => t.cpu)), start: start.map((t) => t.ms) };
}

/**
 * Moves the slider and waits for the frame with the new table. Runs in the page: time starts with the input event and ends in the first
 * task after the frame in which the row showed another number of tokens.
 */
function moveSlider(percent) {
  const slider = document.querySelector('input[type="range"][aria-label="Target"]');
  const row = document.querySelector('tr[data-key="middle-removal"]');
  return new Promise((resolve, reject) => {
    const before = row.textContent;
    const timer = setTimeout(() => reject(new Error(`the table did not follow the slider to ${percent} %`)), 30_000);
    const observer = new MutationObserver(() => {
      if (row.textContent === before) return;
      observer.disconnect();
      clearTimeout(timer);
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now() - start);
        channel.port2.postMessage(null);
      });
    });
    observer.observe(row, { subtree: true, childList: true, characterData: true });
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    const start = performance.now();
    set.call(slider, String(percent));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** A dragging hand: an input event per frame, whether the page keeps up or not. Runs in the page. */
function dragSlider(targets) {
  const slider = document.querySelector('input[type="range"][aria-label="Target"]');
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  globalThis.longTasks = [];
  return new Promise((resolve) => {
    const frames = [];
    let last = performance.now();
    let k = 0;
    const frame = (now) => {
      frames.push(now - last);
      last = now;
      if (k === targets.length) {
        setTimeout(() => resolve({ frames, tasks: globalThis.longTasks.map((t) => t.ms) }), 1000);
        return;
      }
      set.call(slider, String(targets[k++]));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

const most = (values) => Math.max(0, ...values);

export async function page() {
  const engine = await load('bench/engine.ts');
  ensureBuild('site');
  return inBrowser(async (browser, address, folder) => {
    const large = path.join(folder, 'fifty-megabytes.json');
    writeFileSync(large, makeFile(engine, makeTranscript(engine, MESSAGES, BYTES), 'openai-chat'));
    const files = [[LARGE, large], ...realFiles().map((file) => [path.basename(file), file])];

    const loads = [];
    const starts = [];
    let open;
    for (const [name, file] of files) {
      const times = { longest: [], cpu: [], first: [], all: [], over: [] };
      for (let round = 0; round < LOADS; round++) {
        const loaded = await loadOnce(browser, address, file);
        const { first, all } = loaded.times;
        const one = { longest: most(loaded.tasks), cpu: loaded.cpu, first, all, over: loaded.tasks.length };
        for (const key of Object.keys(times)) times[key].push(one[key]);
        starts.push(most(loaded.start));
        if (name === LARGE && round === LOADS - 1) open = loaded.page;
        else await loaded.page.context().close();
      }
      const medians = Object.fromEntries(Object.entries(times).map(([key, list]) => [key, median(list)]));
      loads.push({ name, size: statSync(file).size, ...medians, worst: most(times.longest), over: times.over.reduce((a, b) => a + b) / LOADS });
    }

    // The view with the table.
    await open.keyboard.press('2');
    await open.locator('tr[data-key="middle-removal"]').waitFor();
    const steps = { fresh: [], cached: [] };
    for (const percent of TARGETS) steps.fresh.push(await open.evaluate(moveSlider, percent));
    for (const percent of [...TARGETS].reverse().slice(1)) steps.cached.push(await open.evaluate(moveSlider, percent));
    for (const percent of TARGETS.slice(1)) steps.cached.push(await open.evaluate(moveSlider, percent));
    await open.waitForTimeout(1000);
    const drag = await open.evaluate(dragSlider, [...TARGETS, ...[...TARGETS].reverse(), ...TARGETS, ...[...TARGETS].reverse()]);
    await open.context().close();

    const worstLoad = loads.reduce((a, b) => (b.longest > a.longest ? b : a));
    return {
      tables: [
        {
          title: `Loading a file in Chromium ${browser.version()}, median of ${LOADS}; tasks of the main thread in ms (only those over ${LONG_TASK} are seen)`,
          head: ['file', 'MB', 'first rows, ms', 'all rows, ms', 'longest task', 'of a processor', 'worst run', `tasks over ${LONG_TASK}, per load`],
          rows: loads.map((l) => [l.name, (l.size / 1e6).toFixed(1), n(l.first), n(l.all), n(l.longest), n(l.cpu), n(l.worst), n(l.over)]),
        },
        {
          title: `From the slider "Target" to the painted table, ${n(MESSAGES)} messages, ms`,
          head: ['step', 'median', 'least', 'most', 'steps'],
          rows: [
            ['summaries written before', ...spread(steps.cached)],
            ['new summaries', ...spread(steps.fresh)],
          ],
          note: `Dragging, one step per frame: median frame ${n(median(drag.frames))} ms, longest ${n(most(drag.frames))} ms, longest task ${n(most(drag.tasks))} ms. First visit: longest task ${n(median(starts))} ms.`,
        },
      ],
      goals: [
        goal(
          `loading a file: longest task of the main thread (${worstLoad.name})`,
          worstLoad.longest,
          `≤ ${LONG_TASK} ms; over ${HARD} ms, of a processor too, fails the run`,
          worstLoad.longest <= LONG_TASK,
          loads.some((l) => l.cpu > HARD),
        ),
        atMost('from the slider to the painted table, 10,000 messages', median(steps.cached), SLIDER_GOAL),
      ],
    };
  });
}
