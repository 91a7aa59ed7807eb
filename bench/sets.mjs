/**
 * A set of sessions in the page: sessions per second with one worker and with one for each core, the longest task of the main thread while
 * they run, and what a session more costs. `node bench/bench.mjs set pool`.
 *
 * Sessions are the gallery with other names, so that no result is known before: a name changes the bytes, and the bytes are the key.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { ensureBuild, root } from '../scripts/setup.mjs';
import { atMost, goal, n } from './figures.mjs';
import { inBrowser } from './page.mjs';

const SESSIONS = 24;
/** A worker compiles its code once: of few sessions that is most of the time, of a week's work little. */
const POOLED = 96;
const SAMPLES = ['support-policies.json', 'chinese-data-analysis.jsonl', 'research-session.json', 'pasted-log.json'];
/** A pool that gains nothing is no pool. */
const GAIN = 1.4;
const LONG_TASK = 50;

function makeSessions(folder, count, from = 0) {
  return Array.from({ length: count }, (_, i) => {
    const name = SAMPLES[i % SAMPLES.length];
    const file = path.join(folder, `${from + i}-${name}`);
    // A space at the end changes the bytes and nothing else.
    writeFileSync(file, `${readFileSync(path.join(root, 'fixtures/samples', name), 'utf8').trimEnd()}\n${' '.repeat(from + i)}\n`);
    return file;
  });
}

/** A page with as many cores as it is told. */
async function openSet(browser, address, cores, files) {
  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 }, locale: 'en-US' });
  await context.addInitScript(() => localStorage.setItem('guide-seen', '1'));
  const page = await context.newPage();
  await page.addInitScript((count) => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => count });
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) globalThis.longTasks.push({ at: startTime, ms: duration });
    }).observe({ type: 'longtask', buffered: true });
  }, cores);
  await page.goto(address);
  await page.getByRole('tab', { name: 'Set' }).click();
  await page.getByLabel('Session file').setInputFiles(files);
  await page.getByRole('button', { name: new RegExp(`^Compare all sessions (${files.length})`) }).click({ trial: true, timeout: 300_000 });
  return page;
}

/** Seconds from the click to the end, and the longest task of the main thread in that time. */
async function compare(page, name) {
  const from = await page.evaluate(() => performance.now());
  const start = performance.now();
  await page.getByRole('button', { name }).click();
  // A locator by role computes the names of all elements again and again, in the thread that is measured.
  const ended = () => [...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'All compared');
  await page.waitForFunction(ended, undefined, { polling: 200, timeout: 900_000 });
  const seconds = (performance.now() - start) / 1000;
  const longest = await page.evaluate((at) => Math.max(0, ...globalThis.longTasks.filter((task) => task.at >= at).map(({ ms }) => ms)), from);
  return { seconds, longest };
}

function inPage(work) {
  ensureBuild('site');
  return inBrowser(work);
}

/** One session more costs one session, not the set again. */
export const set = () =>
  inPage(async (browser, address, folder) => {
    const page = await openSet(browser, address, cpus().length, makeSessions(folder, SESSIONS));
    const all = await compare(page, /^Compare all/);
    await page.getByLabel('Session file').setInputFiles(makeSessions(folder, SAMPLES.length, SESSIONS));
    const more = await compare(page, new RegExp(`^Compare ${SAMPLES.length} more`));
    const share = more.seconds / all.seconds;
    const fair = SAMPLES.length / SESSIONS;
    return {
      tables: [
        {
          title: `A set of ${SESSIONS} sessions in the page, every row of the short list with its recall`,
          head: ['what', 'sessions', 's', 'sessions / s', 'longest task of the main thread, ms'],
          rows: [
            ['all of them', SESSIONS, n(all.seconds), n(SESSIONS / all.seconds), n(all.longest)],
            ['four more', SAMPLES.length, n(more.seconds), n(SAMPLES.length / more.seconds), n(more.longest)],
          ],
        },
      ],
      goals: [
        goal('four sessions more, as a share of the time of 24', share, `≤ 2 × their share (${fair.toFixed(2)})`, share <= 2 * fair),
        atMost('longest task of the main thread while a set is compared', all.longest, LONG_TASK, 'ms', ''),
      ],
    };
  });

/** One worker against one for each core. */
export const pool = () =>
  inPage(async (browser, address, folder) => {
    const cores = Math.min(8, cpus().length);
    const files = makeSessions(folder, POOLED);
    const speeds = [];
    for (const workers of [1, cores]) {
      const page = await openSet(browser, address, workers, files);
      const { seconds } = await compare(page, /^Compare all/);
      speeds.push({ workers, speed: POOLED / seconds });
      await page.context().close();
    }
    const gain = speeds[1].speed / speeds[0].speed;
    return {
      tables: [
        {
          title: `The pool of a set: ${POOLED} sessions, each page with an empty store`,
          head: ['workers', 'sessions / s'],
          rows: speeds.map(({ workers, speed }) => [workers, n(speed)]),
        },
      ],
      goals: [goal(`${cores} workers against one`, gain, `≥ ${GAIN} ×`, cores > 1 && gain >= GAIN)],
    };
  });
