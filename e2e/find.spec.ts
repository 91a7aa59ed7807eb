import { expect, importFile, open, statusLine, test } from './support.ts';

test('find: as one types, in all three views, by arrows and keys, the hit in the middle', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const region = page.getByRole('region', { name: 'Side by side' });
  const box = region.getByRole('searchbox', { name: 'Find in text' });
  const count = region.getByRole('status');
  // From anywhere on the page, by either key.
  await page.getByRole('main').focus();
  await page.keyboard.press('Control+f');
  await expect(box).toBeFocused();
  await page.getByRole('main').focus();
  await page.keyboard.press('/');
  await expect(box).toBeFocused();
  for (const layout of ['columns', 'unified', 'request'] as const) {
    await region.getByText(layout, { exact: true }).click();
    const list = region.getByRole('group', { name: layout === 'columns' ? 'Side by side' : layout });
    await expect(list).toBeVisible();
    await box.fill('');
    await box.fill('ERROR');
    await expect(count).toHaveText(/^\d+ of \d+$/);
    const total = Number((await count.textContent())!.split(' of ')[1]);
    expect(total).toBeGreaterThan(3);
    // To a hit with others before and behind it.
    const at = async () => Number((await count.textContent())!.split(' of ')[0]);
    while ((await at()) !== 1) await region.getByRole('button', { name: 'Previous match' }).click();
    await box.press('Enter');
    await expect(count).toHaveText(`2 of ${total}`);
    await box.press('Shift+Enter');
    await expect(count).toHaveText(`1 of ${total}`);
    await box.press('ArrowUp');
    await expect(count).toHaveText(`${total} of ${total}`);
    await box.press('ArrowDown');
    await expect(count).toHaveText(`1 of ${total}`);
    for (let k = 1; k <= Math.floor(total / 2); k++) await region.getByRole('button', { name: 'Next match' }).click();
    await expect(count).toHaveText(`${1 + Math.floor(total / 2)} of ${total}`);
    const current = list.locator(layout === 'columns' ? '[data-message]:has([aria-expanded=true])' : '[aria-current=true]');
    await expect(current.locator('mark').first()).toHaveText(/^error$/i);
    // The words are about the middle of the list.
    await expect
      .poll(async () => {
        const [line, room] = [await current.locator('mark').first().boundingBox(), await list.boundingBox()];
        return Math.abs(line!.y + line!.height / 2 - room!.y - room!.height / 2) / room!.height;
      })
      .toBeLessThan(0.3);
    await box.fill('no such words anywhere 4711');
    await expect(count).toHaveText('no match');
    await expect(region.getByRole('button', { name: 'Next match' })).toBeDisabled();
  }
  // What is typed stays from one view to the next; Escape clears it, and once more leaves the box.
  await region.getByText('columns', { exact: true }).click();
  await expect(count).toHaveText('no match');
  await box.press('Escape');
  await expect(box).toHaveValue('');
  await box.press('Escape');
  await expect(region.getByRole('group', { name: 'Side by side' })).toBeFocused();
});

test('a hit in a fold is unfolded, and P pins a message whose text was never fetched', { tag: '@deep' }, async ({ page }) => {
  const messages = Array.from({ length: 400 }, (_, i) => ({
    role: i % 2 ? 'assistant' : 'user',
    content: i === 150 ? 'the needle of the haystack' : `message ${i} ${'words '.repeat(60)}`,
  }));
  await open(page);
  await importFile(page, { name: 'folds.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ messages })) });
  await expect(statusLine(page)).toContainText('400 messages');
  const region = page.getByRole('region', { name: 'Side by side' });
  // What the one that is left drops is folded.
  for (const title of ['Middle removal', 'Context compactor']) await page.getByRole('button', { name: `Pin ${title}`, exact: true }).click();
  await expect(region.getByText(/messages? dropped by all/).first()).toBeVisible();
  await region.getByRole('searchbox', { name: 'Find in text' }).fill('needle');
  await expect(region.getByRole('status')).toHaveText('1 of 1');
  const hit = region.locator('[data-message="150"]');
  await expect(hit.locator('mark')).toHaveText('needle');
  // Selected by its number before its row is there: the key must not be lost.
  await region.getByRole('searchbox', { name: 'Find in text' }).fill('');
  const list = region.getByRole('group', { name: 'Side by side' });
  await list.focus();
  await list.press('Shift+ArrowDown');
  await list.press('p');
  await expect(region.locator('[data-message="151"]').getByText('pinned', { exact: true })).toBeVisible();
});
