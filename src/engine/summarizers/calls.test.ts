import { describe, expect, test } from 'vitest';
import { digestCall } from './calls.ts';

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
