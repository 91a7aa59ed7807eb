/** What the measures of loss read: operations on files, claims of texts, statements, open work, errors with their fixes. */
import { describe, expect, test } from 'vitest';
import { itemTypeOf } from '../../signals/structure.ts';
import { block, type SessionMessage, says, sessionOf } from '../../testing/sessions.ts';
import type { ToolCallPart } from '../../transcript/types.ts';
import { artifactsOf, claimsIn, Files, isRight, pointersOf, shellTouches, touchesOf } from './operations.ts';
import { constraintsOf } from '../constraints.ts';
import { errorFixesOf } from '../error-fix-pairs.ts';
import { openWorkOf } from '../open-work.ts';
import { type Level, MOST_FILED, plainText, saidTogether, StatementIndex } from './statements.ts';

const call = (name: string, args: unknown): ToolCallPart => ({
  type: 'tool-call',
  id: 'c',
  name,
  args: typeof args === 'string' ? args : JSON.stringify(args),
});
const told = (touches: readonly { operation: string; path: string }[]): string[] => touches.map(({ operation, path }) => `${operation} ${path}`);

/** The value of a generator that is run to its end. */
const inputOf = (lines: readonly (SessionMessage | readonly SessionMessage[])[]) => {
  const { messages } = sessionOf(lines);
  return { messages, itemType: messages.map(itemTypeOf) };
};

describe('operations on files', () => {
  test('a name in quotes is what stands between them: with a quote in it, it is no path', () => {
    expect(shellTouches(`echo x > "src/a.ts"`)).toEqual([{ operation: 'created', path: 'src/a.ts' }]);
    expect(shellTouches(`echo x > "it's.ts"`)).toEqual([]);
  });
  test.each<[string, string, unknown, string[]]>([
    ['Claude Code', 'Write', { file_path: '/w/a.ts', content: 'x' }, ['created /w/a.ts']],
    ['Claude Code', 'MultiEdit', { file_path: '/w/a.ts', edits: [] }, ['modified /w/a.ts']],
    ['Claude Code', 'Read', { file_path: '/w/a.ts' }, ['read /w/a.ts']],
    ['an editor with commands', 'str_replace_editor', { command: 'create', path: '/w/a.ts', file_text: 'x' }, ['created /w/a.ts']],
    ['an editor with commands', 'str_replace_based_edit_tool', { command: 'view', path: '/w/a.ts' }, ['read /w/a.ts']],
    ['Codex', 'apply_patch', '*** Begin Patch\n*** Add File: a.ts\n+x\n*** Delete File: b.ts\n*** End Patch', ['created a.ts', 'deleted b.ts']],
    ['a shell', 'Bash', { command: 'cat src/a.ts && rm -f src/b.ts' }, ['read src/a.ts', 'deleted src/b.ts']],
    ['a shell that takes a list', 'shell', { command: ['bash', '-lc', 'sed -n 1,20p src/a.ts'] }, ['read src/a.ts']],
    ['Cline', 'read_files', { files: [{ path: 'a.ts', start_line: 1 }, { path: 'b.ts' }] }, ['read a.ts', 'read b.ts']],
    ['Cline', 'run_commands', { commands: ['rm a.ts', 'cat b.ts'] }, ['deleted a.ts', 'read b.ts']],
    ['Cline', 'editor', { path: 'a.ts', old_text: 'x', new_text: 'y' }, ['modified a.ts']],
    ['Gemini CLI', 'read_many_files', { paths: ['a.ts', 'b.ts'] }, ['read a.ts', 'read b.ts']],
    ['another tool', 'WebSearch', { query: 'src/a.ts' }, []],
  ])('%s: %s', (_, name, args, expected) => {
    expect(told(touchesOf(call(name, args)))).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ["sed -i 's/a/b/' src/a.ts", ['modified src/a.ts']],
    ['head -n 20 README.md | grep x', ['read README.md']],
    ['git mv src/a.ts src/b.ts', ['deleted src/a.ts', 'created src/b.ts']],
    ['mv a.ts b.ts lib/', ['deleted a.ts', 'deleted b.ts', 'created lib/a.ts', 'created lib/b.ts']],
    ['git rm old/x.py', ['deleted old/x.py']],
    ["cat > src/new.ts <<'EOF'\nimport 'x.ts';\nrm y.ts\nEOF\ncat z.ts", ['created src/new.ts', 'read z.ts']],
    ['echo x >> log.txt 2>/dev/null', ['modified log.txt']],
    ['npm test > out.log 2>&1', ['created out.log']],
    ['rm *.tmp "$FILE"', []],
    ["sed -i '' 's/a|b;c > d.text/e/' src/a.ts", ['modified src/a.ts']],
    ['cp a.ts b.ts', ['read a.ts', 'created b.ts']],
  ])('shell: %s', (script, expected) => {
    expect(told(shellTouches(script))).toEqual(expected);
  });

  test('what leads back: files that are there, and addresses', () => {
    expect(pointersOf(call('WebFetch', { url: 'https://x.org/a', prompt: 'b' }))).toEqual([{ kind: 'url', text: 'https://x.org/a' }]);
    expect(pointersOf(call('Bash', { command: 'rm a.ts; cat b.ts' }))).toEqual([{ kind: 'path', text: 'b.ts' }]);
  });

  test('one file by the end of its path', () => {
    const files = new Files();
    const numbers = ['/w/src/a.ts', 'src/a.ts', './src/a.ts', 'a.ts', '/w/lib/a.ts', 'src\\a.ts', 'ba.ts'].map((path) => files.number(path));
    expect(numbers).toEqual([0, 0, 0, 0, 1, 0, 2]);
    expect(files.find('c.ts')).toBe(-1);
  });

  test('claims: the word before the path, else after it, else the heading', () => {
    const claims = (text: string) => claimsIn(text).paths.map(({ path, operation }) => `${operation} ${path}`);
    expect(claims('Created: src/a.ts, src/b.ts. Modified: src/c.ts (3 times).')).toEqual([
      'created src/a.ts',
      'created src/b.ts',
      'modified src/c.ts',
    ]);
    expect(claims('src/a.ts was deleted')).toEqual(['deleted src/a.ts']);
    expect(claims(`src/a.ts${' '.repeat(40)}deleted`)).toEqual(['deleted src/a.ts']);
    expect(claims(`src/a.ts${' '.repeat(41)}deleted`)).toEqual(['null src/a.ts']);
    expect(claims('see src/a.ts')).toEqual(['null src/a.ts']);
    expect(claims('修改：src/a.ts；读取：src/b.ts')).toEqual(['modified src/a.ts', 'read src/b.ts']);
    expect(claimsIn('**Modified files:**').heading).toBe('modified');
    expect(claimsIn('- src/a.ts')).toMatchObject({ isItem: true, heading: null });
  });
});

test('the artifact trail: the last change counts, reading only without one, failed calls not', () => {
  const trail = artifactsOf(
    inputOf([
      block('a', 'Write', '{"file_path":"a.ts"}', 'ok'),
      block('b', 'Edit', '{"file_path":"a.ts"}', 'ok'),
      block('c', 'Read', '{"file_path":"a.ts"}', 'text'),
      block('d', 'Read', '{"file_path":"b.ts"}', 'text'),
      block('e', 'Edit', '{"file_path":"c.ts"}', 'Error: no such file'),
      block('f', 'Bash', '{"command":"rm b.ts"}', ''),
    ]),
  );
  expect(trail.files.paths).toEqual(['a.ts', 'b.ts']);
  expect(trail.last).toEqual(['modified', 'deleted']);
  expect([isRight(trail, 0, 'created'), isRight(trail, 0, 'modified'), isRight(trail, 0, 'read'), isRight(trail, 1, 'created')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe('statements', () => {
  const index = new StatementIndex(
    ['Never push to `main`.', '必须先运行测试。', 'One thing is asked. Another thing is wanted too.'].map((text) => ({ text })),
  );
  const levels = (...lines: string[]): Level[] => [...index.levels(lines.map((line) => index.read(line)))] as Level[];

  test('plain text: no case, marks, quotes and ends', () => {
    expect(plainText('  **Never** push\nto "main".')).toBe('never push to main');
  });
  test('preserved, degraded, lost', () => {
    expect(levels('- never push to "MAIN", he said')).toEqual([2, 0, 0]);
    expect(levels('Do not push to that branch')).toEqual([1, 0, 0]);
    expect(levels('A push')).toEqual([0, 0, 0]);
    expect(levels('规则：必须先运行测试，其他随意')).toEqual([0, 2, 0]);
    expect(levels('先运行一次测试')).toEqual([0, 1, 0]);
  });
  test('degraded takes half of the words: two of five are less', () => {
    const five = new StatementIndex([{ text: 'Keep alpha bravo charlie delta.' }]);
    expect(['alpha then bravo', 'alpha then bravo, delta'].map((line) => [...five.read(line)])).toEqual([[], [1]]);
  });
  test('several sentences: all, or half of them', () => {
    expect(levels('One thing is asked.', 'Another thing is wanted too.')).toEqual([0, 0, 2]);
    expect(levels('One thing is asked.')).toEqual([0, 0, 1]);
  });
});

describe('statements that share their words', () => {
  const indexOf = (count: number) =>
    new StatementIndex(Array.from({ length: count }, (_, k) => ({ text: `Please always use helper${k} when parsers read values.` })));

  test('a line is held against a bounded number of them, and what it says word for word is found all the same', () => {
    const index = indexOf(3000);
    const line = 'Please always use something else when parsers write files.';
    index.read(line);
    expect(index.held).toBeLessThanOrEqual(line.split(' ').length * MOST_FILED);
    const said = [0, 1500, 2999].map((k) => index.read(`He said: please always use helper${k} when parsers read values, no matter what.`));
    expect(said.map((one, i) => one.includes([0, 1500, 2999][i]! * 4 + 2))).toEqual([true, true, true]);
  });

  test('half of the words find it up to 128 that share it, where none of them is its rarest', () => {
    const halfOf = (count: number): number => indexOf(count).read('Please always use it when parsers read files.').length;
    expect([halfOf(128), halfOf(129)]).toEqual([128, 0]);
    // Its own rarest word finds it beyond the bound.
    expect([...indexOf(129).read('Please always use helper7 when nothing else helps.')]).toEqual([7 * 4 + 1]);
  });

  test('of several lines the most that one of them says', () => {
    expect([...saidTogether([Int32Array.of(1, 4 * 3 + 2), Int32Array.of(2, 4 * 2 + 1, 4 * 3 + 1)])]).toEqual([2, 4 * 2 + 1, 4 * 3 + 2]);
  });
});

test('constraints: by whose words they are; not what agents and tools say, not code', () => {
  const found = constraintsOf(
    inputOf([
      says('system', 'You must be brief.\nif (always) return;'),
      says('user', 'Please never use tabs. It is late.\n不要修改 README。'),
      { ...says('user', '<system-reminder>Only answer in English, whatever you are asked.</system-reminder>'), synthetic: true },
      says('assistant', 'I must do it.'),
      block('a', 'Bash', '{}', 'You must restart.'),
      says('user', 'Please never use TABS!'),
    ]),
  );
  expect(found.map(({ text, group, places }) => [group, text, places.length])).toEqual([
    ['system', 'You must be brief.', 1],
    ['user', 'Please never use tabs.', 2],
    ['user', '不要修改 README。', 1],
    ['system', expect.stringContaining('Only answer in English'), 1],
  ]);
});

test('constraints have 8 to 600 characters', () => {
  const found = (text: string): number => constraintsOf(inputOf([says('user', text)])).length;
  expect(['Only me', 'Only me.'].map(found)).toEqual([0, 1]);
  const long = (length: number): string =>
    `You must ${'go on '.repeat(99)}`
      .padEnd(length - 1, 'x')
      .slice(0, length - 1)
      .concat('.');
  expect([600, 601].map((length) => found(long(length)))).toEqual([1, 0]);
});

test('an announced step has 8 characters at least', () => {
  const found = (text: string) => openWorkOf(inputOf([says('user', 'Go on.'), says('assistant', text)])).filter(({ group }) => group === 'next-step');
  expect(['Next: x', 'Next: it'].map((text) => found(text).length)).toEqual([0, 1]);
});

test('open work: the last list, the last request, the last announced step', () => {
  const todos = (...states: string[]) => JSON.stringify({ todos: states.map((status, k) => ({ content: `Do thing ${k} well`, status })) });
  const found = openWorkOf(
    inputOf([
      says('user', 'Please build it.'),
      block('a', 'TodoWrite', todos('pending', 'pending', 'pending'), 'ok'),
      says('assistant', 'I will read the code first. It is long.'),
      block('b', 'TodoWrite', todos('completed', 'in_progress', 'pending'), 'ok'),
      says('user', 'Go on, and hurry.'),
      says('assistant', 'Fine. Next, I run the tests. They are slow.'),
    ]),
  );
  expect(found.map(({ group, text, places }) => [group, text, places.map(({ message }) => message)])).toEqual([
    ['todo', 'Do thing 1 well', [1, 4]],
    ['todo', 'Do thing 2 well', [1, 4]],
    ['request', 'Go on, and hurry.', [6]],
    ['next-step', 'Next, I run the tests.', [7]],
  ]);
  expect(openWorkOf(inputOf([]))).toEqual([]);
});

test('open work: what begins with a tag is no request of the user, also behind blanks', () => {
  const asked = openWorkOf(inputOf([says('user', 'Please build it.'), says('user', '\n <note>Nothing to do.</note>')]));
  expect(asked.map(({ group, text }) => [group, text])).toEqual([['request', 'Please build it.']]);
});

describe('errors and their fixes', () => {
  const test1 = (id: string, result: string) => block(id, 'Bash', '{"command":"npm test"}', result);
  const pairs = (...lines: (readonly SessionMessage[])[]) =>
    errorFixesOf(inputOf(lines)).map(({ error, path, errorPlace, fixPlace }) => [error, path, errorPlace.message, fixPlace.message]);

  test('the last change before the same command works', () => {
    expect(
      pairs(
        test1('a', 'x\nTypeError: y\nexit code 1'),
        block('b', 'Edit', '{"file_path":"a.ts"}', 'ok'),
        block('c', 'Edit', '{"file_path":"b.ts"}', 'ok'),
        block('d', 'Read', '{"file_path":"c.ts"}', 'text'),
        test1('e', 'all passed'),
      ),
    ).toEqual([['TypeError: y', 'b.ts', 1, 4]]);
  });
  test('without a change the call that worked; a failed change changes nothing', () => {
    expect(pairs(block('a', 'Edit', '{"file_path":"a.ts"}', 'Error: not found'), block('b', 'Edit', '{"file_path":"a.ts"}', 'ok'))).toEqual([
      ['Error: not found', 'a.ts', 1, 2],
    ]);
    expect(pairs(test1('a', 'Error: x'), test1('b', 'passed'))).toEqual([['Error: x', null, 1, 2]]);
  });
  test('a fix counts up to 100 messages after its error', () => {
    const apart = (messages: number) =>
      pairs(test1('a', 'Error: x'), ...Array.from({ length: messages - 2 }, () => [says('user', 'Go on.')]), test1('b', 'passed'));
    expect(apart(100)).toEqual([['Error: x', null, 1, 100]]);
    expect(apart(101)).toEqual([]);
  });
  test('none where it never worked again, or something else did', () => {
    expect(pairs(test1('a', 'Error: x'), block('b', 'Bash', '{"command":"npm run lint"}', 'fine'))).toEqual([]);
  });
});
