import type { Page } from '@playwright/test';
import { head, open, row, table, titles } from './compare-view.ts';
import { expect, expectAccessible, importFile, sharedFile, settledAddress, statusLine, test } from './support.ts';

/** Numbers of a column, top to bottom; rows that show "—" are left out. */
async function column(page: Page, name: string): Promise<number[]> {
  const heads = await table(page).getByRole('columnheader').allInnerTexts();
  const at = heads.findIndex((text) => text.trim().startsWith(name));
  // Controls have an order of their own, below the others.
  const cells = await table(page)
    .locator(`tbody tr[data-key]:not([data-control]) > :nth-child(${at + 1})`)
    .allInnerTexts();
  return cells.map((text) => Number.parseFloat(text.replaceAll(',', '').replace('▲', ''))).filter((v) => !Number.isNaN(v));
}

/** A conversation short enough that no strategy has anything to do at a target of 100 %. */
const chat = (n: number) => ({
  name: 'chat.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify(
      Array.from({ length: n }, (_, i) => ({
        role: i % 2 ? 'assistant' : 'user',
        content: `Message ${i}: ${'words about the migration '.repeat(8)}`,
      })),
    ),
  ),
});

test('one row per strategy, the original first; by efficiency at a click', async ({ page }) => {
  await open(page);
  const names = await titles(page);
  expect(names[0]).toBe('Original');
  expect(names).toEqual(expect.arrayContaining(['Middle removal', 'Oldest removal', 'Sliding window', 'Random removal', 'Head + tail']));
  expect(new Set(names).size).toBe(names.length);
  await head(page, /^Efficiency/)
    .getByRole('button')
    .first()
    .click();
  await expect(head(page, /^Efficiency/)).toHaveAttribute('aria-sort', 'descending');
  // Rows find their places when all of them are there.
  await expect(async () => {
    const values = await column(page, 'Efficiency');
    expect(values.length).toBeGreaterThan(3);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  }).toPass({ timeout: 30_000 });
});

test('a head sorts, and a second click turns the order round', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await head(page, /^Tokens/)
    .getByRole('button')
    .first()
    .click();
  await expect(head(page, /^Tokens/)).toHaveAttribute('aria-sort', 'ascending');
  const up = await column(page, 'Tokens');
  expect(up).toEqual([...up].sort((a, b) => a - b));
  await head(page, /^Tokens/)
    .getByRole('button')
    .first()
    .click();
  await expect(head(page, /^Tokens/)).toHaveAttribute('aria-sort', 'descending');
  const down = await column(page, 'Tokens');
  expect(down).toEqual([...down].sort((a, b) => b - a));
  expect((await titles(page))[0]).toBe('Original');
});

test('rows that changed nothing show "—" and stand last', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await importFile(page, chat(8));
  await expect(statusLine(page)).toContainText('8 messages');
  const idle = table(page).locator('tbody tr[data-state=unchanged]');
  // Rows find their places when all of them are there.
  await expect(async () => {
    expect(await idle.count()).toBeGreaterThan(0);
    const scored = await table(page)
      .locator('tbody tr[data-key]:not([data-control])')
      .evaluateAll((rows) => rows.map((r) => (r as HTMLElement).dataset.state === 'compacted'));
    expect(scored).toEqual([...scored].sort((a, b) => Number(b) - Number(a)));
  }).toPass({ timeout: 30_000 });
  await expect(idle.first()).toContainText('unchanged');
  await expect(idle.first().getByRole('cell', { name: '—' }).first()).toBeVisible();
});

test('the head opens the definition of its measure', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await head(page, /^Kept/)
    .getByRole('button')
    .first()
    .click({ modifiers: ['Alt'] });
  await expect(page.getByRole('note')).toContainText('Retained messages');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('note')).toBeHidden();
  await page.getByRole('button', { name: 'Definition of Efficiency' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('note')).toContainText('Weight');
});

test('filter by text, and clear it', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const input = page.getByRole('searchbox', { name: 'Filter strategies' });
  await input.fill('removal');
  await expect(row(page, 'Sliding window')).toBeHidden();
  await expect(row(page, 'Middle removal')).toBeVisible();
  await input.fill('foo');
  await expect(table(page)).toContainText('No strategy matches ‘foo’');
  await table(page).getByRole('button', { name: 'Clear' }).click();
  await expect(row(page, 'Sliding window')).toBeVisible();
});

test('filter by system and kind with chips, in the link; order by system', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const chips = page.getByRole('group', { name: 'Systems and kinds' });
  const count = async (name: string): Promise<number> =>
    Number(/\d+$/.exec(await chips.getByRole('button', { name: new RegExp(`^${name} `) }).innerText())![0]);
  const [controls, s2] = [await count('Controls'), await count('Context manager')];
  await chips.getByRole('button', { name: /^Controls/ }).click();
  await expect(table(page).locator('tbody tr[data-key]')).toHaveCount(controls);
  await chips.getByRole('button', { name: /^Context manager/ }).click();
  await expect(table(page).locator('tbody tr[data-key]')).toHaveCount(controls + s2);
  await expect(page.getByRole('search').getByText(`${controls + s2} of`)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter strategies' }).fill('removal');
  await expect(row(page, 'Head + tail')).toHaveCount(0);
  await expect(row(page, 'Middle removal')).toBeVisible();

  await page.getByRole('radiogroup', { name: 'Order' }).getByRole('radio', { name: 'by system' }).check();
  await expect(table(page).getByRole('columnheader', { name: /^Context manager/ })).toBeVisible();
  await expect(table(page).getByRole('columnheader', { name: /^Controls/ })).toBeVisible();
  const shown = await titles(page);
  await settledAddress(page);
  await page.reload();
  await expect(row(page, 'Middle removal')).toContainText(/\d\.\d{3}/, { timeout: 45_000 });
  // The answer's order comes with the recall, groups and rows with the comparison.
  expect((await titles(page)).toSorted()).toEqual(shown.toSorted());
  await expect(chips.getByRole('button', { name: /^Context manager/ })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Close and clear the filter' }).click();
  await expect(row(page, 'Head + tail')).toBeVisible();
});

test('columns can be chosen and stay after a reload', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  const before = page.url();
  await page.getByRole('checkbox', { name: /^Time/ }).uncheck();
  await expect(head(page, /^Time/)).toHaveCount(0);
  await expect.poll(() => page.url()).not.toBe(before);
  const address = page.url();
  await page.getByRole('checkbox', { name: /^Messages/ }).check();
  await expect(head(page, /^Messages/)).toBeVisible();
  expect(await settledAddress(page)).not.toBe(address);
  await page.reload();
  await expect(head(page, /^Messages/)).toBeVisible();
});

test('pins: the box, keys 1 to 3, the baseline and its deltas', async ({ page }) => {
  await open(page);
  const pin = (title: string) => page.getByRole('button', { name: `Pin ${title}`, exact: true });
  await expect(pin('Middle removal')).toHaveText('A');
  await expect(row(page, 'Middle removal')).toContainText('base');
  await pin('Middle removal').click();
  await expect(pin('Middle removal')).toHaveAttribute('aria-pressed', 'false');
  await row(page, 'Sliding window').getByRole('button', { name: 'Sliding window', exact: true }).focus();
  await page.keyboard.press('1');
  await expect(pin('Sliding window')).toHaveText('A');
  await expect(row(page, 'Sliding window')).toContainText('base');
  await expect(row(page, 'Random removal')).toContainText(/[+−±]\.\d{3}/);
  await expect(row(page, 'Random removal')).not.toContainText(/[+−±]\d+\.\d/);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: /all columns/ }).check();
  await expect(row(page, 'Random removal')).toContainText(/[+−±]\d+\.\d/);
});

test('a row opens its rule, parameters and tokens by fate; a slider changes the row', async ({ page }) => {
  await open(page);
  const name = row(page, 'Sliding window').getByRole('button', { name: 'Sliding window', exact: true });
  await name.press('Enter');
  await expect(name).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('heading', { name: 'Tokens by fate' })).toBeVisible();
  await expect(page.getByText('Source: Twenty strategies (S0)')).toBeVisible();
  const slider = page.getByRole('slider', { name: 'Window of Sliding window' });
  await expect(page.getByText('aimed at the target')).toBeVisible();
  const before = await row(page, 'Sliding window').innerText();
  await slider.focus();
  await slider.press('Home');
  await expect(page.getByText('aimed at the target')).toBeHidden();
  await expect.poll(() => row(page, 'Sliding window').innerText()).not.toBe(before);
  await page.getByRole('button', { name: /^Reset Window to/ }).click();
  await expect(page.getByText('aimed at the target')).toBeVisible();
});

test('one strategy with two settings: duplicate, change, remove', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await row(page, 'Sliding window').getByRole('button', { name: 'Sliding window', exact: true }).click();
  await page.getByRole('button', { name: 'Duplicate row' }).click();
  await expect(row(page, 'Sliding window (2)')).toContainText(/\d\.\d{3}/);
  await expect(row(page, 'Sliding window (2)')).toContainText('= Sliding window');
  // The copy is open, in sight and has the focus, and stands among the columns.
  const copy = row(page, 'Sliding window (2)').getByRole('button', { name: 'Sliding window (2)', exact: true });
  await expect(copy).toBeFocused();
  await expect(copy).toBeInViewport();
  await expect(copy).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('region', { name: 'Side by side' }).getByText('opened in the table')).toBeVisible();
  await row(page, 'Sliding window').getByRole('button', { name: 'Sliding window', exact: true }).click();
  await page.getByRole('button', { name: 'Remove row' }).click();
  await expect(row(page, 'Sliding window (2)')).toHaveCount(0);
  await expect(row(page, 'Sliding window')).toBeVisible();
});

test('violations lead to their list, and from it to the message', { tag: '@deep' }, async ({ page }) => {
  const messages = Array.from({ length: 20 }, (_, i) =>
    i === 7
      ? { role: 'tool', tool_call_id: 'nowhere', content: 'a result of no call' }
      : { role: i % 2 ? 'assistant' : 'user', content: `message ${i} ${'words '.repeat(30)}` },
  );
  await open(page);
  await importFile(page, { name: 'orphan.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ messages })) });
  await expect(statusLine(page)).toContainText('20 messages');
  const opened = page.getByRole('region', { name: 'Side by side' }).getByRole('button', { expanded: true, name: /^Message 8,/ });
  // Those of the original, in a list beside the number.
  await row(page, 'Original')
    .getByRole('button', { name: /violation/ })
    .click();
  const list = page.getByRole('table', { name: /^1 violation/ });
  await list.getByRole('button', { name: '#8' }).click();
  await expect(opened).toBeVisible();
  await expect(list).toBeHidden();
  // Those that a row has too, in its details, which come into view.
  await row(page, 'Random removal')
    .getByRole('button', { name: /original/i })
    .click();
  await expect(page.getByRole('heading', { name: /^1 violation/ })).toBeInViewport();
  await expect(list).toBeVisible();
});

test('narrow: a block for each strategy, the rest on demand', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await expect(row(page, 'Middle removal').locator('[data-label="saved %"]')).toBeVisible();
  const few = await table(page).locator('tbody tr[data-key]').count();
  await page.getByRole('button', { name: /Show \d+ more strateg/ }).click();
  await expect.poll(() => table(page).locator('tbody tr[data-key]').count()).toBeGreaterThan(few);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(390);
  // The plot says the name and the numbers of the row under the pointer: on the page, not beside it.
  for (const name of ['Time decay', 'Selective with summary']) {
    await row(page, name).hover({ position: { x: 20, y: 10 } });
    await expect(page.locator('[class*=_tip_]')).toContainText(name);
    expect(await width()).toBeLessThanOrEqual(390);
  }
  await page.mouse.move(1, 1);
  await expectAccessible(page);
});

test('nothing for axe to find, with a row open, light and dark', async ({ page }) => {
  await open(page);
  await row(page, 'Sliding window').getByRole('button', { name: 'Sliding window', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tokens by fate' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
});

test('a real session of 914 messages', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await importFile(page, sharedFile('pi/badlogic__large-session.jsonl'));
  await expect(statusLine(page)).toContainText('914 messages', { timeout: 45_000 });
  await expect(row(page, 'Middle removal')).toContainText(/\d\.\d{3}/);
  const target = page.getByRole('slider', { name: 'Target', exact: true });
  await target.focus();
  const before = await row(page, 'Middle removal').innerText();
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowLeft');
  await expect.poll(() => row(page, 'Middle removal').innerText()).not.toBe(before);
});
