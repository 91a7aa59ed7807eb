/** Room of the parts of the page: what a person gives it to, also after a reload. */
import type { Page } from '@playwright/test';
import { expect, ready, test } from './support.ts';

test.use({ viewport: { width: 1280, height: 720 } });

const bar = (page: Page) => page.getByRole('separator', { name: 'Height of the table' });
const topOf = async (page: Page): Promise<number> => (await bar(page).boundingBox())!.y;
const side = (page: Page) => page.getByRole('region', { name: 'Side by side' });

test('the bar below the table is remembered; with it up an opened message is seen whole; the plot has the page when asked for', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('./');
  await ready(page);
  const before = await topOf(page);
  await bar(page).focus();
  await page.keyboard.press('Home');
  await expect.poll(() => topOf(page)).toBeLessThan(before - 40);
  const message = side(page).locator('[data-message="1"]');
  await message.getByRole('button', { name: /^Message 2,/ }).click();
  await expect(side(page).getByText(/why\? priority/)).toBeVisible();
  // Nothing of its text is folded away, and the list has room for a dozen lines.
  await expect(message).toContainText('booking path before planning anything.');
  const shown = await message.evaluate((cell) => {
    let list: HTMLElement | null = cell.parentElement;
    while (list && getComputedStyle(list).overflowY !== 'auto') list = list.parentElement;
    const texts = [...cell.querySelectorAll('*')].filter((part) => part.textContent?.includes('booking path before planning anything.'));
    const cut = texts.filter((part) => getComputedStyle(part).overflowY !== 'visible' && part.scrollHeight > part.clientHeight + 1);
    return { texts: texts.length, cut: cut.length, room: list!.clientHeight };
  });
  expect(shown.texts).toBeGreaterThan(0);
  expect(shown.cut).toBe(0);
  expect(shown.room).toBeGreaterThan(250);
  const chosen = await topOf(page);
  await page.reload();
  await ready(page);
  await expect.poll(async () => Math.abs((await topOf(page)) - chosen)).toBeLessThan(2);
  // The plot takes at least a third of the page when asked for.
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Plot at full size' }).click();
    const chart = page.getByRole('img', { name: /strategies; x: / });
    await expect
      .poll(async () => {
        const box = await chart.boundingBox();
        return box ? (box.width * box.height) / (width * height) : 0;
      })
      .toBeGreaterThan(1 / 3);
    await expect(page.getByRole('table', { name: 'Policies' })).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('table', { name: 'Policies' })).toBeVisible();
  }
});
