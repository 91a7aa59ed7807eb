import type { Page } from '@playwright/test';
import { head, open, row, table, titles } from './compare-view.ts';
import { expect, expectAccessible, importFile, settled, sharedFile, statusLine, test, target } from './support.ts';

/** Numbers of a column, top to bottom; rows that show "—" are left out. */
async function column(page: Page, name: string): Promise<number[]> {
  const heads = await table(page).getByRole('columnheader').allInnerTexts();
  const at = heads.findIndex((text) => text.trim().startsWith(name));
  // Controls have an order of their own, below the others.
  const cells = await table(page)
    .locator(`tbody tr[data-key]:not([data-control]) > :nth-child(${at + 1})`)
    .allInnerTexts();
  return cells.map((text) => Number.parseFloat(text.replaceAll(',', '').replace('▲', ''))).filter((v) => !Number.isNaN(v));
}

test('the table: rows in order, A, B and C, a row with its slider and its document, and the facts behind a number', async ({ page }) => {
  await open(page);
  await test.step('one row per strategy, the original first; by efficiency at a click', async () => {
    const names = await titles(page);
    expect(names[0]).toMatch(/^(Original|Before)$/);
    expect(names).toEqual(expect.arrayContaining(['Middle removal', 'Oldest removal', 'Sliding window', 'Random removal', 'Head + tail']));
    expect(new Set(names).size).toBe(names.length);
    await head(page, /^Efficiency/)
      .getByRole('button')
      .first()
      .click();
    await expect(head(page, /^Efficiency/)).toHaveAttribute('aria-sort', 'descending');
    // Rows find their places when all of them are there.
    await expect(async () => {
      // A, B and C stand above.
      const values = (await column(page, 'Efficiency')).slice(3);
      expect(values.length).toBeGreaterThan(3);
      expect(values).toEqual([...values].sort((a, b) => b - a));
    }).toPass({ timeout: 30_000 });
  });
  await test.step('A and B stand first; the key C puts a policy beside them', async () => {
    const other = (title: string) => page.getByRole('button', { name: `Compare ${title} as C`, exact: true });
    await expect(row(page, 'Claude Code')).toContainText('base');
    await expect(other('Claude Code')).toHaveText('A');
    await row(page, 'Sliding window').getByRole('button', { name: 'Sliding window', exact: true }).focus();
    await page.keyboard.press('c');
    await expect(other('Sliding window')).toHaveText('C');
    expect((await titles(page)).slice(1, 4)).toEqual(['Claude Code', expect.any(String), 'Sliding window']);
    await expect(row(page, 'Random removal')).toContainText(/[+−±]\.\d{3}/);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: /all columns/ }).check();
    await expect(row(page, 'Random removal')).toContainText(/[+−±]\d+\.\d/);
    await page.keyboard.press('Escape');
  });
  await test.step('a row opens its rule, parameters and tokens by fate; a slider changes the row', async () => {
    const name = row(page, 'Sliding window').getByRole('button', { name: 'Sliding window', exact: true });
    await name.press('Enter');
    await expect(name).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('heading', { name: 'Tokens by what became of them' })).toBeVisible();
    await expect(page.getByText('Source: Twenty strategies (S0)')).toBeVisible();
    const slider = page.getByRole('slider', { name: 'Window of Sliding window' });
    await expect(page.getByText('aimed at the budget')).toBeVisible();
    const before = await row(page, 'Sliding window').innerText();
    await slider.focus();
    await slider.press('Home');
    await expect(page.getByText('aimed at the budget')).toBeHidden();
    await expect.poll(() => row(page, 'Sliding window').innerText()).not.toBe(before);
    await page.getByRole('button', { name: /^Reset Window to/ }).click();
    await expect(page.getByText('aimed at the budget')).toBeVisible();
  });
  await test.step('the row leads to its document, links stay inside, and Back returns to it', async () => {
    const view = page.getByRole('dialog').filter({ has: page.locator('[data-document-page]') });
    const title = view.getByRole('heading', { level: 1 });
    const link = page.locator('[data-details]').getByRole('link', { name: 'Page of the policy' });
    await link.click();
    await expect(title).toHaveText('Sliding window');
    expect(new URL(page.url()).search).toBe('?doc=strategies/sliding-window');
    await view.getByRole('article').getByRole('link', { name: /S0/ }).first().click();
    await expect(title).toHaveText('The five systems');
    await expect(view.locator('#doc-s0-twenty-strategies')).toBeInViewport();
    await view.getByRole('button', { name: 'Back' }).click();
    await expect(title).toHaveText('Sliding window');
    await page.goBack();
    await expect(view).toHaveCount(0);
    await expect(link).toBeFocused();
    expect(new URL(page.url()).search).toBe('');
  });
  await test.step('from a number to the facts behind it, to the message with the words marked', async () => {
    await settled(page);
    await row(page, 'Fact ledger')
      .getByRole('button', { name: /^Facts of/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'What was lost' });
    const items = dialog.locator('tbody tr[data-index]');
    await expect(items.first()).toContainText(/said #\d+/);
    await dialog.getByRole('searchbox', { name: 'Find in the list' }).fill('no such fact anywhere');
    await expect(dialog.getByText('Nothing matches.')).toBeVisible();
    await dialog.getByRole('searchbox', { name: 'Find in the list' }).fill('');
    const said = items.first().getByRole('button', { name: /^said #/ });
    await settled(page);
    const number = /#(\d+)/.exec((await said.textContent()) ?? '')![1]!;
    await said.click();
    await expect(dialog).toBeHidden();
    const side = page.getByRole('region', { name: 'Side by side' });
    await expect(side.getByRole('button', { name: new RegExp(`^Message ${number},`) })).toHaveAttribute('aria-expanded', 'true');
    await expect(side.locator('mark').first()).toBeInViewport();
  });
});

test('nothing for axe to find, with a row open, light and dark', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await row(page, 'Sliding window').getByRole('button', { name: 'Sliding window', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tokens by what became of them' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
});

test('a real session of 914 messages', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await importFile(page, sharedFile('pi/badlogic__large-session.jsonl'));
  await expect(statusLine(page)).toContainText('914 messages', { timeout: 45_000 });
  await expect(row(page, 'Middle removal')).toContainText(/\d\.\d{3}/);
  await target(page).focus();
  const before = await row(page, 'Middle removal').innerText();
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowLeft');
  await expect.poll(() => row(page, 'Middle removal').innerText()).not.toBe(before);
});
