/** What axe finds: with targets of at least 24 × 24 px, and with the contrast of every kind of text. */
import type { Locator, Page } from '@playwright/test';
import axe from 'axe-core';

/** What longer or other words change. */
const OF_WORDS = ['target-size', 'html-has-lang', 'html-lang-valid', 'valid-lang'];

/** Axe itself, once for each document: a third of a second, and what was compiled of it. */
async function withAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
}

/**
 * What axe finds, with contrast and with targets of at least 24 × 24 px or as much room around them (WCAG 2.5.8, which leaves out links
 * in a sentence). Of a page with an open dialog, the dialog: what is behind it is a view of its own.
 * @param within a part of the page, where the rest was asked about before
 * @param contrast whether colours are looked at, which takes half of the time
 * @param words of the other rules those alone that another language can break: all others are of elements and names, which are the same
 */
export async function accessibilityOf(
  page: Page,
  { within, contrast = true, words = false }: { readonly within?: Locator | undefined; readonly contrast?: boolean; readonly words?: boolean } = {},
): Promise<readonly string[]> {
  await withAxe(page);
  // From the top: of what was scrolled halfway under a head that sticks, the smaller half would be measured.
  const scrolled = await page.evaluateHandle(async () => {
    const found = [...document.querySelectorAll('*')].flatMap((element) => (element.scrollTop > 0 ? [{ element, top: element.scrollTop }] : []));
    for (const { element } of found) element.scrollTop = 0;
    // Long tables draw the rows that are in view.
    for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(done));
    return found;
  });
  const asked = await within?.elementHandle();
  const runOnly = [...OF_WORDS, ...(contrast ? ['color-contrast'] : [])];
  const rules = { 'target-size': { enabled: true }, 'color-contrast': { enabled: contrast } };
  const options: axe.RunOptions = { resultTypes: ['violations'], preload: false, ...(words ? { runOnly } : { rules }) };
  const found = await page.evaluate(inAxe, { asked, options });
  await scrolled.evaluate((list) => {
    for (const { element, top } of list) element.scrollTop = top;
  });
  return found;
}

/** Runs in the page. */
async function inAxe({ asked, options }: { asked: Element | undefined; options: axe.RunOptions }): Promise<readonly string[]> {
  const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
  const { violations } = await axe.run(document.querySelector('dialog:modal') ?? asked ?? document, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`));
}

/** Kinds of text whose contrast axe has found to be enough. */
export type Contrasts = Set<number>;

/**
 * Texts with too little contrast. Axe is asked of every kind of text once: of the same part of the page, in the same colours, on the same
 * grounds, of the same size, contrast is the same in every language and at every width. What axe could not tell is asked again.
 */
export async function contrastOf(page: Page, enough: Contrasts): Promise<readonly string[]> {
  await withAxe(page);
  const { passed, violations } = await page.evaluate(contrastIn, [...enough]);
  for (const kind of passed) enough.add(kind);
  return violations;
}

/** Runs in the page. */
async function contrastIn(enough: readonly number[]): Promise<{ readonly passed: readonly number[]; readonly violations: readonly string[] }> {
  const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
  const root = document.querySelector('dialog:modal') ?? document.body;
  const known = new Set(enough);
  const hashed = (text: string, from: number): number => {
    let hash = from;
    for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.codePointAt(i)!) | 0;
    return hash;
  };
  /** Of the element and what it stands in: its place in the page by names of classes, and its grounds. */
  const grounds = new Map<Element, number>();
  const groundOf = (element: Element): number => {
    let ground = grounds.get(element);
    if (ground === undefined) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const own = `${element.localName}.${element.getAttribute('class') ?? ''} ${backgroundColor} ${backgroundImage} ${opacity}`;
      ground = hashed(own, element.parentElement ? groundOf(element.parentElement) : 0);
      grounds.set(element, ground);
    }
    return ground;
  };
  const isDisabled = (element: Element): boolean => element.closest(':disabled, [aria-disabled=true]') !== null;
  const kindOf = (element: Element): number => {
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    return hashed(`${color} ${fontSize} ${fontWeight} ${isDisabled(element)}`, groundOf(element));
  };
  const kinds = new Map<Element, number>();
  for (const element of root.querySelectorAll('*')) {
    const isText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if ((!isText && !element.matches('input, select, textarea')) || element.getClientRects().length === 0) continue;
    const kind = kindOf(element);
    if (!known.has(kind)) kinds.set(element, kind);
  }
  if (kinds.size === 0) return { passed: [], violations: [] };
  const options = { runOnly: ['color-contrast'], resultTypes: ['violations', 'passes'], elementRef: true, preload: false } as const;
  const { passes, violations } = await axe.run({ include: [...kinds.keys()] } as unknown as Element, options as unknown as axe.RunOptions);
  const passed = new Set<number>();
  for (const { nodes } of passes) for (const { element } of nodes) if (kinds.has(element!)) passed.add(kinds.get(element!)!);
  const failed = violations.flatMap(({ nodes }) => nodes);
  // Axe asks nothing of the contrast of what is disabled.
  for (const [element, kind] of kinds) if (isDisabled(element)) passed.add(kind);
  // A kind of which one has too little is no kind that has enough.
  for (const { element } of failed) passed.delete(kinds.get(element!)!);
  return { passed: [...passed], violations: failed.map(({ target, any }) => `color-contrast: ${target.join(' ')} ${any[0]?.message ?? ''}`) };
}
