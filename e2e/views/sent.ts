/** A run that somebody sent. */
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { Snapshot } from '../../src/scenario/snapshot-schema.ts';
import { encodeSnapshot } from '../../src/scenario/codec.ts';
import { decodeSnapshot } from '../../src/scenario/decode.ts';
import { importFile, settled, openShared } from '../support.ts';
import { close, sample } from './steps.ts';
import { type Chapter, SLOW } from './view.ts';

const own = { name: 'own.json', mimeType: 'application/json', buffer: readFileSync(sample('support-policies.json')) };

/** The day of the run, which the header says: pictures are of no other. */
const DAY = '2026-11-26';

/** A link with its snapshot changed. */
async function changedLink(link: string, change: (of: Snapshot) => Snapshot): Promise<string> {
  const { hash } = new URL(link);
  const read = await decodeSnapshot(hash);
  if (!read.ok) throw new Error(read.error.code);
  return link.replace(hash, await encodeSnapshot(change(read.value)));
}

/** What somebody without the file sees of a link with numbers: the same page, of which it knows nothing. */
async function receive(page: Page): Promise<void> {
  await page.goto('./');
  await importFile(page, own);
  await expect(page.locator('header')).toContainText('own.json');
  await settled(page);
  await openShared(page, 'Link to this');
  await page.getByRole('checkbox', { name: /^Link with numbers/ }).check();
  const field = page.getByRole('textbox', { name: 'Link' });
  await expect(field).toHaveValue(/#n=1\./);
  const link = await changedLink(await field.inputValue(), (snapshot) => ({ ...snapshot, day: DAY }));
  // From where the page does not run and holds nothing open.
  await page.goto('./icon.svg');
  await page.evaluate(async () => {
    localStorage.clear();
    for (const { name } of await indexedDB.databases())
      await new Promise((done) => {
        const request = indexedDB.deleteDatabase(name!);
        request.onsuccess = done;
        request.onerror = done;
      });
  });
  await page.goto(link);
  await expect(page.getByText('No message text was sent.')).toBeVisible();
}

/** The link as another engine would have written it: a row kept one token more. */
async function differing(page: Page): Promise<void> {
  const link = await changedLink(page.url(), (snapshot) => {
    const at = snapshot.columns.result.indexOf('tokens');
    expect(at).toBeGreaterThanOrEqual(0);
    const more = (figures: Snapshot['rows'][number]['figures']) => figures.map((value, i) => (i === at && value !== null ? value + 1 : value));
    return { ...snapshot, rows: snapshot.rows.map((row) => (row.key === 'fact-ledger' ? { ...row, figures: more(row.figures) } : row)) };
  });
  await page.goto('./icon.svg');
  await page.goto(link);
  await expect(page.getByText('No message text was sent.')).toBeVisible();
  await importFile(page, own);
  await expect(page.getByRole('status').filter({ hasText: 'Computed again' })).toContainText('1 different', SLOW);
  await settled(page);
}

export const sent: Chapter = {
  name: 'sent',
  begin: receive,
  views: [
    { name: 'sent' },
    { name: 'sent-checked', enter: differing },
    {
      name: 'sent-differences',
      enter: async (page) => {
        await page.getByRole('button', { name: 'Show differences' }).click();
        await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
      },
      leave: close,
    },
  ],
};
