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
  { name: 'answer-light', width: 1440, height: 900, scheme: 'light' },
  { name: 'answer-dark', width: 1440, height: 900, scheme: 'dark' },
  { name: 'answer-narrow', width: 390, height: 844, scheme: 'light' },
  { name: 'answer-zh', width: 1440, height: 900, scheme: 'light', language: 'zh-CN' },
  { name: 'policies-light', width: 1440, height: 900, scheme: 'light', key: '2' },
  { name: 'plot-light', width: 1440, height: 900, scheme: 'light', key: '3' },
  { name: 'replay-light', width: 1440, height: 900, scheme: 'light', key: '4' },
  { name: 'set-light', width: 1440, height: 900, scheme: 'light', set: true },
  { name: 'tune-light', width: 1440, height: 900, scheme: 'light', key: '6', tune: true },
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

/** No call is under way, and none follows. */
async function rest(page) {
  await page.waitForSelector('html[data-idle=""]', { timeout: 120_000 });
  await still(page);
  await page.waitForSelector('html[data-idle=""]', { timeout: 120_000 });
}

const server = await preview({ root, preview: { port: 4290, host: 'localhost' }, logLevel: 'error' });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const { name, width, height, scheme, language, key, set, tune } of shots) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, deviceScaleFactor: 1, locale: language ?? 'en-US' });
    const page = await context.newPage();
    await page.goto(server.resolvedUrls.local[0]);
    await rest(page);
    if (file) {
      await page.locator('input[type=file]').first().setInputFiles(file);
      await page.getByText(path.basename(file)).first().waitFor();
      await rest(page);
    }
    if (key) {
      await page.keyboard.press(key);
      // The plot is loaded lazily.
      if (name.startsWith('plot')) await page.locator('figure [data-chart] svg text').first().waitFor();
      await rest(page);
    }
    if (set) {
      await page.keyboard.press('o');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /sample/i })
        .first()
        .click();
      await page.getByRole('button', { name: /A week/ }).click();
      await page.getByRole('button', { name: 'All compared' }).waitFor({ timeout: 180_000 });
    }
    if (tune) {
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('region', { name: 'What to set' }).waitFor({ timeout: 120_000 });
      // The curves are drawn once their room is known.
      await page.locator('figure svg path').first().waitFor();
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
