/** What a set says, and its report. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { accessibilityOf } from './accessibility.ts';
import { layoutOf } from './layout.ts';
import { samples, text, results, addFiles, compared } from './set-view.ts';
import { expect, expectAccessible, openShared, settled, test, visitor } from './support.ts';

test('the answer is replayed in the session where it loses most, beside A @deep', async ({ page }) => {
  await page.goto('./');
  await addFiles(
    page,
    ['coding-session.jsonl', 'research-session.json'].map((name) => ({ path: name, text: text(name) })),
  );
  await compared(page);
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer).toContainText(/\d of 2 sessions count/);
  const replay = answer.getByRole('button', { name: 'Replay its worst session' });
  const said = (await replay.getAttribute('title'))!;
  const [, file, title, share] = /^(\S+): (.+) keeps least here \(([\d.]+)\s%\)$/.exec(said)!;
  // As in the sentence, and as in the table.
  await expect(answer).toContainText(new RegExp(`Its worst session keeps ${share}\\s%`));
  await expect(answer).toContainText(title!);
  await expect(results(page).getByRole('button', { name: `Compare ${title} as C`, exact: true })).toHaveText('B');
  await replay.click();
  await expect(page.getByRole('tab', { name: 'Replay' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: new RegExp(file!) }).first()).toBeVisible();
  await settled(page);
  const runs = page.getByRole('table', { name: 'Every run in numbers' });
  await expect(runs.locator('[aria-current="true"]')).toHaveCount(1);
  await expect(runs.locator('[aria-current="true"]')).toContainText(title!);
});

for (const locale of ['en-US', 'zh-CN'])
  test(`nothing of the answer of a set and its why is cut or covered at 1440, 1280 and 390 px, ${locale} @deep`, async ({ browser, baseURL }) => {
    const context = await visitor(browser, { viewport: { width: 1440, height: 900 }, locale, baseURL: baseURL!, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto('./');
    await page
      .getByLabel(/^(Session file|会话文件)$/)
      .setInputFiles(['support-policies.json', 'research-session.json'].map((name) => path.join(samples, name)));
    await settled(page);
    await expect(page.getByRole('button', { name: /^(All compared|已全部比较)$/ })).toBeVisible();
    const answer = page.getByRole('region', { name: /^(Answer|答案)$/ });
    const why = answer.getByRole('button', { name: /^(Why|为什么)$/ });
    const box = page.getByRole('group', { name: /^(Why this policy|为什么是这个策略)$/ });
    for (const width of [1440, 1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(why).toBeVisible();
      await settled(page);
      expect(await layoutOf(page), `${width} px`).toEqual({ cut: [], overlapping: [], outside: [] });
      expect(await accessibilityOf(page, { within: answer }), `${width} px`).toEqual([]);
      await why.click();
      await expect(box).toBeVisible();
      await settled(page);
      expect(await layoutOf(page), `${width} px, why`).toEqual({ cut: [], overlapping: [], outside: [] });
      await page.keyboard.press('Escape');
      await expect(box).toHaveCount(0);
    }
    await context.close();
  });

test('the report of a set opens without a network, says and counts what the page does, sorts, and leaves names out on request @deep', async ({
  page,
  browser,
}, info) => {
  await page.goto('./');
  await addFiles(page, [
    ...['research-session.json', 'support-policies.json', 'chinese-data-analysis.jsonl'].map((name) => ({ path: name, text: text(name) })),
    { path: 'broken.json', text: '{"broken' },
  ]);
  await compared(page);
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText(/\d of 3 sessions count/);
  const words = (said: string): string => said.replace(/\s+/g, ' ').trim();
  // The letters of pinned rows stand beside their names.
  const said = words(
    await page
      .getByRole('region', { name: 'Answer' })
      .locator('p')
      .filter({ hasText: /needed later/ })
      .first()
      .evaluate((p) => {
        const copy = p.cloneNode(true) as HTMLElement;
        for (const letter of copy.querySelectorAll('[class*="letter"]')) letter.remove();
        return copy.textContent ?? '';
      }),
  );
  const own = results(page).getByRole('row', { name: /Fact ledger/ });
  const shown = words(await own.innerText());
  await openShared(page, 'Report');
  const dialog = page.getByRole('dialog', { name: 'Report of the set' });
  await expect(dialog.getByRole('button', { name: 'HTML file' })).toBeEnabled();
  await expectAccessible(page);
  const save = async (button: string, file: string): Promise<string> => {
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: button }).click();
    await (await download).saveAs(file);
    return readFileSync(file, 'utf8');
  };
  const file = info.outputPath('set.html');
  const whole = await save('HTML file', file);
  expect(await save('HTML file', info.outputPath('again.html'))).toBe(whole);
  expect(whole).toContain('research-session.json');
  expect(await save('Markdown for issues', info.outputPath('set.md'))).toContain('| Fact ledger |');
  await dialog.getByLabel('With the names of the sessions').uncheck();
  for (const [button, name] of [
    ['HTML file', 'numbers.html'],
    ['Markdown for issues', 'numbers.md'],
  ] as const)
    expect(await save(button, info.outputPath(name))).not.toMatch(/research-session|support-policies|chinese-data|broken\.json/);

  const context = await browser.newContext({ offline: true });
  const other = await context.newPage();
  const asked: string[] = [];
  const wrong: string[] = [];
  other.on('request', (request) => asked.push(request.url()));
  other.on('console', (message) => wrong.push(message.text()));
  await other.goto(pathToFileURL(file).href);
  expect(words(await other.locator('.say').innerText())).toBe(said);
  const all = other.locator('details', { hasText: /^All policies/ });
  await all.locator('summary').click();
  const rows = all.locator('tbody tr');
  const row = rows.filter({ hasText: 'Fact ledger' });
  const cells = (await row.locator('td').allInnerTexts()).map(words);
  const heads = (await all.locator('th').allInnerTexts()).map((head) => words(head.split('\n')[0]!));
  const cell = (head: string): string => cells[heads.indexOf(head)]!;
  // Share kept, worst session, difference and its counts, cost: as the page's row has them.
  for (const head of ['kept', 'second', heads.find((head) => head.startsWith('Difference to'))!, '95 % of the mean', '+ / = / −', 'Next call']) {
    expect(cell(head), head).toMatch(/\d/);
    expect(shown, head).toContain(cell(head));
  }
  expect(shown).toContain(String(Math.round(Number(cell('worst').split(' ')[0]))));
  const medians = async (): Promise<number[]> =>
    (
      await rows
        .locator(`td:nth-child(${heads.indexOf('median') + 1})`)
        .evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.v)))
    ).filter((value) => !Number.isNaN(value));
  expect((await medians()).length).toBeGreaterThan(5);
  await other.getByRole('button', { name: 'median' }).click();
  expect(await medians()).toEqual((await medians()).toSorted((a, b) => b - a));
  await other.getByRole('button', { name: 'median' }).click();
  expect(await medians()).toEqual((await medians()).toSorted((a, b) => a - b));
  // The list of sessions sorts by itself.
  const names = other.locator('table.sessions tbody td:nth-child(2)');
  await other
    .locator('details', { hasText: /^Sessions/ })
    .locator('summary')
    .click();
  const before = await medians();
  await other.getByRole('button', { name: 'Session', exact: true }).click();
  expect(await names.allInnerTexts()).toEqual(['support-policies.json', 'research-session.json', 'chinese-data-analysis.jsonl', 'broken.json']);
  expect(await medians()).toEqual(before);
  await expect(other.locator('table.sessions tr').filter({ hasText: 'broken.json' })).toContainText('The JSON');
  expect(asked).toEqual([pathToFileURL(file).href]);
  expect(wrong).toEqual([]);
  await context.close();
});
