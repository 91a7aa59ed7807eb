import { expect, test } from 'vitest';
import { changesOfCall, memoryOfCall } from './changes.ts';

const call = (name: string, args: unknown) => ({
  type: 'tool-call' as const,
  id: 'c',
  name,
  args: typeof args === 'string' ? args : JSON.stringify(args),
});
const PATCH =
  '*** Begin Patch\n*** Update File: src/a.ts\n@@ f()\n a\n-b\n+c\n+d\n*** Add File: src/new.ts\n+one\n+two\n*** Delete File: src/old.ts\n*** End Patch\n';
const PATCHED = [
  { path: 'src/a.ts', added: 2, removed: 1 },
  { path: 'src/new.ts', added: 2, removed: 0, whole: true },
  { path: 'src/old.ts', added: 0, removed: 0, whole: true },
];

test.each([
  ['Write', { file_path: 'a.ts', content: 'one\ntwo\n' }, [{ path: 'a.ts', added: 2, removed: 0, whole: true }]],
  ['Edit', { file_path: 'a.ts', old_string: 'a\nb\nc', new_string: 'a\nx\ny\nc' }, [{ path: 'a.ts', added: 2, removed: 1 }]],
  [
    'MultiEdit',
    {
      file_path: 'a.ts',
      edits: [
        { old_string: 'a', new_string: 'b' },
        { old_string: 'c\nd', new_string: 'c' },
      ],
    },
    [{ path: 'a.ts', added: 1, removed: 2 }],
  ],
  ['edit', { path: 'a.ts', edits: [{ oldText: 'a', newText: 'a\nb' }] }, [{ path: 'a.ts', added: 1, removed: 0 }]],
  ['str_replace_editor', { command: 'create', path: 'a.py', file_text: 'x\n' }, [{ path: 'a.py', added: 1, removed: 0, whole: true }]],
  ['str_replace_based_edit_tool', { command: 'insert', path: 'a.py', insert_line: 1, insert_text: 'x\ny' }, [{ path: 'a.py', added: 2, removed: 0 }]],
  ['str_replace_editor', { command: 'view', path: 'a.py' }, []],
  ['replace_in_file', { path: 'a.ts', diff: '------- SEARCH\na\nb\n=======\na\nc\nd\n+++++++ REPLACE\n' }, [{ path: 'a.ts', added: 2, removed: 1 }]],
  [
    'apply_diff',
    { path: 'a.ts', diff: '<<<<<<< SEARCH\n:start_line:3\n-------\na\n=======\nb\n>>>>>>> REPLACE' },
    [{ path: 'a.ts', added: 1, removed: 1 }],
  ],
  ['patch', { path: 'a.ts', diff: '--- a.ts\n+++ a.ts\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n' }, [{ path: 'a.ts', added: 1, removed: 1 }]],
  ['NotebookEdit', { notebook_path: 'a.ipynb', new_source: 'x\ny' }, [{ path: 'a.ipynb', added: 2, removed: 0 }]],
  ['apply_patch', PATCH, PATCHED],
  ['apply_patch', { input: PATCH }, PATCHED],
  ['shell', { command: ['bash', '-lc', `apply_patch <<'EOF'\n${PATCH}EOF`] }, PATCHED],
  ['Bash', { command: 'rm src/old.ts' }, []],
  ['Bash', { command: "cd app && cat > src/a.ts <<'EOF'\none\ntwo\nEOF\nnpm test" }, [{ path: 'src/a.ts', added: 2, removed: 0, whole: true }]],
  ['Bash', { command: 'cat <<EOF >> "my notes.md"\none\nEOF' }, [{ path: 'my notes.md', added: 1, removed: 0 }]],
  ['shell', { command: ['bash', '-lc', 'cat <<-END | tee -a log.txt\n\tx\n\tEND'] }, [{ path: 'log.txt', added: 1, removed: 0 }]],
  ['Bash', { command: 'tee conf/a.yml <<EOF > /dev/null\na: 1\nEOF' }, [{ path: 'conf/a.yml', added: 1, removed: 0, whole: true }]],
  [
    'Bash',
    { command: "sed -i 's/a/b/' src/a.ts src/b.ts && sed -i.bak -E -e 's/x y/z/' 'c d.ts'" },
    [
      { path: 'src/a.ts', added: 0, removed: 0 },
      { path: 'src/b.ts', added: 0, removed: 0 },
      { path: 'c d.ts', added: 0, removed: 0 },
    ],
  ],
  ['Bash', { command: "sed -n '1,20p' src/a.ts; cat src/b.ts > /dev/null; python - <<EOF\nopen('x', 'w')\nEOF" }, []],
  ['Bash', { command: "sed -i '' 's|a;b|c|g' a.ts | cat b.ts; grep x c.ts" }, [{ path: 'a.ts', added: 0, removed: 0 }]],
  ['Bash', { command: 'cat > $OUT <<EOF\nx\nEOF\nsed -i s/a/b/ *.ts' }, []],
  ['Read', { file_path: 'a.ts' }, []],
  ['Edit', '{"file_path": "a.ts", "old_st', [{ path: 'a.ts', added: 0, removed: 0 }]],
])('lines of %s', (name, args, changes) => {
  expect(changesOfCall(call(name, args))).toEqual(changes);
});

test('a long text is compared by its beginning and end', () => {
  const lines = (count: number, word: string): string => Array.from({ length: count }, (_, k) => `${word} ${k}`).join('\n');
  const args = { file_path: 'a.ts', old_string: `same\n${lines(1000, 'a')}\nend`, new_string: `same\n${lines(900, 'b')}\nend` };
  expect(changesOfCall(call('Edit', args))).toEqual([{ path: 'a.ts', added: 900, removed: 1000 }]);
});

test.each([
  ['save_memory', { fact: 'The user likes\n tabs.' }, 'The user likes tabs.'],
  ['memory', { command: 'create', path: '/memories/a.md', file_text: 'Ports: 8080' }, 'Ports: 8080'],
  ['memory', { command: 'str_replace', path: '/memories/a.md', old_str: 'Ports: 8080', new_str: 'Ports: 9090' }, 'Ports: 9090'],
  [
    'mcp__memory__add_observations',
    { observations: [{ entityName: 'db', contents: ['is Postgres', 'runs in eu-1'] }] },
    'db is Postgres runs in eu-1',
  ],
  ['memory', { command: 'view', path: '/memories' }, null],
  ['retrieve_memory', { query: 'ports' }, null],
  ['write_file', { path: 'a', content: 'b' }, null],
  ['save_memory', 'cut {', null],
])('memory of %s', (name, args, memory) => {
  expect(memoryOfCall(call(name, args))).toBe(memory);
});
