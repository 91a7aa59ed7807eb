/** What a view and a chapter are, in which corners each is looked at, and how a page is turned to one. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { ModelServer } from '../../src/models/testing/server.ts';
import { settled } from '../support.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
] as const;
const LANGUAGES = ['en', 'zh-CN'] as const;
const SCHEMES = ['light', 'dark'] as const;
export interface Corner {
  readonly language: (typeof LANGUAGES)[number];
  readonly scheme: (typeof SCHEMES)[number];
  readonly width: (typeof SIZES)[number]['width'];
  readonly height: number;
}
/** Every language in every theme at every width. Another theme draws anew, another width lays out, another language makes all texts: in this order they change. */
export const CORNERS: readonly Corner[] = LANGUAGES.flatMap((language) =>
  SIZES.flatMap((size, at) => (at % 2 === 0 ? SCHEMES : SCHEMES.toReversed()).map((scheme) => ({ language, scheme, ...size }))),
);
/** Where views are reached. */
export const START: Corner = CORNERS[0]!;
const WIDE = { width: START.width, height: START.height };

export const nameOf = (view: string, { language, width, scheme }: Corner): string => `${view}-${language}-${width}-${scheme}`;
/** The corners that a view has. */
export const cornersOf = ({ wide, width }: View): readonly Corner[] =>
  CORNERS.filter((corner) => (width ? corner.width === width : !wide || corner.width > 720));

export interface View {
  readonly name: string;
  /** From where the chapter begins to the view. */
  enter?(page: Page, server: ModelServer): Promise<unknown>;
  /** And back; a dialog is closed by its key. */
  leave?(page: Page): Promise<unknown>;
  /** A narrow page does not have it. */
  readonly wide?: true;
  /** It exists at this width alone: it is entered and left in each language there, so by what has no language. */
  readonly width?: Corner['width'];
  /** What a picture of it shows; by itself the open dialog, or the page. */
  part?(page: Page): Locator;
}

/** Views that one page shows one after the other: loading and comparing take longer than all of them. */
export interface Chapter {
  readonly name: string;
  /** Goes to where it begins. */
  begin(page: Page, server: ModelServer): Promise<unknown>;
  readonly views: readonly View[];
}

/** What the view adds: the open dialog, or a part that it names. */
export async function partOf(page: Page, view: View): Promise<Locator | undefined> {
  const modal = page.locator('dialog:modal').last();
  return (await modal.count()) > 0 ? modal : view.part?.(page);
}

/** Enters a view and turns it to those of the corners that it has, one after the other; then leaves it for the next. */
export async function visit(
  page: Page,
  server: ModelServer,
  view: View,
  corners: readonly Corner[],
  look: (corner: Corner) => Promise<void>,
): Promise<void> {
  const own = cornersOf(view).filter((corner) => corners.includes(corner));
  let language: Corner['language'] | null = null;
  for (const corner of own) {
    // A view of one width is entered there, in each language.
    if (view.width && language !== null && language !== corner.language) await view.leave?.(page);
    if (view.width) await turnTo(page, corner);
    if (view.width ? language !== corner.language : language === null) await view.enter?.(page, server);
    language = corner.language;
    // Where the pointer was left, another part of the page is in another corner.
    await page.mouse.move(0, 0);
    await turnTo(page, corner);
    // What was just done is said for seconds.
    await expect(page.locator('[data-toast]')).toHaveCount(0);
    await look(corner);
  }
  if (view.width) await view.leave?.(page);
  await turnTo(page, START);
  if (!view.width) await view.leave?.(page);
}

/** A busy machine is no failure. */
export const SLOW = { timeout: 150_000 };

/** Language, theme and width by the page's own means, in whatever is open. What is so already is not asked for again. */
export async function turnTo(page: Page, { language, scheme, width, height }: Corner): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) !== language) {
    // A chart measures its labels once: by the font that they will have.
    if (language !== 'en')
      await page.evaluate(() => Promise.all(Array.from(document.fonts, (face) => face.load().catch(() => null))).then(() => undefined));
    await page.setViewportSize(WIDE);
    // A dialog leaves what is behind it inert for a pointer, not for the page.
    await page
      .locator('header button[aria-label^="Language"], header button[aria-label^="语言"]')
      .first()
      .evaluate((button: HTMLElement) => button.click());
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  const size = page.viewportSize();
  if (size?.width !== width || size.height !== height) await page.setViewportSize({ width, height });
  await settled(page);
  await page.evaluate(drawn);
}

/** Runs in the page: until fonts are there and nothing moves. */
async function drawn(): Promise<void> {
  await document.fonts.ready;
  // What follows from a new width is measured in one frame and drawn in the next.
  for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done));
  await Promise.all(
    document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition)
      .map(({ finished }) => finished.catch(() => null)),
  );
  await document.fonts.ready;
}
