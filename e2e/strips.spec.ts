/** The strips of the rows: what they show, by pointer, keys and zoom. */
import type { Locator } from '@playwright/test';
import { open, row, table } from './compare-view.ts';
import { expect, placeOf, test } from './support.ts';

/** Whether anything is drawn: an empty canvas is transparent. One colour may be all, where a product keeps nothing. */
const painted = (strip: Locator): Promise<boolean> =>
  strip.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return new Uint32Array(data.buffer).some((pixel) => pixel !== 0);
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

test('pointer: crosshair, letters, tooltip, selection', { tag: '@deep' }, async ({ page }) => {
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
