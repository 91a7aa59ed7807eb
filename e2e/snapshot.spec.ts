import { readFileSync } from 'node:fs';
import { encodeSnapshot } from '../src/scenario/codec.ts';
import { decodeSnapshot } from '../src/scenario/decode.ts';
import { type Browser, expect as plain, type Locator, type Page } from '@playwright/test';
import { expect, expectAccessible, give, importFile, measured, settled, sharedFile, test, visitor, openShared, target } from './support.ts';

const strategies = (page: Page) => page.getByRole('table', { name: 'Policies' });
/** What the table says: by row and name of the column. */
const cellsOf = (page: Page) =>
  strategies(page).evaluate((table) => {
    const heads = Array.from(table.querySelectorAll('thead th'), (th) => th.textContent ?? '');
    const said: Record<string, string> = {};
    for (const row of table.querySelectorAll<HTMLElement>('tr[data-key]'))
      for (const [i, cell] of Array.from(row.children).entries()) said[`${row.dataset.key} · ${heads[i]}`] = cell.textContent ?? '';
    return said;
  });

const talk = JSON.stringify({
  messages: [
    { role: 'system', content: 'You must never touch the file .env.production.' },
    ...Array.from({ length: 6 }, (_, i) => [
      { role: 'user', content: `Please look at src/part${i}.ts and tell me why test number ${i} fails. ${'It worked last week. '.repeat(6)}` },
      { role: 'assistant', content: `src/part${i}.ts returned ${i} where ${i + 1} was expected; it is mended. ${'The suite passes. '.repeat(6)}` },
    ]).flat(),
  ],
});

/** The link that the dialog offers by itself. */
async function linkFrom(page: Page): Promise<string> {
  await openShared(page, 'Link to this');
  await page.getByRole('checkbox', { name: /^Link with numbers/ }).check();
  const field = page.getByRole('textbox', { name: 'Link' });
  await expect(field).toHaveValue(/#n=1\./);
  const link = await field.inputValue();
  await page.keyboard.press('Escape');
  return link;
}

/** The page of somebody who has nothing of the sender. */
async function receiver(browser: Browser, link: string, options = {}): Promise<Page> {
  const context = await visitor(browser, options);
  const page = await context.newPage();
  await page.goto(link);
  await plain(page.getByText('No message text was sent.')).toBeVisible();
  await settled(page);
  return page;
}

test('a link to an own session shows its numbers to somebody without the file', async ({ page, browser }) => {
  await page.goto('./');
  await importFile(page, { name: 'own.json', mimeType: 'application/json', buffer: Buffer.from(talk) });
  await page.getByRole('tab', { name: 'All policies' }).click();
  await measured(page, 13);
  const link = await linkFrom(page);
  const sent = await cellsOf(page);
  const other = await receiver(browser, link, { viewport: { width: 1692, height: 1000 } });
  await plain(other.getByText('from the sender', { exact: false }).first()).toBeVisible();
  await plain(other.getByText('No message text was sent.')).toBeVisible();
  // Whoever has more room sees more columns: those that both see say the same.
  const seen = await cellsOf(other);
  const both = Object.keys(sent).filter((name) => name in seen);
  plain(both.length).toBeGreaterThan(150);
  plain(Object.fromEntries(both.map((name) => [name, seen[name]]))).toEqual(Object.fromEntries(both.map((name) => [name, sent[name]])));
  await other.context().close();
});

/** Whether anything is drawn: an empty canvas is transparent. */
const painted = (strip: Locator): Promise<boolean> =>
  strip.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return new Uint32Array(data.buffer).some((pixel) => pixel !== 0);
  });
const plotOf = (page: Page) => page.getByRole('region', { name: 'Plot of two measures' }).getByRole('group', { name: /^\d+ points?/ });
/** Axes, number of rows, and which are the best at both. */
const pictureOf = (page: Page) => plotOf(page).getByRole('img', { name: /^\d+ policies; x: .+, y: .+\. Best at both: ./ });

test('strips, plot, target and origin are seen from the link, and the file of the numbers has the same cells', {
  tag: '@deep',
}, async ({ page, browser }) => {
  await page.goto('./');
  await importFile(page, { name: 'own.json', mimeType: 'application/json', buffer: Buffer.from(talk) });
  await measured(page, 13);
  await page.getByRole('tab', { name: 'All policies' }).click();
  // Not the target that a page has by itself.
  await expect(target(page)).not.toHaveValue('35');
  await target(page).fill('35');
  await measured(page, 13);
  const sent = await cellsOf(page);
  await page.getByRole('tab', { name: 'Plot', exact: true }).click();
  const points = (await plotOf(page).getAttribute('aria-label'))!;
  plain(Number.parseInt(points, 10)).toBeGreaterThan(3);
  const picture = (await pictureOf(page).getAttribute('aria-label'))!;
  plain(Number.parseInt(picture, 10)).toBe(Number.parseInt(points, 10));
  const link = await linkFrom(page);
  await openShared(page, 'Link to this');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save numbers as a file' }).click()]);
  plain(download.suggestedFilename()).toMatch(/^own.*\.json$/);
  const saved = readFileSync(await download.path());
  plain(saved.toString('utf8')).not.toContain('It worked last week');

  // As wide as the sender's: the same columns.
  const viewport = page.viewportSize();
  const other = await receiver(browser, link, { viewport });
  const strips = strategies(other).locator('tr[data-key] canvas:visible');
  plain(await strips.count()).toBeGreaterThan(5);
  for (const strip of (await strips.all()).slice(0, 6)) plain(await painted(strip)).toBe(true);
  await plain(plotOf(other)).toHaveAttribute('aria-label', points);
  await plain(pictureOf(other)).toHaveAttribute('aria-label', picture);
  await other.getByRole('button', { name: 'Contents' }).click();
  await plain(other.getByRole('dialog')).toContainText(/settings: budget 35\s%/);
  await other.keyboard.press('Escape');
  await plain(other.getByRole('banner').getByText(/^from the sender’s run, \d{4}-\d\d-\d\d, engine \d+\.\d+\.\d+$/)).toBeVisible();
  // With the file there are controls, and they stand where the sender's stood.
  await give(other, { name: 'own.json', mimeType: 'application/json', buffer: Buffer.from(talk) });
  await plain(target(other)).toHaveValue('35');
  await other.context().close();

  const fresh = await visitor(browser, { viewport });
  const reader = await fresh.newPage();
  await reader.goto(new URL('./', link).href);
  await importFile(reader, { name: download.suggestedFilename(), mimeType: 'application/json', buffer: saved });
  await plain(reader.getByText('No message text was sent.')).toBeVisible();
  // The head over the strips has the ticks of its axis, by its width; its cells have no text.
  const said = (cells: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== ''));
  plain(Object.keys(said(sent)).length).toBeGreaterThan(200);
  await settled(reader);
  plain(said(await cellsOf(reader))).toEqual(said(sent));
  await fresh.close();
});

test('the receiver reads the sender’s answer, and whose it is', { tag: '@deep' }, async ({ page, browser }) => {
  await page.goto('./');
  await importFile(page, { name: 'own.json', mimeType: 'application/json', buffer: readFileSync('fixtures/samples/support-policies.json') });
  await measured(page, 95);
  const answer = (at: Page) => at.getByRole('region', { name: 'Answer' });
  const say = await answer(page).getByRole('heading', { level: 1 }).innerText();
  expect(say).toContain('needed later');
  const other = await receiver(browser, await linkFrom(page), { viewport: { width: 1440, height: 900 } });
  await plain(answer(other).getByRole('heading', { level: 1 })).toHaveText(say);
  await plain(answer(other)).toContainText('The sender’s answer · most kept · provider accepts it · within budget');
  await plain(answer(other)).not.toContainText('Your agent');
  await plain(answer(other).getByRole('button', { name: /^Replay/ })).toHaveCount(0);
  await answer(other).getByRole('button', { name: 'Why', exact: true }).click();
  await plain(other.getByRole('group', { name: 'Why this policy' })).toBeVisible();
  await expectAccessible(other);
  await other.context().close();
});

test('the numbers of a long session are seen in the dark and on a phone @deep', async ({ page, browser }) => {
  test.setTimeout(300_000);
  await page.goto('./');
  await importFile(page, sharedFile('pi/badlogic__large-session.jsonl'));
  await measured(page, 914);
  // Over 8,000 characters the file comes first, and the dialog says where such a link breaks.
  await openShared(page, 'Link to this');
  const dialog = page.getByRole('dialog');
  await plain(dialog.getByRole('checkbox', { name: /^Link with numbers/ })).not.toBeChecked();
  await plain(dialog).toContainText('chats take 2,000 to 4,000, and mail programs break such lines');
  await plain(dialog.getByRole('button', { name: 'Save numbers as a file' })).toBeVisible();
  await page.keyboard.press('Escape');
  const link = await linkFrom(page);
  const other = await receiver(browser, link, { viewport: { width: 1440, height: 900 } });
  await plain(other.getByText('#1 – #')).toBeVisible();
  // Who wrote the session is the sender's agent.
  await plain(strategies(other).getByText('their agent').first()).toBeVisible();
  await plain(other.getByText(/your agent/i)).toHaveCount(0);
  await expectAccessible(other);
  await other.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(other);
  await other.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(other);
  // What needs the messages says so.
  await other.getByRole('button', { name: 'Contents' }).click();
  await plain(other.getByRole('dialog')).toContainText('Not in it: texts');
  await other.context().close();
});

test('with the file every value is held against what was sent @deep', async ({ page, browser }) => {
  const file = { name: 'own.json', mimeType: 'application/json', buffer: Buffer.from(talk) };
  await page.goto('./');
  await importFile(page, file);
  await measured(page, 13);
  const link = await linkFrom(page);
  const other = await receiver(browser, link, { viewport: { width: 1600, height: 900 } });
  // Another file is told, and nothing is lost.
  await importFile(other, { ...file, name: 'other.json', buffer: Buffer.from(talk.replace('never', 'not')) });
  await plain(other.getByText('other.json is another file', { exact: false })).toBeVisible();
  await importFile(other, file);
  await settled(other);
  await other.getByRole('tab', { name: 'All policies' }).click();
  const line = other.getByRole('status').filter({ hasText: 'Computed again' });
  await plain(line).toContainText(/[1-9]\d+ same, 0 different, 0 new · [1-9]\d* strips the same, 0 different/);
  await plain(other.locator('td[data-sent="same"]').first()).toBeVisible();
  await plain(other.locator('td[data-sent="differs"]')).toHaveCount(0);
  await expectAccessible(other);
  // With other settings it is another run.
  await target(other).fill('30');
  await plain(other.getByText('Settings were changed since', { exact: false })).toBeVisible();
  await other.getByRole('button', { name: 'Back to the sender' }).click();
  await plain(line).toContainText('0 differ');
  await other.context().close();
});

test('one number of a link that is not what the file gives is told, with its row and both numbers @deep', async ({ page, browser }) => {
  const file = { name: 'own.json', mimeType: 'application/json', buffer: Buffer.from(talk) };
  await page.goto('./');
  await importFile(page, file);
  await measured(page, 13);
  const link = await linkFrom(page);
  const [address, fragment] = link.split('#');
  const read = await decodeSnapshot(`#${fragment}`);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  // One number of one row.
  const at = read.value.columns.result.indexOf('efficiency');
  const was = read.value.rows.find(({ key }) => key === 'oldest-removal')!.figures[at]!;
  const rows = read.value.rows.map((row) =>
    row.key === 'oldest-removal' ? { ...row, figures: row.figures.map((figure, i) => (i === at ? was + 0.125 : figure)) } : row,
  );
  const other = await receiver(browser, `${address}${await encodeSnapshot({ ...read.value, rows })}`, { viewport: { width: 1600, height: 900 } });
  await importFile(other, file);
  await settled(other);
  const line = other.getByRole('status').filter({ hasText: 'Computed again' });
  await plain(line).toContainText(/[1-9]\d+ same, 1 different, 0 new/);
  await plain(other.locator('[data-checked]')).toHaveCount(1);
  await plain(line).toContainText('1 different');
  await other.getByRole('button', { name: 'Show differences' }).click();
  const listed = other.getByRole('dialog').getByRole('table').locator('tbody tr');
  await plain(listed).toHaveCount(1);
  await plain(listed).toContainText(/^Oldest removal.*efficiency/i);
  await plain(listed.locator('td').nth(1)).toHaveText((was + 0.125).toFixed(3));
  await plain(listed.locator('td').nth(2)).toHaveText(was.toFixed(3));
  await expectAccessible(other);
  await other.keyboard.press('Escape');
  // In the table the cell is marked, and no other one.
  await other.getByRole('tab', { name: 'All policies' }).click();
  const marked = strategies(other).locator('td[data-sent="differs"]');
  await plain(marked).toHaveCount(1);
  await plain(strategies(other).locator('tr[data-key="oldest-removal"] td[data-sent="differs"]')).toContainText(was.toFixed(3));
  await other.context().close();
});
