/** The view of the replay, as tests of it name its parts. */
import type { Page } from '@playwright/test';
import { encode } from '../src/scenario/codec.ts';
import { defaultScenario } from '../src/scenario/defaults.ts';
import { expect, open, ready } from './support.ts';

export const size = (page: Page) => page.getByRole('slider', { name: 'Context size' });
export const panel = (page: Page, name: string) => page.getByRole('tablist', { name: 'Data of the replay' }).getByRole('tab', { name });
/** Every run has ended, after whatever was changed last. */
export async function done(page: Page): Promise<void> {
  await ready(page);
  await expect(page.getByText(/requests × \d+ runs? in/)).toBeVisible();
}

/** Opens the sample with the runs of three policies in the place of A, B and C. */
export async function openRuns(page: Page): Promise<void> {
  const { settings, replay, view, ...rest } = defaultScenario();
  const strategies = ['middle-removal', 'oldest-removal', 'context-compactor'];
  await open(
    page,
    await encode({ ...rest, settings: { ...settings, budget: 'own' }, replay: { ...replay, strategies }, view: { ...view, allRows: true } }),
  );
}

/** Opens the tab with the sample, in a window that makes every strategy compact. */
export async function replayed(page: Page, window = '40,000'): Promise<void> {
  await openRuns(page);
  await page.getByRole('tab', { name: 'Replay' }).click();
  await done(page);
  await expect(size(page)).toBeVisible();
  const field = page.getByRole('region', { name: 'When to compact' }).getByRole('textbox', { name: 'Window', exact: true });
  await field.fill(window);
  await field.press('Enter');
  await expect(field).toHaveValue(window);
  await done(page);
}

/** What few people change is behind a button. */
export const moreSettings = (page: Page) => page.getByRole('button', { name: /^More settings/ }).click();
export const answer = (page: Page) => page.getByRole('region', { name: 'What the replay says' });
/** Switches on a column that is not among the first ones. */
export async function withColumn(page: Page, name: string): Promise<void> {
  await answer(page).getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name, exact: true }).check();
  await page.keyboard.press('Escape');
}

export const oneForAll = (page: Page) => page.getByRole('radiogroup', { name: 'Whose triggers' }).getByRole('radio', { name: 'one for all' }).check();

/** Cells behind the name, in a window that has room for all of the first columns. */
const CELLS = { compacted: 1, refused: 3, cost: 7 } as const;
export const summary = (page: Page) => page.getByRole('region', { name: 'Summary' });
export const cell = (page: Page, row: RegExp, column: keyof typeof CELLS) =>
  summary(page).getByRole('row', { name: row }).getByRole('cell').nth(CELLS[column]);
