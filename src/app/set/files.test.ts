import { expect, test } from 'vitest';
import { chosen, fromEntries, MOST_FILES } from './files.ts';

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
  ]);
  expect(paths(found)).toEqual(['week/s9.jsonl', 'week/s10.jsonl']);
  expect(found.skipped).toBe(5);
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
