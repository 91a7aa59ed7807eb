import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  importFile,
  open,
  ready,
  settled,
  settledAddress,
  statusLine,
  test,
  visitor,
  openSettings,
  openShared,
  target,
} from './support.ts';

test.use({ whole: true });

const status = statusLine;

const messages = (n: number, words: string | ((i: number) => string)) =>
  Array.from({ length: n }, (_, i) => ({ role: i % 2 ? 'assistant' : 'user', content: `${i}: ${typeof words === 'string' ? words : words(i)}` }));
const file = (name: string, value: unknown) => ({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(value)) });

/** Text that does not compress, so that it cannot fit into a link. */
function noise(seed: number, length: number): string {
  let x = 0x2545f491 + seed;
  let text = '';
  while (text.length < length) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    text += (x >>> 0).toString(36);
  }
  return text;
}

async function shareLink(page: Page): Promise<string> {
  await openShared(page, 'Link to this');
  const field = page.getByRole('textbox', { name: 'Link' });
  await expect(field).toHaveValue(/#s=/);
  return field.inputValue();
}

test.describe('of a short session', () => {
  test.use({ whole: false });

  test('a link: damaged, of a sample in another browser, and with secrets', async ({ page, browser }) => {
    await test.step('a damaged link says so and opens the defaults', async () => {
      await open(page, '#s=1.dGhpcyBpcyBub3QgYSBsaW5r');
      await expect(page.getByText('The link is damaged; these are the defaults.')).toBeVisible();
      await expect(page.getByRole('radio', { name: 'same as A' })).toBeChecked();
    });
    await test.step('a link of a sample opens with the same settings in another browser', async () => {
      await target(page).fill('30');
      await expect(target(page)).toHaveValue('30');
      const link = await shareLink(page);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      const other = await (await visitor(browser)).newPage();
      await other.goto(link);
      await ready(other);
      await expect(target(other)).toHaveValue('30');
      await other.context().close();
    });
    await test.step('secrets are named before they travel', async () => {
      const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
      await importFile(
        page,
        file('secret.json', [...messages(6, 'words'), { role: 'user', content: `my token is ${key} keep it` }, { role: 'assistant', content: 'ok' }]),
      );
      await expect(status(page)).toContainText('8 messages');
      await openShared(page, 'Link to this');
      const dialog = page.getByRole('dialog', { name: 'Share this comparison' });
      await expect(dialog).toContainText('not in this link: 1');
      await dialog.getByRole('checkbox', { name: /Include the session/ }).check();
      await expect(dialog.getByRole('alert')).toContainText('Secrets in this link: 1');
      await expect(dialog).not.toContainText(key);
    });
  });
});

test('the transcript travels in the link when it is short, after saying so', { tag: '@deep' }, async ({ page, browser }) => {
  await open(page);
  await importFile(page, file('short.json', messages(14, 'a few words about the release')));
  await expect(status(page)).toContainText('14 messages');
  await openShared(page, 'Link to this');
  const dialog = page.getByRole('dialog', { name: 'Share this comparison' });
  await expect(dialog).toContainText('fingerprint');
  await dialog.getByRole('checkbox', { name: /Include the session/ }).check();
  await expect(dialog).toContainText('The whole session, readable by anyone');
  await settled(page);
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(link.length).toBeLessThanOrEqual(32_000);
  const other = await (await visitor(browser)).newPage();
  await other.goto(link);
  await expect(status(other)).toContainText('14 messages');
  await other.context().close();
});

test('above that the link asks for the file and checks it', { tag: '@deep' }, async ({ page, browser }) => {
  await open(page);
  const long = file(
    'long.json',
    messages(10, (i) => noise(i, 9000)),
  );
  await importFile(page, long);
  await expect(status(page)).toContainText('10 messages');
  await openShared(page, 'Link to this');
  const dialog = page.getByRole('dialog', { name: 'Share this comparison' });
  await expect(dialog).toContainText('Too long for a link');
  await expect(dialog.getByRole('checkbox', { name: /Include the session/ })).toBeDisabled();
  // With numbers it would show them before it asks for the file.
  const numbers = dialog.getByRole('checkbox', { name: /^Link with numbers/ });
  await expect(numbers).not.toBeChecked();
  const field = dialog.getByRole('textbox', { name: 'Link' });
  await settled(page);
  await expect(field).toHaveValue(/#s=/);
  const link = await field.inputValue();

  const other = await (await visitor(browser)).newPage();
  await other.goto(link);
  const panel = other.getByRole('region', { name: 'This link needs its session' });
  await expect(panel).toContainText('long.json');
  await expectAccessible(other);
  await importFile(other, file('wrong.json', messages(4, 'other')));
  await expect(panel.getByRole('alert')).toContainText('wrong.json is another file');
  await importFile(other, long);
  await expect(status(other)).toContainText('10 messages');
  await expect(panel).toBeHidden();
  await other.context().close();
});

test('another link in the same tab is followed', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const moved = async (to: string): Promise<string> => {
    const before = await settledAddress(page);
    await target(page).fill(to);
    const after = await settledAddress(page);
    expect(after).not.toBe(before);
    return after;
  };
  const link = await moved('30');
  await moved('70');
  await page.goto(link);
  await expect(target(page)).toHaveValue('30');
});

test('exports: a compacted transcript that imports again, the table, the scenario', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await target(page).fill('40');
  await settled(page);
  await openShared(page, 'Export');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await expectAccessible(page);
  const save = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name, exact: true }).click()]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
  };
  await dialog.getByRole('combobox', { name: 'Policy' }).selectOption({ label: 'Middle removal' });
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption('openai-chat');
  const transcript = await save('Download');
  expect(transcript.name).toMatch(/middle-removal\.jsonl?$/);
  const csv = await save('Save the table as CSV');
  expect(csv.text).toContain('middle-removal');
  const json = await save('Save the table as JSON');
  expect(JSON.stringify(JSON.parse(json.text))).toContain('middle-removal');
  const scenario = await save('Scenario file');
  expect(JSON.parse(scenario.text)).toMatchObject({ settings: { target: 0.4 } });

  await page.keyboard.press('Escape');
  await (await openSettings(page)).getByRole('button', { name: 'Reset all' }).click();
  await expect(target(page)).not.toHaveValue('40');
  await importFile(page, { name: scenario.name, mimeType: 'application/json', buffer: Buffer.from(scenario.text) });
  await expect(target(page)).toHaveValue('40');
  await importFile(page, { name: transcript.name, mimeType: 'application/json', buffer: Buffer.from(transcript.text) });
  await expect(page.getByRole('button', { name: `${transcript.name}: details` })).toBeVisible();
});
