import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { inputs } from './sets/job.ts';
import { run } from './testing/run.ts';

const STORES = path.resolve(import.meta.dirname, '../../fixtures/stores');

/** A folder with these of the stores. */
function folderOf(...names: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'stores-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) copyFileSync(path.join(STORES, name), path.join(folder, name));
  return folder;
}
const counted = async (folder: string): Promise<unknown> => {
  const { out } = await run('inspect', path.join(folder, 'opencode.db'), '--json');
  const { conversations, warnings } = JSON.parse(out) as { conversations: { messages: number }[]; warnings: { code: string }[] };
  return [conversations[0]!.messages, warnings.map(({ code }) => code)];
};

it('a store is read with the log that stands beside it; without one it says what may be missing', async () => {
  expect(await counted(folderOf('opencode.db', 'opencode.db-wal'))).toEqual([4, []]);
  expect(await counted(folderOf('opencode.db'))).toEqual([3, ['store-without-log']]);
});

it('a folder has the store as one file', async () => {
  const folder = folderOf('opencode.db', 'opencode.db-wal', 'state.db');
  const found: string[] = [];
  for await (const { file } of inputs([folder], Readable.from([]))) found.push(path.basename(file));
  expect(found).toEqual(['opencode.db', 'state.db']);
});
