/**
 * `npm run screenshots`: writes docs/images/*.png from the built page. `npm run screenshots -- FILE OUTDIR` takes the same pictures of
 * another transcript into another folder.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ensureBuild, ensureChromium, ensurePackages, root } from './setup.mjs';

ensurePackages();
ensureBuild('site');
const executablePath = await ensureChromium();
const [file, out = path.join(root, 'docs/images')] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const { chromium } = await import('playwright');
const { preview } = await import('vite');

const shots = [
  { name: 'compare-light', width: 1600, height: 1000, scheme: 'light' },
  { name: 'compare-dark', width: 1600, height: 1000, scheme: 'dark' },
  { name: 'compare-narrow', width: 390, height: 844, scheme: 'light' },
  { name: 'replay-light', width: 1600, height: 1000, scheme: 'light', tab: 'Replay' },
  { name: 'tune-light', width: 1440, height: 900, scheme: 'light', tune: true },
  { name: 'set-light', width: 1440, height: 900, scheme: 'light', set: true },
  { name: 'compare-zh', width: 1600, height: 1000, scheme: 'light', language: 'zh-CN' },
];

/** Nothing is under way: no value of before, no progress, no part of the page still to come, no colour on its way. */
async function still(page) {
  await page.waitForFunction(
    () =>
      !document.querySelector('[data-slow], [data-late], [role=progressbar]') &&
      document.getAnimations().every((animation) => animation.playState !== 'running') &&
      document.fonts.status === 'loaded',
    null,
    { timeout: 120_000 },
  );
  // What follows from the last change is drawn one frame later.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

const server = await preview({ root, preview: { port: 4290, host: 'localhost' }, logLevel: 'error' });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const { name, width, height, scheme, language, tab, set, tune } of shots) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, deviceScaleFactor: 1, locale: language ?? 'en-US' });
    await context.addInitScript(() => localStorage.setItem('guide-seen', '1'));
    const page = await context.newPage();
    if (language) await page.addInitScript((id) => localStorage.setItem('language', id), language);
    await page.goto(server.resolvedUrls.local[0]);
    const table = page.getByRole('table').first();
    await table.waitFor();
    if (file) {
      await page.locator('input[type=file]').first().setInputFiles(file);
      await page.getByText(path.basename(file)).first().waitFor();
    }
    // The answer waits for the recall.
    await page.getByRole('button', { name: language === 'zh-CN' ? '为什么' : 'Why', exact: true }).waitFor({ timeout: 60_000 });
    // The plot is loaded lazily; a phone shows it below the rows.
    await page.locator('figure [data-chart] svg text').first().waitFor({ state: 'attached' });
    if (tab) {
      await page.getByRole('tab', { name: tab }).click();
      // A session that never fills its window is shown with the largest one in which a trigger fires.
      await page.getByRole('slider', { name: 'Context size' }).waitFor();
      await page.getByText(/requests × \d+ runs? in/).waitFor({ timeout: 60_000 });
    }
    if (set) {
      await page.getByRole('button', { name: 'Samples' }).click();
      await page.getByRole('button', { name: /A week/ }).click();
      await page.getByRole('button', { name: /^Compare all/ }).click();
      await page.getByRole('button', { name: 'All compared' }).waitFor({ timeout: 180_000 });
    }
    if (tune) {
      await page.getByRole('tab', { name: 'Tune' }).click();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('region', { name: 'What to set' }).waitFor({ timeout: 120_000 });
    }
    await still(page);
    await page.screenshot({ path: path.join(out, `${name}.png`) });
    console.log(path.join(out, `${name}.png`));
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
}
