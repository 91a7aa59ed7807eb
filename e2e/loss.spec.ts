/** What was lost: measures and recall in the table, axes of the plot, the loss view and the way back to the message. */
import type { Locator, Page } from '@playwright/test';
import { EVERY_ROW, expect, expectAccessible, open as openPage, pressDrawn, settled, settledAddress, target, test } from './support.ts';

test.use({ whole: true });

const table = (page: Page): Locator => page.getByRole('table', { name: 'Policies' });
const row = (page: Page, title: string): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: title, exact: true }) });
const side = (page: Page): Locator => page.getByRole('region', { name: 'Side by side' });
const plot = (page: Page): Locator => page.getByRole('region', { name: 'Plot of two measures' }).last();

/** The page with its recall. */
async function recalled(page: Page): Promise<void> {
  await openPage(page);
  await settled(page);
}

test('measures come with the table, recall a moment later, and both again after a slider', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  const facts = row(page, 'Context compactor').getByRole('button', { name: /^Facts of Context compactor/ });
  const recall = row(page, 'Context compactor').getByRole('button', { name: /^Needed later, kept of Context compactor: \d/ });
  await expect(facts).toHaveText(/^\d+\.\d$/);
  await settled(page);
  const before = await recall.innerText();
  await target(page).fill('30');
  await settled(page);
  await expect(recall).toHaveText(/^[▲▼]?\d+(\.\d)?$/);
  expect(await recall.innerText()).not.toBe(before);
});

test('recall can be cancelled and asked for again', { tag: '@deep' }, async ({ page }) => {
  await page.addInitScript(pressDrawn, { button: 'button[aria-label="Cancel measuring"]' });
  await page.goto(`./${EVERY_ROW}`);
  await settled(page);
  await row(page, 'Context compactor').getByRole('button', { name: 'Context compactor', exact: true }).click();
  await expect(row(page, 'Middle removal').getByText('n/a').first()).toHaveAttribute('title', /cancelled/);
  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await settled(page);
  await expect(row(page, 'Context compactor').getByRole('button', { name: /^Needed later, kept of/ })).toHaveText(/^[▲▼]?\d+(\.\d)?$/);
});

test('axes of the plot are a choice that the link carries', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  await page.getByRole('tab', { name: 'Plot', exact: true }).click();
  await plot(page).getByLabel('Vertical axis').selectOption('facts');
  await plot(page).getByLabel('Horizontal axis').selectOption('cost');
  await expect(plot(page).getByRole('img').first()).toHaveAccessibleName(/x: Next call.*, y: Facts, %/);
  await settledAddress(page);
  await page.reload();
  await expect(plot(page).getByLabel('Vertical axis')).toHaveValue('facts');
});

test('from a number to the facts behind it, by kind, to the message with the words marked', { tag: '@deep' }, async ({ page }) => {
  await recalled(page);
  await row(page, 'Context compactor')
    .getByRole('button', { name: /^Facts of/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'What was lost' });
  await expect(dialog.getByRole('radio', { name: /^Facts \d/ })).toBeChecked();
  const items = dialog.locator('tbody tr[data-index]');
  await expect(items.first()).toContainText(/said #\d+/);
  await expectAccessible(page);

  await dialog
    .getByRole('combobox', { name: 'Kind' })
    .selectOption({ label: await labelOf(dialog.getByRole('combobox', { name: 'Kind' }), /^version/) });
  await expect(items.first()).toContainText('version');
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('');
  await dialog.getByRole('searchbox', { name: 'Find in the list' }).fill('no such fact anywhere');
  await expect(dialog.getByText('Nothing matches.')).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'Find in the list' }).fill('');

  await dialog.getByRole('radio', { name: /^Needed later \d/ }).check();
  const needed = items.first().getByRole('button', { name: /^needed #/ });
  await settled(page);
  const number = /#(\d+)/.exec((await needed.textContent()) ?? '')![1]!;
  await needed.click();
  await expect(dialog).toBeHidden();
  const message = side(page).getByRole('button', { name: new RegExp(`^Message ${number},`) });
  await expect(message).toHaveAttribute('aria-expanded', 'true');
  await expect(side(page).locator('mark').first()).toBeInViewport();
});

test('an open row says what was lost, by kind and position, and compacts again and again on demand', { tag: '@deep' }, async ({ page }) => {
  await recalled(page);
  await row(page, 'Context compactor').getByRole('button', { name: 'Context compactor', exact: true }).click();
  const details = page.locator('[data-details]');
  await expect(details.getByRole('img', { name: /^Second measure: .*random .*/ })).toBeVisible();
  await expect(details.getByRole('img', { name: /^Kept by tenth/ })).toBeVisible();
  await expect(details.getByText('OpenAI Responses: accepted')).toBeVisible();
  await expect(details.getByText(/No model was run/)).toBeVisible();
  await details.getByRole('button', { name: 'Compact five times' }).click();
  await settled(page);
  await expect(details.getByRole('rowheader', { name: 'before' })).toBeVisible();
  await expect(details.getByRole('rowheader', { name: '2', exact: true })).toBeVisible();
  await details.getByRole('button', { name: 'Second measure' }).click();
  await expect(page.getByRole('link', { name: 'Definition, limits and an example' })).toHaveAttribute(
    'href',
    /docs\/measures\/hindsight-recall\.html$/,
  );
  await page.keyboard.press('Escape');
  await expectAccessible(page);
});

test('the pages of the measures are part of the site', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  for (const measure of ['hindsight-recall', 'fact-retention', 'error-fix-pairs', 'artifact-trail']) {
    const found = await page.evaluate(async (name) => (await fetch(`docs/measures/${name}.html`)).text(), measure);
    expect(found, measure).toContain('<h1');
  }
});

test('replay: misses are marked in the chart, listed, and lead to the context that had lost them', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  await page.getByRole('tab', { name: 'Replay' }).click();
  const size = page.getByLabel(/^Window/).last();
  await size.fill('15000');
  await size.press('Enter');
  await page.getByRole('tab', { name: 'Lost, needed again' }).click();
  await settled(page);
  const misses = page.getByRole('table', { name: 'Lost, needed again' });
  await expect(misses.getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);
  await misses.getByRole('row').nth(1).getByRole('button').first().click();
  await expect(page.getByRole('tab', { name: 'Context' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('mark').first()).toBeInViewport();
});

/** The whole label of the option that begins so. */
async function labelOf(select: Locator, begins: RegExp): Promise<string> {
  const labels = await select.locator('option').allTextContents();
  return labels.find((label) => begins.test(label)) ?? '';
}
