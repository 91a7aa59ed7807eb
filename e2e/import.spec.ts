import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  give,
  importFile,
  open,
  ready,
  settled,
  sharedFile,
  settledAddress,
  statusLine,
  openSamples,
  openSettings,
  test,
  target,
} from './support.ts';

const status = statusLine;

/** A small OpenAI request with a call and its answer. */
const CHAT = JSON.stringify({
  model: 'gpt-4o',
  messages: [
    { role: 'system', content: 'You are terse.' },
    ...Array.from({ length: 12 }, (_, i) => ({
      role: i % 2 ? 'assistant' : 'user',
      content: `Message ${i}: ${'some words about the migration '.repeat(6)}`,
    })),
  ],
});
const chatFile = (name = 'chat.json', text = CHAT) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

/** Drops a file the way a browser does: the page sees enter, over, and drop with the file. */
async function drag(page: Page, name: string, text: string, events: readonly string[]): Promise<void> {
  const data = await page.evaluateHandle(
    ([n, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content!], n!));
      return transfer;
    },
    [name, text],
  );
  for (const event of events) await page.dispatchEvent('body', event, { dataTransfer: data });
}

async function pasteAnywhere(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => {
    const data = new DataTransfer();
    data.setData('text/plain', content);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

test('a first visit, and files from the picker', async ({ page }) => {
  await open(page, '');
  await test.step('the first visit shows a sample, compared', async () => {
    await expect(status(page)).toContainText('tokens');
    await expect(page.getByText('This is a sample; drop your own session anywhere.')).toBeVisible();
  });
  await test.step('a file from the picker, with its format and its count of messages', async () => {
    await importFile(page, chatFile());
    await expect(status(page)).toContainText('13 messages');
    await expect(page.getByRole('button', { name: 'chat.json: details' })).toBeVisible();
  });
  await test.step('several conversations: a picker that can be searched', async () => {
    const line = (i: number) =>
      JSON.stringify({
        messages: [
          { role: 'user', content: `Question ${i} about ${i === 7 ? 'zebras' : 'rivers'}` },
          { role: 'assistant', content: `Answer ${i}` },
          { role: 'user', content: 'Thanks' },
        ],
      });
    await importFile(page, chatFile('tuning.jsonl', Array.from({ length: 12 }, (_, i) => line(i)).join('\n')));
    await page.getByRole('button', { name: 'Conversation 1 of 12' }).click();
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('zebras');
    await page.getByRole('searchbox', { name: 'Search conversations' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Conversation 8 of 12' })).toBeVisible();
  });
  await test.step('markup in a transcript stays text', async () => {
    const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
    const text = JSON.stringify(['user', 'assistant', 'user', 'assistant'].map((role) => ({ role, content: `${evil} ${'word '.repeat(80)}` })));
    await importFile(page, chatFile(`${evil.slice(0, 40)}.json`, text));
    await expect(status(page)).toContainText('4 messages');
    await expect(page.getByText('<img src=x onerror=').first()).toBeVisible();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });
  await test.step('what is not understood says what was expected, and the page goes on', async () => {
    await importFile(page, chatFile('noise.json', '{"weather": [1, 2, 3]}\n{"more": true}'));
    const panel = page.getByRole('alert', { name: 'noise.json was not understood' });
    await expect(panel).toContainText('Expected:');
    await expect(panel).toContainText('{"weather": [1, 2, 3]}');
    await expect(panel.getByRole('combobox', { name: 'Choose format' })).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole('button', { name: /^Back to/ }).click();
    await ready(page);
    await importFile(page, chatFile());
    await expect(status(page)).toContainText('13 messages');
  });
});

test('a file chosen before the engine is ready wins over the sample', { tag: '@deep' }, async ({ page }) => {
  await page.goto('./');
  await give(page, chatFile());
  await settled(page);
  await expect(status(page)).toContainText('13 messages');
});

test('text in the dialog', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Open a session', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a session' });
  await dialog.getByRole('textbox', { name: 'Paste session' }).fill(CHAT);
  await dialog.getByRole('button', { name: 'Open a session', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(status(page)).toContainText('13 messages');
});

test('pasting anywhere, but not into a field', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await pasteAnywhere(page, CHAT);
  await expect(status(page)).toContainText('13 messages');
  const field = (await openSettings(page)).getByRole('textbox', { name: 'Trigger, value' });
  await field.focus();
  await field.evaluate((element) => {
    const data = new DataTransfer();
    data.setData('text/plain', 'User: hello');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await ready(page);
  await expect(status(page)).toContainText('13 messages');
});

test('dropping anywhere, with a frame while it hangs there', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await drag(page, 'dropped.json', CHAT, ['dragenter', 'dragover']);
  await expect(page.getByText('Drop to import')).toBeVisible();
  await drag(page, 'dropped.json', CHAT, ['drop']);
  await expect(page.getByText('Drop to import')).toBeHidden();
  await expect(status(page)).toContainText('13 messages');
});

test('a sample from the gallery; there are at least five', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await settled(page);
  const before = await status(page).textContent();
  await openSamples(page);
  const dialog = page.getByRole('dialog', { name: 'Samples' });
  const samples = dialog.getByRole('listitem').getByRole('button');
  await expect(samples.nth(4)).toBeVisible();
  await expectAccessible(page);
  // The last one is all of them as a set (set.spec.ts).
  await samples.nth(1).click();
  await settled(page);
  await expect(status(page)).not.toHaveText(before ?? '');
});

test('import says where sessions live by system, opens recent ones, and takes a copy of a terminal', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await importFile(page, chatFile('monday.json'));
  await expect(status(page)).toContainText('13 messages');
  const importing = page.getByRole('dialog', { name: 'Open a session' });
  const openDialog = () => page.getByRole('button', { name: 'Open a session', exact: true }).click();
  await openDialog();
  const where = importing.getByRole('region', { name: 'Where sessions live' });
  await where.getByRole('combobox', { name: 'Operating system' }).selectOption({ label: 'Windows' });
  await expect(where).toContainText('%USERPROFILE%\\.claude\\projects');
  await where.getByRole('combobox', { name: 'Operating system' }).selectOption({ label: 'macOS' });
  await expect(where).toContainText('~/Library/Application Support/Code/User/globalStorage');
  await expectAccessible(page);
  await importing.getByRole('textbox').fill('\u001b[1m› fix the total\u001b[0m\n\n• I look.\n\n• Ran npm test\n  └ FAIL total\n\n• It is fixed.\n');
  await importing.getByRole('button', { name: 'Open a session', exact: true }).last().click();
  await expect(status(page)).toContainText('Codex terminal');
  await expect(status(page)).toContainText('5 messages');
  // What was opened before is one click away.
  await openDialog();
  await importing.getByRole('button', { name: 'monday.json', exact: true }).click();
  await expect(status(page)).toContainText('13 messages');
  // 390 px: nothing is wider than the page.
  await page.setViewportSize({ width: 390, height: 844 });
  await openDialog();
  await expect(importing).toBeVisible();
  await settled(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('a wrong file says what it is and what to do instead', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const files = [
    ['report.pdf', '%PDF-1.7 x', 'This is a PDF'],
    [
      'history.jsonl',
      '{"display":"fix it","pastedContents":{},"timestamp":1}\n{"display":"go","pastedContents":{},"timestamp":2}',
      '~/.claude/projects',
    ],
    ['config.toml', 'model = "gpt-5"\n[tools]\nweb = true\n', '~/.codex/sessions'],
    ['empty.json', '', 'The file is empty'],
  ] as const;
  for (const [name, content, said] of files) {
    await importFile(page, { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
    await expect(page.getByRole('alert', { name: `${name} was not understood` })).toContainText(said);
  }
  await expectAccessible(page);
});

test('reload and back keep the transcript and the settings; forget deletes it', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await importFile(page, chatFile());
  await expect(status(page)).toContainText('13 messages');
  await target(page).fill('30');
  await settledAddress(page);
  await page.reload();
  await expect(status(page)).toContainText('13 messages');
  await expect(target(page)).toHaveValue('30');
  await page.goto('about:blank');
  await page.goBack();
  await expect(status(page)).toContainText('13 messages');
  await page.goto('./');
  await expect(status(page)).toContainText('13 messages');
  await page.getByRole('button', { name: 'chat.json: details' }).click();
  await page.getByRole('button', { name: 'Delete this session from this browser' }).click();
  await expect(status(page)).not.toContainText('13 messages');
  await page.goto('about:blank');
  await page.goto('./');
  await ready(page);
  await expect(status(page)).not.toContainText('13 messages');
});

test('another format can be chosen', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await importFile(page, chatFile('notes.txt', 'User: one\nAssistant: two\nUser: three\nAssistant: four'));
  await expect(status(page)).toContainText('4 messages');
  await page.getByRole('button', { name: 'notes.txt: details' }).click();
  const choice = page.getByRole('combobox', { name: 'Choose format' });
  await expect(choice).toBeVisible();
  const options = await choice.locator('option').allTextContents();
  expect(options.length).toBeGreaterThan(3);
  await choice.selectOption({ label: options.find((o) => /OpenAI/.test(o)) ?? '' });
  await expect(page.getByRole('alert', { name: 'notes.txt was not understood' })).toBeVisible();
});

test('the whole page is accessible, light and dark', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});

test('a large real session with all its tool calls', { tag: '@deep' }, async ({ page }) => {
  const file = sharedFile('pi/badlogic__large-session.jsonl');
  await open(page);
  await importFile(page, file);
  await ready(page);
  await expect(page.getByTitle('391 tool calls')).toBeVisible();
});
