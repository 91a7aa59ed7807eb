/* oxlint-disable no-empty-pattern -- Playwright reads the names of fixtures from an empty pattern */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, type BrowserContextOptions, test as base, expect, type Locator, type Page } from '@playwright/test';
import { encode } from '../src/scenario/codec.ts';
import type { Scenario } from '../src/scenario/schema.ts';

/** What a test lets through: origins that it configured itself, and what the browser says of their refusals. */
export interface Allowed {
  readonly origins: Set<string>;
  readonly errors: RegExp[];
}

/** The moment at which every test begins, in UTC. */
const MOMENT = Date.UTC(2026, 2, 3, 10);
/** The origin of every page; the browser finds the server's port by a rule of its own (playwright.config.ts). */
export const ORIGIN = 'http://playground.localhost';

/** Runs in each page before its own code: a clock that goes on from `MOMENT`. Playwright's own would replace timers and frames as well. */
function setClock(ahead: number): void {
  const now = (): number => Real.now() + ahead;
  const Real = Date;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args) => Reflect.construct(target, args.length > 0 ? args : [now()]) as object,
    apply: () => new Real(now()).toString(),
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
  });
}

/** Runs in each page: the fonts that it asks for first, those of Latin letters before anything measures a text. */
function addFonts(origin: string): void {
  // The policies of documents and of the frame for requests allow no style sheet.
  if (location.origin !== origin || location.pathname.includes('/docs/') || location.pathname.endsWith('/endpoint.html')) return;
  const add = (): void => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = '/fonts/fonts.css';
    link.onload = () => {
      for (const face of document.fonts) if (/^U\+0-FF\b|^U\+0000-00FF\b/i.test(face.unicodeRange)) void face.load().catch(() => null);
    };
    // A picture that is opened by itself has no head.
    document.head?.append(link);
  };
  if (document.head) add();
  // As early as can be: whatever measures a text before remembers the width of another font.
  else
    new MutationObserver((_, observer) => {
      if (!document.head) return;
      observer.disconnect();
      add();
    }).observe(document, { childList: true, subtree: true });
}

interface Visit {
  /** Somebody who was never here: the side by side is closed. */
  readonly newcomer?: boolean;
  /** *More settings* was left open. */
  readonly more?: boolean;
}

/** What every page of a context has, whichever test opens it. */
export async function prepare(context: BrowserContext, { newcomer = false, more = false }: Visit = {}): Promise<void> {
  await context.addInitScript(setClock, MOMENT - Date.now());
  await context.addInitScript(addFonts, ORIGIN);
  const kept = [...(newcomer ? [] : ['beside']), ...(more ? ['more-settings'] : [])];
  await context.addInitScript((names: readonly string[]) => {
    // What a test changed stays over a reload.
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (visit?.type === 'reload') return;
    try {
      for (const name of names) localStorage.setItem(name, '1');
    } catch {
      // A page without storage, of a test about that.
    }
  }, kept);
}

/** A context of somebody else, with a storage of its own. */
export async function visitor(browser: Browser, options: BrowserContextOptions = {}, visit: Visit = { newcomer: true }): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await prepare(context, visit);
  return context;
}

/** Every test fails on an uncaught exception, a console error, or a request that leaves the site. */
export const test = base.extend<{ guard: undefined; allowed: Allowed; whole: boolean; newcomer: boolean }>({
  newcomer: [false, { option: true }],
  /** With the whole first sample, for tests of what its first messages do not have: long lists, many requests, rows that differ. */
  whole: [false, { option: true }],
  baseURL: async ({ whole, baseURL }, use) => use(whole ? new URL('../', baseURL).href : baseURL),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  allowed: async ({}, use) => use({ origins: new Set(), errors: [] }),
  guard: [
    async ({ page, baseURL, allowed, newcomer }, use) => {
      // Most tests of settings use one that is folded away at first.
      await prepare(page.context(), { newcomer, more: true });
      if (process.env.SLOW) {
        const session = await page.context().newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.SLOW) });
      }
      const problems: string[] = [];
      const own = new URL(baseURL!).origin;
      page.on('pageerror', (e) => problems.push(`exception: ${e.message}`));
      page.on('console', (m) => {
        if (m.type() === 'error' && !allowed.errors.some((error) => error.test(m.text()))) problems.push(`console: ${m.text()} ${m.location().url}`);
      });
      page.on('request', (r) => {
        const url = new URL(r.url());
        if (/^https?:$/.test(url.protocol) && url.origin !== own && !allowed.origins.has(url.origin) && url.hostname !== 'localhost')
          problems.push(`request to ${url.origin}`);
      });
      await use(undefined);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

const linkFile = (name: string): string => readFileSync(path.resolve(import.meta.dirname, '../fixtures/links', name), 'utf8').trim();
/** The sample with every row, without groups. */
export const EVERY_ROW = linkFile('every-row.txt');
const everyRow = JSON.parse(linkFile('every-row.json')) as Scenario;
/** The same without the rows that the page folds away at first. */
export const SHOWN_ROWS = await encode({ ...everyRow, view: { ...everyRow.view, allRows: false } });

/** Opens the page, by itself with every row, and waits until a transcript is loaded and compared. */
export async function open(page: Page, fragment = EVERY_ROW): Promise<void> {
  // From an open page another fragment loads nothing: what is seen at first is still the comparison of before.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  await page.goto(`./${fragment}`);
  await ready(page);
}

/** Runs in the page: presses a button as soon as it is drawn, and the page says `said`. A click from here can come too late. */
export function pressDrawn({ button, said }: { readonly button: string; readonly said?: string }): void {
  new MutationObserver((_, observer) => {
    const drawn = document.querySelector<HTMLElement>(button);
    if (!drawn || (said && !document.body.textContent.includes(said))) return;
    observer.disconnect();
    drawn.click();
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** The line at the foot of the page: what is loaded, and what is under way. */
export const statusLine = (page: Page) => page.getByRole('contentinfo').getByRole('status');

/** Longer than anything takes on a busy machine. */
const PATIENCE = { state: 'attached', timeout: 180_000 } as const;

/** Until every call but a recall is answered, and the answers are drawn (src/app/store/store.ts). */
const compared = (page: Page): Promise<void> => page.locator('html[data-idle]').waitFor(PATIENCE);

/** Until the page is at rest. */
export const settled = (page: Page): Promise<void> => page.locator('html[data-idle=""]').waitFor(PATIENCE);

/** A transcript is loaded and compared. */
export async function ready(page: Page): Promise<void> {
  await compared(page);
  await expect(statusLine(page)).toContainText(/[\d,]+ messages/);
}

/** The list of samples, which stands in *Open a session*. */
export async function openSamples(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open a session', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /[Ss]ample/ })
    .first()
    .click();
}

/** Opens what the menu *Share* holds: the link, the report or the files. */
export async function openShared(page: Page, name: 'Link to this' | 'Report' | 'Export'): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog').last();
}

/** What a policy may leave, above every view that compares. */
export const target = (page: Page): Locator => page.getByRole('main').getByRole('slider', { name: 'Target', exact: true });

/** The drawer with model, window, summariser and all other settings; it stays open beside the view. */
export async function openSettings(page: Page): Promise<Locator> {
  const button = page.locator('[data-opens-controls]').first();
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
  return page.getByRole('complementary', { name: 'Settings', exact: true });
}

/** A session of so many messages is compared and measured. */
export async function measured(page: Page, messages: number): Promise<void> {
  await settled(page);
  await expect(statusLine(page)).toContainText(`${messages} messages`);
}

/** Where an element stands once nothing moves any more. */
export async function placeOf(page: Page, element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await settled(page);
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

/** The link in the address, once the last change is in it. */
export async function settledAddress(page: Page): Promise<string> {
  await compared(page);
  expect(page.url()).toContain('#s=');
  return page.url();
}

export interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}
/** Gives files to the page the way the file picker does. */
export const give = (page: Page, files: string | GivenFile | GivenFile[]): Promise<void> => page.getByLabel('Session file').setInputFiles(files);

/** The same of one file, until it is compared. */
export async function importFile(page: Page, file: string | GivenFile): Promise<void> {
  await give(page, file);
  await compared(page);
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
 * of a test otherwise. Every day axe is asked of the views alone (views.spec.ts); `npm run test:deep`, which runs every test, asks here too.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await compared(page);
  if (!process.env.DEEP) return;
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
