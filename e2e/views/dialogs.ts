/** Every dialog, and what opens in the place of a file or of a setting. */
import { expect } from '@playwright/test';
import { importFile, settled } from '../support.ts';
import { by, close, closeRow, command, details, dialog, first } from './steps.ts';
import type { Chapter } from './view.ts';

export const dialogs: Chapter = {
  name: 'dialogs',
  begin: first,
  views: [
    by('start', 'Start: what this is'),
    by('import', 'Open a session'),
    by('samples', 'Samples'),
    by('share', 'Share'),
    by('export', 'Export'),
    by('recent', 'Recent sessions'),
    by('models', 'Real models, keys and prompts'),
    by('keywords', 'Keyword lists'),
    by('config', 'Paste a configuration'),
    by('history', 'History'),
    by('shortcuts', 'Keyboard shortcuts'),
    by('fates', 'What became of message'),
    by('lost', 'What Fact ledger lost', async (page) => expect(dialog(page).getByRole('option').first()).toBeVisible()),
    by('use', 'Use Fact ledger in my agent'),
    {
      name: 'palette',
      enter: async (page) => {
        await page.keyboard.press('ControlOrMeta+k');
        await expect(dialog(page)).toBeVisible();
      },
      leave: close,
    },
    {
      name: 'not-understood',
      enter: async (page) => {
        await importFile(page, { name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{"some": "thing", "else": [1, 2]}') });
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
  ],
};

export const settings: Chapter = {
  name: 'settings',
  begin: first,
  views: [
    {
      name: 'pipeline',
      enter: async (page) => {
        await command(page, 'New chain');
        await expect(page.locator('[data-details]')).toBeVisible();
        await settled(page);
      },
      leave: closeRow,
      part: details,
    },
    {
      name: 'applied',
      enter: async (page) => {
        await command(page, 'Apply Sliding window');
        await expect(page.getByRole('region', { name: 'Working context' })).toBeVisible();
        await settled(page);
      },
    },
  ],
};
