/** Reports of the page: a file that opens without a network and has the page's numbers. */
import { readFileSync } from 'node:fs';
import { expect, open, test } from './support.ts';

test('the HTML report has the answer and the figures of the page, sorts, and asks for nothing', { tag: '@deep' }, async ({ page, browser }) => {
  await open(page);
  const line = page.getByRole('region', { name: 'Answer' });
  await expect(line).toContainText(/of what was needed later/);
  const say = (
    await line
      .locator('p')
      .filter({ hasText: /of what was needed later/ })
      .innerText()
  ).replace(/\s+/g, ' ');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'HTML file' }).click();
  const text = readFileSync(await (await download).path(), 'utf8');

  const other = await browser.newPage();
  const asked: string[] = [];
  other.on('request', (request) => asked.push(request.url()));
  await other.setContent(text);
  expect(asked).toEqual([]);
  expect(await other.locator('.say').innerText()).toContain(/keeps ([\d.]+)/.exec(say)![0]);
  const tokens = other.locator('tbody tr td:nth-child(3)');
  await other.getByRole('button', { name: 'Tokens' }).click();
  const values = (await tokens.evaluateAll((cells) => cells.map((cell) => Number((cell as HTMLElement).dataset.v)))).filter(
    (value) => !Number.isNaN(value),
  );
  expect(values.length).toBeGreaterThan(3);
  expect(values).toEqual([...values].sort((a, b) => b - a));
  await other.close();
});
