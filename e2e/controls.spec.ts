import type { Page } from '@playwright/test';
import { expect, open, settled, test } from './support.ts';

const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name: `${name}, value` });

test('every slider has its field, and both move the comparison', async ({ page }) => {
  await open(page);
  for (const name of [
    'Context window',
    'Trigger',
    'Target',
    'Keep recent',
    'Preserve start',
    'Preserve end',
    'Long, HIGH over',
    'Short, LOW under',
    'Weights',
  ]) {
    await expect(slider(page, name)).toBeVisible();
    await expect(field(page, name)).toBeVisible();
  }
  const row = page.getByRole('table', { name: 'Strategies' }).getByRole('row', { name: /Middle removal/ });
  /** Tokens after the strategy: the only number with a separator. */
  const tokens = async () => /\d{1,3}(,\d{3})+/.exec((await row.first().textContent())!)?.[0];
  await settled(page);
  const before = await tokens();
  expect(before).toBeDefined();
  await slider(page, 'Target').focus();
  for (let i = 0; i < 15; i++) await page.keyboard.press('ArrowLeft');
  await expect(field(page, 'Target')).toHaveValue('35');
  await settled(page);
  await expect.poll(tokens).not.toBe(before);
  await field(page, 'Target').fill('50');
  await field(page, 'Target').press('Enter');
  await settled(page);
  await expect.poll(tokens).toBe(before);
});
