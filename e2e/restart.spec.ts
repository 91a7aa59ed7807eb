/** A worker that dies or hangs is replaced; transcript, settings and comparison stay. */
import type { Page, Worker } from '@playwright/test';
import { expect, give, open, settled, settledAddress, SHOWN_ROWS, statusLine, test } from './support.ts';

const engine = (page: Page): Worker => page.workers().find((w) => w.url().startsWith('blob:'))!;
const row = (page: Page) =>
  page
    .getByRole('table', { name: 'Policies' })
    .getByRole('row', { name: /Oldest removal/ })
    .first();
const target = (page: Page) => page.getByRole('slider', { name: 'Target', exact: true });
const notice = (page: Page) => page.getByText('The engine was restarted; session and settings are intact.');

/** Waits for scores, and moves the target, so that there is something to keep. */
async function openAndChange(page: Page): Promise<string> {
  await open(page, SHOWN_ROWS);
  await target(page).focus();
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowLeft');
  await expect(target(page)).toHaveValue('40');
  await settled(page);
  await expect(row(page)).toContainText(/\d,\d{3}/);
  return settledAddress(page);
}

test('a crashed engine is replaced, the page says so and goes on', async ({ page }) => {
  const address = await openAndChange(page);
  const messages = await statusLine(page).textContent();
  await engine(page)
    .evaluate(() => {
      setTimeout(() => {
        throw new Error('as if the engine had crashed');
      });
    })
    .catch(() => undefined);
  await expect(notice(page)).toBeVisible();
  await expect(target(page)).toHaveValue('40');
  await settled(page);
  expect(await statusLine(page).textContent()).toContain((messages ?? '').split('·')[1] ?? '');
  expect(await settledAddress(page)).toBe(address);
  const before = await row(page).textContent();
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowLeft');
  await expect.poll(() => row(page).textContent()).not.toBe(before);
});

test('an engine that hangs is replaced soon after Cancel', { tag: '@deep' }, async ({ page }) => {
  await openAndChange(page);
  const before = await statusLine(page).textContent();
  const hangs = page.waitForEvent('console', (message) => message.text() === 'hangs');
  void engine(page)
    .evaluate(() => {
      setTimeout(() => {
        console.info('hangs');
        for (;;);
      });
    })
    .catch(() => undefined);
  await hangs;
  const talk = JSON.stringify([{ role: 'user', content: 'Is anybody there?' }]);
  await give(page, { name: 'talk.json', mimeType: 'application/json', buffer: Buffer.from(talk) });
  await page.getByRole('button', { name: 'Cancel' }).first().click();
  await expect(notice(page)).toBeVisible({ timeout: 15_000 });
  await settled(page);
  await expect(statusLine(page)).toHaveText(before ?? '');
  const scores = await row(page).textContent();
  await target(page).focus();
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowLeft');
  await expect.poll(() => row(page).textContent()).not.toBe(scores);
});
