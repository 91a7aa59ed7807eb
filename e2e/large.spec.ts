/** A file of 5 MB: it opens, and its tables are there. */
import { expect, importFile, open, settled, statusLine, test } from './support.ts';

/** Rounds of a question, a call, its long result and an answer. */
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

test('a large file opens, and its tables are there', { tag: '@deep' }, async ({ page }) => {
  test.setTimeout(300_000);
  await open(page);
  await importFile(page, { name: 'large.json', mimeType: 'application/json', buffer: largeFile() });
  await expect(statusLine(page)).toContainText('1,001 messages');
  const rows = page.getByRole('table', { name: 'Policies' }).locator('tr[data-key]').filter({ visible: true });
  await expect(rows.first()).toContainText(/\d/);
  expect(await rows.count()).toBeGreaterThan(3);
  await page.getByRole('tab', { name: 'Replay' }).click();
  await settled(page);
  await expect(page.getByText(/requests × \d+ runs? in/)).toBeVisible();
  const runs = page.getByRole('region', { name: 'Summary' }).getByRole('row');
  await expect(runs.nth(1)).toContainText(/\d/);
  expect(await runs.count()).toBeGreaterThan(3);
});
