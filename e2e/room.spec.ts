/** Room: what a person gives it to, what stays in sight, and that a part that is added is seen. */
import type { Page } from '@playwright/test';
import { expect, measured, ready, test } from './support.ts';

test.use({ viewport: { width: 1280, height: 720 } });

const bar = (page: Page) => page.getByRole('separator', { name: 'Height of the table' });
const topOf = async (page: Page): Promise<number> => (await bar(page).boundingBox())!.y;
const side = (page: Page) => page.getByRole('region', { name: 'Side by side' });
const bars = (page: Page) => page.getByRole('table', { name: 'Strategies' });

async function command(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill(text);
  await expect(palette.getByRole('option').first()).toContainText(text);
  await page.keyboard.press('Enter');
}

test('the bar below the table is remembered; with it up an opened message is seen whole', { tag: '@deep' }, async ({ page }) => {
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
});

test('an open row is as high as it needs, and its name stays in sight below the head', { tag: '@deep' }, async ({ page }) => {
  await page.goto('./');
  await measured(page, 52);
  await bars(page).locator('tr[data-key="fact-ledger"] [data-name]').click();
  const details = bars(page).locator('tr[data-details]');
  const name = details.getByRole('heading', { name: 'Fact ledger' });
  await expect(name).toBeVisible();
  const inner = await details.evaluate((row) =>
    [...row.querySelectorAll('*')]
      .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY) && part.scrollHeight > part.clientHeight + 1)
      .map((part) => part.className),
  );
  expect(inner).toEqual([]);
  await details.evaluate((row) => {
    let room: HTMLElement | null = row.parentElement;
    while (room && !/auto|scroll/.test(getComputedStyle(room).overflowY)) room = room.parentElement;
    room!.scrollTop += row.getBoundingClientRect().top - room!.getBoundingClientRect().top + 200;
  });
  await expect(name).toBeInViewport({ ratio: 1 });
  const seen = await name.evaluate((heading) => {
    const { left, top, height } = heading.getBoundingClientRect();
    return heading.contains(document.elementFromPoint(left + 4, top + height / 2));
  });
  expect(seen).toBe(true);
});

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
] as const) {
  test(`the plot takes at least a third of a page of ${width} × ${height} when asked for`, { tag: '@deep' }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('./');
    await ready(page);
    await page.getByRole('button', { name: 'Plot at full size' }).click();
    const chart = page.getByRole('img', { name: /strategies; x: / });
    await expect
      .poll(async () => {
        const box = await chart.boundingBox();
        return box ? (box.width * box.height) / (width * height) : 0;
      })
      .toBeGreaterThan(1 / 3);
  });
}

test('a new pipeline is seen where it was added; undo and redo are commands too', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('./');
  await ready(page);
  await command(page, 'New pipeline');
  await expect(bars(page).locator('tr[data-details]').getByRole('heading').first()).toBeInViewport();
  await command(page, 'Compare at own defaults');
  await expect(page.getByRole('radio', { name: 'own defaults' }).first()).toBeChecked();
  await command(page, 'Undo:');
  await expect(page.getByRole('radio', { name: 'equal target' }).first()).toBeChecked();
  await command(page, 'Redo:');
  await expect(page.getByRole('radio', { name: 'own defaults' }).first()).toBeChecked();
});
