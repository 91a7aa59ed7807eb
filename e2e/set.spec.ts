import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { dropFolder, type GivenFile } from './folder.ts';
import { accessibilityOf, layoutOf } from './layout.ts';
import { expect, expectAccessible, sharedFile, test } from './support.ts';
import type { Page } from '@playwright/test';

const samples = path.resolve(import.meta.dirname, '../fixtures/samples');
const text = (name: string): string => readFileSync(path.join(samples, name), 'utf8');
/** A chat in OpenAI's format, as short as a session with something to remember may be. */
const chat = (n: number): string =>
  JSON.stringify({
    model: 'gpt-4o',
    messages: Array.from({ length: 6 }, (_, i) => [
      { role: 'user', content: `Why does src/part${n}.${i}.ts fail with E${n}${i}42?` },
      { role: 'assistant', content: `Because src/part${n}.${i}.ts reads the port ${8000 + n * 10 + i}. I changed it, E${n}${i}42 is gone.` },
    ]).flat(),
  });

const sessions = (page: Page) => page.getByRole('region', { name: 'Sessions' }).getByRole('table');
const results = (page: Page) => page.getByRole('region', { name: 'Strategies over the sessions' }).getByRole('table');
const status = (page: Page) => page.getByRole('tabpanel').getByRole('status');

const addFiles = (page: Page, files: readonly GivenFile[]) =>
  page
    .getByLabel('Transcript file')
    .setInputFiles(files.map((file) => ({ name: file.path, mimeType: 'text/plain', buffer: Buffer.from(file.text) })));

async function compare(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Compare (all )?\d/ }).click();
  await expect(status(page)).toContainText(/computed in/, { timeout: 100_000 });
}

test('a dropped folder is a set: its files are sessions or rows with their reason, compared to the end, and one opens in Compare', async ({
  page,
}) => {
  await page.goto('./');
  await page.getByRole('tab', { name: 'Set' }).click();
  await expect(page.getByRole('heading', { name: 'Many sessions at once' })).toBeVisible();
  await dropFolder(page, 'week', [
    { path: 'support.json', text: text('support-policies.json') },
    { path: 'short.json', text: chat(1) },
    { path: 'broken.json', text: '{"broken' },
    { path: 'shot.png', text: 'no transcript' },
  ]);
  await expect(page.getByRole('tab', { name: 'Set 2 sessions' })).toBeVisible();
  await expect(sessions(page).getByRole('row', { name: /broken\.json.*failed/ })).toBeVisible();
  await expect(page.getByText('1 file left out')).toBeVisible();
  await compare(page);
  await expect(results(page).getByRole('row', { name: /Fact ledger/ })).toBeVisible();
  // What it says, it says with how many sessions.
  await expect(page.getByText('1 of 2 compared sessions need enough strings or paths')).toBeVisible();
  await expect(sessions(page).getByRole('row', { name: /short\.json.*under 30/ })).toBeVisible();
  await expectAccessible(page);
  // The worst session of a row is one click away.
  await results(page)
    .getByRole('row', { name: /Fact ledger/ })
    .getByRole('button', { name: 'Open the worst session in Compare' })
    .first()
    .click();
  await expect(page.getByRole('tab', { name: 'Compare' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: /Details of support\.json|support\.json/ }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Set 2 sessions' }).click();
  await expect(results(page).getByRole('row', { name: /Fact ledger/ })).toBeVisible();
});

test('the answer is replayed in the session where it loses most, beside A; the worst session of the table opens in Compare as ever @deep', async ({
  page,
}) => {
  await page.goto('./');
  await addFiles(
    page,
    ['research-session.json', 'support-policies.json', 'chinese-data-analysis.jsonl'].map((name) => ({ path: name, text: text(name) })),
  );
  await compare(page);
  const answer = page.getByRole('region', { name: 'Answer' });
  const title = await answer
    .locator('p')
    .filter({ hasText: /on average of/ })
    .getByRole('button')
    .first()
    .locator('b')
    .innerText();
  const replay = answer.getByRole('button', { name: 'Replay its worst session' });
  const said = (await replay.getAttribute('title'))!;
  const [, file, share] = /^Replays (\S+), in which .* keeps least of what was needed later \(([\d.]+)\s%\)$/.exec(said)!;
  expect(said).toContain(title);
  // As in the sentence, and as in the table of sessions.
  await expect(answer).toContainText(new RegExp(`Its worst session keeps ${share}\\s%`));
  await replay.click();
  await expect(page.getByRole('tab', { name: 'Replay' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: new RegExp(`Details of ${file}|${file}`) }).first()).toBeVisible({ timeout: 60_000 });
  const runs = page.getByRole('table', { name: /^Every run/ });
  await expect(runs.locator('[aria-current="true"]')).toHaveCount(1, { timeout: 60_000 });
  await expect(runs.locator('[aria-current="true"]')).toContainText(title);

  await page.getByRole('tab', { name: /^Set 3 sessions/ }).click();
  const open = results(page)
    .getByRole('row', { name: new RegExp(title) })
    .filter({ hasText: /answer/ })
    .getByRole('button', { name: 'Open the worst session in Compare' });
  await open.click();
  await expect(page.getByRole('tab', { name: 'Compare' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: new RegExp(`Details of ${file}|${file}`) }).first()).toBeVisible();
});

test('the answer names a row that a click pins, with its share as in the table, why and what it costs; what matters changes it @deep', async ({
  page,
}) => {
  await page.goto('./');
  await addFiles(
    page,
    ['research-session.json', 'support-policies.json', 'chinese-data-analysis.jsonl'].map((name) => ({ path: name, text: text(name) })),
  );
  await compare(page);
  await expect(page.getByText('3 of 3 compared sessions need enough')).toBeVisible();
  const answer = page.getByRole('region', { name: 'Answer' });
  const say = answer.locator('p').filter({ hasText: /on average of/ });
  // The sentence follows as each session's recall arrives: that of all three is the one to read.
  await expect(say).toHaveText(/^Use .*on average of 3 sessions it keeps [\d.]+\s%/);
  await expect(answer).toContainText(/Next request \$[\d.]+/);
  const name = say.getByRole('button').first();
  const title = await name.locator('b').innerText();
  const row = results(page)
    .getByRole('row', { name: new RegExp(title) })
    .filter({ hasText: /answer/ });
  const share = Number(/keeps ([\d.]+)\s%/.exec(await say.innerText())![1]!).toFixed(1);
  await page.getByRole('button', { name: 'Columns' }).first().click();
  await page.getByRole('checkbox', { name: 'average' }).check();
  await page.keyboard.press('Escape');
  await expect(row.locator('[data-label="average"]')).toHaveText(share);
  // The answer stands pinned as B by itself: the first click lets it go, the next pins it.
  const pin = row.getByRole('button', { name: `Pin ${title}`, exact: true });
  await expect(pin).toHaveText('B');
  await name.click();
  await expect(pin).toHaveAttribute('aria-pressed', 'false');
  await name.click();
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
  await expect(name).toHaveAttribute('aria-pressed', 'true');
  // Why: this row with the same share, the next ones with what they keep less, and what bars the rest.
  await answer.getByRole('button', { name: 'Why' }).click();
  const why = page.getByRole('group', { name: 'Why this row' });
  await expect(why.locator('ol > li').nth(0)).toContainText(title);
  await expect(why.locator('ol > li').nth(0)).toContainText(String(Number(share)));
  await expect(why.locator('ol > li').nth(1)).toHaveText(/−[\d.]+ points · [\d.]+\s%$/);
  await expect(why.locator('ul > li').filter({ hasText: /over the budget/ })).toHaveText(/^\d+ (is|are) over the budget$/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(why).toHaveCount(0);
  await expect(results(page).getByRole('cell', { name: /^▲ \d+$/ })).not.toHaveCount(0);
  const before = await say.innerText();
  await page.getByLabel('What matters to me').selectOption('userWords');
  await expect(say).toContainText('of the user’s words that were needed later');
  expect(await say.innerText()).not.toBe(before);
});

for (const locale of ['en-US', 'zh-CN'])
  test(`nothing of the answer of a set and its why is cut or covered at 1440, 1280 and 390 px, ${locale} @deep`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale, baseURL: baseURL!, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto('./');
    await page
      .getByLabel(/^(Transcript file|会话记录文件)$/)
      .setInputFiles(['support-policies.json', 'research-session.json'].map((name) => path.join(samples, name)));
    await page.getByRole('button', { name: /^(Compare all|比较全部) / }).click();
    await expect(page.getByRole('button', { name: /^(All compared|已全部比较)$/ })).toBeVisible({ timeout: 100_000 });
    const answer = page.getByRole('region', { name: /^(Answer|答案)$/ });
    const why = answer.getByRole('button', { name: /^(Why|为什么)$/ });
    const box = page.getByRole('group', { name: /^(Why this row|为什么是这一行)$/ });
    for (const width of [1440, 1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(why).toBeVisible();
      expect(await layoutOf(page), `${width} px`).toEqual({ cut: [], overlapping: [], outside: [] });
      expect(await accessibilityOf(page, { within: answer }), `${width} px`).toEqual([]);
      await why.click();
      await expect(box).toBeVisible();
      expect(await layoutOf(page), `${width} px, why`).toEqual({ cut: [], overlapping: [], outside: [] });
      await page.keyboard.press('Escape');
      await expect(box).toHaveCount(0);
    }
    await context.close();
  });

test('one more session is one more to compute, and a choice or a row changes the tables @deep', async ({ page }) => {
  await page.goto('./');
  await addFiles(page, [
    { path: 'a.json', text: text('support-policies.json') },
    { path: 'b.json', text: chat(2) },
  ]);
  await compare(page);
  await expect(status(page)).toContainText('2 computed');
  await addFiles(page, [{ path: 'c.json', text: chat(3) }]);
  await expect(page.getByRole('tab', { name: 'Set 3 sessions' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare 1 more session' }).click();
  await expect(status(page)).toContainText(/1 computed in .* 2 from the store/, { timeout: 60_000 });
  await expect(page.getByText('1 of 3 compared sessions')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Compare a.json' }).uncheck();
  await expect(page.getByText('No session needs the 10 strings or 10 paths')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Compare a.json' }).check();
  // Another setting is another result, the former one comes back from the store.
  const ledger = results(page).getByRole('row', { name: /Fact ledger/ });
  await expect(ledger).toBeVisible();
  await page.getByRole('checkbox', { name: 'every row' }).check();
  await expect(page.getByRole('button', { name: 'Compare 3 more sessions' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'every row' }).uncheck();
  await expect(page.getByRole('button', { name: 'All compared' })).toBeVisible();
});

test('a cancelled run keeps what is done and goes on after a reload @deep', async ({ page }) => {
  await page.goto('./');
  await addFiles(page, [
    { path: 'a.json', text: chat(4) },
    { path: 'long.jsonl', text: text('coding-session.jsonl') },
    { path: 'b.json', text: chat(5) },
  ]);
  await page.getByRole('button', { name: 'Compare all 3 sessions' }).click();
  await expect(status(page)).toContainText(/[12] of 3 compared/, { timeout: 60_000 });
  await page.getByRole('button', { name: 'Cancel reading or comparing' }).click();
  await expect(status(page)).toContainText(/Cancelled after .* [12] computed and kept/);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Set 3 sessions' })).toHaveAttribute('aria-selected', 'true');
  await expect(status(page)).toContainText(/[12] of 3 sessions are compared/);
  await page.getByRole('button', { name: /^Compare [12] more session/ }).click();
  await expect(status(page)).toContainText(/[12] computed in .* [12] from the store/, { timeout: 100_000 });
  await expect(page.getByRole('button', { name: 'All compared' })).toBeVisible();
});

test('the bar between strategies and sessions divides the room, by keys and by pointer, and is remembered @deep', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('tab', { name: 'Set' }).click();
  await expect(page.getByRole('heading', { name: 'Many sessions at once' })).toBeVisible();
  await dropFolder(page, 'week', [
    { path: 'one.json', text: chat(1) },
    { path: 'two.json', text: chat(2) },
  ]);
  await page.getByRole('tab', { name: 'Set 2 sessions' }).click();
  await compare(page);
  const bar = page.getByRole('separator', { name: 'Height of the strategies' });
  const height = async (): Promise<number> => (await results(page).boundingBox())!.height;
  const top = async (): Promise<number> => (await bar.boundingBox())!.y;
  const before = await top();
  await bar.focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowUp');
  await expect.poll(top).toBeLessThan(before - 60);
  const box = (await bar.boundingBox())!;
  await page.mouse.move(box.x + 200, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 50);
  await page.mouse.up();
  await expect.poll(top).toBeGreaterThan(box.y + 30);
  const chosen = await top();
  expect(await height()).toBeGreaterThan(100);
  await page.reload();
  await page.getByRole('tab', { name: 'Set 2 sessions' }).click();
  await expect(bar).toBeVisible();
  await expect.poll(async () => Math.abs((await top()) - chosen)).toBeLessThan(4);
});

test('plot, groups and exports @deep', async ({ page }) => {
  await page.goto('./');
  await addFiles(page, [
    { path: 'a.json', text: text('support-policies.json') },
    { path: 'b.jsonl', text: text('chinese-data-analysis.jsonl') },
  ]);
  await compare(page);
  await page.getByText('plot', { exact: true }).click();
  await expect(page.getByRole('figure', { name: 'Kept of what was needed against tokens left' })).toBeVisible();
  await expectAccessible(page);
  await page.getByText('by group', { exact: true }).click();
  await expect(page.getByRole('figure', { name: /pi session/ })).toBeVisible();
  await page.getByText('task type', { exact: true }).click();
  await expect(page.getByRole('figure')).not.toHaveCount(0);
  for (const [name, check] of [
    ['JSON', (bytes: Buffer) => expect(JSON.parse(bytes.toString()).length).toBeGreaterThan(60)],
    ['CSV', (bytes: Buffer) => expect(bytes.toString()).toContain('hindsightRecall')],
    ['Parquet', (bytes: Buffer) => expect(bytes.subarray(0, 4).toString()).toBe('PAR1')],
  ] as const) {
    await page.getByRole('button', { name: 'Export results' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
    check(readFileSync(await file.path()));
  }
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
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Report of the set' });
  await expect(dialog.getByRole('button', { name: 'HTML file' })).toBeDisabled();
  await expect(dialog).toContainText('Nothing is compared yet');
  await page.keyboard.press('Escape');
  await compare(page);
  const words = (said: string): string => said.replace(/\s+/g, ' ').trim();
  // The letters of pinned rows stand beside their names.
  const said = words(
    await page
      .getByRole('region', { name: 'Answer' })
      .locator('p')
      .filter({ hasText: /on average of/ })
      .evaluate((p) => {
        const copy = p.cloneNode(true) as HTMLElement;
        for (const letter of copy.querySelectorAll('button span')) letter.remove();
        return copy.textContent ?? '';
      }),
  );
  const own = results(page).getByRole('row', { name: /Fact ledger/ });
  const shown = words(await own.innerText());
  await page.getByRole('button', { name: 'Report', exact: true }).click();
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
  expect(await save('Markdown for issues', info.outputPath('set.md'))).toContain('**Fact ledger**');
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
  const rows = other.locator('table').first().locator('tbody tr');
  const row = rows.filter({ hasText: 'Fact ledger' });
  const cells = (await row.locator('td').allInnerTexts()).map(words);
  const heads = (await other.locator('table').first().locator('th').allInnerTexts()).map((head) => words(head.split('\n')[0]!));
  const cell = (head: string): string => cells[heads.indexOf(head)]!;
  // Median, worst session, difference and its counts, cost: as the page's row has them.
  for (const head of ['median', 'own', 'Difference to A', '95 % of the mean', '+ / = / −', 'Next request']) {
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
  const before = await medians();
  await other.getByRole('button', { name: 'Session', exact: true }).click();
  expect(await names.allInnerTexts()).toEqual(['support-policies.json', 'research-session.json', 'chinese-data-analysis.jsonl', 'broken.json']);
  expect(await medians()).toEqual(before);
  await expect(other.locator('table.sessions tr').filter({ hasText: 'broken.json' })).toContainText('The JSON');
  expect(asked).toEqual([pathToFileURL(file).href]);
  expect(wrong).toEqual([]);
  await context.close();
});

test('a folder by its input, one session as before, and the samples as a set @deep', async ({ page }, info) => {
  const { mkdirSync, writeFileSync } = await import('node:fs');
  await page.goto('./');
  const folder = info.outputPath('chats');
  mkdirSync(path.join(folder, 'mon'), { recursive: true });
  writeFileSync(path.join(folder, 'mon/one.json'), chat(6));
  await page.getByLabel('Folder of transcripts').setInputFiles(folder);
  // One session is opened as it always was.
  await expect(page.getByRole('tab', { name: 'Compare' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: /one\.json/ }).first()).toBeVisible();
  writeFileSync(path.join(folder, 'two.json'), chat(7));
  await page.getByLabel('Folder of transcripts').setInputFiles(folder);
  await expect(page.getByRole('tab', { name: 'Set 2 sessions' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Samples' }).click();
  await page.getByRole('button', { name: /A week: 6 sessions/ }).click();
  await expect(page.getByRole('tab', { name: 'Set 6 sessions' })).toHaveAttribute('aria-selected', 'true', { timeout: 60_000 });
});

test('the conversations of one file are a set as soon as its tab is opened @deep', async ({ page }) => {
  await page.goto('./');
  const lines = [0, 1, 2].map((n) => JSON.stringify({ messages: (JSON.parse(chat(n)) as { readonly messages: unknown }).messages }));
  await addFiles(page, [{ path: 'tuning.jsonl', text: lines.join('\n') }]);
  await page.getByRole('tab', { name: 'Set 3 sessions' }).click();
  await expect(sessions(page).getByRole('row', { name: /tuning\.jsonl · 3 of 3/ })).toBeVisible();
  await sessions(page).getByRole('button', { name: 'tuning.jsonl · 2 of 3' }).click();
  await expect(page.getByRole('button', { name: /Conversation 2 of 3/ })).toBeVisible();
});

test('a folder with every shared transcript is a set that compares to the end @deep', async ({ page }) => {
  test.setTimeout(1_800_000);
  const folder = path.dirname(sharedFile('MANIFEST.json'));
  await page.goto('./');
  await page.getByLabel('Folder of transcripts').setInputFiles(folder);
  await expect(page.getByRole('tab', { name: /Set [\d,]+ sessions/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Compare all [\d,]+ sessions/ })).toBeEnabled({ timeout: 300_000 });
  const count = Number(/[\d,]+/.exec((await page.getByRole('button', { name: /^Compare all/ }).textContent())!)![0].replaceAll(',', ''));
  expect(count).toBeGreaterThan(500);
  await page.getByRole('button', { name: /^Compare all/ }).click();
  await expect(page.getByRole('button', { name: 'All compared' })).toBeVisible({ timeout: 1_500_000 });
  await expect(status(page)).toContainText(`${count} computed`);
  // The manifest is no transcript, and not the end.
  await page.getByLabel('Find a session').fill('manifest');
  await expect(sessions(page).getByRole('row', { name: /MANIFEST\.json.*failed/ })).toBeVisible();
});
