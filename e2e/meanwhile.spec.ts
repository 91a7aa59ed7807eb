/** What the page shows while it reads and computes: old values marked as old, nothing in pieces, and warnings that lead to their message. */
import { layoutOf } from './layout.ts';
import { expect, give, importFile, open, openSettings, ready, settled, SHOWN_ROWS, statusLine, test } from './support.ts';

/** A chat of so many messages, each other than the one before. */
const chat = (count: number, words = 60) =>
  Array.from({ length: count }, (_, i) => ({
    role: i % 2 ? 'assistant' : 'user',
    content: `message ${i}: ${Array.from({ length: words }, (__, k) => `word${(i * 31 + k * 7) % 997}`).join(' ')}`,
  }));
const json = (name: string, value: unknown) => ({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(value)) });

test('what is computed again shows its old values as old, and never none', { tag: '@deep' }, async ({ page }) => {
  // The short list: what one visitor sees, and what ends soon.
  await open(page, SHOWN_ROWS);
  await importFile(page, json('long.json', { messages: chat(1500) }));
  await expect(statusLine(page)).toContainText('1,500 messages');
  const settings = await openSettings(page);
  const row = page.locator('tr[data-key="oldest-removal"]');
  const at = await row.locator('td').evaluateAll((cells) => cells.findIndex((one) => /^[\d,]{4,}$/.test(one.textContent)));
  const cell = row.locator('td').nth(at);
  const before = await cell.innerText();
  const fresh = await cell.evaluate((element) => getComputedStyle(element).textDecorationLine);
  // Every text that the cell has, with how it is drawn, at each change of its row.
  await cell.evaluate((element) => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const line = element.closest('tr')!;
    const look = (): void => {
      const note = `${element.textContent}|${line.hasAttribute('data-old')}|${getComputedStyle(element).textDecorationLine}`;
      if (seen.at(-1) !== note) seen.push(note);
    };
    new MutationObserver(look).observe(line, { attributes: true, characterData: true, childList: true, subtree: true });
    look();
  });
  // Another tokenizer counts every message anew.
  await settings.getByRole('combobox', { name: 'Tokenizer' }).selectOption('s1-estimate');
  await ready(page);
  await expect(cell).not.toHaveText(before);
  const after = await cell.innerText();
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen.map((note) => note.split('|')));
  expect(seen[0]).toEqual([before, 'false', fresh]);
  expect(seen.some(([text, old]) => text === before && old === 'true')).toBe(true);
  expect(seen.at(-1)).toEqual([after, 'false', fresh]);
  for (const [text, old, line] of seen) {
    expect([before, after]).toContain(text);
    expect(line, `${text}, old: ${old}`).toBe(old === 'true' ? 'underline' : fresh);
  }
});

test('nothing lies over another while a file is read and compared', { tag: '@deep' }, async ({ page }) => {
  await open(page, '');
  const found = new Set<string>();
  await give(page, json('large.json', { messages: chat(3000) }));
  let idle: string | null;
  do {
    idle = await page.locator('html').getAttribute('data-idle');
    for (const one of (await layoutOf(page)).overlapping) found.add(one);
  } while (idle === null);
  await expect(statusLine(page)).toContainText('3,000 messages');
  expect([...found]).toEqual([]);
});

test('a warning leads to its message, wherever the list stands', { tag: '@deep' }, async ({ page }) => {
  const messages: { role: string; content: unknown }[] = chat(400, 20);
  messages[250] = {
    role: 'user',
    content: [
      { type: 'text', text: 'with a hologram' },
      { type: 'hologram', data: 'x' },
    ],
  };
  await open(page);
  await importFile(page, json('hologram.json', { messages }));
  await settled(page);
  await expect(statusLine(page)).toContainText('400 messages');
  await page.getByRole('button', { name: '1 warning' }).click();
  await expect(page.getByText('Content parts of the type "hologram" were left out.')).toBeVisible();
  await page.getByRole('button', { name: 'message 251' }).click();
  await expect(page.getByText('Content parts of the type "hologram" were left out.')).toBeHidden();
  const message = page.getByRole('region', { name: 'Side by side' }).locator('[data-message="250"]');
  await expect(message).toContainText('with a hologram');
  await expect(message).toBeInViewport();
});

test('keys reach messages whose text was never fetched: J, K and F', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await importFile(page, json('far.json', { messages: chat(400, 20) }));
  await settled(page);
  await expect(statusLine(page)).toContainText('400 messages');
  const region = page.getByRole('region', { name: 'Side by side' });
  const list = region.getByRole('group', { name: 'Side by side' });
  const opened = region.locator('[data-message]:has(button[aria-expanded="true"])').first();
  await list.focus();
  // All keys at once, before any text can arrive.
  for (let i = 0; i < 3; i++) await page.keyboard.press('j', { delay: 0 });
  await page.keyboard.press('k');
  await page.keyboard.press('f');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/message \d+:/);
  const one = Number(/message (\d+):/.exec((await dialog.textContent())!)![1]);
  expect(one).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(opened).toHaveAttribute('data-message', String(one));
});
