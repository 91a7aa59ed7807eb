/** What was lost: measures and recall in the table, axes of the plot, the loss view and the way back to the message. */
import type { Locator, Page } from '@playwright/test';
import { EVERY_ROW, expect, expectAccessible, open as openPage, settled, settledAddress, target, test } from './support.ts';

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

test('measures come with the table, recall a moment later with its progress, its interval and its place in the plot', { tag: '@deep' }, async ({
  page,
}) => {
  await openPage(page);
  await expect(row(page, 'Context compactor').getByRole('button', { name: /^Facts of Context compactor/ })).toHaveText(/^\d+\.\d$/, {
    timeout: 45_000,
  });
  await expect(page.getByRole('contentinfo')).toContainText(/Recall \d+/, { timeout: 45_000 });
  const recall = row(page, 'Context compactor').getByRole('button', { name: /^Recall of/ });
  await expect(recall).toHaveText(/^\d+\.\d$/, { timeout: 60_000 });
  await expect(recall.locator('xpath=..')).toHaveAttribute('title', /95 % interval over the cuts/);
  await page.getByRole('tab', { name: 'Plot', exact: true }).click();
  await expect(plot(page).getByLabel('Vertical axis')).toHaveValue('independent');
  await plot(page).getByLabel('Vertical axis').selectOption('recall');
  await expect(plot(page).getByText(/^clairvoyant \d+/)).toBeVisible();
  await page.getByRole('tab', { name: 'All policies' }).click();

  // A slider brings new measures, and recall again.
  await target(page).fill('30');
  await expect(recall).toHaveText(/^\d+\.\d$/, { timeout: 60_000 });
});

test('a recall stands with what was left, its sign has words, controls stand last and are never bold', { tag: '@deep' }, async ({ page }) => {
  await recalled(page);
  const rows = table(page).locator('tr[data-key]');
  const found = await rows.evaluateAll((all) =>
    all.map((tr) => {
      const cell = tr.querySelector('td button[aria-label^="Recall of"]')?.closest('td');
      return {
        key: (tr as HTMLElement).dataset.key,
        text: cell?.textContent ?? '',
        bold: cell?.hasAttribute('data-best') ?? false,
        warn: cell?.hasAttribute('data-missed') ?? false,
        title: cell?.getAttribute('title') ?? '',
        name: cell?.querySelector('button')?.getAttribute('aria-label') ?? '',
      };
    }),
  );
  const measured = found.filter(({ text }) => text !== '');
  expect(measured.length).toBeGreaterThan(20);
  for (const { text, bold, warn, title, name } of measured) {
    // Both recalls, and the tokens left at the cuts.
    expect(text).toMatch(/^[▲▼]?\d+\.\d \/ ▼?\d+\.\d\d{1,3}$/);
    expect(name).toMatch(/independent recall \d/);
    expect(name).toMatch(/% of the tokens are left at the cuts/);
    expect(title).toMatch(/% of the tokens are left at the cuts/);
    expect(warn).toBe(/^[▲▼]/.test(text));
    if (warn) {
      expect(bold).toBe(false);
      expect(name).toMatch(text.startsWith('▲') ? /over the budget at the cuts/ : /below chance/);
    }
  }
  // Below chance by either family is in words, and no row that is below by one of them is the best by the other.
  for (const { text, bold, name } of measured) {
    expect(name.includes('below chance by the independent measures')).toBe(text.includes('/ ▼'));
    if (text.includes('▼')) expect(bold).toBe(false);
  }
  expect(measured.some(({ text }) => text.startsWith('▲'))).toBe(true);
  expect(measured.some(({ text }) => text.startsWith('▼'))).toBe(true);
  const controls = ['random-removal', 'head-tail', 'oldest-first', 'fact-list'];
  expect(new Set(found.slice(-controls.length).map(({ key }) => key))).toEqual(new Set(controls));
  for (const { key, bold } of found) if (controls.includes(key ?? '')) expect(bold).toBe(false);
  await expect(table(page).getByText('simple policies to compare with, never the answer')).toBeVisible();
  await expect(
    table(page)
      .getByText(/\d+ of 12 cuts idle/)
      .first(),
  ).toBeAttached();

  // The plot draws recall against nothing but what was left at the cuts.
  await page.getByRole('tab', { name: 'Plot', exact: true }).click();
  await expect(plot(page).getByLabel('Horizontal axis')).toHaveValue('left-at-cuts');
  await expect(plot(page).getByLabel('Horizontal axis').locator('option[value="saved"]')).toHaveCount(0);
  await expectAccessible(page);
});

test('the independent recall: beside the own one, sorted by from the same head, all six in an open row', { tag: '@deep' }, async ({ page }) => {
  await recalled(page);
  const head = table(page).getByRole('columnheader', { name: 'Recall', exact: true });
  await head.getByRole('button', { name: 'Sort by Needed later, kept' }).click();
  await expect(head.getByRole('button', { name: 'Sort by Needed later, kept' })).toHaveAttribute('aria-pressed', 'true');
  await settled(page);
  const cells = table(page).locator('tr[data-key] td:has(button[aria-label^="Recall of"])');
  const sorted = (await cells.allTextContents()).map((text) => Number(/ \/ ▼?(\d+\.\d)/.exec(text)?.[1]));
  // Controls stand last, whatever the sort.
  const rows = sorted.slice(0, -4);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows).toEqual(rows.toSorted((a, b) => b - a));

  await row(page, 'Context compactor').getByRole('button', { name: 'Context compactor', exact: true }).click();
  const measures = page.getByRole('table', { name: 'Independent measures' });
  await expect(measures.getByRole('rowheader')).toHaveText([
    /^exact strings\d+ of \d+$/,
    /^exact paths\d+ of \d+$/,
    /^edits applicable\d+ of \d+$/,
    /^wording \*[\d,]+ of [\d,]+$/,
    /^pairs \*\d+ of \d+$/,
    /^user's words[\d,]+ of [\d,]+$/,
  ]);
  await expect(
    measures
      .getByRole('row', { name: /^wording/ })
      .getByRole('cell')
      .last(),
  ).toHaveText('63.0');
  await expect(page.getByText('* Decides nothing alone: much of it is habit.')).toBeVisible();
  await settled(page);
  // Its cell beside own recall is the mean of strings and paths.
  const shares = await measures
    .getByRole('row', { name: /^exact/ })
    .evaluateAll((all) => all.map((tr) => Number(tr.querySelector('td')?.textContent)));
  const cell = await row(page, 'Context compactor').locator('td:has(button[aria-label^="Recall of"])').textContent();
  expect(Math.abs(Number(/ \/ ▼?(\d+\.\d)/.exec(cell ?? '')?.[1]) - (shares[0]! + shares[1]!) / 2)).toBeLessThan(0.11);
});

test('recall can be cancelled and asked for again', { tag: '@deep' }, async ({ page }) => {
  // Nothing is waited for before the click: the recall may end meanwhile.
  await page.goto(`./${EVERY_ROW}`);
  await page.getByRole('button', { name: 'Cancel recall' }).click();
  await settled(page);
  await row(page, 'Context compactor').getByRole('button', { name: 'Context compactor', exact: true }).click();
  await expect(row(page, 'Middle removal').getByText('n/a').first()).toHaveAttribute('title', /cancelled/);
  await page.getByRole('button', { name: 'Measure recall' }).click();
  await settled(page);
  await expect(row(page, 'Context compactor').getByRole('button', { name: /^Recall of/ })).toHaveText(/^\d+\.\d$/);
});

test('axes of the plot are a choice that the link carries', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  await page.getByRole('tab', { name: 'Plot', exact: true }).click();
  await plot(page).getByLabel('Horizontal axis').selectOption({ label: 'Cost, next call' });
  await plot(page).getByLabel('Vertical axis').selectOption({ label: 'Facts, %' });
  await expect(plot(page).getByRole('img').first()).toHaveAccessibleName(/x: Cost, next call, y: Facts, %/);
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
  await expect(items.first()).toContainText(/said in #\d+/);
  await expectAccessible(page);

  await dialog
    .getByRole('combobox', { name: 'Kind' })
    .selectOption({ label: await labelOf(dialog.getByRole('combobox', { name: 'Kind' }), /^version/) });
  await expect(items.first()).toContainText('version');
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('');
  await dialog.getByRole('searchbox', { name: 'Find in the list' }).fill('no such fact anywhere');
  await expect(dialog.getByText('No line matches.')).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'Find in the list' }).fill('');

  await dialog.getByRole('radio', { name: /^Needed later/ }).check();
  const needed = items.first().getByRole('button', { name: /^needed in #/ });
  await settled(page);
  const number = /#(\d+)/.exec((await needed.textContent()) ?? '')![1]!;
  await needed.click();
  await expect(dialog).toBeHidden();
  const message = side(page).getByRole('button', { name: new RegExp(`^Message ${number},`) });
  await expect(message).toHaveAttribute('aria-expanded', 'true');
  await expect(side(page).locator('mark').first()).toBeInViewport();
});

test('what one of A, B and C keeps and another loses; by keyboard from line to line', { tag: '@deep' }, async ({ page }) => {
  await recalled(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'What do you want to do?' }).fill('What Oldest removal lost');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'What was lost' });
  const count = async (): Promise<number> => Number(/\d[\d,]*/.exec((await dialog.getByRole('status').textContent()) ?? '')?.[0].replaceAll(',', ''));
  await expect(dialog.getByRole('status')).toHaveText(/\d+ lines/);
  await settled(page);
  const all = await count();
  await dialog.getByLabel('Which losses').selectOption({ index: 1 });
  await settled(page);
  expect(await count()).toBeLessThan(all);
  const first = dialog.locator('tbody tr[data-index]').first().getByRole('button').first();
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.locator('tbody tr[data-index]').nth(1).getByRole('button').first()).toBeFocused();
});

test('an open row says what was lost, by kind and position, and compacts again and again on demand', { tag: '@deep' }, async ({ page }) => {
  await recalled(page);
  await row(page, 'Context compactor').getByRole('button', { name: 'Context compactor', exact: true }).click();
  const details = page.locator('[data-details]');
  await expect(details.getByRole('img', { name: /^Recall .*random removal .*foresight/ })).toBeVisible();
  await expect(details.getByRole('img', { name: /^Facts retained by tenth/ })).toBeVisible();
  await expect(details.getByText('OpenAI Responses: no violation')).toBeVisible();
  await expect(details.getByText(/No model was run/)).toBeVisible();
  await details.getByRole('button', { name: 'Compact five times' }).click();
  await settled(page);
  await expect(details.getByRole('rowheader', { name: 'original' })).toBeVisible();
  await expect(details.getByRole('rowheader', { name: '2', exact: true })).toBeVisible();
  await details.getByRole('button', { name: 'Hindsight recall' }).click();
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
    const answer = await page.request.get(`./docs/measures/${measure}.html`);
    expect(answer.ok(), measure).toBe(true);
    expect(await answer.text()).toContain('<h1');
  }
});

test('narrow, dark and in Chinese: recall among the four numbers, the loss view on the whole screen', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => localStorage.setItem('language', 'zh-CN'));
  await page.goto('./');
  await settled(page);
  const recall = page.getByRole('button', { name: /的召回率/ }).first();
  await expect(recall).toHaveText(/^\d+\.\d$/);
  await recall.click();
  const dialog = page.getByRole('dialog', { name: '丢失了什么' });
  await expect(dialog.locator('tbody tr[data-index]').first()).toBeVisible();
  await settled(page);
  const box = await dialog.boundingBox();
  expect(box!.width).toBeGreaterThan(380);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

test('replay: misses are marked in the chart, listed, and lead to the context that had lost them', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  await page.getByRole('tab', { name: 'Replay' }).click();
  const size = page.getByLabel(/^Window/).last();
  await size.fill('15000');
  await size.press('Enter');
  await page.getByRole('tab', { name: 'Misses' }).click();
  await settled(page);
  const misses = page.getByRole('table', { name: 'Misses' });
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
