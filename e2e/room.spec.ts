/** Room of the parts of the page: what a person gives it to, also after a reload. */
import type { Page } from '@playwright/test';
import { expect, ready, test } from './support.ts';

test.use({ viewport: { width: 1280, height: 720 } });

const side = (page: Page) => page.getByRole('region', { name: 'Side by side' });

test('the drawer of the messages is remembered; in it an opened message is seen whole; the plot has the page', { tag: '@deep' }, async ({ page }) => {
  await page.goto('./');
  await ready(page);
  await page.keyboard.press('d');
  await expect(side(page)).toHaveCount(0);
  await page.keyboard.press('d');
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
  await page.reload();
  await ready(page);
  await expect(side(page)).toBeVisible();
  await page.keyboard.press('d');
  await expect(side(page)).toHaveCount(0);
  await page.reload();
  await ready(page);
  await expect(side(page)).toHaveCount(0);
  // The plot takes at least a third of the page.
  await page.getByRole('tab', { name: 'Plot', exact: true }).click();
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    const chart = page.getByRole('img', { name: /policies; x: / });
    await expect
      .poll(async () => {
        const box = await chart.boundingBox();
        return box ? (box.width * box.height) / (width * height) : 0;
      })
      .toBeGreaterThan(1 / 3);
  }
});
