/** What the agent itself did: its row in the comparison, at the end and at its compactions, and in the replay. */
import { expect, expectAccessible, importFile, open, settled, settledAddress, statusLine, test } from './support.ts';

const filler = 'It reads one token after the other and never looks back. '.repeat(12);
const message = (role: string, text: string, k: number) => ({
  type: 'message',
  timestamp: `2026-01-02T03:04:${String(k).padStart(2, '0')}.000Z`,
  message: { role, content: [{ type: 'text', text }] },
});
/** A session of pi in two parts, each of them compacted: the first keeps its last two messages, the second nothing. */
const LINES = [
  { type: 'session', id: 's', timestamp: '2026-01-02T03:04:00.000Z', cwd: '/' },
  ...Array.from({ length: 8 }, (_, k) => message(k % 2 ? 'assistant' : 'user', `Step ${k}. ${filler}`, k)),
  { type: 'compaction', timestamp: '2026-01-02T03:04:10.000Z', summary: 'Steps 0 to 5 are done.', firstKeptEntryIndex: 7, tokensBefore: 1500 },
  ...Array.from({ length: 4 }, (_, k) => message(k % 2 ? 'assistant' : 'user', `Later step ${k}. ${filler}`, 20 + k)),
  { type: 'compaction', timestamp: '2026-01-02T03:04:30.000Z', summary: 'All steps are done.', firstKeptEntryIndex: 14, tokensBefore: 1200 },
  message('user', 'Thanks.', 40),
];
const FILE = { name: 'session.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(LINES.map((line) => JSON.stringify(line)).join('\n')) };

test('its own row, at the end and at each compaction, and the link keeps the place', async ({ page }) => {
  await open(page, '');
  const place = page.getByRole('combobox', { name: 'Compared' });
  await expect(place).toHaveCount(0);
  await importFile(page, FILE);
  // It opens before the last one: the first summary, what was kept, and what came since.
  await expect(statusLine(page)).toContainText('7 messages');
  await expect(place).toHaveValue('2');
  // The agent itself is A, by what it did.
  const own = page.getByRole('group', { name: 'A: As recorded' });
  await expect(own).toHaveCount(1);
  await settled(page);
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('Your agent made 2 compactions.');
  await place.selectOption('at compaction 1 of 2');
  await expect(statusLine(page)).toContainText('8 messages');
  await expect(own).toHaveCount(1);
  await place.selectOption('at compaction 2 of 2');
  await expect(statusLine(page)).toContainText('7 messages');
  await expectAccessible(page);

  const address = await settledAddress(page);
  await page.goto('about:blank');
  await page.goto(address);
  await expect(page.getByRole('combobox', { name: 'Compared' })).toHaveValue('2');
  await expect(statusLine(page)).toContainText('7 messages');
  await page.getByRole('combobox', { name: 'Compared' }).selectOption('at the end of the session');
  await expect(statusLine(page)).toContainText('15 messages');
});

test('its run in the replay, at its own places', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await importFile(page, FILE);
  await expect(statusLine(page)).toContainText('7 messages');
  await page.getByRole('combobox', { name: 'Compared' }).selectOption('at the end of the session');
  await expect(statusLine(page)).toContainText('15 messages');
  await page.getByRole('tab', { name: 'Replay' }).click();
  const own = page.getByRole('region', { name: 'Summary' }).getByRole('row', { name: /As recorded/ });
  await expect(own).toBeVisible();
  // Its compactions, behind its lane, and its requests.
  await expect(own.getByRole('cell').nth(1)).toHaveText('2');
  await page.getByRole('region', { name: 'What the replay says' }).getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Requests', exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(own.getByRole('cell').last()).toHaveText('6');
  await expect(page.getByText('where the agent compacted').first()).toBeVisible();
});
