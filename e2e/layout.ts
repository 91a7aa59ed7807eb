/**
 * What must hold of every view at every width: no text is cut without a way to read it, no text lies over another, and nothing stands
 * beside the page. Each check is a plain function that runs in the page and names what it found.
 */
import type { Page } from '@playwright/test';

export interface Findings {
  /** Texts that an edge cuts, without a title that holds them, a description, or a control that opens them. */
  readonly cut: readonly string[];
  /** Pairs of texts of which both are seen in the same place. */
  readonly overlapping: readonly string[];
  /** Texts beside the page, and the width by which the page scrolls sideways. */
  readonly outside: readonly string[];
}

/** A page that is longer than its window is looked at screen by screen, to so many. */
const SCREENS = 4;

/** The three checks over the open dialog, or over the page while none is open: where it stands, and from its top down. */
export async function layoutOf(page: Page): Promise<Findings> {
  const { cut, overlapping, outside } = await page.evaluate(inPage);
  const all = new Set(overlapping);
  const { screens, at } = await page.evaluate(() => ({ screens: Math.ceil(document.documentElement.scrollHeight / innerHeight), at: scrollY }));
  for (let i = at === 0 ? 1 : 0; i < Math.min(SCREENS, screens); i++) {
    await page.evaluate((n) => scrollTo(0, n * innerHeight), i);
    for (const found of (await page.evaluate(inPage)).overlapping) all.add(found);
  }
  if (screens > 1) await page.evaluate((y) => scrollTo(0, y), at);
  return { cut, overlapping: [...all], outside };
}

/**
 * Runs in the page, so that it can name nothing outside itself. Texts are measured as they are laid out (the lines of each text
 * node), which sees a cut by an ellipsis, by a number of lines and by any ancestor alike.
 */
function inPage(): Findings {
  interface Box {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  }
  interface Text {
    readonly element: Element;
    readonly text: string;
    /** As laid out, line by line. */
    readonly lines: readonly Box[];
    /** What ancestors leave of them. */
    readonly seen: readonly Box[];
  }
  /** Letters of italics and of other fonts reach a little over their box. */
  const TOLERANCE = 1.5;
  const dialogs = [...document.querySelectorAll('dialog[open], [role=dialog], [popover]:popover-open')].filter(
    (element) => element.getClientRects().length > 0,
  );
  const root = dialogs.at(-1) ?? document.body;

  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    let style = styles.get(element);
    if (!style) {
      style = getComputedStyle(element);
      styles.set(element, style);
    }
    return style;
  };
  const normal = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();
  const where = (element: Element): string => {
    const path: string[] = [];
    for (let at: Element | null = element; at && at !== root && path.length < 4; at = at.parentElement) {
      const name = at.getAttribute('aria-label') ?? at.getAttribute('data-key') ?? at.id;
      const classes = String((at as HTMLElement).className?.toString?.() ?? '')
        .match(/_[a-z][\w-]*?_/gi)?.[0]
        ?.replaceAll('_', '');
      path.unshift(`${at.localName}${classes ? `.${classes}` : ''}${name ? `[${name.slice(0, 40)}]` : ''}`);
    }
    return path.join(' > ');
  };
  /** Transparent, or there for screen readers alone. */
  const hiddenCache = new Map<Element, boolean>();
  const hidden = (element: Element): boolean => {
    const known = hiddenCache.get(element);
    if (known !== undefined) return known;
    const style = styleOf(element);
    const box = element.getBoundingClientRect();
    const answer =
      style.visibility !== 'visible' ||
      style.opacity === '0' ||
      style.display === 'none' ||
      element.closest('[aria-hidden=true][hidden]') !== null ||
      (style.position === 'absolute' && box.width <= 1 && box.height <= 1 && style.overflow !== 'visible') ||
      (element !== root && element.parentElement !== null && element.parentElement !== document.documentElement && hiddenBy(element.parentElement));
    hiddenCache.set(element, answer);
    return answer;
  };
  /** Visibility is inherited and can be taken back by a child: it is asked of the element itself alone. */
  const hiddenBy = (element: Element): boolean => {
    const style = styleOf(element);
    const box = element.getBoundingClientRect();
    if (style.opacity === '0') return true;
    if (style.position === 'absolute' && box.width <= 1 && box.height <= 1 && style.overflow !== 'visible') return true;
    return element !== root && element.parentElement !== null && hiddenBy(element.parentElement);
  };

  const clips = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
  const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
  /** The inside of the border, where an element ends what it shows. */
  const inside = (element: Element): Box => {
    const box = element.getBoundingClientRect();
    if (!(element instanceof HTMLElement)) return box;
    const left = box.left + element.clientLeft;
    const top = box.top + element.clientTop;
    return { left, top, right: left + element.clientWidth, bottom: top + element.clientHeight };
  };
  const seenOf = (line: Box, element: Element): Box => {
    let { left, right, top, bottom } = line;
    for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
      const { overflowX, overflowY, position } = styleOf(at);
      if (overflowX !== 'visible' || overflowY !== 'visible') {
        const edge = inside(at);
        if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      if (position === 'fixed') break;
    }
    return { left, right, top, bottom };
  };

  const texts: Text[] = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = normal(node.textContent);
    if (!element || text === '' || element.closest('script, style, noscript, option, title, textarea') || hidden(element)) continue;
    range.selectNodeContents(node);
    // What waits above the window or left of it is there for the keyboard (the way past the header).
    const lines = [...range.getClientRects()].filter(({ width, height, right, bottom }) => width > 0 && height > 0 && right > 0 && bottom > 0);
    if (lines.length > 0) texts.push({ element, text, lines, seen: lines.map((line) => seenOf(line, element)) });
  }

  /** A title or a description that has the text, or a control that opens it. */
  const readable = (element: Element, text: string, edge: Element): boolean => {
    let passed = false;
    for (let at: Element | null = element; at && at !== root.parentElement; at = at.parentElement) {
      const says = [at.getAttribute('title'), at.getAttribute('aria-description'), at.querySelector(':scope > title')?.textContent];
      if (says.some((title) => title && normal(title).includes(text))) return true;
      if (at.hasAttribute('aria-expanded') || at.matches('summary')) return true;
      // A message shows its first lines until its head is pressed, in the cells of the other columns as well.
      if (
        !at.closest('table') &&
        at.querySelector(':scope > button[aria-expanded], :scope > * > button[aria-expanded], :scope > * > * > button[aria-expanded][aria-label]')
      )
        return true;
      if (at === edge) passed = true;
      // A title of the cell or the row around the edge is shown there as well.
      if (passed && at.matches('td, th, tr, li, button, a, label, [role=row], figure, section, dialog')) return false;
    }
    return false;
  };
  const cut: string[] = [];
  for (const { element, text, lines } of texts) {
    let x = true;
    let y = true;
    for (let at: Element | null = element; at && (x || y) && at !== document.documentElement; at = at.parentElement) {
      const { overflowX, overflowY, position } = styleOf(at);
      const edge = inside(at);
      // What can be scrolled to is not cut.
      if (scrolls(overflowX)) x = false;
      if (scrolls(overflowY)) y = false;
      const over = lines.some(
        (line) =>
          (x && clips(overflowX) && (line.right > edge.right + TOLERANCE || line.left < edge.left - TOLERANCE)) ||
          (y &&
            clips(overflowY) &&
            (line.bottom - (line.bottom - line.top) * 0.2 > edge.bottom || line.top + (line.bottom - line.top) * 0.2 < edge.top)),
      );
      if (over) {
        if (!readable(element, text, at)) cut.push(`“${text.slice(0, 80)}” in ${where(element)}, by ${where(at)}`);
        break;
      }
      if (position === 'fixed') break;
    }
  }
  // Fields draw their text themselves: as wide as it needs is a copy whose width follows from it.
  for (const field of root.querySelectorAll<HTMLSelectElement | HTMLInputElement>('select, input')) {
    if (field.getClientRects().length === 0 || hidden(field) || /^(checkbox|radio|range|file|hidden|color)$/.test(field.type)) continue;
    const text = normal(field instanceof HTMLSelectElement ? field.selectedOptions[0]?.textContent : field.value || field.placeholder);
    // What is written into a field can be moved through; a number and a word of the page have to fit.
    if (text === '' || (field instanceof HTMLInputElement && field.value.length > 16)) continue;
    const copy = field.cloneNode(true) as typeof field;
    if (field instanceof HTMLSelectElement) (copy as HTMLSelectElement).selectedIndex = field.selectedIndex;
    else copy.value = field.value;
    copy.removeAttribute('id');
    copy.style.cssText =
      'position: absolute; visibility: hidden; field-sizing: content; width: auto; min-width: 0; max-width: none; transition: none';
    field.after(copy);
    const needs = copy.getBoundingClientRect().width;
    copy.remove();
    if (needs > field.getBoundingClientRect().width + TOLERANCE && !readable(field, text, field))
      cut.push(`“${text.slice(0, 80)}” in ${where(field)}`);
  }

  // Every box answers a point for a moment, those that let a pointer through as well.
  const probe = document.createElement('style');
  probe.textContent = '*, *::before, *::after { pointer-events: auto !important; }';
  document.head.append(probe);
  const opaque = (element: Element): boolean => {
    if (element.matches('canvas, img, dialog')) return true;
    const colour = styleOf(element).backgroundColor;
    return colour !== 'transparent' && !/[,/]\s*0?\.\d+%?\)$|, 0\)$/.test(colour);
  };
  const boxes = texts
    .flatMap(({ element, text, seen }) =>
      seen.map((line) => {
        // A line is as high as its font, letters are not.
        const by = (line.bottom - line.top) * 0.22;
        return { element, text, left: line.left + 1, right: line.right - 1, top: line.top + by, bottom: line.bottom - by };
      }),
    )
    .filter(({ left, right, top, bottom }) => right > left && bottom > top && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth)
    .sort((a, b) => a.top - b.top);
  const overlapping: string[] = [];
  for (const [i, a] of boxes.entries()) {
    for (let j = i + 1; j < boxes.length && boxes[j]!.top < a.bottom - 1; j++) {
      const b = boxes[j]!;
      const [left, right] = [Math.max(a.left, b.left), Math.min(a.right, b.right)];
      const [top, bottom] = [Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)];
      if (right - left < 2 || bottom - top < 1.5) continue;
      if (a.element === b.element && a.text === b.text) continue;
      const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
      const [first, second] = [stack.indexOf(a.element), stack.indexOf(b.element)].sort((m, n) => m - n);
      // Under an opaque box (a sticky head, a menu) the lower of the two is not seen.
      if (first === -1 || stack.slice(0, second).some((element) => opaque(element) && !element.contains(stack[second!]!))) continue;
      overlapping.push(`“${a.text.slice(0, 50)}” and “${b.text.slice(0, 50)}” in ${where(a.element)}`);
    }
  }
  probe.remove();

  const outside: string[] = [];
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) outside.push(`the page is ${page.scrollWidth} px wide in a window of ${page.clientWidth}`);
  for (const { element, text, seen } of texts)
    if (seen.some(({ left, right, top, bottom }) => right > left && bottom > top && (right > innerWidth + TOLERANCE || left < -TOLERANCE)))
      outside.push(`“${text.slice(0, 80)}” in ${where(element)}`);

  return { cut: [...new Set(cut)], overlapping: [...new Set(overlapping)], outside: [...new Set(outside)] };
}

/**
 * Where every box of the page stands, and whether it lets through what is below it, as one number: what holds of a layout holds of the
 * same one in other colours.
 */
export const placesOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    let hash = 0;
    const add = (value: number): void => {
      hash = (Math.imul(hash, 31) + Math.round(value * 8)) | 0;
    };
    for (const element of document.body.querySelectorAll('*')) {
      const { x, y, width, height } = element.getBoundingClientRect();
      for (const value of [x, y, width, height]) add(value);
      const { backgroundColor, opacity, visibility } = getComputedStyle(element);
      add(backgroundColor === 'rgba(0, 0, 0, 0)' || backgroundColor === 'transparent' ? 0 : 1);
      add(opacity === '0' || visibility !== 'visible' ? 0 : 1);
    }
    return hash;
  });
