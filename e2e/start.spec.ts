/** Start here: a person's own session, its agent first, and a list of rows that is short enough to read. */
import type { Locator, Page } from '@playwright/test';
import { EVERY_ROW, expect, expectAccessible, importFile, ready, settled, settledAddress, sharedFile, test } from './support.ts';

const table = (page: Page): Locator => page.getByRole('table', { name: 'Policies' });
const row = (page: Page, key: string): Locator => table(page).locator(`tr[data-key="${key}"]`);
const rows = (page: Page): Locator => table(page).locator('tbody tr[data-key]');

test('a Codex session: its agent is A, is repaired by a switch, and the other rows are one click away', { tag: '@deep' }, async ({ page }) => {
  const file = sharedFile('codex-rollout/jazzyalex__small.jsonl');
  await page.goto('./');
  await settled(page);
  await page.getByRole('tab', { name: 'All policies' }).click();
  const few = await rows(page).count();
  expect(few).toBeLessThan(45);
  // Controls are one line until somebody wants their rows.
  const controls = page.getByRole('group', { name: 'For scale' });
  await expect(controls).toContainText(/Random removal ▼?\d+\.\d/);

  await importFile(page, file);
  await settled(page);
  const codex = row(page, 'codex');
  await expect(codex).toContainText('your agent');
  // It compacted itself: what it did is A.
  await expect(page.getByRole('button', { name: 'Compare As recorded as C', exact: true })).toHaveText('A');
  await expect(table(page).locator('tbody tr[data-group]').first()).toContainText('Your agent');
  await expect(page.getByRole('region', { name: 'Side by side' })).toContainText('As recorded');

  await codex.locator('[data-name]').click();
  const details = page.locator('[data-details]');
  await expect(details).toContainText('codex-rs/core/src/compact.rs');
  await expect(details).toContainText('its code was not run');
  await details.getByText('repaired', { exact: true }).click();
  await expect(details.getByRole('radio', { name: 'repaired', exact: true })).toBeChecked();
  await expect(details).toContainText('tool blocks stay whole');
  await expectAccessible(page);

  // Too few requests for a recall.
  await expect(controls).toContainText('Random removal n/a');
  await expect(row(page, 'random-removal')).toHaveCount(0);
  await controls.getByRole('button', { name: 'Show as rows' }).click();
  await expect(controls).toHaveCount(0);
  await expect(row(page, 'random-removal')).toHaveCount(1);
  await table(page)
    .getByRole('button', { name: /^For scale/ })
    .click();
  await expect(controls).toContainText('Head + tail');
  await expectAccessible(page);
  await settled(page);
  const short = await rows(page).count();
  await page.getByRole('button', { name: /^Show \d+ more policies$/ }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(short + 10);
  await page.getByRole('button', { name: /^Without \d+ of these$/ }).click();
  await expect(rows(page)).toHaveCount(short);

  await page.getByRole('button', { name: /^\d+ more products$/ }).click();
  await expect(row(page, 'autogen-token-limited').locator('[data-name]')).toContainText('AutoGen');
  await page.getByRole('button', { name: /^Without \d+ products$/ }).click();
  await expect(rows(page)).toHaveCount(short);
});

test('the policy that a person put into C stays when a session of a known agent comes', { tag: '@deep' }, async ({ page }) => {
  const file = sharedFile('pi/badlogic__large-session.jsonl');
  await page.goto('./');
  await settled(page);
  await page.getByRole('tab', { name: 'All policies' }).click();
  await page.getByRole('button', { name: /^\d+ more products$/ }).click();
  await row(page, 'goose')
    .getByRole('button', { name: / as C$/ })
    .click();
  await importFile(page, file);
  await settled(page);
  await expect(row(page, 'pi')).toContainText('your agent');
  await expect(row(page, 'pi').getByRole('button', { name: / as C$/ })).not.toHaveText('C');
  await expect(row(page, 'goose').getByRole('button', { name: / as C$/ })).toHaveText('C');
});

test('the start view is accessible', { tag: '@deep' }, async ({ page }) => {
  await page.goto('./');
  await ready(page);
  await page.getByRole('button', { name: 'Start: what this is, and ways in' }).click();
  await expect(page.getByRole('dialog')).toContainText('~/.claude/projects');
  await expectAccessible(page);
});

const startPage = (page: Page): Locator => page.getByRole('region', { name: 'Start' });

test('the start view stands in the place of the work once the last session is deleted, and opens the next', { tag: '@deep' }, async ({ page }) => {
  await page.goto('./');
  await ready(page);
  const session = [...Array(6).keys()].map((i) => ({ role: i % 2 ? 'assistant' : 'user', content: `message ${i}` }));
  await importFile(page, { name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(session)) });
  await expect(page).toHaveTitle(/^mine.json/);
  await settledAddress(page);
  await page.getByRole('button', { name: 'mine.json: details' }).click();
  await page
    .getByRole('button', { name: 'All recent sessions' })
    .or(page.getByRole('button', { name: 'Recent sessions' }))
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete: mine.json' }).click();
  await page.keyboard.press('Escape');

  await expect(startPage(page)).toContainText('What does my agent forget when it compacts?');
  await expect(page.getByRole('tablist')).toHaveCount(0);
  await expect(page).toHaveTitle('Compaction Playground');
  await expect(page).toHaveURL(({ hash }) => hash === '');
  const documents = page.getByRole('navigation', { name: 'Documents to begin with' });
  await expect(documents.getByRole('link')).toHaveText(['Guide', 'Study', 'What each number means']);
  await documents.getByRole('link', { name: 'Guide' }).click();
  await expect(page.getByRole('dialog', { name: 'Guide' }).getByRole('heading', { level: 1 })).toHaveText('Guide');
  await page.keyboard.press('Escape');
  await expectAccessible(page);

  await startPage(page).getByRole('textbox', { name: 'Link' }).fill('https://example.org/');
  await startPage(page).getByRole('button', { name: 'Open', exact: true }).click();
  await expect(startPage(page).getByRole('alert')).toContainText('No link of this page');
  await startPage(page).getByRole('textbox', { name: 'Link' }).fill(`https://example.org/${EVERY_ROW}`);
  await startPage(page).getByRole('button', { name: 'Open', exact: true }).click();
  await ready(page);
  await expect(startPage(page)).toHaveCount(0);
});

test('a site without samples begins with the start view', { tag: '@deep' }, async ({ page, allowed }) => {
  allowed.errors.push(/404/);
  await page.route('**/samples/index.json', (route) => route.fulfill({ status: 404 }));
  await page.goto('./');
  await expect(startPage(page)).toContainText('This site has no samples.');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});
