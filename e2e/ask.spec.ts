/** A model asked over what a row leaves, against models that answer by rule (src/models/testing/readers.ts): their scores are known. */
import type { Locator, Page } from '@playwright/test';
import { serializeTranscript } from '../src/engine/formats/index.ts';
import { askedTalk } from '../src/models/testing/asked-talk.ts';
import type { ModelServer } from '../src/models/testing/server.ts';
import { EVERY_ROW, expect, expectAccessible, importFile, open, settled, SHOWN_ROWS } from './support.ts';
import { command } from './views/steps.ts';
import { withModels } from './with-models.ts';

const test = withModels();

const panel = (page: Page): Locator => page.locator('section', { has: page.getByRole('heading', { name: 'The model’s own word' }) }).last();

/** Adds a model that answers by rule; the summaries stay the built-in ones. */
async function addReader(page: Page, server: ModelServer, reader: string): Promise<void> {
  await command(page, 'Real models, keys and prompts');
  const dialog = page.getByRole('dialog', { name: 'Real models' });
  const form = dialog.getByRole('form', { name: 'Add model' });
  await form.getByLabel('Provider').selectOption({ label: 'OpenAI-compatible' });
  await form.getByLabel(/^Base URL/).fill(`${server.origin}/v1`);
  await form.getByLabel('Model', { exact: true }).fill(`reader-${reader}`);
  await form.getByRole('button', { name: 'Add model' }).click();
  await expect(dialog.getByRole('button', { name: `Edit: reader-${reader}` })).toBeVisible();
  await page.keyboard.press('Escape');
}

async function openRow(page: Page, key: string): Promise<void> {
  // Rows that find their places move the table under a click.
  await settled(page);
  await page.locator(`tr[data-key="${key}"] [data-name]`).click();
  await expect(panel(page)).toBeVisible();
}

/** A recording whose next steps follow from a list at its beginning. */
async function openTickets(page: Page, rows = EVERY_ROW): Promise<void> {
  await open(page, rows);
  const written = serializeTranscript(askedTalk().transcript, 'playground');
  if (!written.ok) throw new Error(written.error.message);
  await importFile(page, { name: 'tickets.json', mimeType: 'application/json', buffer: Buffer.from(written.value.text) });
}

const posts = (server: ModelServer): number => server.received.filter(({ method, body }) => method === 'POST' && !body.includes('summarised')).length;
const score = (page: Page, name: string): Locator => panel(page).getByRole('row', { name: new RegExp(`^${name}`) });

test('calls and price first, then the scores of a perfect reader', async ({ page, server }) => {
  test.slow();
  await openTickets(page, SHOWN_ROWS);
  await addReader(page, server, 'perfect');
  await openRow(page, 'oldest-removal');
  const before = posts(server);
  await panel(page).getByRole('button', { name: 'What would be sent …' }).click();
  await expect(panel(page)).toContainText(`${server.origin}/v1`);
  await expect(panel(page)).toContainText('64 calls at 8 checkpoints');
  await expect(panel(page)).toContainText('price unknown');
  expect(posts(server)).toBe(before);
  await expectAccessible(page);
  await panel(page).getByRole('button', { name: 'Yes, ask' }).click();
  await settled(page);
  // The full context first, then the row, which has lost the list.
  await expect(score(page, 'Arguments as recorded')).toContainText(/100\s%0\s%$/);
  expect(posts(server) - before).toBe(64);
  await expect(score(page, 'Questions answered rightly')).toContainText(/100\s%100\s%–100\s%0\s%0\s%–0\s%$/);
  await expect(panel(page).getByRole('table', { name: 'Questions' })).toContainText('_____');
  await expectAccessible(page);
});

test('A, B and C together: requests to read first, and which measure goes with the answers', { tag: '@deep' }, async ({ page, server }) => {
  test.slow();
  await openTickets(page);
  await addReader(page, server, 'perfect');
  await openRow(page, 'oldest-removal');
  const before = posts(server);
  await panel(page)
    .getByLabel(/^Ask for these too/)
    .check();
  await panel(page).getByRole('button', { name: 'What would be sent …' }).click();
  // Four contexts at eight cuts, one of them whole: three answers to the next step and one to the questions.
  await expect(panel(page)).toContainText('128 calls at 8 checkpoints');
  await panel(page).getByText('The exact requests (64)').click();
  await expect(panel(page).getByText('24 more')).toBeVisible();
  await panel(page)
    .getByText(/^1 · next step · [\d,]+ characters · sent: 3 ×$/)
    .click();
  await expect(panel(page).getByLabel('Instructions').first()).toHaveValue('You work off a list of tickets.');
  await expect(panel(page).getByLabel('Messages').first()).toHaveValue(/T1 is in src\/parts\/part-1\.ts[\s\S]*\[tool edit_file\]/);
  await expectAccessible(page);
  expect(posts(server)).toBe(before);
  await panel(page).getByRole('button', { name: 'Yes, ask' }).click();
  await settled(page);
  await expect(score(page, 'Same arguments')).toContainText('100');
  expect(posts(server) - before).toBe(128);
  const trust = panel(page).getByRole('table', { name: 'Which measure goes with what the model does?' });
  await expect(trust.getByRole('row')).toHaveCount(11);
  await expect(trust.getByRole('row', { name: /^edited text/ })).toContainText('———');
  await expect(panel(page).getByText(/^Goes with “Same arguments” \(interval above 0\): .*paths/)).toBeVisible();
  await expectAccessible(page);
});

test('a judge: its calls after the answers, and a yes of its own', { tag: '@deep' }, async ({ page, server }) => {
  test.slow();
  await openTickets(page);
  await addReader(page, server, 'perfect');
  await addReader(page, server, 'liar');
  await openRow(page, 'oldest-removal');
  const before = posts(server);
  await panel(page).getByRole('combobox', { name: 'Model', exact: true }).selectOption('reader-liar');
  await panel(page).getByLabel('Judge of the answers').selectOption('reader-perfect');
  await panel(page).getByRole('button', { name: 'What would be sent …' }).click();
  await panel(page).getByRole('button', { name: 'Yes, ask' }).click();
  await settled(page);
  // Three questions with one wrong answer each, in two orders.
  await expect(panel(page).getByText('6 calls', { exact: true })).toBeVisible();
  await panel(page).getByText('The exact requests (6)').click();
  await panel(page)
    .getByText(/^1 · two answers to compare/)
    .click();
  await expect(panel(page).getByLabel('Messages').first()).toHaveValue(/Answer A: [\s\S]*Answer B: zebra-42/);
  expect(posts(server) - before).toBe(64);
  await expectAccessible(page);
  await panel(page).getByRole('button', { name: 'Yes, ask the judge' }).click();
  await settled(page);
  expect(posts(server) - before).toBe(64 + 6);
  for (const { body } of server.received.slice(-6)) expect(body).toMatch(/reader-perfect[\s\S]*Answer A: /);
  await expect(score(page, 'Questions answered rightly')).toContainText(/0\s%$/);
  await expect(panel(page).getByRole('button', { name: 'Yes, ask the judge' })).toBeHidden();
});

test('a slow model on a sample is cancelled; asked again, only what is missing is sent', { tag: '@deep' }, async ({ page, server }) => {
  test.slow();
  await open(page);
  await addReader(page, server, 'slow');
  await openRow(page, 'middle-removal');
  const before = posts(server);
  await panel(page).getByRole('button', { name: 'What would be sent …' }).click();
  await settled(page);
  const calls = Number(
    /(\d+) calls at/.exec(
      (await panel(page)
        .getByText(/\d+ calls at/)
        .textContent()) ?? '',
    )?.[1],
  );
  expect(calls).toBeGreaterThan(20);
  await panel(page).getByRole('button', { name: 'Yes, ask' }).click();
  await expect(panel(page).getByText(/^([5-9]|\d\d) of \d+ answers/)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await panel(page).getByRole('button', { name: 'What would be sent …' }).click();
  await settled(page);
  await expect(panel(page)).toContainText('Known answers');
  const left = Number(
    /(\d+) calls? at/.exec(
      (await panel(page)
        .getByText(/\d+ calls? at/)
        .textContent()) ?? '',
    )?.[1],
  );
  expect(left).toBeLessThan(calls);
  await panel(page).getByRole('button', { name: 'Yes, ask' }).click();
  await settled(page);
  await expect(score(page, 'Same arguments')).toContainText(/100\s%$/);
  // At most the calls that were under way at the cancel went out twice.
  expect(posts(server) - before).toBeLessThanOrEqual(calls + 3);
});

test('a silent model: the failure is named, and nothing is scored', { tag: '@deep' }, async ({ page, server }) => {
  await open(page);
  await addReader(page, server, 'silent');
  await openRow(page, 'middle-removal');
  await panel(page).getByRole('button', { name: 'What would be sent …' }).click();
  await panel(page).getByRole('button', { name: 'Yes, ask' }).click();
  await settled(page);
  await expect(panel(page)).toContainText(/\d+ calls without an answer: The model answered nothing/);
  await expect(panel(page).getByRole('button', { name: 'Go on with what is missing' })).toBeVisible();
  await expect(score(page, 'Same arguments')).toContainText('—');
});
