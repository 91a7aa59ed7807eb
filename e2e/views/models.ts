/** Real models: what would be sent, what they wrote, how they fail, what they are asked. */
import { expect, type Locator, type Page } from '@playwright/test';
import { serializeTranscript } from '../../src/engine/formats/index.ts';
import { askedTalk } from '../../src/models/testing/asked-talk.ts';
import type { ModelServer } from '../../src/models/testing/server.ts';
import { chooseAll } from '../model-talk.ts';
import { importFile, settled } from '../support.ts';
import { addModel, by, close, details, dialog, first, openRow, withModel } from './steps.ts';
import { type Chapter, SLOW } from './view.ts';

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review and send' }).click();
  await chooseAll(page);
  await page.getByRole('dialog', { name: 'Send to a model?' }).getByRole('button', { name: 'Yes, send' }).click();
}

/** A recording of which a model is asked: its next steps follow from a list at its beginning. */
async function toAsk(page: Page, server: ModelServer): Promise<void> {
  await first(page);
  const written = serializeTranscript(askedTalk().transcript, 'playground');
  if (!written.ok) throw new Error(written.error.message);
  await importFile(page, { name: 'tickets.json', mimeType: 'application/json', buffer: Buffer.from(written.value.text) });
  await expect(page.locator('header')).toContainText('tickets.json');
  await settled(page);
  await addModel(page, server, 'reader-perfect');
  await close(page);
  const details = await openRow(page, 'oldest-removal');
  await details.getByLabel(/^Ask for these too/).check();
}
const asking = (page: Page): Locator => page.locator('section', { has: page.getByRole('heading', { name: 'The model’s own word' }) }).last();

export const models: Chapter = {
  name: 'models',
  begin: (page, server) => withModel(page, server, 'ok'),
  views: [
    { name: 'unsent' },
    by('models-two', 'Real models, keys and prompts'),
    {
      name: 'send',
      enter: async (page) => {
        await page.getByRole('button', { name: 'Review and send' }).click();
        await expect(page.getByRole('dialog', { name: 'Send to a model?' })).toContainText('tokens');
        await dialog(page).getByText(/^1 · /).click();
      },
      leave: close,
    },
    {
      name: 'written',
      enter: async (page) => {
        await send(page);
        await expect(page.getByText(/\d+ summaries written/)).toBeVisible(SLOW);
        await openRow(page, 'incremental-summary');
      },
    },
  ],
};

export const refused: Chapter = {
  name: 'refused',
  begin: async (page, server) => {
    await withModel(page, server, 'status-401');
    await send(page);
    await expect(page.getByText(/key is not accepted/).first()).toBeVisible(SLOW);
  },
  views: [{ name: 'failed' }],
};

export const ask: Chapter = {
  name: 'ask',
  begin: toAsk,
  views: [
    {
      name: 'ask',
      enter: async (page) => {
        await asking(page).getByRole('button', { name: 'What would be sent …' }).click();
        await asking(page)
          .getByText(/^The exact requests/)
          .click();
        await asking(page)
          .getByText(/^1 · next step/)
          .click();
        await expect(asking(page).getByLabel('Messages').first()).toHaveValue(/T1 is in/);
      },
      part: details,
    },
    {
      name: 'asked',
      enter: async (page) => {
        await asking(page).getByRole('button', { name: 'Yes, ask' }).click();
        await expect(asking(page).getByRole('table', { name: 'Questions' })).toBeVisible(SLOW);
      },
      part: details,
    },
  ],
};
