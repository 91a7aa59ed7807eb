/** The plot and the table show each other, and what is selected in one is what the other shows. */
import { open, row, table } from './compare-view.ts';
import { expect, expectAccessible, placeOf, settledAddress, test } from './support.ts';

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
