import { readFileSync } from 'node:fs';
import path from 'node:path';
import { dropFolder } from './folder.ts';
import { text, chat, sessions, results, status, addFiles, compared } from './set-view.ts';
import { expect, expectAccessible, placeOf, pressDrawn, settled, sharedFile, openSamples, test } from './support.ts';

test('a dropped folder is a set: its files are sessions or rows with their reason, compared to the end, and one opens in Compare', async ({
  page,
}) => {
  await page.goto('./');
  await page.getByRole('tab', { name: 'Many sessions' }).click();
  await expect(page.getByRole('heading', { name: 'Many sessions at once' })).toBeVisible();
  await dropFolder(page, 'week', [
    { path: 'support.json', text: text('support-policies.json') },
    { path: 'short.json', text: chat(1) },
    { path: 'broken.json', text: '{"broken' },
    { path: 'shot.png', text: 'no transcript' },
  ]);
  await expect(page.getByRole('tab', { name: 'Many sessions 2 sessions' })).toBeVisible();
  await expect(sessions(page).getByRole('row', { name: /broken\.json.*failed/ })).toBeVisible();
  await expect(page.getByText('1 file left out')).toBeVisible();
  await compared(page);
  await expect(results(page).getByRole('row', { name: /Fact ledger/ })).toBeVisible();
  // What it says, it says with how many sessions.
  await expect(page.getByText(/\d of 2 sessions count/)).toBeVisible();
  // What cannot count is one line that opens.
  await expect(sessions(page).getByRole('row', { name: /short\.json/ })).toHaveCount(0);
  await page.getByRole('button', { name: '1 too short' }).click();
  await expect(sessions(page).getByRole('row', { name: /short\.json.*under 30/ })).toBeVisible();
  await expectAccessible(page);
  // The worst session of a row is one click away.
  await results(page)
    .getByRole('row', { name: /Fact ledger/ })
    .getByRole('button', { name: 'Open the worst session' })
    .first()
    .click();
  await expect(page.getByRole('tab', { name: 'Answer' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: /Details of support\.json|support\.json/ }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Many sessions 2 sessions' }).click();
  await expect(results(page).getByRole('row', { name: /Fact ledger/ })).toBeVisible();
});

test('one more session is one more to compute, and a choice or a row changes the tables @deep', async ({ page }) => {
  await page.goto('./');
  await addFiles(page, [
    { path: 'a.json', text: text('support-policies.json') },
    { path: 'b.json', text: chat(2) },
  ]);
  await compared(page);
  await expect(status(page)).toContainText('2 computed');
  await addFiles(page, [{ path: 'c.json', text: chat(3) }]);
  await expect(page.getByRole('tab', { name: 'Many sessions 3 sessions' })).toBeVisible();
  await settled(page);
  await expect(status(page)).toContainText(/1 computed in .* 2 kept from before/);
  await expect(page.getByText(/3 of 3 sessions count: [1-9]\d* facts/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Compare a.json' }).uncheck();
  await expect(page.getByText(/2 of 2 sessions count: 0 facts/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Compare a.json' }).check();
  // Another setting is another result, the former one comes back from the store.
  const ledger = results(page).getByRole('row', { name: /Fact ledger/ });
  await expect(ledger).toBeVisible();
  await page.getByRole('checkbox', { name: 'every policy' }).check();
  await expect(page.getByRole('button', { name: 'Compare 3 more' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'every policy' }).uncheck();
  await expect(page.getByRole('button', { name: 'All compared' })).toBeVisible();
});

test('a cancelled run keeps what is done and goes on after a reload @deep', async ({ page }) => {
  await page.goto('./');
  // Two that take long, so that the run is not over when it is cancelled.
  const long = text('coding-session.jsonl');
  await page.evaluate(pressDrawn, { button: '[aria-label="Cancel reading or comparing"]', said: '1 of 3 compared' });
  await addFiles(page, [
    { path: 'a.json', text: chat(4) },
    { path: 'long.jsonl', text: long },
    { path: 'shorter.jsonl', text: long.split('\n').slice(0, -40).join('\n') },
  ]);
  await expect(status(page)).toContainText(/Cancelled after .* [12] kept/);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Many sessions 3 sessions' })).toHaveAttribute('aria-selected', 'true');
  await expect(status(page)).toContainText(/[12] of 3 sessions are compared/);
  await page.getByRole('button', { name: /^Compare [12] more/ }).click();
  await settled(page);
  await expect(status(page)).toContainText(/[12] computed in .* [12] kept from before/);
  await expect(page.getByRole('button', { name: 'All compared' })).toBeVisible();
});

test('the bar between strategies and sessions divides the room, by keys and by pointer, and is remembered @deep', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('tab', { name: 'Many sessions' }).click();
  await expect(page.getByRole('heading', { name: 'Many sessions at once' })).toBeVisible();
  await dropFolder(page, 'week', [
    { path: 'one.json', text: chat(1) },
    { path: 'two.json', text: chat(2) },
  ]);
  await page.getByRole('tab', { name: 'Many sessions 2 sessions' }).click();
  await compared(page);
  // The messages of the open session take half of the page.
  await page.getByRole('button', { name: /^Side by side/ }).click();
  const bar = page.getByRole('separator', { name: 'Height of the table' });
  const top = async (): Promise<number> => (await placeOf(page, bar)).y;
  const before = await top();
  await bar.focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowUp');
  expect(await top()).toBeLessThan(before - 40);
  const box = await placeOf(page, bar);
  await page.mouse.move(box.x + 200, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 50);
  await page.mouse.up();
  const chosen = await top();
  expect(chosen).toBeGreaterThan(box.y + 30);
  expect((await placeOf(page, results(page))).height).toBeGreaterThan(100);
  await page.reload();
  await page.getByRole('tab', { name: 'Many sessions 2 sessions' }).click();
  expect(Math.abs((await top()) - chosen)).toBeLessThan(4);
});

test('plot, groups and exports @deep', async ({ page }) => {
  await page.goto('./');
  await addFiles(page, [
    { path: 'a.json', text: text('support-policies.json') },
    { path: 'b.jsonl', text: text('chinese-data-analysis.jsonl') },
  ]);
  await compared(page);
  await page.getByText('plot', { exact: true }).click();
  const plot = page.getByRole('figure', { name: 'Needed later, kept, against tokens left' });
  await expect(plot).toBeVisible();
  // What is drawn last covers the others: the letters of the pinned rows.
  const signs = plot.locator('.recharts-scatter-symbol');
  await expect(signs.filter({ hasText: 'A' })).toBeVisible();
  await settled(page);
  const lettered = await signs.evaluateAll((all) => all.map((sign) => Number(sign.querySelector('text') !== null)));
  // One of the three may have too little to count.
  expect(lettered.filter(Boolean).length).toBeGreaterThan(1);
  expect(lettered.length).toBeGreaterThan(3);
  expect(lettered).toEqual(lettered.toSorted((a, b) => a - b));
  await expectAccessible(page);
  await page.getByText('by group', { exact: true }).click();
  await expect(page.getByRole('figure', { name: /pi/ })).toBeVisible();
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

test('a folder by its input, one session as before, and the samples as a set @deep', async ({ page }, info) => {
  const { mkdirSync, writeFileSync } = await import('node:fs');
  await page.goto('./');
  const folder = info.outputPath('chats');
  mkdirSync(path.join(folder, 'mon'), { recursive: true });
  writeFileSync(path.join(folder, 'mon/one.json'), chat(6));
  await page.getByLabel('Folder of sessions').setInputFiles(folder);
  // One session is opened as it always was.
  await expect(page.getByRole('tab', { name: 'Answer' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: /one\.json/ }).first()).toBeVisible();
  writeFileSync(path.join(folder, 'two.json'), chat(7));
  await page.getByLabel('Folder of sessions').setInputFiles(folder);
  await expect(page.getByRole('tab', { name: 'Many sessions 2 sessions' })).toHaveAttribute('aria-selected', 'true');
  await openSamples(page);
  await page.getByRole('button', { name: /A week: 6 sessions/ }).click();
  await expect(page.getByRole('tab', { name: 'Many sessions 6 sessions' })).toHaveAttribute('aria-selected', 'true');
});

test('the conversations of one file are a set as soon as its tab is opened @deep', async ({ page }) => {
  await page.goto('./');
  const lines = [0, 1, 2].map((n) => JSON.stringify({ messages: (JSON.parse(chat(n)) as { readonly messages: unknown }).messages }));
  await addFiles(page, [{ path: 'tuning.jsonl', text: lines.join('\n') }]);
  await page.getByRole('tab', { name: 'Many sessions 3 sessions' }).click();
  await expect(sessions(page).getByRole('row', { name: /tuning\.jsonl · 3 of 3/ })).toBeVisible();
  await sessions(page).getByRole('button', { name: 'tuning.jsonl · 2 of 3' }).click();
  await expect(page.getByRole('button', { name: /Conversation 2 of 3/ })).toBeVisible();
});

test('a folder with every shared transcript is a set that compares to the end @deep', async ({ page }) => {
  test.setTimeout(1_800_000);
  const folder = path.dirname(sharedFile('MANIFEST.json'));
  await page.goto('./');
  await page.getByLabel('Folder of sessions').setInputFiles(folder);
  await expect(page.getByRole('tab', { name: /^Many sessions [\d,]+ sessions/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'All compared' })).toBeVisible({ timeout: 1_800_000 });
  const count = Number(/([\d,]+) computed/.exec((await status(page).textContent())!)![1]!.replaceAll(',', ''));
  expect(count).toBeGreaterThan(500);
  // The manifest is no transcript, and not the end.
  await page.getByLabel('Find a session').fill('manifest');
  await expect(sessions(page).getByRole('row', { name: /MANIFEST\.json.*failed/ })).toBeVisible();
});
