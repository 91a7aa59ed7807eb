/** The whole way of a newcomer, from the first visit to the code in a project of their own. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { dropFolder } from './folder.ts';
import { expect, openSettings, openShared, settled, test, visitor } from './support.ts';

const root = path.resolve(import.meta.dirname, '..');
const sample = (name: string): string => path.join(root, 'fixtures/samples', name);
const SESSIONS = ['support-policies.json', 'research-session.json', 'chinese-data-analysis.jsonl'];
const ROW = 'fact-ledger';

/** Cells of a row by the heads of the table. */
const cellsOf = (page: Page) =>
  page.getByRole('table', { name: 'Policies' }).evaluate((table, key) => {
    const heads = Array.from(table.querySelectorAll('thead th'), (th) => th.textContent ?? '');
    const cells = Array.from(table.querySelector(`tr[data-key="${key}"]`)?.children ?? [], (cell) => cell.textContent ?? '');
    return Object.fromEntries(cells.map((text, i) => [heads[i] ?? '', text]));
  }, ROW);
const numberIn = (text: string): number => Number(/[\d,]+/.exec(text)![0].replaceAll(',', ''));

test('the first paint has the answer, whatever becomes of the engine', async ({ page, allowed }) => {
  allowed.errors.push(/engine\.worker|ERR_FAILED/);
  await page.route(/engine\.worker/, (route) => route.abort());
  await page.goto('./');
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer).toContainText(/keeps \d+\s% of what was needed later/);
  const said = await answer.textContent();
  // With an engine, once it was needed, the same is said.
  await page.unroute(/engine\.worker/);
  await page.reload();
  await settled(page);
  await page.keyboard.press('Escape');
  await page.mouse.move(400, 400);
  await settled(page);
  expect(await answer.textContent()).toBe(said);
});

test('from a folder to an answer, a value, a report, a link and code that gives the numbers of the page @deep', async ({
  page,
  browser,
  context,
}, info) => {
  test.setTimeout(300_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The first visit: a sample is compared, and the answer says what to use.
  await page.goto('./');
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('of what was needed later');

  // A folder of three sessions is a set with an answer of its own.
  await dropFolder(
    page,
    'week',
    SESSIONS.map((name) => ({ path: name, text: readFileSync(sample(name), 'utf8') })),
  );
  await expect(page.getByRole('tab', { name: 'Many sessions 3 sessions' })).toBeVisible();
  await settled(page);
  await expect(page.getByRole('tabpanel').getByRole('status')).toContainText(/computed in/);
  await expect(page.getByRole('tabpanel')).toContainText(/keeps [\d.]+/);

  // One parameter is tuned over the three, and the value is applied.
  await page.getByRole('tab', { name: 'Tune' }).click();
  const form = page.getByRole('region', { name: 'What to tune' });
  await form.getByLabel('Best means most').selectOption('Efficiency');
  await form.getByLabel('values').fill('5');
  await form.getByRole('button', { name: 'Run', exact: true }).click();
  await settled(page);
  const tuned = page.getByRole('region', { name: 'What to set' });
  await expect(tuned).toContainText(/chosen on \d, reported on \d sessions?/);
  const apply = tuned.getByRole('button', { name: /^Apply \d/ });
  const share = Number(/Apply ([\d.]+)/.exec((await apply.textContent())!)![1]);
  await apply.click();
  await expect(form.getByText(`now ${share} %`)).toBeVisible();

  // One of the sessions in Compare, in a window that it fills.
  await page.getByRole('tab', { name: 'Many sessions 3 sessions' }).click();
  await page.getByRole('button', { name: SESSIONS[0]!, exact: true }).click();
  await expect(page.getByRole('contentinfo')).toContainText('95 messages');
  const settings = await openSettings(page);
  const window = settings.getByRole('textbox', { name: 'Context window, value' });
  await window.fill('7000');
  await window.press('Enter');
  await settings.getByRole('button', { name: 'Close the settings' }).click();
  await page.getByRole('tab', { name: 'All policies' }).click();
  await expect(page.locator(`tr[data-key="${ROW}"]`)).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).first().click();
  await page.getByRole('checkbox', { name: /^Tokens left/ }).check();
  await page.keyboard.press('Escape');
  await settled(page);
  const seen = await cellsOf(page);
  const tokens = numberIn(seen[Object.keys(seen).find((head) => head.trim().startsWith('Tokens left'))!]!);

  // The report has the same tokens.
  await openShared(page, 'Report');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'HTML file' }).click();
  const report = readFileSync(await (await download).path(), 'utf8');
  expect(report).toContain(`data-v="${tokens}"`);
  await page.keyboard.press('Escape');

  // The link shows them to somebody who has nothing.
  await openShared(page, 'Link to this');
  await page.getByRole('checkbox', { name: /^Link with numbers/ }).check();
  const field = page.getByRole('textbox', { name: 'Link' });
  await expect(field).toHaveValue(/#n=1\./);
  const link = await field.inputValue();
  await page.keyboard.press('Escape');
  const stranger = await visitor(browser, { viewport: { width: 1976, height: 1000 } });
  const other = await stranger.newPage();
  await other.goto(link);
  await expect(other.getByText('No message text was sent.')).toBeVisible();
  await settled(other);
  const sent = await cellsOf(other);
  const both = Object.keys(seen).filter((head) => head in sent);
  expect(both.length).toBeGreaterThan(6);
  expect(Object.fromEntries(both.map((head) => [head, sent[head]]))).toEqual(Object.fromEntries(both.map((head) => [head, seen[head]])));
  await stranger.close();

  // The code of the row, copied and run in a project of its own against the packed tarball.
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('dialog').getByRole('combobox').fill('Use Fact ledger');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Use Fact ledger.* in my agent$/ });
  await dialog.getByRole('radio', { name: 'OpenAI messages' }).check();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain(`ledgerShare: ${share / 100}`);
  const code = info.outputPath('agent.ts');
  writeFileSync(code, await copied());
  const ran = spawnSync(process.execPath, [path.join(root, 'scripts/pack/newcomer.mjs'), code, sample(SESSIONS[0]!)], { encoding: 'utf8' });
  expect(ran.status, ran.stderr).toBe(0);
  const { told } = JSON.parse(ran.stdout) as { told: [outcome: string, before: number, after: number][] };
  expect(told).toEqual([['compacted', 6908, tokens]]);
});
