/** What the plot draws, read from its geometry through its own axes, and what a line around points selects. */
import type { Locator, Page } from '@playwright/test';
import { expect, measured, open, placeOf, settled, test } from './support.ts';

const plot = (page: Page): Locator => page.getByRole('region', { name: 'Plot of two measures' });
const table = (page: Page): Locator => page.getByRole('table', { name: 'Policies' });

interface Drawn {
  /** Of the ticks of the vertical axis: what stands there, and where, px. */
  readonly ticks: readonly (readonly [value: number, y: number])[];
  readonly points: readonly { readonly title: string; readonly x: number; readonly y: number }[];
  /** Upright lines: from the lower end to the upper. */
  readonly intervals: readonly { readonly title: string; readonly x: number; readonly low: number; readonly high: number }[];
}

/** Everything in pixels of the page. */
const drawn = (page: Page): Promise<Drawn> =>
  plot(page)
    .locator('[data-chart] svg')
    .first()
    .evaluate((svg): Drawn => {
      const boxOf = (part: Element) => part.getBoundingClientRect();
      const { top } = boxOf(svg);
      const ticks = Array.from(
        svg.querySelectorAll('text[dy="0.355em"][text-anchor="end"]'),
        (text) => [Number(/-?[\d.]+/.exec(text.textContent ?? '')?.[0]), top + Number(text.getAttribute('y'))] as const,
      );
      const middle = (box: DOMRect) => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
      const points = Array.from(svg.querySelectorAll<SVGGElement>('g[data-point]'), (point) => ({
        title: point.dataset.point!,
        ...middle(boxOf(point.querySelector('circle')!)),
      }));
      const intervals = Array.from(svg.querySelectorAll<SVGGElement>('g[data-interval]')).flatMap((group) =>
        Array.from(group.querySelectorAll('path')).flatMap((path) => {
          if (!path.getAttribute('d')!.includes('V')) return [];
          const box = boxOf(path);
          return [{ title: group.dataset.interval!, x: (box.left + box.right) / 2, low: box.bottom, high: box.top }];
        }),
      );
      return { ticks, points, intervals };
    });

/** By title of the row: the ends that the tooltip of a cell names, in percent. */
const told = (page: Page, own: boolean): Promise<Record<string, readonly [number, number]>> =>
  table(page).evaluate((element, isOwn) => {
    const found: Record<string, readonly [number, number]> = {};
    for (const row of element.querySelectorAll<HTMLElement>('tr[data-key]')) {
      const name = row.querySelector('[data-name]')?.textContent ?? '';
      for (const cell of row.querySelectorAll('td[title]')) {
        const title = cell.getAttribute('title')!;
        const ends = /([\d.]+)\s%\sto\s([\d.]+)\s%/.exec(title);
        if (title.includes('95 % interval') && ends && title.includes('needed facts') === isOwn) found[name] = [Number(ends[1]), Number(ends[2])];
      }
    }
    return found;
  }, own);

for (const { axis, own } of [
  { axis: 'independent', own: false },
  { axis: 'recall', own: true },
])
  test(`the line through a point is the interval of its row, read through the axis: ${axis} @deep`, async ({ page }) => {
    await open(page);
    await measured(page, 52);
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Needed later, kept' }).check();
    await page.keyboard.press('Escape');
    await settled(page);
    const cells = await told(page, own);
    await page.getByRole('tab', { name: 'Plot', exact: true }).click();
    await plot(page).getByLabel('Vertical axis').selectOption(axis);
    await settled(page);
    const { ticks, points, intervals } = await drawn(page);
    expect(ticks.length).toBeGreaterThan(1);
    const [[v0, y0], [v1, y1]] = [ticks[0]!, ticks.at(-1)!];
    const valueAt = (y: number): number => v0 + ((y - y0) / (y1 - y0)) * (v1 - v0);
    const known = intervals.filter(({ title }) => title in cells);
    expect(known.length).toBeGreaterThan(10);
    // Tooltips have a tenth of a point; the rest is a pixel.
    const near = Math.abs(valueAt(1) - valueAt(0)) + 0.06;
    for (const { title, x, low, high } of known) {
      const [from, to] = cells[title]!;
      expect(Math.abs(valueAt(low) - from), `${title}: from ${from}, drawn ${valueAt(low)}`).toBeLessThan(near);
      expect(Math.abs(valueAt(high) - to), `${title}: to ${to}, drawn ${valueAt(high)}`).toBeLessThan(near);
      const point = points.find((one) => one.title === title)!;
      expect(point.y).toBeGreaterThan(high - 1.5);
      expect(point.y).toBeLessThan(low + 1.5);
      expect(Number.isFinite(x)).toBe(true);
    }
    // Every row whose cell has an interval and that has a point has its line.
    const lines = new Set(intervals.map(({ title }) => title));
    expect(points.filter(({ title }) => title in cells && !lines.has(title))).toEqual([]);
  });

test('A, B and C are curves beside random dropping, each named once; no point moves @deep', async ({ page }) => {
  await open(page, '');
  await settled(page);
  await page.keyboard.press('3');
  const before = (await drawn(page)).points;
  await settled(page);
  const curves = plot(page).locator('path[data-curve]');
  const letters = await curves.evaluateAll((paths) => paths.map((path) => path.getAttribute('data-curve')));
  expect(letters).toContain('B');
  expect(new Set(letters).size).toBe(letters.length);
  await expect(plot(page).locator('path[data-random]')).toHaveCount(1);
  for (const letter of letters) {
    await expect(plot(page).getByText(new RegExp(`^${letter} .+ by size$`))).toHaveCount(1);
    const path = (await plot(page).locator(`path[data-curve="${letter}"]`).getAttribute('d'))!;
    expect(path.match(/[ML]/g)!.length).toBeGreaterThan(3);
  }
  expect((await drawn(page)).points).toEqual(before);
  // Other measures are not read at other budgets.
  await plot(page).getByLabel('Vertical axis').selectOption('recall');
  await settled(page);
  await expect(curves).toHaveCount(0);
});

/** Of places in order the widest gap that is no end of the list: its middle. */
function gapIn(places: readonly number[]): number {
  const sorted = places.toSorted((a, b) => a - b);
  const inner = sorted.slice(2, -2);
  const gaps = inner.slice(1).map((place, i) => [place - inner[i]!, (place + inner[i]!) / 2] as const);
  return gaps.toSorted((a, b) => b[0] - a[0])[0]![1];
}

test('a line around points selects exactly the rows whose points are inside @deep', async ({ page }) => {
  await open(page);
  await measured(page, 52);
  await page.getByRole('tab', { name: 'Plot', exact: true }).click();
  const field = plot(page).getByRole('group', { name: /\d+ points/ });
  const box = await placeOf(page, field);
  const { points } = await drawn(page);
  expect(points.length).toBeGreaterThan(20);
  // An L: everything but the upper right. Its inner edges run through the widest gaps, so that no point lies on one.
  const [x, y] = [gapIn(points.map((point) => point.x)), gapIn(points.map((point) => point.y))];
  const inside = points.filter((point) => point.x < x || point.y > y).map(({ title }) => title);
  expect(inside.length).toBeGreaterThan(3);
  expect(inside.length).toBeLessThan(points.length);
  await plot(page).getByRole('button', { name: 'Select points by drawing around them' }).click();
  const [left, top, right, bottom] = [box.x + 2, box.y + 2, box.x + box.width - 2, box.y + box.height - 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  for (const [toX, toY] of [
    [x, top],
    [x, y],
    [right, y],
    [right, bottom],
    [left, bottom],
  ] as const)
    await page.mouse.move(toX, toY, { steps: 5 });
  await page.mouse.up();
  const chip = page.getByRole('button', { name: /from the plot/ });
  await page.getByRole('tab', { name: 'All policies' }).click();
  await expect(chip).toContainText(`${inside.length} from the plot`);
  await settled(page);
  const names = await table(page).locator('tbody tr[data-key] [data-name]').allInnerTexts();
  expect(names.map((name) => name.trim()).toSorted()).toEqual(inside.toSorted());
  await chip.click();
  await expect(chip).toHaveCount(0);
});
