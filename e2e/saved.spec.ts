/** A chart that is saved is an SVG that depends on nothing, and a PNG of twice its size. Tables that are saved from the menu of a column: the file has the rows and columns that are seen, in their order, with their values. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectSaved, measured, open, placeOf, settled, test } from './support.ts';
import { compared } from './set-view.ts';

type Value = string | number | boolean | null;
interface Saved {
  readonly columns: readonly { readonly id: string; readonly title: string; readonly unit?: string }[];
  readonly rows: readonly Readonly<Record<string, Value>>[];
}

async function savedAs(page: Page, table: Locator, column: string, as: 'CSV' | 'JSON'): Promise<string> {
  await table.getByRole('button', { name: `Menu of column ${column}`, exact: true }).press('Enter');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: `Save the table as ${as}` }).click();
  return readFileSync(await (await coming).path(), 'utf8');
}

/** Cells of one line of CSV, RFC 4180. */
const cellsOf = (line: string): readonly string[] =>
  Array.from(`${line},`.matchAll(/("(?:[^"]|"")*"|[^,]*),/g), ([, cell]) => cell!.replace(/^"|"$/g, '').replaceAll('""', '"'));

/** Whether a cell says a value: a word, a number with the decimals that are written, or a share in percent. */
function says(text: string, value: Value): boolean {
  if (value === null) return /^[—–]?$|few|base|n\/a/i.test(text.trim());
  if (typeof value !== 'number') return text.includes(String(value)) || bothIn(text, String(value));
  const written = Array.from(
    text
      .replaceAll(',', '')
      .replaceAll('−', '-')
      .matchAll(/-?\d*\.?\d+/g),
    ([number]) => number,
  );
  return written.some((number) => {
    const half = 0.5 * 10 ** -(number.split('.')[1]?.length ?? 0) + 1e-9;
    return [1, 100].some((scale) => Math.abs(Number(number) - value * scale) <= half);
  });
}

/** Every number of a saved text, such as both ends of an interval, stands in the cell. */
const bothIn = (text: string, value: string): boolean => {
  const numbers = Array.from(value.matchAll(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g), ([number]) => Number(number));
  return numbers.length > 0 && numbers.every((number) => says(text, number));
};

/** The same in both files, and as much as the JSON has. */
function expectSame(csv: string, { columns, rows }: Saved): void {
  const lines = csv.trimEnd().split('\r\n');
  expect(cellsOf(lines[0]!)).toEqual(columns.map(({ id }) => id));
  expect(lines.slice(1).map(cellsOf)).toEqual(rows.map((row) => columns.map(({ id }) => String(row[id] ?? ''))));
}

test('the list of losses is saved as it is filtered and sorted @deep', async ({ page }) => {
  await open(page);
  await measured(page, 52);
  await page
    .getByRole('table', { name: 'Policies' })
    .getByRole('button', { name: /^Facts of Middle removal/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'What was lost' });
  const list = dialog.getByRole('table');
  const items = dialog.locator('tbody tr[data-index]');
  await expect(items.first()).toBeVisible();
  const kinds = dialog.getByRole('combobox', { name: 'Kind' });
  const kind = (await kinds.locator('option').nth(1).getAttribute('value'))!;
  await kinds.selectOption(kind);
  await settled(page);
  const word = await items.first().locator('td').first().innerText();
  await expect(dialog.getByRole('status')).toHaveText(/\d+ lines?/);
  const count = Number(/\d+/.exec(await dialog.getByRole('status').innerText())![0]);
  // By its text, the last first.
  const sort = list.getByRole('columnheader').first().getByRole('button').first();
  await sort.click();
  await sort.click();
  await expect(list.getByRole('columnheader').first()).toHaveAttribute('aria-sort', 'descending');
  const json = JSON.parse(await savedAs(page, list, 'Kind', 'JSON')) as Saved;
  expectSame(await savedAs(page, list, 'Kind', 'CSV'), json);
  expect(json.rows).toHaveLength(count);
  const heads = (await list.locator('thead th').allInnerTexts()).map((text) => text.replace(/[↑↓]/g, '').trim()).filter((text) => text !== '');
  expect(json.columns.map((column) => column.title)).toEqual(heads);
  // Those that are drawn: a long list draws what is in view.
  const seen = await items.evaluateAll((all) =>
    all.map((row) => ({ at: Number((row as HTMLElement).dataset.index), cells: Array.from(row.children, (cell) => cell.textContent ?? '') })),
  );
  expect(seen.length).toBeGreaterThan(1);
  for (const { at, cells } of seen) {
    const row = json.rows[at]!;
    expect(cells[0]).toContain(row.text);
    expect(row.kind).toBe(word);
    const where = json.columns.findIndex(({ id }) => id === 'where');
    expect(cells[where]).toContain(`#${String(row.where)}`);
  }
});

test('the results of a set are saved as they are seen: columns, order, and every value @deep', async ({ page }) => {
  const samples = path.resolve(import.meta.dirname, '../fixtures/samples');
  await page.goto('./');
  await page
    .getByLabel('Session file')
    .setInputFiles(['research-session.json', 'support-policies.json', 'chinese-data-analysis.jsonl'].map((name) => path.join(samples, name)));
  await compared(page);
  await expect(page.getByText(/\d of 3 sessions count/)).toBeVisible();
  const results = page.getByRole('region', { name: 'Policies over the sessions' }).getByRole('table');
  // Without a group, by the mean difference, with one column less.
  await results.getByRole('columnheader', { name: 'mean', exact: true }).getByRole('button').first().click();
  await results.getByRole('button', { name: 'Menu of column second' }).press('Enter');
  await page.getByRole('button', { name: 'Hide column' }).click();
  await expect(results.getByRole('columnheader', { name: 'second', exact: true })).toHaveCount(0);
  await settled(page);
  const json = JSON.parse(await savedAs(page, results, 'mean', 'JSON')) as Saved;
  expectSame(await savedAs(page, results, 'mean', 'CSV'), json);
  const heads = await results.locator('thead th').count();
  const group = json.columns.some(({ id }) => id === 'kind') ? 1 : 0;
  expect(json.columns.map(({ id }) => id)).not.toContain('own');
  expect(json.columns).toHaveLength(heads + group);
  const rows = await results
    .locator('tbody tr')
    .filter({ has: page.getByRole('button', { name: / as C$/ }) })
    .evaluateAll((all) => all.map((row) => Array.from(row.children, (cell) => cell.textContent ?? '')));
  expect(json.rows).toHaveLength(rows.length);
  expect(rows.length).toBeGreaterThan(10);
  const unsaid: string[] = [];
  for (const [i, cells] of rows.entries())
    for (const [k, { id }] of json.columns.slice(group).entries()) {
      // Drawn, not written: their numbers stand in the columns beside them.
      if (id === 'kept' || id === 'difference') continue;
      const value = json.rows[i]![id] ?? null;
      const text = cells[k]!;
      const good = id === 'valid' ? (value === 0 ? text.trim() === '✓' : /✕|⚠/.test(text)) : says(text, value);
      if (!good) unsaid.push(`${cells[0]} · ${id}: ${String(value)} is not "${text}"`);
    }
  expect(unsaid).toEqual([]);
});

test('the plot of the comparison is saved as SVG and as PNG @deep', async ({ page }) => {
  await open(page);
  await page.getByRole('tab', { name: 'Plot' }).click();
  await settled(page);
  const { texts } = await expectSaved(page, page.getByRole('button', { name: /^Save .* as a picture$/ }).first());
  // Session, both axes by their direction, legend, and the names of points and lines.
  expect(texts[0]).toMatch(/^coding-session\.jsonl · ↑ .+, %\s+→ .+, %$/);
  expect(texts[1]).toContain('over the budget');
  expect(texts).toContain('random dropping');
});

test.describe('a long session', () => {
  test.use({ whole: true });

  test('the lanes of the replay are saved with all rows, their names, the axis and every mark @deep', async ({ page }) => {
    await open(page);
    await page.getByRole('tab', { name: 'Replay' }).click();
    await expect(page.getByRole('slider', { name: 'Context size' })).toBeVisible();
    const window = page.getByRole('region', { name: 'When to compact' }).getByRole('textbox', { name: 'Window', exact: true });
    await window.fill('40000');
    await window.press('Enter');
    const rows = page.getByRole('region', { name: 'Summary' }).locator('tr:has([data-lane])');
    await expect(rows.locator('text').filter({ hasText: 'window 40,000' })).toBeVisible();
    await expect(page.getByText(/requests × \d+ runs? in/)).toBeVisible();
    const menu = page.getByRole('button', { name: 'Save Context at every request, tokens as a picture' });
    const box = await placeOf(page, menu);
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
    const { svg, texts } = await expectSaved(page, menu);
    expect(texts).toEqual(
      expect.arrayContaining([
        'coding-session.jsonl · Context at every request, tokens',
        'request',
        '1',
        '79',
        'window 40,000',
        'compaction',
        'refused request',
        'own trigger',
      ]),
    );
    const names = await rows.locator('[data-run] > :is(b, button)').allTextContents();
    expect(names.length).toBe(await rows.count());
    expect(names.filter((name) => !texts.some((text) => text.includes(name)))).toEqual([]);
    const drawn = await rows.locator('[data-lane] path').evaluateAll((list) => list.flatMap((path) => path.getAttribute('d') || []));
    expect(drawn.filter((d) => !svg.includes(`d="${d}"`))).toEqual([]);
    const marks = await rows.locator('path[data-mark="compaction"]').evaluateAll((list) => list.filter((path) => path.getAttribute('d')).length);
    expect(marks).toBeGreaterThan(0);
    await expectAccessible(page);
    // Above the overlay stands a menu of its own.
    await page.getByRole('radio', { name: 'overlay' }).check();
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: 'Save Context size as a picture' })).toBeVisible();
  });
});
