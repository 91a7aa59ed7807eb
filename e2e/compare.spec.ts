import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, importFile, open as openPage, placeOf, sharedFile, settledAddress, statusLine, test } from './support.ts';

const table = (page: Page): Locator => page.getByRole('table', { name: 'Strategies' });
const row = (page: Page, title: string): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: title, exact: true }) });
const head = (page: Page, name: RegExp): Locator => table(page).getByRole('columnheader', { name });
const titles = (page: Page): Promise<string[]> => table(page).locator('tbody th[scope=row] b').allTextContents();

/** The page with a comparison that has scores, all rows in their places. */
async function open(page: Page): Promise<void> {
  await openPage(page);
  await expect(page.getByRole('contentinfo')).toContainText('compared', { timeout: 45_000 });
  await expect(row(page, 'Middle removal')).toContainText(/\d\.\d{3}/, { timeout: 45_000 });
}

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

/** Whether anything is drawn: an empty canvas is transparent. One colour may be all, where a product keeps nothing. */
const painted = (strip: Locator): Promise<boolean> =>
  strip.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return new Uint32Array(data.buffer).some((pixel) => pixel !== 0);
  });

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

test('every row has a strip that is drawn and says what it shows', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await expect(page.getByRole('contentinfo')).toContainText('compared');
  const strips = table(page).locator('canvas');
  await expect(strips).toHaveCount(await table(page).locator('tbody tr:not(:has(th[scope=colgroup]))').count());
  await expect(row(page, 'Middle removal').getByRole('img', { name: /Middle removal: \d+ kept, .*dropped #\d+–#\d+/ })).toBeVisible();
  await expect(row(page, 'Original').getByRole('img', { name: /messages, .* tokens; .* critical/ })).toBeVisible();
  // Out of view nothing is painted: a strip is drawn when it comes in.
  for (const strip of await strips.all()) {
    await strip.scrollIntoViewIfNeeded();
    await expect.poll(() => painted(strip)).toBe(true);
  }
  await strips.first().scrollIntoViewIfNeeded();
  const light = await strips.first().evaluate((c: HTMLCanvasElement) => [...c.getContext('2d')!.getImageData(0, 0, 1, 1).data]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect
    .poll(() => strips.first().evaluate((c: HTMLCanvasElement) => [...c.getContext('2d')!.getImageData(0, 0, 1, 1).data]))
    .not.toEqual(light);
});

test('pointer: crosshair, letters, tooltip, selection', async ({ page }) => {
  await open(page);
  await row(page, 'Middle removal').scrollIntoViewIfNeeded();
  const box = await placeOf(page, row(page, 'Middle removal').locator('canvas'));
  await page.mouse.move(box.x + box.width * 0.6, box.y + 8);
  const tip = table(page).locator('thead').getByText(/^#\d+/).first();
  await expect(tip).toBeVisible();
  const number = await tip.innerText();
  await page.mouse.move(box.x + box.width * 0.3, box.y + 8);
  await expect(tip).not.toHaveText(number);
  await page.mouse.click(box.x + box.width * 0.6, box.y + 8);
  await page.mouse.move(10, 10);
  await expect(tip).toHaveText(number);
  await expect(page.getByRole('region', { name: 'Side by side' }).getByText(number, { exact: true }).first()).toBeVisible();
});

test('keys: message by message, next difference, zoom', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const axis = page.getByRole('slider', { name: 'Message', exact: true });
  await axis.focus();
  await page.keyboard.press('ArrowRight');
  const first = Number(await axis.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowRight');
  await expect(axis).toHaveAttribute('aria-valuenow', String(first + 1));
  await page.keyboard.press('Shift+ArrowRight');
  expect(Number(await axis.getAttribute('aria-valuenow'))).toBeGreaterThan(first + 1);
  await page.keyboard.press('+');
  await expect(page.getByRole('button', { name: /Show all/ })).toBeVisible();
  await page.keyboard.press('0');
  await expect(page.getByRole('button', { name: /Show all/ })).toBeHidden();
});

test('brush and wheel zoom all strips, double click resets', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const box = await placeOf(page, page.getByRole('slider', { name: 'Message', exact: true }));
  await page.mouse.move(box.x + box.width * 0.2, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.4, box.y + 10, { steps: 4 });
  await page.mouse.up();
  const reset = page.getByRole('button', { name: /Show all/ });
  await expect(reset).toBeVisible();
  const strip = await placeOf(page, row(page, 'Original').locator('canvas'));
  await page.mouse.dblclick(strip.x + strip.width / 2, strip.y + 8);
  await expect(reset).toBeHidden();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await expect(reset).toBeVisible();
  await reset.click();
  await expect(reset).toBeHidden();
});

test('width by messages redraws the same strips', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const strip = row(page, 'Middle removal').locator('canvas');
  const picture = () => strip.evaluate((c: HTMLCanvasElement) => c.toDataURL());
  // A strip out of sight is not drawn again.
  await strip.scrollIntoViewIfNeeded();
  const before = await picture();
  // Beside the plot the strip is narrow: one button in the place of the switch.
  await page.getByRole('button', { name: 'Each message as wide as its tokens; a click makes all equally wide' }).click();
  await expect.poll(picture).not.toBe(before);
});

test('the plot and the table show each other', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const plot = page.getByRole('img', { name: /strategies; x: / });
  await expect(plot).toBeVisible();
  await row(page, 'Random removal').hover({ position: { x: 60, y: 12 } });
  await expect(plot.locator('circle[class*=ring]')).toHaveCount(1);
  await plot.locator('g[data-point="Random removal"]').dispatchEvent('pointerover');
  await expect(row(page, 'Random removal')).toHaveAttribute('data-linked', 'true');
});

test('the plot selects rows, zooms, and has its own room', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const points = page.getByRole('group', { name: /\d+ points/ });
  await expect(page.getByRole('img', { name: /strategies; x: / })).toBeVisible();
  await points.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  const chip = page.getByRole('button', { name: /2 rows from the plot/ });
  await expect(chip).toBeVisible();
  await expect(table(page).locator('tbody tr[data-key]')).toHaveCount(2);
  await expectAccessible(page);
  await chip.click();
  await expect(chip).toBeHidden();

  const box = await placeOf(page, points);
  await page.getByRole('button', { name: 'Select points by drawing around them' }).click();
  const corner = (x: number, y: number) => page.mouse.move(box.x + box.width * x, box.y + box.height * y);
  await corner(0.1, 0.01);
  await page.mouse.down();
  for (const [x, y] of [
    [0.99, 0.01],
    [0.99, 0.94],
    [0.1, 0.94],
  ] as const)
    await corner(x, y);
  await page.mouse.up();
  await page.getByRole('button', { name: /rows from the plot/ }).click();

  const all = page.getByRole('button', { name: 'Show the whole chart' });
  await expect(all).toBeDisabled();
  await points.focus();
  await page.keyboard.press('+');
  await expect(all).toBeEnabled();
  await page.keyboard.press('0');
  await expect(all).toBeDisabled();

  const splitter = page.getByRole('separator', { name: 'Width of the plot' });
  await splitter.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(splitter).toHaveAttribute('aria-valuenow', '400');
  await page.getByRole('button', { name: 'Plot at full size' }).click();
  await expect(table(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(table(page)).toBeVisible();
  await page.getByRole('button', { name: 'Close the plot' }).click();
  await expect(points).toBeHidden();
  await settledAddress(page);
  await page.reload();
  await page.getByRole('button', { name: 'Plot', exact: true }).click();
  await expect(splitter).toHaveAttribute('aria-valuenow', '400');
});

test('narrow: a block for each strategy, the rest on demand', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await expect(row(page, 'Middle removal').locator('[data-label="saved %"]')).toBeVisible();
  const few = await table(page).locator('tbody tr[data-key]').count();
  await page.getByRole('button', { name: /Show \d+ more strateg/ }).click();
  expect(await table(page).locator('tbody tr[data-key]').count()).toBeGreaterThan(few);
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

for (const scheme of ['light', 'dark'] as const) {
  test(`nothing for axe to find, with a row open, ${scheme}`, { tag: scheme === 'dark' ? '@deep' : [] }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await open(page);
    await row(page, 'Sliding window').getByRole('button', { name: 'Sliding window', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Tokens by fate' })).toBeVisible();
    await expectAccessible(page);
  });
}

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

test('the bar on the axis scrolls the list', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const list = page.getByRole('region', { name: 'Side by side' });
  await expect(list.getByText('#1', { exact: true }).first()).toBeVisible();
  const axis = await placeOf(page, page.getByRole('slider', { name: 'Message', exact: true }));
  await page.mouse.move(axis.x + 3, axis.y + 18);
  await page.mouse.down();
  await page.mouse.move(axis.x + axis.width * 0.7, axis.y + 18, { steps: 8 });
  await page.mouse.up();
  await expect(list.getByText('#1', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Show all/ })).toBeHidden();
});
