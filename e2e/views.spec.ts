/**
 * Every view in every corner (views/): nothing is cut, covered or beside the page, axe with contrast and the size of targets, and in
 * some corners the stored picture. `npm run pictures` stores new ones.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { accessibilityOf, layoutOf } from './layout.ts';
import { expect } from './support.ts';
import { withModels } from './with-models.ts';
import { CHAPTERS } from './views/index.ts';
import { settled } from './views/steps.ts';
import { CORNERS, type Corner, START, turnTo, type View, withFonts } from './views/view.ts';

const test = withModels(/Failed to load resource/);
test.use({ viewport: { width: START.width, height: START.height }, deviceScaleFactor: 1 });

/** New pictures alone, without the checks; or the checks alone, as long as no picture is stored. */
const STORING = process.env.PICTURES === 'store';
const COMPARING = process.env.PICTURES !== 'none';
/** In three corners, each language, theme and width among them; all others in one of the six, in turn. */
const KEY_VIEWS: ReadonlySet<string> = new Set(['compare', 'set', 'tuned', 'replay', 'sent']);
const KEY_CORNERS: readonly Corner[] = [CORNERS[0], CORNERS[4], CORNERS[5]];
const cornersOf = ({ wide, width }: View): readonly Corner[] =>
  CORNERS.filter((corner) => (width ? corner.width === width : !wide || corner.width > 720));

/** Of views without a corner of their own the how manieth each is: they take turns. */
const TURNS: ReadonlyMap<View, number> = new Map(
  CHAPTERS.flatMap(({ views }) => views)
    .filter(({ corner }) => corner === undefined)
    .map((view, turn) => [view, turn]),
);
function pictured(view: View, corner: Corner): boolean {
  if (KEY_VIEWS.has(view.name)) return KEY_CORNERS.includes(corner);
  if (view.corner !== undefined) return CORNERS[view.corner] === corner;
  const corners = cornersOf(view);
  return corners[view.first ? 0 : TURNS.get(view)! % corners.length] === corner;
}

const nameOf = (view: string, { language, width, scheme }: Corner): string => `${view}-${language}-${width}-${scheme}`;

/** Both themes at the widest and at the narrowest; the width between them adds no colours. */
const CONTRASTS: readonly Corner[] = CORNERS.filter(({ width }) => width !== 1280);

/** Brings what the view adds to the top of what scrolls: at another width it stands elsewhere. */
function show(part: HTMLElement | SVGElement): void {
  // Below heads that stick, of the page and of the table.
  part.style.scrollMarginTop = '80px';
  part.scrollIntoView({ block: 'start', behavior: 'instant' });
}
/**
 * Everything that scrolls back to its beginning: where it stands after what came before depends on what was drawn when. A list that measures
 * its rows as they come into sight scrolls by the difference, so it is asked until all stay there.
 */
async function toBeginning(): Promise<void> {
  for (let still = 0, tries = 0; still < 3 && tries < 60; tries++) {
    const scrolled = [...document.querySelectorAll('*')].filter(({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0);
    for (const element of scrolled) element.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    still = scrolled.length === 0 ? still + 1 : 0;
    await new Promise((done) => requestAnimationFrame(done));
  }
}
/** The part of the window that shows it: of a row as long as its details, a picture has what somebody sees. */
function seenOf(part: Element): { x: number; y: number; width: number; height: number } {
  let { left, right, top, bottom } = part.getBoundingClientRect();
  // What lies over the page is not cut by what it stands in.
  const over = part.matches('dialog, [popover]');
  for (let at = over ? null : part.parentElement; at && at !== document.documentElement; at = at.parentElement) {
    if (getComputedStyle(at).overflowY === 'visible') continue;
    const box = at.getBoundingClientRect();
    [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
    [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
  }
  [left, right] = [Math.max(0, Math.floor(left)), Math.min(innerWidth, Math.ceil(right))];
  [top, bottom] = [Math.max(0, Math.floor(top)), Math.min(innerHeight, Math.ceil(bottom))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Durations, and what is said of them. */
const CHANGING = 'footer, [role=status], [data-duration]';

interface Look {
  readonly checked: boolean;
  readonly pictured: boolean;
}

/** One view in one corner. */
async function look(page: Page, view: View, corner: Corner, { checked, pictured }: Look): Promise<void> {
  const name = nameOf(view.name, corner);
  await turnTo(page, corner);
  const modal = page.locator('dialog:modal').last();
  const part = (await modal.count()) > 0 ? modal : view.part?.(page);
  await part?.evaluate(show);
  if (checked) {
    expect.soft(await layoutOf(page), name).toEqual({ cut: [], overlapping: [], outside: [] });
    const again = corner.language !== 'en';
    const looked = await accessibilityOf(page, { within: again ? part : undefined, words: again, contrast: CONTRASTS.includes(corner) });
    expect.soft(looked, name).toEqual([]);
  }
  if (!pictured) return;
  // What was just done is said for seconds.
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  await page.evaluate(toBeginning);
  await part?.evaluate(show);
  const clip = await part?.evaluate(seenOf);
  await expect.soft(page).toHaveScreenshot(`${name}.png`, { clip, mask: [page.locator(CHANGING)] });
}

for (const chapter of CHAPTERS) {
  test(`${chapter.name}: layout, accessibility and pictures of ${chapter.views.length} views`, { tag: '@views' }, async ({ page, server }) => {
    test.setTimeout(1_200_000);
    await withFonts(page);
    await chapter.begin(page, server);
    for (const view of chapter.views) {
      if (!view.width) await view.enter?.(page, server);
      for (const corner of cornersOf(view)) {
        const isPictured = pictured(view, corner);
        if (STORING && !isPictured) continue;
        if (view.width) {
          await turnTo(page, corner);
          await view.enter?.(page, server);
        }
        await look(page, view, corner, { checked: !STORING, pictured: isPictured && COMPARING });
        if (view.width) await view.leave?.(page);
      }
      await turnTo(page, START);
      if (!view.width) await view.leave?.(page);
    }
  });
  const key = chapter.views.findLastIndex(({ name }) => KEY_VIEWS.has(name));
  if (key < 0 || process.env.VIEWS) continue;
  test(`${chapter.name}: layout, accessibility and pictures of what is seen first`, { tag: '@deep' }, async ({ page, server }) => {
    test.setTimeout(600_000);
    await withFonts(page);
    await chapter.begin(page, server);
    for (const view of chapter.views.slice(0, key + 1)) {
      await view.enter?.(page, server);
      if (KEY_VIEWS.has(view.name)) for (const corner of KEY_CORNERS) await look(page, view, corner, { checked: true, pictured: true });
      await turnTo(page, START);
      await view.leave?.(page);
    }
  });
}

test('every stored picture is of a view that is compared, and none of what is seen first is missing', () => {
  test.skip(STORING || !COMPARING, 'pictures are being stored, or none are');
  const namesOf = (views: readonly View[]): readonly string[] =>
    views.flatMap((view) =>
      cornersOf(view)
        .filter((corner) => pictured(view, corner))
        .map((corner) => `${nameOf(view.name, corner)}.png`),
    );
  const views = CHAPTERS.flatMap((chapter) => chapter.views);
  const stored = new Set(readdirSync(path.join(import.meta.dirname, 'pictures')));
  const compared = new Set(namesOf(views));
  expect([...stored].filter((name) => !compared.has(name))).toEqual([]);
  // One of another view that is missing is told by `npm run pictures -- --check`.
  expect(namesOf(views.filter(({ name }) => KEY_VIEWS.has(name))).filter((name) => !stored.has(name))).toEqual([]);
});

test('the comparison at three widths: no text is cut, none lies over another, nothing stands beside the page', async ({ page }) => {
  await withFonts(page);
  await page.goto('./');
  await settled(page);
  for (const corner of CORNERS.slice(0, 3)) {
    await turnTo(page, corner);
    expect(await layoutOf(page), String(corner.width)).toEqual({ cut: [], overlapping: [], outside: [] });
  }
});
