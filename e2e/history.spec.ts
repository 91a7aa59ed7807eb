import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { encode } from '../src/scenario/codec.ts';
import { defaultScenario } from '../src/scenario/defaults.ts';
import type { Step } from '../src/scenario/schema.ts';
import {
  expect,
  expectAccessible,
  importFile,
  open,
  ready,
  sharedFile,
  settled,
  settledAddress,
  statusLine,
  test,
  pressDrawn,
  visitor,
  openSettings,
  openShared,
} from './support.ts';

test.use({ whole: true });

const status = statusLine;
const bar = (page: Page) => page.getByRole('region', { name: 'Working context' });
const table = (page: Page) => page.getByRole('table', { name: 'Policies' });

/** Opens a row's details where they are closed, and presses the button in them. */
async function apply(page: Page, key: string): Promise<void> {
  const name = page.locator(`tr[data-key="${key}"] [data-name]`);
  // Rows that find their places move the table under a click.
  await settled(page);
  if ((await name.getAttribute('aria-expanded')) !== 'true') await name.click();
  await page.locator('[data-details]').getByRole('button', { name: 'Apply this compaction' }).click();
}

/** The level in force, with the messages that it left. */
async function expectLevel(page: Page, level: number, title: string): Promise<void> {
  await expect(bar(page).getByRole('button', { name: `Level ${level}: ${title}` })).toHaveAttribute('aria-current', 'step');
  await expect(table(page).getByRole('rowheader', { name: `Context, level ${level}` })).toBeVisible();
}

/** Everything is compared, rows with summaries too; then the command palette knows them. */
async function command(page: Page, text: string): Promise<void> {
  await ready(page);
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').fill(text);
  await expect(palette.getByRole('option').first()).toContainText(text, { ignoreCase: true });
  await page.keyboard.press('Enter');
}

/** The working context as the page would send it, message by message. */
async function requestText(page: Page): Promise<string> {
  // Before its first comparison a new transcript has nothing to export, and says so.
  await ready(page);
  await openShared(page, 'Export');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('combobox', { name: 'Policy' }).selectOption({ index: 0 });
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption('openai-chat');
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download', exact: true }).click()]);
  const text = readFileSync(await download.path(), 'utf8');
  await page.keyboard.press('Escape');
  return text;
}

test('a compaction is applied, compared again, applied again; undone one level at a time; a reload and a link open the same', {
  tag: '@deep',
}, async ({ page, browser }) => {
  test.slow();
  await open(page);
  const original = await requestText(page);
  await settled(page);
  const full = (await status(page).textContent()) ?? '';
  await expect(bar(page)).toBeHidden();

  await apply(page, 'sliding-window');
  await expectLevel(page, 1, 'Sliding window');
  await expect(status(page)).not.toHaveText(full);
  const first = await requestText(page);
  expect(first.length).toBeLessThan(original.length);

  await apply(page, 'middle-removal');
  await expectLevel(page, 2, 'Middle removal');
  const second = await requestText(page);
  await settled(page);
  const after = (await status(page).textContent()) ?? '';
  await expectAccessible(page);

  await settledAddress(page);
  await page.reload();
  await settled(page);
  await expectLevel(page, 2, 'Middle removal');
  await expect(status(page)).toHaveText(after);
  const other = await (await visitor(browser)).newPage();
  await other.goto(page.url());
  await ready(other);
  await expectLevel(other, 2, 'Middle removal');
  expect(await requestText(other)).toBe(second);
  await other.context().close();

  await bar(page).getByRole('button', { name: 'Undo level 2' }).click();
  await expectLevel(page, 1, 'Sliding window');
  expect(await requestText(page)).toBe(first);
  // The toast of the last undo brings the level back.
  await page.evaluate(pressDrawn, { button: '[data-toast]:last-child button', said: 'Level 1 was undone' });
  await bar(page).getByRole('button', { name: 'Undo level 1' }).click();
  await expectLevel(page, 1, 'Sliding window');
  await bar(page).getByRole('button', { name: 'Undo level 1' }).click();
  await expect(bar(page)).toBeHidden();
  expect(await requestText(page)).toBe(original);
});

test('the history lists attempts with figures; a record opens; everything by keyboard', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'History', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'History' });
  await expect(dialog).toContainText('Nothing applied yet');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await command(page, 'apply sliding');
  await expectLevel(page, 1, 'Sliding window');
  // Refused: the context stays, and the attempt stands in the history.
  const settings = await openSettings(page);
  await settings.getByRole('textbox', { name: 'Context window, value' }).fill('1000');
  await page.keyboard.press('Tab');
  await settings.getByRole('button', { name: 'Close the settings' }).click();
  await page.getByRole('radio', { name: 'as shipped' }).check({ force: true });
  await expect(page.locator('tr[data-key="auto-compression"]')).toHaveAttribute('data-state', 'refused');
  await apply(page, 'auto-compression');
  await expect(page.getByText(/^Auto compression · refused: /)).toBeVisible();
  await expectLevel(page, 1, 'Sliding window');

  await bar(page).getByRole('button', { name: 'History' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('row')).toHaveCount(3);
  await expect(dialog).toContainText('refused');
  const opened = dialog.getByRole('button', { name: 'Sliding window' });
  await opened.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Summary of the conversation');
  await expect(dialog).toContainText(/\d+ messages replaced/);
  await dialog
    .getByText(/#\d+–\d+, \d+ messages/)
    .first()
    .click();
  await expect(dialog.getByRole('listitem').first()).toContainText(/#\d+/);
  await expectAccessible(page);

  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'History as JSON' }).click()]);
  const told = JSON.parse(readFileSync(await download.path(), 'utf8')) as { attempts: { outcome: string }[]; statistics: object };
  expect(told.attempts.map((a) => a.outcome)).toEqual(['compacted', 'refused']);
  expect(told.statistics).toMatchObject({ attempts: 2, compactions: 1, failures: 1 });
  await dialog.getByRole('button', { name: 'Undo level 1' }).click();
  await expect(dialog).toContainText('undone');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
});

/** Exports two levels in our own format, imports them, undoes both, and imports them once more, damaged. */
async function goesRound(page: Page): Promise<void> {
  const original = await requestText(page);
  await apply(page, 'sliding-window');
  await expectLevel(page, 1, 'Sliding window');
  await apply(page, 'head-tail');
  await expectLevel(page, 2, 'Head + tail');
  const second = await requestText(page);

  await openShared(page, 'Export');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('combobox', { name: 'Policy' }).selectOption({ label: 'Working context (level 2)' });
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption('playground');
  await expect(dialog).toContainText('carries the history');
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download', exact: true }).click()]);
  const file = readFileSync(await download.path());
  await page.keyboard.press('Escape');
  const stored = (JSON.parse(file.toString()) as { conversations: Record<string, unknown>[] }).conversations[0]!;
  for (const field of ['messages', 'runtimeMessages', 'compressions', 'tokenUsage', 'updatedAt']) expect(stored[field]).toBeTruthy();

  await importFile(page, { name: 'with-history.json', mimeType: 'application/json', buffer: file });
  await expect(page.getByRole('button', { name: 'with-history.json: details' })).toBeVisible();
  await expectLevel(page, 2, 'Head + tail');
  expect(await requestText(page)).toBe(second);
  await bar(page).getByRole('button', { name: 'Undo level 2' }).click();
  await expectLevel(page, 1, 'Sliding window');
  await bar(page).getByRole('button', { name: 'Undo level 1' }).click();
  await expect(bar(page)).toBeHidden();
  expect(await requestText(page)).toBe(original);

  // Damaged by hand: a warning with its place, and the full messages.
  const damaged = JSON.parse(file.toString()) as { conversations: { compressions: { newCount: number }[] }[] };
  damaged.conversations[0]!.compressions[1]!.newCount += 1;
  await importFile(page, { name: 'damaged.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(damaged)) });
  await expect(page.getByRole('button', { name: 'damaged.json: details' })).toBeVisible();
  await settled(page);
  await page.getByRole('button', { name: /warning/ }).click();
  await expect(page.getByText('$.conversations[0].compressions[1]')).toBeVisible();
  await expect(bar(page)).toBeHidden();
}

const ROUND = 'our own format carries the levels: exported, imported, undone down to the full messages';
test(ROUND, { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await goesRound(page);
});
test(`${ROUND}, a long session`, { tag: '@deep' }, async ({ page }) => {
  test.slow();
  await open(page);
  await importFile(page, sharedFile('pi/badlogic__before-compaction.jsonl'));
  await expect(status(page)).toContainText('pi');
  await goesRound(page);
});

test('a strategy that asks first is answered before it acts', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await apply(page, 'context-compactor');
  const dialog = page.getByRole('dialog', { name: 'Context compactor asks first' });
  await expect(dialog).toContainText(/[\d,]+ of [\d,]+ tokens/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'no, stop with an error' }).click();
  await expect(page.getByText(/Context compactor · (did nothing|failed|refused)/)).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await apply(page, 'context-compactor');
  await dialog.getByRole('button', { name: 'no, drop the oldest' }).click();
  await expectLevel(page, 1, 'Context compactor');
});

test('a link whose step cannot be carried out says so, stops there and keeps the rest visible', { tag: '@deep' }, async ({ page }) => {
  const base = defaultScenario();
  const step = (strategy: string, settings: Partial<Step['settings']> = {}): Step => ({
    strategy,
    params: {},
    settings: { ...base.settings, ...settings },
    marks: {},
    at: '2026-01-02T03:04:05.678Z',
  });
  const link = await encode({ ...base, applied: [step('sliding-window'), step('strategy-of-the-future'), step('head-tail')] });
  await open(page, link);
  await page.getByRole('tab', { name: 'All policies' }).click();
  await expectLevel(page, 1, 'Sliding window');
  const alert = bar(page).getByRole('alert');
  await expect(alert).toContainText('Step 2, strategy-of-the-future, failed');
  await expect(alert).toContainText('Head + tail');
  await expectAccessible(page);
  await alert.getByRole('button', { name: 'Give up these steps' }).click();
  await expect(alert).toBeHidden();
  await expectLevel(page, 1, 'Sliding window');
});

test('narrow: the bar, the history and the undo', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./');
  await command(page, 'apply sliding');
  await expect(bar(page)).toContainText(/Level 1 · [\d,]+ of [\d,]+ tokens/);
  await expectAccessible(page);
  await bar(page).getByRole('button', { name: 'History' }).click();
  const dialog = page.getByRole('dialog', { name: 'History' });
  await dialog.getByRole('button', { name: 'Sliding window' }).click();
  await expect(dialog).toContainText('Summary of the conversation');
  await expectAccessible(page);
  await settled(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await dialog.getByRole('button', { name: 'Undo level 1' }).click();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
});
