/** Reports of the page: a file that opens without a network and has the page's numbers. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, expectAccessible, importFile, open, settled, test, openShared } from './support.ts';

test('the HTML report has the answer and the figures of the page, sorts, and asks for nothing', async ({ page, browser }, info) => {
  await open(page, '');
  await settled(page);
  const line = page.getByRole('region', { name: 'Answer' });
  await expect(line).toContainText(/of what was needed later/);
  const say = (await line.getByRole('heading', { level: 1 }).innerText()).replace(/\s+/g, ' ');
  await openShared(page, 'Report');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'HTML file' }).click();
  const file = info.outputPath('report.html');
  await (await download).saveAs(file);

  const context = await browser.newContext({ offline: true });
  const other = await context.newPage();
  const asked: string[] = [];
  other.on('request', (request) => asked.push(request.url()));
  await other.goto(pathToFileURL(file).href);
  expect(asked).toEqual([pathToFileURL(file).href]);
  expect(await other.locator('.compared .strip rect').count()).toBeGreaterThan(3);
  expect(await other.getByRole('heading', { level: 1 }).innerText()).toContain(/keeps ([\d.]+)/.exec(say)![0]);
  expect(await other.locator('.facts tbody tr').count()).toBe(10);
  // Folded until somebody opens it; no message is there to be opened.
  const all = other.locator('details', { hasText: /^All policies/ });
  await expect(other.locator('details')).toHaveText([/^All policies/, /^Plot/, /^Settings/, /^What the numbers mean/]);
  await expect(all.locator('table')).toBeHidden();
  await all.locator('summary').click();
  const tokens = all.locator('tbody tr td:nth-child(5)');
  await all.getByRole('button', { name: 'Tokens left' }).click();
  const values = (await tokens.evaluateAll((cells) => cells.map((cell) => Number((cell as HTMLElement).dataset.v)))).filter(
    (value) => !Number.isNaN(value),
  );
  expect(values.length).toBeGreaterThan(3);
  expect(values).toEqual([...values].sort((a, b) => b - a));
  await context.close();
});

test('nothing of the report is cut on a phone, on a small screen and on a large one, and what is closed is not printed', async ({
  page,
  browser,
}, info) => {
  await open(page, '');
  await settled(page);
  await openShared(page, 'Report');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'HTML file' }).click();
  const file = info.outputPath('report.html');
  await (await download).saveAs(file);
  const context = await browser.newContext({ offline: true });
  const other = await context.newPage();
  await other.goto(pathToFileURL(file).href);
  const ground = () => other.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await other.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  const dark = await ground();
  // Nobody prints on black.
  await other.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await ground()).not.toBe(dark);
  await expect(other.locator('.compared')).toBeVisible();
  await expect(other.getByText('All policies')).toBeHidden();
  await other.emulateMedia({ media: 'screen', colorScheme: 'light' });
  for (const details of await other.locator('details').all()) await details.locator('summary').first().click();
  for (const width of [390, 1200, 1440]) {
    await other.setViewportSize({ width, height: 900 });
    const cut = await other.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement;
      const seen = [...document.querySelectorAll('body *:not(style, script, svg *)')].filter((one) => one.getClientRects().length > 0);
      const out = seen.filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        const isMark = one.matches('.strip i, .bar u');
        return (
          (!isMark && (left < 0 || right > clientWidth + 0.5)) ||
          (one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1 && !one.matches('.strip, .bar'))
        );
      });
      return {
        page: scrollWidth - clientWidth,
        out: out.map((one) => `${one.tagName}.${one.className}: ${one.textContent?.slice(0, 40)}`),
        seen: seen.length,
      };
    });
    expect(cut, `at ${width} px`).toMatchObject({ page: 0, out: [] });
    expect(cut.seen).toBeGreaterThan(200);
  }
  await context.close();
});

test('texts of messages are in the report only on request, masked unless somebody says otherwise @deep', async ({ page }) => {
  const key = `ghp_${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xYz0aB3dE'}`;
  const talk = Array.from({ length: 8 }, (_, i) => [
    { role: 'user', content: `Question ${i}: my key is ${key}, look at src/part${i}.ts. ${'It worked last week. '.repeat(6)}` },
    { role: 'assistant', content: `src/part${i}.ts is mended. ${'The suite passes. '.repeat(6)}` },
  ]).flat();
  await page.goto('./');
  await importFile(page, { name: 'own.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ messages: talk })) });
  await settled(page);
  await openShared(page, 'Report');
  const dialog = page.getByRole('dialog');
  const saved = async (): Promise<string> => {
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'HTML file' }).click();
    return readFileSync(await (await download).path(), 'utf8');
  };
  expect(await saved()).not.toContain('Question 3');
  await dialog.getByLabel('With the texts of the messages').check();
  await expect(dialog).toContainText('Secrets in the session: 1');
  await expect(dialog).toContainText('github-token × 1');
  await expect(dialog).not.toContainText(key);
  await expectAccessible(page);
  const masked = await saved();
  expect(masked).toContain('Question 3: my key is [github-token]');
  expect(masked).not.toContain(key);
  await dialog.getByLabel('Mask what looks like a secret').uncheck();
  await expect(dialog.getByRole('alert')).toContainText('github-token');
  expect(await saved()).toContain(key);
});

test('the report is in the language of the page', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: /^Language: English/ }).click();
  await settled(page);
  await page.getByRole('button', { name: '分享', exact: true }).click();
  await page.getByRole('button', { name: '报告', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'HTML 文件' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file).toContain('<html lang="zh-CN">');
  expect(file).toContain('中间移除策略');
});

test('strips are saved as SVG and as PNG, all of them and that of a row @deep', async ({ page }) => {
  await open(page);
  await settled(page);
  await openShared(page, 'Report');
  const dialog = page.getByRole('dialog');
  const saved = async (name: string, from = page.locator('body')): Promise<Buffer> => {
    const download = page.waitForEvent('download');
    await from.getByRole('button', { name }).click();
    return readFileSync(await (await download).path());
  };
  const svg = (await saved('Save as SVG', dialog)).toString('utf8');
  expect(svg).not.toMatch(/var\(|class=|href/);
  expect(svg).toContain('>Middle removal</text>');
  expect(svg.match(/<rect/g)!.length).toBeGreaterThan(20);
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.map(Number);
  const png = await saved('Save as PNG', dialog);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width! * 2, height! * 2]);
  await page.keyboard.press('Escape');
  await page.locator('tr[data-key="middle-removal"]').getByRole('button', { name: 'Middle removal', exact: true }).click();
  const one = (await saved('Save strip as SVG')).toString('utf8');
  // Its title and name, the axis, and at least four words of the legend.
  expect(one.match(/<text/g)!.length).toBeGreaterThanOrEqual(7);
  expect(one).toContain('What is left, oldest first');
});
