/**
 * Every view in every corner (views/): nothing is cut, covered or beside the page, axe with contrast and the size of targets, and the
 * stored picture. `npm run pictures` stores new ones.
 */
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { accessibilityOf, type Contrasts, contrastOf } from './accessibility.ts';
import { layoutOf, placesOf } from './layout.ts';
import type { ModelServer } from '../src/models/testing/server.ts';
import { expect } from './support.ts';
import { withModels } from './with-models.ts';
import { CHAPTERS } from './views/index.ts';
import { differenceOf, FOLDER, isSame, pictureOf, readSheet, storeSheet, type Tile, tileOf } from './views/sheet.ts';
import { arranged, CHANGING, windowOf } from './views/shot.ts';
import { settled } from './views/steps.ts';
import { type Corner, CORNERS, cornersOf, nameOf, START, turnTo, type View, withFonts } from './views/view.ts';

const test = withModels(/Failed to load resource/);
test.use({ viewport: { width: START.width, height: START.height }, deviceScaleFactor: 1 });

/** New pictures alone, without the checks; or the checks alone, as long as no picture is stored. */
const STORING = process.env.PICTURES === 'store';
const COMPARING = process.env.PICTURES !== 'none';
/** What is seen first has pictures of full size as well, in three corners: each language, theme and width among them. */
const KEY_VIEWS: ReadonlySet<string> = new Set(['compare', 'set', 'tuned', 'replay', 'sent']);
const KEY_CORNERS: ReadonlySet<string> = new Set(['-en-1440-light', '-zh-CN-1280-light', '-zh-CN-390-dark']);
const isWhole = (view: View, corner: Corner): boolean => KEY_VIEWS.has(view.name) && KEY_CORNERS.has(nameOf('', corner));

/** What the view adds: the open dialog, or a part that it names. */
async function partOf(page: Page, view: View): Promise<Locator | undefined> {
  const modal = page.locator('dialog:modal').last();
  return (await modal.count()) > 0 ? modal : view.part?.(page);
}

/** By all chapters of this process. */
const CONTRASTS: Contrasts = new Set();

/**
 * Layout, targets and contrast. Where every box stands as in `before`, the other theme of the same corner, layout and targets are those. All
 * rules of axe are asked in English at every width, of another language those that words can break; and of a view that is a part of the page
 * the whole page once, because the rest is a view of its own.
 */
async function measure(page: Page, name: string, corner: Corner, part: Locator | undefined, before: number | undefined): Promise<number> {
  const places = await placesOf(page);
  expect.soft(await contrastOf(page, CONTRASTS), name).toEqual([]);
  if (places === before) return places;
  expect.soft(await layoutOf(page), name).toEqual({ cut: [], overlapping: [], outside: [] });
  const [within, words] = [corner === START ? undefined : part, corner.language !== START.language];
  expect.soft(await accessibilityOf(page, { within, words, contrast: false }), name).toEqual([]);
  return places;
}

/** Asked again while it is another than the stored one (what was just drawn may be drawn again), at the longest for so long. */
const PATIENCE = 20_000;
/** What a corner shows; of a new one, what it shows twice. */
async function shownIn(page: Page, corner: Corner, part: Locator | undefined, stored: Tile | undefined): Promise<Tile> {
  let before = stored;
  for (const until = Date.now() + PATIENCE; ; ) {
    const clip = await arranged(page, part);
    const now = await tileOf(await windowOf(page), corner, clip);
    if ((before && isSame(before, now)) || Date.now() > until) return now;
    if (stored && STORING) stored = undefined;
    before = stored ?? now;
    await page.waitForTimeout(100);
  }
}

async function compare(stored: Tile | undefined, now: Tile, name: string, info: TestInfo): Promise<void> {
  if (stored && isSame(stored, now)) return;
  const files: [string, Buffer][] = [['actual', await pictureOf(now)]];
  let said = 'no picture is stored, or one of another size';
  if (stored) {
    const { pixels, picture } = await differenceOf(stored, now);
    files.push(['expected', await pictureOf(stored)], ['diff', picture]);
    said = `${pixels} pixels of one place differ from the stored picture`;
  }
  for (const [kind, body] of files) {
    const file = info.outputPath(`${name}-${kind}.png`);
    await writeFile(file, body);
    await info.attach(`${name}-${kind}.png`, { path: file, contentType: 'image/png' });
  }
  expect.soft(said, name).toBe('');
}

/** One view in each of its corners; a new sheet where it no longer looks like the stored one. */
async function visit(page: Page, server: ModelServer, view: View, info: TestInfo): Promise<void> {
  const corners = cornersOf(view);
  const stored = COMPARING ? await readSheet(view.name, corners) : new Map<Corner, Tile>();
  const tiles = new Map<Corner, Tile>();
  const places = new Map<string, number>();
  let language: Corner['language'] | null = null;
  for (const corner of corners) {
    // A view of one width is entered there, in each language.
    if (view.width && language !== null && language !== corner.language) await view.leave?.(page);
    if (view.width) await turnTo(page, corner);
    if (view.width ? language !== corner.language : language === null) await view.enter?.(page, server);
    language = corner.language;
    // Where the pointer was left, another part of the page is in another corner.
    await page.mouse.move(0, 0);
    await turnTo(page, corner);
    const part = await partOf(page, view);
    // What was just done is said for seconds.
    await expect(page.locator('[data-toast]')).toHaveCount(0);
    const name = nameOf(view.name, corner);
    if (COMPARING) {
      const now = await shownIn(page, corner, part, stored.get(corner));
      tiles.set(corner, now);
      if (!STORING) await compare(stored.get(corner), now, name, info);
      if (isWhole(view, corner)) await expect.soft(page).toHaveScreenshot(`${name}.png`, { mask: [page.locator(CHANGING)] });
    } else await arranged(page, part);
    if (STORING) continue;
    const place = `${corner.language} ${corner.width}`;
    places.set(place, await measure(page, name, corner, part, places.get(place)));
  }
  const isNew = ([corner, tile]: [Corner, Tile]): boolean => !stored.has(corner) || !isSame(stored.get(corner)!, tile);
  if (STORING && [...tiles].some(isNew)) await storeSheet(view.name, tiles);
  if (view.width) await view.leave?.(page);
  await turnTo(page, START);
  if (!view.width) await view.leave?.(page);
}

for (const { name, begin, views } of CHAPTERS) {
  test(`${name}: layout, accessibility and pictures of ${views.length} views @deep`, async ({ page, server }, info) => {
    test.setTimeout(1_200_000);
    await withFonts(page);
    await begin(page, server);
    for (const view of views) await visit(page, server, view, info);
  });
}

test('every stored picture is of a view, and none of a view is missing @deep', () => {
  test.skip(STORING || !COMPARING, 'pictures are being stored, or none are');
  const views = CHAPTERS.flatMap((chapter) => chapter.views);
  const whole = views.flatMap((view) => cornersOf(view).flatMap((corner) => (isWhole(view, corner) ? nameOf(view.name, corner) : [])));
  const compared = [...views.map(({ name }) => name), ...whole].map((name) => `${name}.png`);
  expect(readdirSync(FOLDER).toSorted()).toEqual(compared.toSorted());
});

test('the comparison at three widths: no text is cut, none lies over another, nothing stands beside the page', async ({ page }) => {
  await withFonts(page);
  await page.goto('./');
  await settled(page);
  for (const corner of CORNERS.filter(({ language, scheme }) => language === 'en' && scheme === 'light')) {
    await turnTo(page, corner);
    expect(await layoutOf(page), String(corner.width)).toEqual({ cut: [], overlapping: [], outside: [] });
  }
});
