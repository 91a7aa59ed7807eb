/* oxlint-disable no-empty-pattern -- Playwright reads the names of fixtures from an empty pattern */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';

/** What a test lets through: origins that it configured itself, and what the browser says of their refusals. */
export interface Allowed {
  readonly origins: Set<string>;
  readonly errors: RegExp[];
}

/** As for somebody who knows the page: the guide does not open by itself. */
export async function seen(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    try {
      localStorage.setItem('guide-seen', '1');
    } catch {
      // A page without storage, of a test about that.
    }
  });
}

/** Every test fails on an uncaught exception, a console error, or a request that leaves the site. */
export const test = base.extend<{ guard: undefined; allowed: Allowed; whole: boolean; more: boolean; newcomer: boolean }>({
  /** Somebody who was never here: the guide opens by itself. */
  newcomer: [false, { option: true }],
  /** With the whole first sample, for tests of what its first messages do not have: long lists, many requests, rows that differ. */
  whole: [false, { option: true }],
  baseURL: async ({ whole, baseURL }, use) => use(whole ? new URL('../', baseURL).href : baseURL),
  /** A visit that left *More settings* open: most tests of settings use one of them. */
  more: [true, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  allowed: async ({}, use) => use({ origins: new Set(), errors: [] }),
  guard: [
    async ({ page, baseURL, allowed, more, newcomer }, use) => {
      if (!newcomer) await seen(page);
      if (process.env.SLOW) {
        const session = await page.context().newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.SLOW) });
      }
      const problems: string[] = [];
      const own = new URL(baseURL!).origin;
      page.on('pageerror', (e) => problems.push(`exception: ${e.message}`));
      page.on('console', (m) => {
        if (m.type() === 'error' && !allowed.errors.some((error) => error.test(m.text()))) problems.push(`console: ${m.text()}`);
      });
      page.on('request', (r) => {
        const url = new URL(r.url());
        if (/^https?:$/.test(url.protocol) && url.origin !== own && !allowed.origins.has(url.origin) && url.hostname !== 'localhost')
          problems.push(`request to ${url.origin}`);
      });
      if (more)
        await page.addInitScript(() => {
          try {
            localStorage.setItem('more-settings', '1');
          } catch {
            // A browser that refuses storage.
          }
        });
      await use(undefined);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The sample with every row, without groups. */
export const EVERY_ROW = readFileSync(path.resolve(import.meta.dirname, '../fixtures/links/every-row.txt'), 'utf8').trim();

/** Opens the page, by itself with every row, and waits until a transcript is loaded and compared. */
export async function open(page: Page, fragment = EVERY_ROW): Promise<void> {
  // From an open page another fragment loads nothing: what is seen at first is still the comparison of before.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  await page.goto(`./${fragment}`);
  await ready(page);
}

/** The line at the foot of the page: what is loaded, and what is under way. */
export const statusLine = (page: Page) => page.getByRole('contentinfo').getByRole('status');

/** The status line names messages and tokens, and the table has scored rows. */
export async function ready(page: Page): Promise<void> {
  await expect(statusLine(page)).toContainText(/[\d,]+ messages/, { timeout: 45_000 });
  await expect(
    page
      .getByRole('table', { name: 'Strategies' })
      .getByRole('row', { name: /Middle removal/ })
      .first(),
  ).toBeVisible({ timeout: 45_000 });
}

/** A session of so many messages is compared, and its recall, which comes a moment later, is in the table. */
export async function measured(page: Page, messages: number, timeout = 60_000): Promise<void> {
  // Before the comparison of this session stands, the table is that of the one before, with nothing to come.
  await expect(page.getByRole('contentinfo')).toContainText(`${messages} messages`, { timeout });
  await expect(page.getByRole('contentinfo')).toContainText('compared', { timeout });
  await expect(page.getByRole('region', { name: 'Answer' })).not.toContainText(/is being measured|is measured once/, { timeout });
  await expect(page.locator('[data-late], [data-slow]')).toHaveCount(0, { timeout });
}

/** Where an element stands once the answer, the last that moves what is below it, is there. */
export async function placeOf(page: Page, element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await expect(page.getByRole('region', { name: 'Answer' }).getByRole('button', { name: 'Why' })).toBeVisible({ timeout: 45_000 });
  return (await element.boundingBox())!;
}

/** A file of the shared transcripts. Absent: the test is skipped and says so, unless REQUIRE_SHARED makes that a failure. */
export function sharedFile(name: string): string {
  const dir = process.env.SHARED_DIR ?? path.resolve(import.meta.dirname, '../../shared');
  const file = path.join(dir, 'data', name);
  if (!existsSync(file)) {
    if (process.env.REQUIRE_SHARED) throw new Error(`shared transcript missing: ${name}`);
    test.skip(true, `shared transcript not here: ${name}`);
  }
  return file;
}

/** The link in the address, which follows the settings after a short pause: once the last change is in it. */
export async function settledAddress(page: Page): Promise<string> {
  await expect(page.locator('html')).toHaveAttribute('data-address', 'written');
  expect(page.url()).toContain('#s=');
  return page.url();
}

/** Gives a file to the page the way the file picker does, and waits for its comparison. */
export async function importFile(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.getByLabel('Transcript file').setInputFiles(file);
}

/** What the menu of a chart saves. */
export async function savedPicture(page: Page, menu: Locator, kind: 'SVG' | 'PNG'): Promise<Buffer> {
  await menu.click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `Save as ${kind}`, exact: true }).click();
  return readFileSync(await (await download).path());
}

/** The SVG depends on nothing, and the PNG is twice as large; returns the texts of the SVG and the whole of it. */
export async function expectSaved(page: Page, menu: Locator): Promise<{ readonly svg: string; readonly texts: readonly string[] }> {
  const svg = (await savedPicture(page, menu, 'SVG')).toString('utf8');
  expect(svg).not.toMatch(/var\(|class=|href|color-mix/);
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.map(Number);
  const png = await savedPicture(page, menu, 'PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width! * 2, height! * 2]);
  const texts = await page.evaluate((text) => {
    const read = new DOMParser().parseFromString(text, 'image/svg+xml');
    if (read.querySelector('parsererror')) throw new Error('no XML');
    return [...read.querySelectorAll('text')].map((one) => one.textContent);
  }, svg);
  return { svg, texts };
}

/**
 * No rule of axe is broken. In the page itself and without collecting what passes: there are no frames, and axe is most of the time
 * of a test otherwise.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Values of before are faded until the new ones are there.
  await expect(page.locator('[data-slow]')).toHaveCount(0, { timeout: 45_000 });
  // Colours on their way from one state to another have no contrast of their own.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished.catch(() => null)),
    ).then(() => undefined),
  );
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`)).toEqual([]);
}
