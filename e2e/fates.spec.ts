/** A message in every strategy, offloaded content, edits with their cut, inserted texts. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, importFile, open as openPage, sharedFile, test } from './support.ts';

const side = (page: Page): Locator => page.getByRole('region', { name: 'Side by side' });
const pin = (page: Page, title: string): Locator =>
  page.getByRole('table', { name: 'Strategies' }).getByRole('button', { name: `Pin ${title}`, exact: true });

async function open(page: Page): Promise<void> {
  await openPage(page);
  await expect(page.getByRole('contentinfo')).toContainText('compared', { timeout: 45_000 });
}

/** These rows stand side by side, and no others. */
async function pinOnly(page: Page, ...titles: readonly string[]): Promise<void> {
  for (const title of ['Middle removal', 'Oldest removal', 'Context compactor']) await pin(page, title).click();
  for (const title of titles) await pin(page, title).click();
}

test('the fate of a message in every strategy: by button, key and palette, with its numbers', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await side(page)
    .getByRole('button', { name: /^Message 3,/ })
    .click();
  await side(page)
    .getByRole('button', { name: /All strategies/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Message #3 in every strategy' });
  const fates = dialog.getByRole('table', { name: 'Fates of the message' });
  const rows = await page.getByRole('table', { name: 'Strategies' }).locator('tbody tr[data-key]').count();
  await expect(fates.locator('tbody tr th[scope=row]')).toHaveCount(rows);
  await expect(fates.getByRole('columnheader', { name: /(kept|dropped|summarised) \d+/ }).first()).toBeVisible();
  const middle = fates.getByRole('row').filter({
    has: page.getByRole('rowheader', { name: 'A Middle removal' }).or(page.getByRole('rowheader', { name: 'Middle removal', exact: true })),
  });
  await expect(middle).toContainText(/\d/);
  await expectAccessible(page);

  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'Message #4 in every strategy' })).toBeVisible();
  await page.getByRole('button', { name: /Previous/ }).click();
  await expect(dialog).toBeVisible();
  await fates.getByRole('button', { name: 'Pin Sliding window' }).click();
  await expect(fates.getByRole('button', { name: 'Pin Sliding window' })).toHaveText('Unpin');
  await page.keyboard.press('Escape');
  await expect(pin(page, 'Sliding window')).toHaveAttribute('aria-pressed', 'true');

  await side(page)
    .getByRole('button', { name: /^Message 3,/ })
    .press('f');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'What do you want to do?' }).fill('fates of message');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
});

test('narrow: the fates of a message fit', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await side(page)
    .getByRole('button', { name: /^Message 3,/ })
    .click();
  await side(page)
    .getByRole('button', { name: /All strategies/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('table', { name: 'Fates of the message' })).toBeVisible();
  const wide = await page.getByRole('dialog').evaluate((e) => [...e.querySelectorAll('*')].some((x) => x.getBoundingClientRect().right > 391));
  expect(wide).toBe(false);
});

test('an offloaded result opens in place, says that it is not sent, and can be copied', { tag: '@deep' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  await importFile(page, sharedFile('pi/badlogic__large-session.jsonl'));
  await expect(page.getByRole('contentinfo')).toContainText(/914 messages.*compared/s, { timeout: 45_000 });
  await pinOnly(page, 'Offload');
  await expect(side(page).getByText('Offload', { exact: true })).toBeVisible();
  await side(page)
    .getByRole('button', { name: /Next difference/ })
    .click();
  const show = side(page).getByRole('button', { name: 'Show content' }).first();
  await expect(show).toBeVisible();
  await show.click();
  await expect(side(page).getByText('offloaded: stays in the record, is not sent').first()).toBeVisible();
  await side(page).getByRole('button', { name: 'Copy', exact: true }).first().click();
  await expect(side(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  expect((await page.evaluate(() => navigator.clipboard.readText())).length).toBeGreaterThan(1000);
  await side(page).getByRole('button', { name: 'Hide content' }).first().click();
  await expect(show).toBeVisible();
  await expectAccessible(page);
});

test('an edited message shows what was cut beside what stays', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await pinOnly(page, 'Message truncation');
  await side(page)
    .getByRole('button', { name: /Next difference/ })
    .click();
  const change = side(page).locator('ins').first();
  await expect(change).toContainText(/cut/);
  await expect(side(page).locator('del').first()).toBeVisible();
  await expect(
    side(page)
      .getByText(/^[\d,]+ → [\d,]+$/)
      .first(),
  ).toBeVisible();
  await side(page).getByText('unified', { exact: true }).click();
  await expect(side(page).getByRole('group', { name: 'unified' })).toContainText(/tokens cut|cut/);
  await side(page).getByText('request', { exact: true }).click();
  await expect(side(page).getByRole('group', { name: 'request' })).toContainText(/cut/);
});

test('every summary stands in its own cell, linked with the messages that went into it', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await pinOnly(page, 'Questions and answers');
  const title = side(page)
    .getByRole('button', { name: /^summary \d+ of #/ })
    .first();
  await expect(title).toBeVisible();
  await expect(
    side(page)
      .getByText(/\d+ messages? · written by/)
      .first(),
  ).toBeVisible();
  const first = /of #(\d+)/.exec(await title.innerText())![1]!;
  await title.click();
  await expect(side(page).getByRole('button', { expanded: true, name: new RegExp(`^Message ${first},`) })).toBeVisible();
  await side(page)
    .getByRole('button', { name: /^#\d+(–\d+)? → summary \d+/ })
    .first()
    .click();
  await expect(title).toBeVisible();
});
