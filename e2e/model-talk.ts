/** What tests of real models share: a conversation with a secret, a key, and what a person does to add a model and to agree. */
import type { Page } from '@playwright/test';
import { EVERY_ROW, expect, importFile, open, openSettings, statusLine } from './support.ts';
import { command } from './views/steps.ts';
import { withModels } from './with-models.ts';

export const KEY = 'sk-proj-thisIsTheKeyOfAPerson-0123456789';
export const SECRET = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

export const test = withModels(/Failed to load resource/, /has been blocked by CORS policy/);

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
export const row = (page: Page, key: string) => page.locator(`tr[data-key="${key}"]`);

interface Added {
  readonly kind?: 'Summaries' | 'Embeddings';
  readonly provider?: string;
  readonly model: string;
  readonly url: string;
  readonly key?: string;
}

/** Adds a model the way a person does, and closes the dialog. */
export async function addModel(page: Page, { kind = 'Summaries', provider = 'OpenAI-compatible', model, url, key }: Added): Promise<void> {
  await command(page, 'Real models, keys and prompts');
  const form = dialog(page, 'Real models').getByRole('form', { name: 'Add model' });
  await form.getByRole('combobox', { name: 'For', exact: true }).selectOption({ label: kind });
  await form.getByLabel('Provider').selectOption({ label: provider });
  await form.getByLabel(/^Base URL/).fill(url);
  if (key) {
    await form.getByLabel(/^Key/).fill(key);
    await form.getByRole('button', { name: 'Use key' }).click();
  }
  await form.getByLabel('Model', { exact: true }).fill(model);
  await form.getByRole('button', { name: 'Add model' }).click();
  await expect(dialog(page, 'Real models').getByRole('button', { name: `Edit: ${model}` })).toBeVisible();
  await page.keyboard.press('Escape');
}

/** Chooses who writes the summaries; the settings lie over the names of the rows. */
export async function chooseSummariser(page: Page, option: string | { readonly label: string }): Promise<void> {
  const settings = await openSettings(page);
  await settings.getByRole('combobox', { name: 'Summariser' }).selectOption(option);
  await settings.getByRole('button', { name: 'Close the settings' }).click();
}

/** Chooses every policy in the dialog that asks, where A and B are offered first. */
export async function chooseAll(page: Page): Promise<void> {
  const ask = dialog(page, 'Send to a model?');
  await expect(ask).toContainText(/Calls\d+ call/);
  const all = ask.getByRole('button', { name: /^Choose all/ });
  if ((await all.count()) > 0) await all.click();
}

/** Agrees in the dialog that the bar opens. */
export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review and send' }).click();
  await chooseAll(page);
  await dialog(page, 'Send to a model?').getByRole('button', { name: 'Yes, send' }).click();
}

export const isPost = ({ method }: { readonly method: string }) => method === 'POST';

/** A small conversation with a secret in it. */
export const talk = () => {
  const messages: object[] = [{ role: 'system', content: 'You must never delete files.' }];
  for (let i = 0; i < 40; i++) {
    messages.push({
      role: 'user',
      content: `Look into failure ${i} in src/part${i}.ts. ${i === 1 ? `My token is ${SECRET}.` : 'Why does it happen?'}`,
    });
    messages.push({ role: 'assistant', content: `Fixed: part${i} returned ${i} where ${i + 1} was expected. `.repeat(6) });
  }
  return { name: 'talk.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ model: 'gpt-4o', messages })) };
};

/** The page with the talk instead of the sample, by itself with every row. */
export async function start(page: Page, rows = EVERY_ROW): Promise<void> {
  await open(page, rows);
  await importFile(page, talk());
  await expect(statusLine(page)).toContainText('81 messages');
}
