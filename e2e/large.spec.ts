/** A file so large that the engine's worker starts a second one: both together show what one shows. */
import type { Locator, Page } from '@playwright/test';
import { expect, open, statusLine, test } from './support.ts';

/** 5 MB of a session: rounds of a question, a call, its long result and an answer. */
function largeFile(): Buffer {
  const messages: object[] = [{ role: 'system', content: 'You must never delete files.' }];
  for (let i = 0; i < 250; i++) {
    messages.push(
      { role: 'user', content: `Please look into failure number ${i} in src/part${i}.ts, why does it happen?` },
      {
        role: 'assistant',
        content: `I will read src/part${i}.ts first.`,
        tool_calls: [{ id: `call_${i}`, type: 'function', function: { name: 'read', arguments: JSON.stringify({ path: `src/part${i}.ts` }) } }],
      },
      { role: 'tool', tool_call_id: `call_${i}`, content: `export const part${i} = (value: number) => value + ${i * 7919};\n`.repeat(400) },
      { role: 'assistant', content: `Fixed: part${i} returned ${i} where ${i + 1} was expected. The test passes now.` },
    );
  }
  return Buffer.from(JSON.stringify({ model: 'gpt-4o', messages }));
}

/** First cells of the rows that are drawn: columns further on arrive later, and times differ. */
const cellsOf = (rows: Locator): Promise<readonly string[]> =>
  rows.evaluateAll((all) =>
    all.slice(0, 10).map((row) =>
      [...(row as HTMLTableRowElement).cells]
        .slice(0, 4)
        .map((cell) => cell.textContent)
        .join(' | '),
    ),
  );

interface Seen {
  readonly rows: readonly string[];
  readonly replayed: readonly string[];
  readonly tokens: string;
  readonly workers: number;
}

/** The tables of the file in a page whose machine has this many cores, and how many workers they took. */
async function tablesWith(page: Page, cores: number): Promise<Seen> {
  await open(page);
  const [engine] = page.workers();
  await engine!.evaluate((count) => Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => count }), cores);
  const started: unknown[] = [engine];
  page.on('worker', (worker) => started.push(worker));
  await page.getByLabel('Transcript file').setInputFiles({ name: 'large.json', mimeType: 'application/json', buffer: largeFile() });
  await expect(statusLine(page)).toContainText('1,001 messages', { timeout: 60_000 });
  await expect(page.locator('footer')).toContainText(/compared/i, { timeout: 100_000 });
  const table = page.getByRole('table', { name: 'Strategies' });
  const cells = table.locator('tr[data-key]').filter({ visible: true });
  await expect(cells.first()).toBeVisible();
  const rows = await cellsOf(cells);
  const [tokens = ''] = /[\d,]+ tokens/.exec((await statusLine(page).textContent()) ?? '') ?? [];
  // It may have ended meanwhile, and be started again.
  const workers = started.length;
  await page.getByRole('tab', { name: 'Replay' }).click();
  await expect(page.getByText(/requests × \d+ runs? in/)).toBeVisible({ timeout: 100_000 });
  const summary = page.getByRole('region', { name: 'Summary' }).getByRole('row');
  // Lanes are drawn once their width is known, a frame after the sentence above: their words are part of what is compared.
  await expect(summary.first().locator('svg text')).not.toHaveCount(0);
  await expect(summary.nth(1).locator('svg path')).not.toHaveCount(0);
  const replayed = await cellsOf(summary);
  return { rows, replayed, tokens, workers };
}

test('a large file is shared with a second worker, and its tables are those of one', { tag: '@deep' }, async ({ page }) => {
  test.setTimeout(300_000);
  const two = await tablesWith(page, 4);
  const one = await tablesWith(page, 1);
  expect([one.workers, two.workers]).toEqual([1, 2]);
  expect(one.rows.length).toBeGreaterThan(3);
  expect(one.tokens).toMatch(/\d/);
  expect(two.tokens).toBe(one.tokens);
  expect(two.rows).toEqual(one.rows);
  expect(one.replayed.length).toBeGreaterThan(3);
  expect(two.replayed).toEqual(one.replayed);
});
