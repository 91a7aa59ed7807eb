/** The table of the strategies, as tests of it name its parts. */
import type { Locator, Page } from '@playwright/test';
import { expect, open as openPage } from './support.ts';

export const table = (page: Page): Locator => page.getByRole('table', { name: 'Policies' });
export const row = (page: Page, title: string): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: title, exact: true }) });
export const head = (page: Page, name: RegExp): Locator => table(page).getByRole('columnheader', { name });
export const titles = (page: Page): Promise<string[]> => table(page).locator('tbody th[scope=row] b').allTextContents();

/** The page with a comparison that has scores, all rows in their places. */
export async function open(page: Page): Promise<void> {
  await openPage(page);
  await expect(row(page, 'Middle removal')).toContainText(/\d\.\d{3}/, { timeout: 45_000 });
}
