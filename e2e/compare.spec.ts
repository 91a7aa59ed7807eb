import type { Page } from '@playwright/test';
import { head, open, row, table, titles } from './compare-view.ts';
import { expect, expectAccessible, importFile, sharedFile, statusLine, test, target } from './support.ts';

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

test('the table: rows in order, pins and deltas, a row and its slider', async ({ page }) => {
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
    await expect(page.getByRole('heading', { name: 'Tokens by fate' })).toBeVisible();
    await expect(page.getByText('Source: Twenty strategies (S0)')).toBeVisible();
    const slider = page.getByRole('slider', { name: 'Window of Sliding window' });
    await expect(page.getByText('aimed at the target')).toBeVisible();
    const before = await row(page, 'Sliding window').innerText();
    await slider.focus();
    await slider.press('Home');
    await expect(page.getByText('aimed at the target')).toBeHidden();
    await expect.poll(() => row(page, 'Sliding window').innerText()).not.toBe(before);
    await page.getByRole('button', { name: /^Reset Window to/ }).click();
    await expect(page.getByText('aimed at the target')).toBeVisible();
  });
});

test('nothing for axe to find, with a row open, light and dark', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await row(page, 'Sliding window').getByRole('button', { name: 'Sliding window', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tokens by fate' })).toBeVisible();
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
