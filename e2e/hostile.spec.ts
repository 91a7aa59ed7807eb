/** Hostile files in the page: each ends in a comparison or in a clear error, and the page stays usable. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, importFile, open, sharedFile, statusLine, openSamples, test } from './support.ts';

const NO_TRANSCRIPT = ['empty.json', 'null.json', 'empty-array.json', 'html.html', 'binary.bin'];

test('every hostile file ends in a result or a clear error; the page stays usable', { tag: '@deep' }, async ({ page }) => {
  test.setTimeout(300_000);
  const tool = path.resolve(path.dirname(sharedFile('MANIFEST.json')), '../tools/stress.mjs');
  test.skip(!existsSync(tool) && !process.env.REQUIRE_SHARED, 'the maker of hostile files is not here');
  const dir = mkdtempSync(path.join(tmpdir(), 'hostile-'));
  execFileSync(process.execPath, [tool, dir, '2']);
  const names = readdirSync(dir);
  expect(names.length).toBeGreaterThan(20);

  await open(page);
  const outcomes: Record<string, string> = {};
  for (const name of names) {
    await importFile(page, path.join(dir, name));
    const failure = page.getByRole('alert', { name: `${name} was not understood` });
    outcomes[name] = (await failure.isVisible()) ? 'error' : 'result';
    if (outcomes[name] === 'error') await expect(failure).toContainText('Expected:');
    else await expect(page.getByRole('banner')).toContainText(name);
  }
  expect(await page.evaluate(() => (window as unknown as { __xss?: number }).__xss)).toBeUndefined();
  expect(outcomes['cc-utf16le.jsonl']).toBe('result');
  expect(outcomes['cc-truncated-last-line.jsonl']).toBe('result');
  expect(outcomes['openai-deep-nesting.json']).toBe('result');
  expect(outcomes['fenced.md']).toBe('result');
  for (const name of NO_TRANSCRIPT) expect(outcomes[name], name).toBe('error');

  await openSamples(page);
  await page.getByRole('dialog').getByText('Customer support with policies').click();
  await expect(statusLine(page)).toContainText('95 messages');
  await expect(page.getByRole('table', { name: 'Policies' }).getByRole('row', { name: /Middle removal/ })).toBeVisible();
});
