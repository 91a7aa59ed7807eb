/** What opens from a row: tables of rules, own pipelines, log, page of the strategy; and the keyword lists. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, importFile, open as openPage, sharedFile, settledAddress, statusLine, test } from './support.ts';

test.use({ whole: true });

const table = (page: Page): Locator => page.getByRole('table', { name: 'Strategies' });
const row = (page: Page, title: string): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: title, exact: true }) });

async function open(page: Page): Promise<void> {
  await openPage(page);
  await expect(row(page, 'Middle removal')).toContainText(/\d\.\d{3}/, { timeout: 45_000 });
  await expect(page.getByRole('contentinfo')).toContainText('compared', { timeout: 45_000 });
}

/** The details below a row, opened; a link opens those that were open. */
async function details(page: Page, title: string): Promise<Locator> {
  const name = row(page, title).getByRole('button', { name: title, exact: true });
  if ((await name.getAttribute('aria-expanded')) === 'false') await name.click();
  const found = table(page).locator('[data-details]').last();
  await expect(found.getByRole('heading', { name: 'Parameters' })).toBeVisible();
  return found;
}

test('a rule table: a cell changes the row, each cell and the whole table can be reset', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const found = await details(page, 'Selective');
  const rules = found.getByRole('table', { name: /^Rules by item type/ });
  /** All but the time, which is another one every time. */
  const numbers = () => row(page, 'Selective').locator('td[data-brief]').allInnerTexts();
  // Recall follows the comparison: until then its cell says that it is being measured.
  await expect.poll(async () => (await numbers()).join(' ')).not.toContain('…');
  const before = await numbers();
  const action = rules.getByRole('combobox', { name: /^tool block, / });
  await action.selectOption({ label: 'never' });
  await expect.poll(numbers).not.toEqual(before);
  const keep = rules.getByRole('textbox', { name: /^assistant message, Keep recent/ });
  await keep.fill('9');
  await keep.press('Enter');
  await expect(found.getByRole('button', { name: /^Reset the table · 2 cells changed/ })).toBeVisible();
  await keep.press('ArrowUp');
  await expect(keep).toHaveValue('10');
  await rules.getByRole('button', { name: /^Reset tool block, / }).click();
  await expect(found.getByRole('button', { name: /^Reset the table · 1 cell changed/ })).toBeVisible();
  await found.getByRole('button', { name: /^Reset the table · / }).click();
  await expect(keep).toHaveValue('5');
  await expect.poll(numbers).toEqual(before);
  await expectAccessible(page);
});

test('an own pipeline: added, composed by mouse and keyboard, in the link, removed', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Pipeline', exact: true }).click();
  await expect(row(page, 'Pipeline 1')).toContainText(/\d\.\d{3}|unchanged/);
  const found = table(page).locator('[data-details]').last();
  const stages = found.locator('[data-stage-name]');
  const names = async (): Promise<string[]> => (await stages.allInnerTexts()).map((text) => text.split(' ·')[0]!);
  await expect(stages.first()).toBeVisible();
  const added = await names();
  await found.getByRole('combobox', { name: 'Strategy to add' }).selectOption({ label: 'Oldest removal' });
  await found.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(names).toEqual([...added, 'Oldest removal']);
  await stages.last().focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(async () => (await names()).at(-2)).toBe('Oldest removal');
  await expect(stages.nth(added.length - 1)).toBeFocused();
  await found.getByRole('button', { name: 'Move Oldest removal up' }).click();
  await expect.poll(async () => (await names()).indexOf('Oldest removal')).toBe(Math.max(0, added.length - 2));

  const mine = found.getByRole('button', { name: /^Oldest removal/ });
  await mine.click();
  const minimum = found.getByRole('textbox', { name: 'Minimum messages of Oldest removal, value' });
  await minimum.fill('12');
  await minimum.press('Enter');
  await expect(mine).toContainText('1 parameter set');
  await expect(found.getByRole('heading', { name: 'Stages' })).toBeVisible();
  await found.getByRole('textbox', { name: /^Name of / }).fill('My own');
  await expect(row(page, 'My own')).toBeVisible();
  const order = await names();
  await expectAccessible(page);

  await settledAddress(page);
  await page.reload();
  await expect(row(page, 'My own')).toContainText(/\d\.\d{3}|unchanged/, { timeout: 45_000 });
  const again = await details(page, 'My own');
  await expect(again.getByRole('button', { name: /^Oldest removal/ })).toContainText('1 parameter set');
  expect(await names()).toEqual(order);
  await again.locator('[data-stage-name]').first().focus();
  await page.keyboard.press('Delete');
  await expect(again.locator('[data-stage-name]')).toHaveCount(order.length - 1);
  await again.getByRole('button', { name: 'Duplicate row' }).click();
  await expect(row(page, 'My own')).toHaveCount(2);
  await again.getByRole('button', { name: 'Remove row' }).click();
  await expect(row(page, 'My own')).toHaveCount(1);
});

test('a new pipeline by the command palette', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'What do you want to do?' }).fill('new pipeline');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Pipeline 1')).toBeVisible();
});

test('the log of a seed, and the page of its strategy', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const found = await details(page, 'Context compactor');
  await expect(found.getByText('context_compacted')).toBeVisible();
  await found.getByRole('link', { name: 'Page of the strategy' }).click();
  const opened = page.getByRole('dialog', { name: 'Context compactor' });
  await expect(opened.getByRole('heading', { level: 1, name: 'Context compactor' })).toBeVisible();
  await expect(opened.getByRole('link', { name: 'Middle removal', exact: true })).toBeVisible();
});

test('long lists open whole', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await importFile(page, sharedFile('pi/badlogic__large-session.jsonl'));
  await expect(statusLine(page)).toContainText('914 messages', { timeout: 45_000 });
  await expect(page.getByRole('contentinfo')).toContainText('compared', { timeout: 45_000 });
  const found = await details(page, 'Selective');
  // The recall arrives above the list, which moves away from under a click.
  await expect(found.locator('xpath=preceding-sibling::tr[1]')).not.toContainText('…', { timeout: 60_000 });
  const all = found.getByRole('button', { name: /^Show all \d+/ }).first();
  const count = Number(/\d+/.exec(await all.innerText())![0]);
  const fewer = found.getByRole('button', { name: 'Show fewer' });
  await expect(all.locator('xpath=preceding::table[1]/tbody/tr')).toHaveCount(12);
  await all.click();
  await expect(fewer.locator('xpath=preceding::table[1]/tbody/tr')).toHaveCount(count);
});

test('keyword lists: changed, counted, in the link, reset', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Edit …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keyword lists' });
  const words = dialog.getByRole('textbox', { name: 'Important words: English' });
  await words.fill('banana, all done');
  await expect(dialog.getByRole('button', { name: 'Reset Important words' })).toBeVisible();
  await expect(words).toBeFocused();
  await dialog.getByRole('region', { name: 'Decisions' }).getByRole('button', { name: 'use', exact: true }).click();
  await expect(dialog.getByRole('textbox', { name: 'Decisions: English' })).toHaveValue(/, use$/);
  await expect(dialog.getByRole('button', { name: 'Reset all 2 changed lists' })).toBeVisible();
  await words.fill('x'.repeat(70));
  await expect(dialog.getByRole('alert')).toContainText('too long');
  await words.fill('banana');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '2 changed …' })).toBeVisible();
  await settledAddress(page);
  await page.reload();
  await page.getByRole('button', { name: '2 changed …' }).click({ timeout: 45_000 });
  await expect(words).toHaveValue('banana');
  await dialog.getByRole('button', { name: 'Reset all 2 changed lists' }).click();
  await expect(words).toHaveValue(/^error, fail/);
});
