/** What every table can do with its columns and rows, and that a link brings it back. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, open as openPage, placeOf, settledAddress, test } from './support.ts';

const table = (page: Page): Locator => page.getByRole('table', { name: 'Strategies' });
const head = (page: Page, name: string): Locator => table(page).getByRole('columnheader', { name, exact: true });
const sortOf = (page: Page, name: string): Locator => head(page, name).getByRole('button').first();
const heads = (page: Page): Promise<string[]> =>
  table(page)
    .locator('th[data-column]')
    .evaluateAll((all) => all.map((th) => (th as HTMLElement).dataset.column!));
const keys = (page: Page): Promise<string[]> =>
  table(page)
    .locator('tbody tr[data-key]:not([data-control])')
    .evaluateAll((all) => all.map((tr) => (tr as HTMLElement).dataset.key!));
const said = (page: Page): Locator => table(page).locator('xpath=..').locator('[data-announcer]');
const menu = async (page: Page, name: string, item: string): Promise<void> => {
  await head(page, name)
    .getByRole('button', { name: `Menu of column ${name}` })
    .press('Enter');
  await page
    .getByRole('group', { name: `Menu of column ${name}` })
    .getByRole('button', { name: item, exact: true })
    .click();
};

async function open(page: Page): Promise<void> {
  await openPage(page);
  await expect(page.getByRole('contentinfo')).toContainText('compared', { timeout: 45_000 });
}

test('sort by two columns, a column moved, made wider and frozen, a closed group: all of it in the link', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await sortOf(page, 'Kept').click();
  await sortOf(page, 'Tokens').click({ modifiers: ['Shift'] });
  await expect(said(page)).toHaveText('Sorted by Kept, largest first; Tokens, smallest first');
  await expect(head(page, 'Kept')).toHaveAttribute('aria-sort', 'descending');
  // Only the first key is the sort of the table to a reader; the second says what it is in words.
  await expect(head(page, 'Tokens')).not.toHaveAttribute('aria-sort');
  await expect(sortOf(page, 'Tokens')).toContainText('(key 2 of the sort, smallest first)');

  await sortOf(page, 'Kept').press('Shift+ArrowRight');
  await expect.poll(() => heads(page)).toEqual(expect.arrayContaining(['efficiency', 'kept']));
  const order = await heads(page);
  expect(order.indexOf('kept')).toBe(order.indexOf('efficiency') + 1);
  await expect(said(page)).toHaveText(/^Kept is now column \d+ of \d+$/);
  await expect(sortOf(page, 'Kept')).toBeFocused();

  const width = async (): Promise<number> => (await head(page, 'Kept').boundingBox())!.width;
  const narrow = await width();
  await page.keyboard.press('+');
  await expect(said(page)).toHaveText(/^Kept: \d+ pixels wide$/);
  await expect.poll(width).toBeCloseTo(narrow + 8, 0);
  await menu(page, 'Tokens', 'Freeze at the left');
  await expect.poll(async () => (await heads(page)).indexOf('tokens')).toBe(2);
  await expect(head(page, 'Tokens')).toHaveCSS('position', 'sticky');

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('combobox', { name: 'Group rows by' }).selectOption({ label: 'System' });
  await page.keyboard.press('Escape');
  const group = table(page)
    .getByRole('columnheader', { name: /^Context manager/ })
    .getByRole('button');
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  await group.click();
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await expect(table(page).getByRole('rowheader', { name: 'Middle removal', exact: true })).toHaveCount(0);
  await expectAccessible(page);

  const before = { heads: await heads(page), keys: await keys(page), width: await width() };
  await settledAddress(page);
  await page.reload();
  await expect(page.getByRole('contentinfo')).toContainText('compared', { timeout: 45_000 });
  await expect.poll(() => keys(page)).toEqual(before.keys);
  expect(await heads(page)).toEqual(before.heads);
  expect(await width()).toBeCloseTo(before.width, 0);
  await expect(
    table(page)
      .getByRole('columnheader', { name: /^Context manager/ })
      .getByRole('button'),
  ).toHaveAttribute('aria-expanded', 'false');

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Default columns' }).click();
  await expect.poll(async () => (await heads(page)).indexOf('kept')).toBeLessThan((await heads(page)).indexOf('efficiency'));
  await expect(head(page, 'Tokens')).toHaveCSS('left', 'auto');
});

test('a column is dragged to another place and to another width', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await head(page, 'Efficiency').dragTo(head(page, 'Tokens'), { targetPosition: { x: 4, y: 10 } });
  await expect.poll(async () => (await heads(page)).indexOf('efficiency')).toBe((await heads(page)).indexOf('tokens') - 1);
  const edge = await placeOf(page, head(page, 'Saved').getByRole('separator'));
  const { width } = (await head(page, 'Saved').boundingBox())!;
  await page.mouse.move(edge.x + 4, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x + 44, edge.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await head(page, 'Saved').boundingBox())!.width).toBeCloseTo(width + 40, 0);
  await head(page, 'Saved').getByRole('separator').dblclick();
  await expect.poll(async () => (await head(page, 'Saved').boundingBox())!.width).toBeCloseTo(width, 0);
});

test.describe('with a finger and with a pen', () => {
  test.use({ hasTouch: true });

  /** From one point to another in small steps, as the browser gets it from the device. */
  async function draw(page: Page, device: 'finger' | 'pen', from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    const cdp = await page.context().newCDPSession(page);
    const at = (i: number) => ({ x: from.x + ((to.x - from.x) * i) / 8, y: from.y + ((to.y - from.y) * i) / 8 });
    const send = (phase: 'start' | 'move' | 'end', point: { x: number; y: number }): Promise<unknown> => {
      if (device === 'finger') {
        const type = ({ start: 'touchStart', move: 'touchMove', end: 'touchEnd' } as const)[phase];
        return cdp.send('Input.dispatchTouchEvent', { type, touchPoints: phase === 'end' ? [] : [point] });
      }
      const type = ({ start: 'mousePressed', move: 'mouseMoved', end: 'mouseReleased' } as const)[phase];
      return cdp.send('Input.dispatchMouseEvent', { type, ...point, button: 'left', buttons: 1, clickCount: 1, pointerType: 'pen' });
    };
    await send('start', from);
    for (let i = 1; i <= 8; i++) await send('move', at(i));
    await send('end', to);
  }

  for (const device of ['finger', 'pen'] as const) {
    test(`a column is dragged by its head and by its edge: ${device}`, { tag: '@deep' }, async ({ page }) => {
      await open(page);
      const place = async (): Promise<number> => (await heads(page)).indexOf('efficiency') - (await heads(page)).indexOf('tokens');
      expect(await place()).toBeGreaterThan(0);
      const sort = await head(page, 'Efficiency').getAttribute('aria-sort');
      const [from, to] = [await placeOf(page, head(page, 'Efficiency')), await placeOf(page, head(page, 'Tokens'))];
      await draw(page, device, { x: from.x + 20, y: from.y + 20 }, { x: to.x + 4, y: to.y + 20 });
      await expect.poll(place).toBe(-1);
      // A drag is no click: the sort stays.
      expect(await head(page, 'Efficiency').getAttribute('aria-sort')).toBe(sort);
      const edge = await placeOf(page, head(page, 'Saved').getByRole('separator'));
      const { width } = (await head(page, 'Saved').boundingBox())!;
      await draw(page, device, { x: edge.x + 4, y: edge.y + 10 }, { x: edge.x + 44, y: edge.y + 10 });
      await expect.poll(async () => (await head(page, 'Saved').boundingBox())!.width).toBeCloseTo(width + 40, 0);
      expect(await place()).toBe(-1);
    });
  }

  test('Escape leaves a dragged column where it was', { tag: '@deep' }, async ({ page }) => {
    await open(page);
    const before = await heads(page);
    const [from, to] = [await placeOf(page, head(page, 'Efficiency')), await placeOf(page, head(page, 'Tokens'))];
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 4, to.y + 20, { steps: 4 });
    await expect(head(page, 'Tokens')).toHaveAttribute('data-over', 'before');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(head(page, 'Tokens')).not.toHaveAttribute('data-over', 'before');
    expect(await heads(page)).toEqual(before);
  });
});

test('rows are grouped by family, and the shortcuts tell the keys of the heads', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('combobox', { name: 'Group rows by' }).selectOption({ label: 'Family' });
  await page.keyboard.press('Escape');
  await expect(table(page).getByRole('columnheader', { name: /^Removal/ })).toBeVisible();
  const groups = await table(page).locator('tr[data-group] th').allInnerTexts();
  expect(groups.map((text) => text.split(/\s/)[0])).toEqual([
    'Removal',
    'Cutting',
    'Scores',
    'Similarity',
    'Summaries',
    'Selective',
    'Ledger',
    'Limits',
    'Products',
    'Controls',
    'Pipelines',
  ]);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Move the column');
});

test('heads by keyboard: arrows, a menu, one stop for the tab key', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await sortOf(page, 'Strategy').focus();
  await page.keyboard.press('End');
  const last = (await heads(page)).at(-1)!;
  await expect(table(page).locator(`th[data-column="${last}"] [data-head]`)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(sortOf(page, 'Strategy')).toBeFocused();
  expect(await table(page).locator('[data-head][tabindex="0"]').count()).toBe(1);
  await sortOf(page, 'Tokens').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Sort, smallest first' })).toBeFocused();
  await page.getByRole('button', { name: 'Hide column' }).click();
  await expect(head(page, 'Tokens')).toHaveCount(0);
  await expect(said(page)).toHaveText('Tokens is hidden; Columns shows it again');
});

test.describe('with the requests of the whole sample', () => {
  test.use({ whole: true });

  test('the tables of a replay: sorted, grouped, a row open, and all of it in the link', { tag: '@deep' }, async ({ page }) => {
    await openPage(page);
    await page.getByRole('tab', { name: 'Replay' }).click();
    const window = page.getByRole('region', { name: 'When to compact' }).getByRole('textbox', { name: 'Window', exact: true });
    await window.fill('40000');
    await window.press('Enter');
    await expect(page.getByText(/\d+ requests × 3 runs/)).toBeVisible();
    const summary = page.getByRole('region', { name: 'Summary' });
    const runs = (): Promise<string[]> => summary.locator('tbody th').allInnerTexts();
    const before = await runs();
    // What was recorded stays above the runs and doing nothing below them, whatever the sort.
    await summary.getByRole('columnheader', { name: 'Strategy', exact: true }).getByRole('button').first().click();
    await summary.getByRole('columnheader', { name: 'Strategy', exact: true }).getByRole('button').first().click();
    await expect.poll(runs).toEqual([before[0], ...before.slice(1, 4).toSorted((a, b) => b.slice(2).localeCompare(a.slice(2))), before[4]]);
    await expectAccessible(page);

    await page.getByRole('tab', { name: 'Compactions' }).click();
    const list = page.getByRole('region', { name: 'Compactions' });
    await list.getByRole('columnheader', { name: 'Strategy', exact: true }).getByRole('button', { name: 'Menu of column Strategy' }).press('Enter');
    await page.getByRole('button', { name: 'Group rows by this' }).click();
    await expect(list.getByRole('columnheader', { name: /^Middle removal/ })).toBeVisible();
    await list.locator('tbody th[scope=row] button').first().click();
    await expect(list.getByRole('button', { name: 'Context after it' })).toBeVisible();
    await settledAddress(page);
    await page.reload();
    await expect(page.getByText(/\d+ requests × 3 runs/)).toBeVisible({ timeout: 60_000 });
    await page.getByRole('tab', { name: 'Compactions' }).click();
    await expect(list.getByRole('columnheader', { name: /^Middle removal/ })).toBeVisible();
    await expect(list.getByRole('button', { name: 'Context after it' })).toBeVisible();
    await expectAccessible(page);
  });
});

test('the strategies and the runs of a replay are saved as they are seen', { tag: '@deep' }, async ({ page }) => {
  const saved = async (as: 'CSV' | 'JSON'): Promise<{ name: string; text: string }> => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: `Save the table as ${as}` }).click();
    const file = await coming;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };
  await open(page);
  const drawn = table(page).locator('tbody tr[data-key]');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const { name, text } = await saved('JSON');
  await page.keyboard.press('Escape');
  expect(name).toMatch(/\.strategies\.json$/);
  const { rows } = JSON.parse(text) as { rows: Record<string, number | string | null>[] };
  const { tokens } = rows.find(({ strategy }) => strategy === 'Middle removal')!;
  await expect(drawn.filter({ hasText: 'Middle removal' }).first()).toContainText(new Intl.NumberFormat('en').format(tokens as number));
  expect(rows.length).toBe(await drawn.count());

  await page.getByRole('tab', { name: 'Replay' }).click();
  const runs = page.getByRole('region', { name: 'Summary' });
  await expect(runs.locator('tbody th').first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole('region', { name: 'What the replay says' }).getByRole('button', { name: 'Columns', exact: true }).click();
  const replay = await saved('CSV');
  expect(replay.name).toMatch(/\.summary\.csv$/);
  const lines = replay.text.trim().split('\r\n');
  expect(lines[0]).toMatch(/^strategy,compactions,peak,/);
  expect(lines.length).toBe(1 + (await runs.locator('tbody th').count()));
});
