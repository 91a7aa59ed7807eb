/** A picture of what a view shows, always of the same moment: everything scrolled to its beginning, nothing moving, no durations. */
import type { CDPSession, Locator, Page } from '@playwright/test';
import type { Cell } from './sheet.ts';

/** Durations, and what is said of them. */
export const CHANGING = 'footer, [role=status], [data-duration]';

/** Brings what the view adds to the top of what scrolls: at another width it stands elsewhere. */
function show(part: HTMLElement | SVGElement): void {
  // Below heads that stick, of the page and of the table.
  part.style.scrollMarginTop = '80px';
  part.scrollIntoView({ block: 'start', behavior: 'instant' });
}

/**
 * Everything that scrolls back to its beginning: where it stands after what came before depends on what was drawn when. A list that measures
 * its rows as they come into sight scrolls by the difference, so it is asked until all stay there; one that follows what it was sent to stops
 * once somebody turns the wheel.
 */
async function toBeginning(): Promise<void> {
  for (let moved = true, tries = 0; tries < 60; tries++) {
    const scrolled = [...document.querySelectorAll('*')].filter(({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0);
    if (scrolled.length === 0 && !moved) return;
    for (const element of scrolled) {
      element.dispatchEvent(new WheelEvent('wheel'));
      element.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    }
    moved = scrolled.length > 0;
    await new Promise((done) => requestAnimationFrame(done));
  }
}

/** The part of the window that shows it: of a row as long as its details, a picture has what somebody sees. */
function seenOf(part: Element): Cell {
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
  return { left, top, width: right - left, height: bottom - top };
}

/** A test's own server has another port each time, and so may the page: a link of it says which. */
const ADDRESS = String.raw`127\.0\.0\.1:\d+`;
const addressesOf = (page: Page): string => `${ADDRESS}|${new URL(page.url()).host.replaceAll('.', String.raw`\.`)}`;

/** Takes what changes out of sight, in its place; or shows it again. */
function cover(changing: { readonly parts: string; readonly texts: string } | null): void {
  const id = 'covered-for-a-picture';
  document.getElementById(id)?.remove();
  for (const element of document.querySelectorAll('[data-covered]')) element.removeAttribute('data-covered');
  if (changing === null) return;
  const texts = new RegExp(changing.texts);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (texts.test(node.nodeValue ?? '')) node.parentElement?.setAttribute('data-covered', '');
  for (const field of document.querySelectorAll('input, textarea'))
    if (texts.test((field as HTMLInputElement).value)) field.setAttribute('data-covered', '');
  const style = document.createElement('style');
  style.id = id;
  style.textContent = `:is(${changing.parts}, [data-covered]) { opacity: 0 !important; transition: none !important } * { caret-color: transparent !important }`;
  document.head.append(style);
}

/** Everything at its beginning, and what the view adds in sight; where that stands in the window. */
export async function arranged(page: Page, part: Locator | undefined): Promise<Cell> {
  await page.evaluate(toBeginning);
  await part?.evaluate(show);
  const { width, height } = page.viewportSize()!;
  return (await part?.evaluate(seenOf)) ?? { left: 0, top: 0, width, height };
}

const sessions = new WeakMap<Page, CDPSession>();
/** The window as it is, by the browser's own command: what Playwright adds (fonts, animations, two that are the same) is waited for once before. */
export async function windowOf(page: Page): Promise<Buffer> {
  let session = sessions.get(page);
  if (!session) {
    session = await page.context().newCDPSession(page);
    sessions.set(page, session);
  }
  await page.evaluate(cover, { parts: CHANGING, texts: addressesOf(page) });
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
  await page.evaluate(cover, null);
  return Buffer.from(data, 'base64');
}
