/** The checks of the layout themselves: a small page that breaks each rule, beside one that keeps it. */
import { expect, type Page, test } from '@playwright/test';
import { accessibilityOf, type Contrasts, contrastOf } from './accessibility.ts';
import { layoutOf, placesOf } from './layout.ts';

const BASE = 'font: 14px/20px sans-serif; margin: 0';
async function show(page: Page, body: string): Promise<void> {
  await page.setViewportSize({ width: 400, height: 300 });
  await page.setContent(`<!doctype html><html lang="en"><title>t</title><body style="${BASE}"><main><h1>Name</h1>${body}</main></body></html>`);
}
const LONG = 'a text that is longer than its box';
const ONE_LINE = 'width: 80px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis';

test('a cut text is found, with an ellipsis, by an ancestor, by a number of lines, in a select; not with a title, a control or a scroller', async ({
  page,
}) => {
  for (const body of [
    `<p style="${ONE_LINE}">${LONG}</p>`,
    `<div style="width: 80px; overflow: hidden"><p style="width: 300px">${LONG}</p></div>`,
    `<p style="width: 80px; display: -webkit-box; -webkit-line-clamp: 1; -webkit-box-orient: vertical; overflow: hidden">${LONG}</p>`,
    `<p style="${ONE_LINE}" title="something else">${LONG}</p>`,
    `<svg width="80" height="20"><text x="0" y="15">${LONG}</text></svg>`,
  ]) {
    await show(page, body);
    expect((await layoutOf(page)).cut, body).toEqual([expect.stringContaining(`“${LONG}”`)]);
  }
  await show(page, `<select aria-label="s" style="width: 60px; height: 24px"><option>${LONG}</option></select>`);
  expect((await layoutOf(page)).cut).toEqual([expect.stringContaining(LONG)]);
  for (const body of [
    `<p style="${ONE_LINE}" title="${LONG}, and more">${LONG}</p>`,
    `<button aria-expanded="false" style="${ONE_LINE}">${LONG}</button>`,
    `<div style="width: 80px; overflow: auto"><p style="width: 300px">${LONG}</p></div>`,
    `<p style="position: absolute; width: 1px; height: 1px; overflow: hidden">${LONG}</p>`,
    `<p>${LONG}</p>`,
  ]) {
    await show(page, body);
    expect((await layoutOf(page)).cut, body).toEqual([]);
  }
});

test('texts over one another are found; not those under an opaque head, nor lines of one paragraph', async ({ page }) => {
  await show(page, '<p style="margin: 0">below</p><p style="margin: -16px 0 0">above</p>');
  expect((await layoutOf(page)).overlapping).toEqual([expect.stringMatching(/“below” and “above”/)]);
  await show(page, '<p style="margin: 0">below</p><p style="margin: -16px 0 0; pointer-events: none">above</p>');
  expect((await layoutOf(page)).overlapping).toHaveLength(1);
  await show(page, '<p style="margin: 0">below</p><p style="margin: -16px 0 0; position: relative; background: #fff">above</p>');
  expect((await layoutOf(page)).overlapping).toEqual([]);
  await show(page, `<p style="width: 90px; line-height: 14px">${LONG} <b>in two</b> parts</p>`);
  expect((await layoutOf(page)).overlapping).toEqual([]);
});

test('what stands beside the page is found', async ({ page }) => {
  await show(page, `<p style="width: 600px">${'wide '.repeat(30)}</p>`);
  const { outside } = await layoutOf(page);
  expect(outside.length).toBe(2);
  await show(page, `<div style="overflow: auto"><p style="width: 600px">${'wide '.repeat(30)}</p></div>`);
  expect((await layoutOf(page)).outside).toEqual([]);
});

test('contrast and small targets are found; a small one with room around it is none', async ({ page }) => {
  await show(page, '<p style="color: #999; background: #fff">pale</p>');
  expect(await accessibilityOf(page)).toEqual([expect.stringContaining('color-contrast')]);
  const small = (gap: number) =>
    `<div style="display: flex; gap: ${gap}px">${'<button style="width: 16px; height: 16px; padding: 0">x</button>'.repeat(2)}</div>`;
  await show(page, small(0));
  expect((await accessibilityOf(page)).every((found) => found.startsWith('target-size'))).toBe(true);
  expect(await accessibilityOf(page)).toHaveLength(2);
  await show(page, small(10));
  expect(await accessibilityOf(page)).toEqual([]);
});

test('of a part of the page that part alone is asked about; colours can be left out', async ({ page }) => {
  const small = '<button style="width: 16px; height: 16px; padding: 0">x</button>';
  await show(page, `<p style="color: #999; background: #fff">pale</p><div id="part">${small}${small}</div>`);
  const within = page.locator('#part');
  expect((await accessibilityOf(page, { within })).every((found) => found.startsWith('target-size'))).toBe(true);
  expect(await accessibilityOf(page, { within })).toHaveLength(2);
  expect(await accessibilityOf(page)).toHaveLength(3);
  expect(await accessibilityOf(page, { contrast: false })).toHaveLength(2);
  // Rules that words can break: a button without a name is none of them.
  await show(page, `<p style="color: #999; background: #fff">pale</p><button style="width: 40px; height: 40px"></button><div>${small}${small}</div>`);
  expect((await accessibilityOf(page, { words: true })).map((found) => found.split(':')[0]).toSorted()).toEqual([
    'color-contrast',
    'target-size',
    'target-size',
  ]);
  // The mark of the part is taken back.
  await expect(page.locator('[data-asked]')).toHaveCount(0);
});

test('contrast is asked of each kind of text: one that has too little is found every time, one that has enough is known', async ({ page }) => {
  const enough: Contrasts = new Set();
  await show(page, '<p>dark</p>');
  expect(await contrastOf(page, enough)).toEqual([]);
  const known = enough.size;
  // A heading and a paragraph.
  expect(known).toBe(2);
  await show(page, '<p>dark</p><p class="other">dark</p><p style="color: #999">pale</p><div style="background: #555"><p>on a dark ground</p></div>');
  for (let i = 0; i < 2; i++) {
    expect(await contrastOf(page, enough)).toEqual([expect.stringContaining('color-contrast'), expect.stringContaining('color-contrast')]);
    expect(enough.size).toBe(known + 1);
  }
});

test('a box that is moved, or no longer covers what is below it, makes another layout; another colour does not', async ({ page }) => {
  const places = async (style: string): Promise<number> => {
    await show(page, `<p style="background: #fff; ${style}">text</p>`);
    return placesOf(page);
  };
  const before = await places('');
  expect(await places('background: #eee; color: #333')).toBe(before);
  expect(await places('margin-left: 1px')).not.toBe(before);
  expect(await places('background: none')).not.toBe(before);
});
