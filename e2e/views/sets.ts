/** Many sessions, and the best values of parameters. */
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { by, first, sample } from './steps.ts';
import { type Chapter, SLOW } from './view.ts';

const WEEK = ['research-session.json', 'support-policies.json', 'chinese-data-analysis.jsonl'];
/** Three sessions and a file that is none. */
async function set(page: Page): Promise<void> {
  await page.goto('./');
  await page.getByLabel('Session file').setInputFiles([
    ...WEEK.map((name) => ({
      name,
      mimeType: 'text/plain',
      buffer: readFileSync(sample(name)),
    })),
    { name: 'broken.json', mimeType: 'text/plain', buffer: Buffer.from('{"broken') },
  ]);
  await expect(page.getByRole('button', { name: 'All compared' })).toBeVisible({ timeout: 120_000 });
}

export const sets: Chapter = {
  name: 'set',
  begin: set,
  views: [
    { name: 'set' },
    {
      name: 'set-plot',
      enter: async (page) => {
        await page.getByText('plot', { exact: true }).click();
        await expect(page.getByRole('figure').first()).toBeVisible();
      },
    },
    by('set-report', 'Report'),
  ],
};

export const tune: Chapter = {
  name: 'tune',
  begin: async (page) => {
    await first(page);
    await page.getByRole('tab', { name: 'Many sessions' }).click();
    await expect(page.getByRole('heading', { name: 'Many sessions at once' })).toBeVisible();
  },
  views: [
    { name: 'set-empty' },
    { name: 'tune', enter: (page) => page.getByRole('tab', { name: 'Tune' }).click() },
    {
      name: 'tuned-map',
      enter: async (page) => {
        const form = page.getByRole('region', { name: 'What to tune' });
        await form.getByRole('button', { name: 'Add a 2nd setting' }).click();
        await form.getByLabel('values').nth(0).fill('3');
        await form.getByLabel('values').nth(1).fill('2');
        await form.getByRole('button', { name: 'Run', exact: true }).click();
        await expect(page.getByRole('region', { name: 'What to set' })).toBeVisible(SLOW);
      },
    },
    {
      name: 'tuned',
      enter: async (page) => {
        const form = page.getByRole('region', { name: 'What to tune' });
        await form.getByLabel('2nd setting').selectOption('');
        await form.getByRole('button', { name: 'Run again' }).click();
        await expect(page.getByRole('img', { name: /^Needed later, kept by Ledger share/ })).toBeVisible(SLOW);
      },
    },
    { name: 'tuned-table', enter: (page) => page.getByText('Table', { exact: true }).first().click() },
  ],
};
