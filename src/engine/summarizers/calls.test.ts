import { describe, expect, test } from 'vitest';
import { changesOfCall, digestCall, memoryOfCall } from './calls.ts';

const call = (name: string, args: unknown) =>
  digestCall({ type: 'tool-call', id: 'c', name, args: typeof args === 'string' ? args : JSON.stringify(args) });
const bash = (command: string) => call('Bash', { command });

describe('files', () => {
  test.each([
    ['Write', { file_path: '/a/b.ts', content: 'x' }, 'created', '/a/b.ts'],
    ['Edit', { file_path: '/a/b.ts', old_string: '"path": "no.ts"' }, 'modified', '/a/b.ts'],
    ['read_file', { path: 'b.ts' }, 'read', 'b.ts'],
    ['mcp__fs__write_file', { content: 'long '.repeat(9000), path: 'end.ts' }, 'created', 'end.ts'],
    ['str_replace_editor', { command: 'view', path: '/x.py' }, 'read', '/x.py'],
    ['str_replace_editor', { command: 'create', path: '/x.py' }, 'created', '/x.py'],
    ['delete_file', { target_file: 'old.ts' }, 'deleted', 'old.ts'],
  ])('%s', (name, args, operation, path) => {
    expect(call(name, args)).toEqual({ files: [{ operation, path }] });
  });

  test('a patch names several', () => {
    const patch = '*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: src/b.ts\n@@\n*** Delete File: c.ts\n*** End Patch';
    const files = [
      { operation: 'created', path: 'a.ts' },
      { operation: 'modified', path: 'src/b.ts' },
      { operation: 'deleted', path: 'c.ts' },
    ];
    expect(call('apply_patch', patch)).toEqual({ files });
    expect(call('shell', { command: ['apply_patch', patch] })).toEqual({ files });
  });

  test('a path that is cut off is none', () => {
    expect(call('Write', '{"file_path": "/a/b')).toEqual({ files: [] });
  });
});

describe('commands', () => {
  test('checks lose what stands before and after them', () => {
    expect(bash('cd /a/b && NODE_ENV=test npm run check 2>&1 | tail -20')).toEqual({ files: [], label: '`npm run check`', check: 'npm run check' });
    expect(bash('source .venv/bin/activate && pytest -q tests')).toEqual({ files: [], label: '`pytest -q tests`', check: 'pytest -q tests' });
    expect(bash('gofmt -w . && go build ./... && go test ./pkg/... 2>&1 | tail -20').within).toEqual(['go build ./...', 'go test ./pkg/...']);
  });

  test('commits, branches, changes', () => {
    expect(bash('git add . && git commit -m "Fix the \\"race\\"\n\nlong"').action).toEqual({ verb: 'committed', text: 'Fix the "race"' });
    expect(bash("git commit -F - <<'EOF'\nLock the row\n\nmore\nEOF").action).toEqual({ verb: 'committed', text: 'Lock the row' });
    expect(bash('cd /x && git checkout -b feature/holds').action).toEqual({ verb: 'branch', text: 'feature/holds' });
    expect(bash('npm install --save-dev vitest').action).toEqual({ verb: 'ran', text: 'npm install --save-dev vitest' });
  });

  test('removed and moved files, where each is named', () => {
    expect(bash('mv src/a.ts src/b.ts').files).toEqual([
      { operation: 'deleted', path: 'src/a.ts' },
      { operation: 'created', path: 'src/b.ts' },
    ]);
    expect(bash('cd /r && git rm -f old.py older.py').files).toEqual([
      { operation: 'deleted', path: 'old.py' },
      { operation: 'deleted', path: 'older.py' },
    ]);
    expect(bash('cd src\nmv a.ts b.ts core/').files.map(({ operation, path }) => `${operation} ${path}`)).toEqual([
      'deleted a.ts',
      'deleted b.ts',
      'created core/a.ts',
      'created core/b.ts',
    ]);
    for (const command of ['rm -rf dist/*', 'rm -r dist', 'rm "$file"']) expect(bash(command).files).toEqual([]);
  });

  test('looking around did nothing, but has a name', () => {
    for (const command of ['ls -la', 'cat a.ts', 'grep -rn foo src']) expect(bash(command)).toEqual({ files: [], label: `\`${command}\`` });
    for (const command of ["cat > a.txt <<'EOF'\nx\nEOF", '']) expect(bash(command)).toEqual({ files: [] });
  });

  test('secrets are masked', () => {
    const key = `sk-proj-${'A1b2'.repeat(12)}`;
    expect(
      JSON.stringify([bash(`OPENAI=1 npm run x -- ${key}`), call('update_key', { key }), call('save_note', { text: `The key is ${key}` })]),
    ).not.toContain(key);
  });
});

describe('other tools', () => {
  test('acts in the world are told with their arguments', () => {
    expect(call('cancel_order', { order_id: '#W123', reason: 'no longer needed' }).action).toEqual({
      verb: 'called',
      text: 'cancel_order(order_id: #W123, reason: no longer needed)',
    });
    expect(call('get_order', { order_id: '#W123' })).toEqual({ files: [], label: 'get_order(order_id: #W123)' });
  });

  test('open tasks of a list, none where all is done', () => {
    const todos = [
      { content: 'Lock the row', status: 'completed' },
      { content: 'Write docs', status: 'in_progress' },
      { content: 'Release', status: 'pending' },
    ];
    expect(call('TodoWrite', { todos }).open).toEqual(['Write docs', 'Release']);
    expect(call('update_plan', { plan: [{ step: 'a', status: 'completed' }] }).open).toEqual([]);
    expect(call('TodoWrite', '{"todos": [').open).toBeUndefined();
  });

  test('notes are what was found out', () => {
    expect(call('save_note', { title: 'VAT', text: 'The invoice is without VAT.' }).note).toBe('The invoice is without VAT.');
  });
});

const saving = (name: string, args: unknown) => ({
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
  expect(changesOfCall(saving(name, args))).toEqual(changes);
});

test('a long text is compared by its beginning and end', () => {
  const lines = (count: number, word: string): string => Array.from({ length: count }, (_, k) => `${word} ${k}`).join('\n');
  const args = { file_path: 'a.ts', old_string: `same\n${lines(1000, 'a')}\nend`, new_string: `same\n${lines(900, 'b')}\nend` };
  expect(changesOfCall(saving('Edit', args))).toEqual([{ path: 'a.ts', added: 900, removed: 1000 }]);
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
  expect(memoryOfCall(saving(name, args))).toBe(memory);
});
