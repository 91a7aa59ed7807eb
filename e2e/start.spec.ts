/** Start here: a person's own session, its agent first, and a list of rows that is short enough to read. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, importFile, ready, sharedFile, test } from './support.ts';

const table = (page: Page): Locator => page.getByRole('table', { name: 'Strategies' });
const row = (page: Page, key: string): Locator => table(page).locator(`tr[data-key="${key}"]`);
const rows = (page: Page): Locator => table(page).locator('tbody tr[data-key]');

test('a Codex session: its agent is A, is repaired by a switch, and the other rows are one click away', { tag: '@deep' }, async ({ page }) => {
  const file = sharedFile('codex-rollout/jazzyalex__small.jsonl');
  await page.goto('./');
  await ready(page);
  const few = await rows(page).count();
  expect(few).toBeLessThan(45);

  await importFile(page, file);
  const codex = row(page, 'codex');
  await expect(codex).toContainText('your agent', { timeout: 45_000 });
  await expect(codex.getByRole('button', { name: /^Pin / })).toHaveText('A');
  await expect(table(page).locator('tbody tr[data-group]').first()).toContainText('Pinned');
  await expect(page.getByRole('region', { name: 'Side by side' })).toContainText('Codex CLI');
  await expect(page.getByRole('region', { name: 'Side by side' })).toContainText('your agent');

  await codex.locator('[data-name]').click();
  const details = table(page).locator('tr[data-details]');
  await expect(details).toContainText('codex-rs/core/src/compact.rs');
  await expect(details).toContainText('its code was not run beside this row');
  await details.getByText('repaired', { exact: true }).click();
  await expect(details.getByRole('radio', { name: 'repaired', exact: true })).toBeChecked();
  await expect(details).toContainText('tool blocks stay whole');
  await expectAccessible(page);

  await expect(row(page, 'random-removal')).toHaveCount(0);
  const short = await rows(page).count();
  await page.getByRole('button', { name: /^\d+ more rows$/ }).click();
  await expect(row(page, 'random-removal')).toHaveCount(1);
  expect(await rows(page).count()).toBeGreaterThan(short + 10);
  await page.getByRole('button', { name: /^Without \d+ of these rows$/ }).click();
  await expect(rows(page)).toHaveCount(short);

  await page.getByRole('button', { name: /^\d+ more products$/ }).click();
  await expect(row(page, 'autogen-token-limited').locator('[data-name]')).toContainText('AutoGen');
  await page.getByRole('button', { name: /^Without these \d+ products$/ }).click();
  await expect(rows(page)).toHaveCount(short);
});

test('what a person pinned stays when a session of a known agent comes', { tag: '@deep' }, async ({ page }) => {
  const file = sharedFile('pi/badlogic__large-session.jsonl');
  await page.goto('./');
  await ready(page);
  await row(page, 'goose').getByRole('button', { name: /^Pin / }).click();
  await importFile(page, file);
  await expect(row(page, 'pi')).toContainText('your agent', { timeout: 45_000 });
  await expect(row(page, 'pi').getByRole('button', { name: /^Pin / })).not.toHaveAttribute('aria-pressed', 'true');
  await expect(row(page, 'goose').getByRole('button', { name: /^Pin / })).toHaveAttribute('aria-pressed', 'true');
});

test('the name of the page opens the start view, a sample is one click from there, and its first line stays dismissed', async ({ page }) => {
  await page.goto('./');
  const line = page.getByRole('complementary', { name: 'First visit' });
  await expect(line).toContainText('This is a sample');
  await line.getByRole('button', { name: 'Do not show this line again' }).click();
  await page.getByRole('button', { name: 'Start: what this is, and ways in' }).click();
  const start = page.getByRole('dialog', { name: 'What does my agent forget when it compacts?' });
  await expect(start).toContainText('~/.claude/projects');
  await start.getByRole('button', { name: /^Research/ }).click();
  await expect(start).toHaveCount(0);
  await expect(page).toHaveTitle(/^research-session/);
  await expect(line).toHaveCount(0);
});

test('the start view and the line above the sample are accessible', { tag: '@deep' }, async ({ page }) => {
  await page.goto('./');
  await ready(page);
  await page.getByRole('complementary', { name: 'First visit' }).getByRole('button', { name: 'Start here' }).click();
  await expect(page.getByRole('dialog')).toContainText('~/.claude/projects');
  await expectAccessible(page);
});
