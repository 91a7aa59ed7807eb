import { describe, expect, test } from 'vitest';
import { editsOf, Hash, Ids, leavesOf, lineOf, NOT_FOUND, pathsOf, piecesOf } from './components.ts';

const paths = (args: unknown): string[] => [...pathsOf(leavesOf(typeof args === 'string' ? args : JSON.stringify(args)))];

describe('paths of a call', () => {
  test.each<[string, unknown, string[]]>([
    ['by name of the argument', { file_path: '/repo/src/limits.ts', limit: 20 }, ['repo/src/limits.ts']],
    ['with brackets within', { path: 'app/[id]/page.tsx' }, ['app/[id]/page.tsx']],
    ['in a command', { command: 'cat src/a.ts | grep -n "b/c" > out.txt' }, ['src/a.ts', 'b/c', 'out.txt']],
    ['in a patch', '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** End Patch', ['src/a.ts']],
    ['no address, no number, no plain word', { command: 'curl https://example.test/x 1.5 make', path: 'src' }, []],
    ['not what a file is to contain', { path: 'a/b.md', content: 'see c/d.md' }, ['a/b.md']],
    ['in Windows', { path: 'C:\\new\\a.ts' }, ['C:\\new\\a.ts']],
  ])('%s', (_, args, expected) => {
    expect(paths(args)).toEqual(expected);
  });
});

describe('edits of a call', () => {
  const edits = (args: unknown) => {
    const [piece] = piecesOf({
      role: 'assistant',
      parts: [{ type: 'tool-call', id: 'c', name: 'edit', args: typeof args === 'string' ? args : JSON.stringify(args) }],
    });
    return editsOf(piece!);
  };

  test('the old text, line by line, without short lines and lines said twice', () => {
    expect(edits({ path: 'a', old_string: 'const limit = 40;\n}\n  const limit = 40;\nreturn limit + 1;', new_string: 'const other = 1;' })).toEqual([
      ['const limit = 40;', 'return limit + 1;'],
    ]);
  });

  test('each of several', () => {
    expect(edits({ edits: [{ oldText: 'first of the lines' }, { oldText: 'second of the lines' }, { oldText: '}' }] })).toHaveLength(2);
  });

  test('context and removed lines of a patch, by hunk', () => {
    const patch =
      '*** Begin Patch\n*** Update File: a.ts\n@@ one\n const before = 1;\n-const removed = 2;\n+const added = 3;\n@@\n-another removed line\n*** End Patch';
    expect(edits(patch)).toEqual([['const before = 1;', 'const removed = 2;'], ['another removed line']]);
  });

  test('search and replace blocks in an answer', () => {
    const text = 'a.py\n<<<<<<< SEARCH\n    value = load(path)\n=======\n    value = read(path)\n>>>>>>> REPLACE\n';
    expect(editsOf(piecesOf({ role: 'assistant', parts: [{ type: 'text', text }] })[0]!)).toEqual([['value = load(path)']]);
  });

  test('numbers of listings and signs of patches are no part of a line', () => {
    for (const line of ['  12→const limit = 40;', '12: const limit = 40;', '+const limit = 40;', '  - const limit = 40;', 'const limit = 40;']) {
      expect(lineOf(line), line).toBe('const limit = 40;');
    }
    expect(lineOf('short = 1')).toBeNull();
  });
});

describe('texts of a message', () => {
  const result = (text: string): string =>
    piecesOf({ role: 'tool', parts: [{ type: 'tool-result', callId: 'c', content: [{ type: 'text', text }] }] })[0]!.text;

  test('JSON is read, escapes glue to nothing', () => {
    expect(result('{"output":"one\\nsrc/a.ts","files":{"b.ts":3}}')).toBe('output\none\nsrc/a.ts\nfiles\nb.ts\n3');
    expect(result('{"output":"one\\nsrc/a.ts and "cut')).toBe('{"output":"one\nsrc/a.ts and "cut');
    expect(result('C:\\new\\a.ts')).toBe('C:\\new\\a.ts');
  });

  test('deeply nested JSON ends', () => {
    expect(result(`${'['.repeat(5000)}"x"${']'.repeat(5000)}`)).toBe('');
  });

  test('only what an answer says or asks for is a use', () => {
    const parts = [
      { type: 'reasoning', text: 'a' },
      { type: 'text', text: 'b' },
      { type: 'tool-call', id: 'c', name: 'read', args: '{"path":"d"}' },
    ] as const;
    expect(piecesOf({ role: 'assistant', parts }).map(({ text, use }) => [text, use])).toEqual([
      ['a', false],
      ['b', true],
      ['d', true],
    ]);
    expect(piecesOf({ role: 'user', parts }).some(({ use }) => use)).toBe(false);
  });
});

test('numbers of hashes stay while the table grows', () => {
  const ids = new Ids();
  const hash = new Hash();
  const added = Array.from({ length: 5000 }, (_, i) => ids.add(hash.start().text(`text ${i}`).a, hash.b));
  expect(added).toEqual(Array.from({ length: 5000 }, (_, i) => i));
  expect(added.map((_, i) => ids.find(hash.start().text(`text ${i}`).a, hash.b))).toEqual(added);
  expect(ids.find(hash.start().text('text 5000').a, hash.b)).toBe(NOT_FOUND);
});
