/** What the page keeps for a person: steps back and forth, what was opened here, work without a network. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, importFile, open, placeOf, ready, settled, settledAddress, statusLine, test, target } from './support.ts';

test('a drag is undone and redone as one step, by keys and by the arrows', { tag: '@deep' }, async ({ page }) => {
  await page.goto('./');
  await settled(page);
  const value = target(page);
  const before = await value.inputValue();
  const box = await placeOf(page, value);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 4 });
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await settled(page);
  await expect(value).not.toHaveValue(before);
  const after = await value.inputValue();
  await expect(page.getByRole('button', { name: 'Undo: Target' })).toBeEnabled();
  await page.keyboard.press('Control+z');
  await expect(value).toHaveValue(before);
  await expect(page.getByRole('button', { name: 'Nothing to undo' })).toBeDisabled();
  await page.getByRole('button', { name: 'Redo: Target' }).click();
  await expect(value).toHaveValue(after);
  await page.keyboard.press('Control+z');
  await expect(value).toHaveValue(before);
  await page.keyboard.press('Control+Shift+Z');
  await expect(value).toHaveValue(after);
  await expect(page.getByRole('button', { name: 'Nothing to redo' })).toBeDisabled();
});

const session = (name: string, words: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify(Array.from({ length: 14 }, (_, i) => ({ role: i % 2 ? 'assistant' : 'user', content: `${i}: ${words} the release` }))),
  ),
});

async function openRecents(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /: details$/ }).click();
  await page.getByRole('button', { name: 'Recent sessions' }).click();
  return page.getByRole('dialog', { name: 'Recent sessions and scenarios' });
}

test('what was opened is listed, named, duplicated, opened with its settings and deleted', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await importFile(page, session('monday.json', 'plans for'));
  await expect(statusLine(page)).toContainText('14 messages');
  await target(page).fill('30');
  await settledAddress(page);
  await importFile(page, session('tuesday.json', 'more about'));
  await expect(page.getByRole('button', { name: 'tuesday.json: details' })).toBeVisible();
  await target(page).fill('60');
  await settledAddress(page);
  let dialog = await openRecents(page);
  const entries = dialog.getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('tuesday.json');
  await expect(entries.first()).toContainText(/14 messages · (≈ )?\d+ tokens/);
  await dialog.getByRole('button', { name: 'Rename: monday.json' }).click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Planning');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Duplicate: Planning' }).click();
  await expect(entries).toHaveCount(3);
  await dialog.getByRole('textbox', { name: 'Name for the present settings' }).fill('Sixty percent');
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(entries).toHaveCount(4);
  await dialog.getByRole('button', { name: 'Duplicate: Sixty percent' }).click();
  await expect(entries).toHaveCount(5);
  await dialog.getByRole('button', { name: 'Delete: Sixty percent, copy' }).click();
  await expect(entries).toHaveCount(4);
  await expect(dialog).toContainText(/of storage used/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Planning', exact: true }).click();
  await expect(page.getByRole('button', { name: 'monday.json: details' })).toBeVisible();
  await expect(target(page)).toHaveValue('30');
  dialog = await openRecents(page);
  await dialog.getByRole('button', { name: 'Sixty percent', exact: true }).click();
  await expect(page.getByRole('button', { name: 'tuesday.json: details' })).toBeVisible();
  await expect(target(page)).toHaveValue('60');
  dialog = await openRecents(page);
  await dialog.getByRole('button', { name: 'Delete: Planning, copy' }).click();
  await expect(entries).toHaveCount(3);
  await dialog.getByRole('checkbox', { name: /Keep sessions I open/ }).uncheck();
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog).toContainText('Nothing is kept yet');
  await page.keyboard.press('Escape');
  await importFile(page, session('wednesday.json', 'after'));
  await expect(page.getByRole('button', { name: 'wednesday.json: details' })).toBeVisible();
  await expect(await openRecents(page)).toContainText('Nothing is kept yet');
});

test('two tabs with one file: neither overwrites the settings of the other', { tag: '@deep' }, async ({ page, context }) => {
  await open(page);
  await importFile(page, session('shared.json', 'words of'));
  await expect(statusLine(page)).toContainText('14 messages');
  const link = await settledAddress(page);
  const other = await context.newPage();
  await other.goto(link);
  await ready(other);
  const set = async (tab: Page, percent: string) => {
    await target(tab).fill(percent);
    await settledAddress(tab);
  };
  await set(page, '20');
  await set(other, '80');
  await set(page, '25');
  const dialog = await openRecents(other);
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  const openNth = async (list: Locator, n: number, percent: string) => {
    await list.getByRole('listitem').nth(n).getByRole('button', { name: 'shared.json', exact: true }).click();
    await expect(target(other)).toHaveValue(percent);
  };
  // The one used last stands first.
  await openNth(dialog, 0, '25');
  await openNth(await openRecents(other), 1, '80');
  await other.close();
});
