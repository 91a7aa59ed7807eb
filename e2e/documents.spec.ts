/** Documents inside the page: where they open from, where Back leads, and that they are documents of their own too. */
import { EVERY_ROW, expect, expectAccessible, open, ready, settled, settledAddress, test, target } from './support.ts';
import type { Locator, Page } from '@playwright/test';

const view = (page: Page): Locator => page.getByRole('dialog').filter({ has: page.locator('[data-document-page]') });
const title = (page: Page): Locator => view(page).getByRole('heading', { level: 1 });
const row = (page: Page, key: string): Locator => page.getByRole('table', { name: 'Policies' }).locator(`tr[data-key="${key}"]`);

test('Escape leaves however many documents, and nothing behind them is closed', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const head = page.getByRole('button', { name: /^What .* means$|^Definition of /i }).first();
  await head.click();
  const definition = page.getByRole('note');
  await definition.getByRole('link', { name: 'Definition, limits and an example' }).click();
  await expect(title(page)).toBeVisible();
  await view(page).getByRole('link', { name: 'Hindsight recall', exact: true }).first().click();
  await expect(title(page)).toHaveText('Hindsight recall');
  await view(page).getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Limits' }).click();
  await expect(view(page).getByRole('heading', { name: 'Limits' })).toBeInViewport();
  await expect(page).toHaveURL(({ search }) => search === '?doc=recall:limits');
  await page.keyboard.press('Escape');
  await expect(view(page)).toHaveCount(0);
  await expect(definition).toBeVisible();
  await expect(page).toHaveURL(({ search }) => search === '');
});

test('a document has an address, beside that of the settings, which it leaves alone', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const slider = target(page);
  await slider.fill('30');
  const settings = new URL(await settledAddress(page)).hash;
  await page.goto(`./?doc=measures/cost${settings}`);
  await expect(title(page)).toHaveText('Next call');
  await view(page).getByRole('button', { name: 'Back' }).click();
  await expect(view(page)).toHaveCount(0);
  await ready(page);
  await expect(slider).toHaveValue('30');
  await expect(page).toHaveURL(({ hash }) => hash === settings);
  await page.goForward();
  await expect(view(page)).toHaveCount(0);
});

test('Escape leads from a document behind one that came with the address to the page, not to the first document', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto(`./?doc=measures/cost${EVERY_ROW}`);
  await expect(title(page)).toHaveText('Next call');
  await view(page).getByRole('navigation', { name: 'All documents' }).getByRole('link', { name: 'Hindsight recall', exact: true }).first().click();
  await expect(title(page)).toHaveText('Hindsight recall');
  await page.keyboard.press('Escape');
  await expect(view(page)).toHaveCount(0);
  await expect(page).toHaveURL(({ search }) => search === '');
  await ready(page);
  await page.goForward();
  await expect(title(page)).toHaveText('Hindsight recall');
  await page.goBack();
  await expect(view(page)).toHaveCount(0);
});

test('settings that changed before Back are those of now', { tag: '@deep' }, async ({ page }) => {
  await open(page, '');
  const before = await settledAddress(page);
  await target(page).fill('30');
  await page.getByRole('tab', { name: 'All policies' }).click();
  await row(page, 'sliding-window').locator('[data-name]').click();
  await page.locator('[data-details]').getByRole('link', { name: 'Page of the policy' }).click();
  await expect(title(page)).toHaveText('Sliding window');
  await settledAddress(page);
  await page.goBack();
  await expect(view(page)).toHaveCount(0);
  await expect(target(page)).toHaveValue('30');
  expect(await settledAddress(page)).not.toBe(before);
});

test('the search finds titles and headings; a document that cannot be loaded says so, and comes at the second attempt', { tag: '@deep' }, async ({
  page,
  allowed,
}) => {
  allowed.errors.push(/404/);
  await page.goto('./?doc=index');
  const search = view(page).getByRole('searchbox', { name: 'Search titles' });
  await search.fill('codex');
  await expect(view(page).getByRole('navigation', { name: 'All documents' }).getByRole('link').first()).toHaveText('Codex CLI: local');
  await search.fill('independent measures');
  await view(page).getByRole('link', { name: 'Hindsight recall: Independent measures' }).click();
  await expect(view(page).getByRole('heading', { name: 'Independent measures', exact: true })).toBeInViewport();
  await search.fill('qqqq');
  await expect(view(page)).toContainText('Nothing matches.');
  await search.fill('');
  await page.route('**/docs/study.html', (route) => route.fulfill({ status: 404 }));
  await view(page)
    .getByRole('link', { name: /A study on real transcripts/ })
    .first()
    .click();
  await expect(view(page).getByRole('alert')).toContainText('study');
  await page.unroute('**/docs/study.html');
  await view(page).getByRole('button', { name: 'Try again' }).click();
  await expect(title(page)).toHaveText(/A study on real transcripts/);
  const plots = view(page).getByRole('article').getByRole('img');
  await expect(plots).toHaveCount(2);
  await expect.poll(() => plots.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0))).toBe(true);
});

test('a document is a page by itself, and leads back', { tag: '@deep' }, async ({ page }) => {
  await page.goto('./docs/strategies/codex.html');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Codex CLI: local');
  await page.getByRole('link', { name: 'All documents' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documentation');
  await page.getByRole('link', { name: 'Compaction Playground' }).first().click();
  await ready(page);
});

for (const { width, scheme, language, back } of [
  { width: 1440, scheme: 'light', language: 'en', back: 'Back' },
  { width: 390, scheme: 'dark', language: 'zh-CN', back: '返回' },
] as const)
  test(`documents are accessible: ${width} px, ${scheme}, ${language}`, { tag: '@deep' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.addInitScript((id) => localStorage.setItem('language', id), language);
    await page.goto(`./?doc=study${EVERY_ROW}`);
    await expect(title(page)).toHaveText(/A study on real transcripts/);
    await expect(view(page).getByRole('button', { name: back })).toBeVisible();
    await settled(page);
    // The whole page, and not the document, would scroll sideways.
    expect(await view(page).evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
    expect(await page.locator('[data-document-page]').evaluate((part) => part.scrollWidth <= part.clientWidth)).toBe(true);
    if (width === 390) await view(page).getByRole('button', { name: '目录' }).click();
    await expect(view(page).getByRole('searchbox')).toBeVisible();
    await expectAccessible(page);
  });
