import { expect, test } from 'vitest';
import { chosen, fromEntries, fromList, MOST_FILES } from './set-files.ts';

const source = (path: string, text = 'x') => ({ path, blob: new Blob([text]) });
const paths = ({ files }: ReturnType<typeof chosen>): readonly string[] => files.map(({ path }) => path);

test('files come by the order of their paths, without what holds no transcript, and what is left out is counted', () => {
  const found = chosen('week', [
    source('week/s10.jsonl'),
    source('week/s9.jsonl'),
    source('week/.git/config'),
    source('week/.DS_Store'),
    source('week/shot.PNG'),
    source('week/empty.json', ''),
    source('week/node_modules/a/index.json'),
    source('week/s9/subagents/agent-a1.jsonl'),
    source('week/s9/subagents/agent-acompact-a2.jsonl'),
  ]);
  expect(paths(found)).toEqual(['week/s9.jsonl', 'week/s9/subagents/agent-a1.jsonl', 'week/s10.jsonl']);
  expect(found.skipped).toBe(6);
});

test('a database of a program comes with the log beside it as one file; other databases are left out', async () => {
  const found = chosen('share', [
    source('share/opencode.db', 'store '),
    source('share/opencode.db-shm', 'memory'),
    source('share/opencode.db-wal', 'and log'),
    source('share/cache.db', 'cache'),
  ]);
  expect(paths(found)).toEqual(['share/opencode.db']);
  expect(await found.files[0]!.blob.text()).toBe('store and log');
});

test('the chosen folder may be hidden itself', () => {
  expect(paths(chosen('.claude', [source('.claude/projects/a/1.jsonl'), source('.claude/.cache/2.jsonl')]))).toEqual(['.claude/projects/a/1.jsonl']);
});

test('what is beyond the limit is left out and counted', () => {
  const found = chosen(
    'many',
    Array.from({ length: MOST_FILES + 3 }, (_, i) => source(`many/${i}.json`)),
  );
  expect([found.files.length, found.skipped]).toEqual([MOST_FILES, 3]);
});

test('a dropped folder is read to its end: readers give some entries at a time, and files may be gone', async () => {
  const file = (name: string, gone = false) =>
    ({
      isFile: true,
      isDirectory: false,
      name,
      file: (done: (file: Blob) => void, failed: () => void) => (gone ? failed() : done(new Blob([name]))),
    }) as unknown as FileSystemEntry;
  const folder = (name: string, batches: readonly (readonly FileSystemEntry[])[]): FileSystemEntry => {
    let at = 0;
    const readEntries = (done: (entries: readonly FileSystemEntry[]) => void) => done(batches[at++] ?? []);
    return { isFile: false, isDirectory: true, name, createReader: () => ({ readEntries }) } as unknown as FileSystemEntry;
  };
  const week = folder('week', [[file('a.json'), file('gone.json', true)], [folder('mon', [[file('b.jsonl')]])], [file('c.md')]]);
  const found = await fromEntries([week]);
  expect([found.name, ...paths(found)]).toEqual(['week', 'week/a.json', 'week/c.md', 'week/mon/b.jsonl']);
});

test('several files or folders are named by the first and the number of the others', async () => {
  const file = (name: string): File => new File(['x'], name);
  expect(fromList([file('b.json'), file('a.json'), file('c.json')]).name).toBe('b.json +2');
  expect(fromList([file('b.json')]).name).toBe('b.json');
  const inFolder = Object.assign(file('a.json'), { webkitRelativePath: 'week/a.json' });
  expect(fromList([inFolder, Object.assign(file('b.json'), { webkitRelativePath: 'week/b.json' })]).name).toBe('week');
  const entry = (name: string) =>
    ({ isFile: true, isDirectory: false, name, file: (done: (given: Blob) => void) => done(new Blob(['x'])) }) as unknown as FileSystemEntry;
  expect((await fromEntries([entry('b.json'), entry('a.json')])).name).toBe('b.json +1');
});
