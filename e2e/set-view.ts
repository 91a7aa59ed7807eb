/** The view of a set, as tests of it name its parts. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { GivenFile } from './folder.ts';
import { expect, settled } from './support.ts';

export const samples = path.resolve(import.meta.dirname, '../fixtures/samples');
export const text = (name: string): string => readFileSync(path.join(samples, name), 'utf8');
/** A chat in OpenAI's format, as short as a session with something to remember may be. */
export const chat = (n: number): string =>
  JSON.stringify({
    model: 'gpt-4o',
    messages: Array.from({ length: 6 }, (_, i) => [
      { role: 'user', content: `Why does src/part${n}.${i}.ts fail with E${n}${i}42?` },
      { role: 'assistant', content: `Because src/part${n}.${i}.ts reads the port ${8000 + n * 10 + i}. I changed it, E${n}${i}42 is gone.` },
    ]).flat(),
  });

export const sessions = (page: Page) => page.getByRole('region', { name: 'Sessions' }).getByRole('table');
export const results = (page: Page) => page.getByRole('region', { name: 'Policies over the sessions' }).getByRole('table');
export const status = (page: Page) => page.getByRole('tabpanel').getByRole('status');

export const addFiles = (page: Page, files: readonly GivenFile[]) =>
  page.getByLabel('Session file').setInputFiles(files.map((file) => ({ name: file.path, mimeType: 'text/plain', buffer: Buffer.from(file.text) })));

/** What was dropped is compared by itself. */
export async function compared(page: Page): Promise<void> {
  await settled(page);
  await expect(status(page)).toContainText(/computed in/);
}
