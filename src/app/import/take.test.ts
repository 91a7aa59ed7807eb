// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { parseTranscript, storeReader } from '../../engine/formats/index.ts';
import { actions } from '../store/store-actions.ts';
import { takeEntries, takeFiles } from './FileStates.tsx';

const STORES = path.resolve(import.meta.dirname, '../../../fixtures/stores');
/** As a browser has it: without a path, because no folder was chosen. */
const fileOf = (name: string): File => Object.assign(new File([readFileSync(path.join(STORES, name))], name), { webkitRelativePath: '' });
const opened = vi.spyOn(actions, 'openFile').mockResolvedValue(undefined);
afterEach(() => void opened.mockClear());

/** What the engine reads of the only file that was opened. */
async function read(): Promise<unknown> {
  expect(opened).toHaveBeenCalledOnce();
  const [blob, name] = opened.mock.calls[0]!;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const parsed = parseTranscript(bytes, { name, store: await storeReader(bytes) });
  if (!parsed.ok) throw new Error(parsed.error.message);
  const { format, conversations, warnings } = parsed.value;
  return [name, format, conversations[0]!.messages.length, warnings.map(({ code }) => code)];
}

test.each([
  ['chosen', takeFiles],
  ['dropped', (files: readonly File[]) => takeEntries([], files)],
] as const)('a database and the log beside it, %s together, are one file, in either order', async (_, take) => {
  for (const names of [
    ['opencode.db', 'opencode.db-wal'],
    ['opencode.db-wal', 'opencode.db'],
  ]) {
    opened.mockClear();
    await take(names.map(fileOf));
    expect(await read()).toEqual(['opencode.db', 'opencode', 4, []]);
  }
});

test('a database alone says what may be missing', async () => {
  await takeFiles([fileOf('opencode.db')]);
  expect(await read()).toEqual(['opencode.db', 'opencode', 3, ['store-without-log']]);
});
