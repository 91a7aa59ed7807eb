/** What a view and a chapter are, in which corners each is looked at, and how a page is turned to one. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { ModelServer } from '../../src/models/testing/server.ts';

/**
 * Every language at every width, and of languages, widths and themes every pair: what depends on the theme (contrast) does not depend on
 * all three at once.
 */
export const CORNERS = [
  { language: 'en', scheme: 'light', width: 1440, height: 900 },
  { language: 'en', scheme: 'dark', width: 1280, height: 720 },
  { language: 'en', scheme: 'light', width: 390, height: 844 },
  { language: 'zh-CN', scheme: 'dark', width: 1440, height: 900 },
  { language: 'zh-CN', scheme: 'light', width: 1280, height: 720 },
  { language: 'zh-CN', scheme: 'dark', width: 390, height: 844 },
] as const;
export type Corner = (typeof CORNERS)[number];
/** Where views are reached. */
export const START: Corner = CORNERS[0];
const WIDE = { width: START.width, height: START.height };

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
  /** Its picture is of the first corner: where a list that opens at a message stands depends on the widths before. */
  readonly first?: true;
  /** Which of the corners its picture is of. Without it they take turns, so a view that is put between others says it: theirs stay. */
  readonly corner?: 0 | 1 | 2 | 3 | 4 | 5;
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

/** A busy machine is no failure. */
export const SLOW = { timeout: 150_000 };

/** Language, theme and width by the page's own means, in whatever is open. */
export async function turnTo(page: Page, { language, scheme, width, height }: Corner): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) !== language) {
    await page.setViewportSize(WIDE);
    // A dialog leaves what is behind it inert for a pointer, not for the page.
    await page
      .locator('header button[aria-label^="Language"], header button[aria-label^="语言"]')
      .first()
      .evaluate((button: HTMLElement) => button.click());
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height });
  await expect(page.locator('[data-slow], [data-late]')).toHaveCount(0, SLOW);
  await page.evaluate(async () => {
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
  });
}

/** Adds the fonts of the pictures to every page that is opened. */
export async function withFonts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const add = () => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = '/fonts/fonts.css';
      // All of them at once: a chart measures its labels once, and would do so by another font.
      link.onload = () => void Promise.all(Array.from(document.fonts, (face) => face.load().catch(() => null)));
      // A picture that is opened by itself has none.
      document.head?.append(link);
    };
    if (document.head) add();
    else document.addEventListener('DOMContentLoaded', add);
  });
}
