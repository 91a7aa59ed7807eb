import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FactKind } from '../contract.ts';
import { isCodeLine } from '../sentences.ts';
import { basicFacts } from './find.ts';
import { findErrorLines } from './fact-commands.ts';

/** `kind text`, in order. */
const facts = (text: string, ...kinds: FactKind[]): string[] =>
  basicFacts(text)
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .map(({ kind, text: found }) => `${kind} ${found}`);

describe('facts labelled by hand', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'paths in prose',
      'I updated src/engine/a.ts, ./b/c.tsx:12:5 and ~/.pi/agent (see README.md).',
      ['path src/engine/a.ts', 'path ./b/c.tsx', 'path ~/.pi/agent', 'path README.md'],
    ],
    [
      'a mention, a scope, a route, a command',
      '@src/x.ts of @mantine/core; /v1/holds/:id; /mode; /tmp',
      ['path src/x.ts', 'path /v1/holds/:id', 'path /tmp'],
    ],
    [
      'files without a directory',
      '.env, .gitignore, Makefile, __init__.py, package.json and all of it',
      ['path .env', 'path .gitignore', 'path Makefile', 'path __init__.py', 'path package.json'],
    ],
    [
      'paths of Windows, escaped too',
      String.raw`C:\Users\me\a.ts and C:\\Users\\me\\b.ts`,
      [String.raw`path C:\Users\me\a.ts`, String.raw`path C:\\Users\\me\\b.ts`],
    ],
    ['choices are no paths', 'read/write, and/or, TCP/IP, 24/7, reset/compact/switch, print/json', []],
    ['addresses', 'See https://example.com/a?b=c#d. Also github.com/foo/bar', ['url https://example.com/a?b=c#d', 'url github.com/foo/bar']],
    [
      'names in program text',
      'const agentSession = session.setModel(model); console.log(foo.bar); MAX_LEN = 200; runAll()',
      ['identifier agentSession', 'identifier setModel', 'identifier MAX_LEN', 'number 200', 'identifier runAll'],
    ],
    ['a call of a plain word', '`abort()` and abort', ['identifier abort']],
    ['products are no identifiers', 'JavaScript and TypeScript on GitHub with Node.js; OpenAI; iPhone', []],
    [
      'hashes, ids, tickets, models',
      'commit 3f2a9bc, 0db2eb3b-5ed8-4b70-88c6-a3f7104eb251, INC-2291, #W2378156, gpt-4o-mini',
      [
        'identifier 3f2a9bc',
        'identifier 0db2eb3b-5ed8-4b70-88c6-a3f7104eb251',
        'identifier INC-2291',
        'identifier #W2378156',
        'identifier gpt-4o-mini',
      ],
    ],
    [
      'numbers with their unit; small ones and ordinals are none',
      'It took 1,234.5 ms, 20s, 3rd, 42, $12.50, -5%, v1.2.3, 0.8.0, 2026-05-12 10:05',
      ['number 1,234.5', 'number 20s', 'number $12.50', 'number -5%', 'number v1.2.3', 'number 0.8.0', 'number 2026-05-12', 'number 10:05'],
    ],
    [
      'Chinese around them',
      '修改了src/engine/facts.ts文件，调用 findFacts() 返回 1,280 个；邮箱 mia@example.com。',
      ['path src/engine/facts.ts', 'identifier findFacts', 'number 1,280', 'identifier mia@example.com'],
    ],
    ['Chinese in them', '数据在 data/5月销售.csv 里', ['path data/5月销售.csv']],
    ['parts of a word', 'tests/test_a.py::test_foo; window=128000; port:http', ['path tests/test_a.py', 'identifier test_foo', 'number 128000']],
    [
      'JSON',
      String.raw`{"path":"src/a.ts","content":"\nsrc/b.ts\tlastLine","n":1200}`,
      ['path src/a.ts', 'path src/b.ts', 'identifier lastLine', 'number 1200'],
    ],
    [
      'Markdown marks',
      '**AgentSession** (`core/agent-session.ts`), _disconnectFromAgent()',
      ['identifier AgentSession', 'path core/agent-session.ts', 'identifier _disconnectFromAgent'],
    ],
    [
      'an error in a log',
      '12:00:01 INFO up\n  2026-01-02 ERROR [db] timeout of pool',
      ['number 12:00:01', 'error 2026-01-02 ERROR [db] timeout of pool', 'number 2026-01-02'],
    ],
  ])('%s', (_, text, expected) => {
    expect(facts(text)).toEqual(expected);
  });

  test('offsets point at the text, in order', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'src/a.ts',
            ' ',
            '\n',
            '，',
            'fooBar',
            '()',
            'Error: x',
            '1,280',
            '"',
            'C:\\a\\b',
            '修改',
            '.',
            ':',
            '=',
            '@',
            '/',
            '😀',
            '#12',
            'v1.2',
          ),
          { maxLength: 40 },
        ),
        (words) => {
          const text = words.join('');
          let before = 0;
          for (const { start, end, text: found } of basicFacts(text)) {
            expect(text.slice(start, end)).toBe(found);
            expect(start).toBeGreaterThanOrEqual(before);
            before = start;
          }
        },
      ),
    );
  });

  test('a run without end is no word, and what follows it is found', () => {
    for (const unit of ['a/', '(', '1', '中', 'QUJDRGVm', '.', 'a.', 'aA', '\\', '1,234,']) {
      const text = `${unit.repeat(200_000 / unit.length)} src/a.ts`;
      expect(facts(text, 'path').at(-1)).toBe('path src/a.ts');
    }
  });
});

describe('lines that report a failure', () => {
  test.each([
    "src/a.ts(12,5): error TS2305: Module '\"x\"' has no exported member 'Y'.",
    'TypeError: x is not a function',
    'java.lang.IllegalStateException: closed',
    'Error [ERR_MODULE_NOT_FOUND]: Cannot find package',
    'E   AssertionError: assert 1 == 2',
    'FAILED tests/test_a.py::test_b - AssertionError',
    '✗ holds expire',
    'npm error Missing script: "x"',
    'bash: foo: command not found',
    'cat: a.txt: No such file or directory',
    '[2026-01-02] ERROR pool exhausted',
    '{"error": "order_not_found"}',
    'HTTP 404 Not Found',
    "thread 'main' panicked at src/main.rs:4",
    '错误：文件不存在',
  ])('%s', (line) => {
    expect(findErrorLines(`ok\n${line}\nok`).map(({ text, bare }) => [text, bare])).toEqual([[line, false]]);
  });

  test.each(['Process exited with code 1', 'Command exited with code 127', 'npm error code ELIFECYCLE', 'Traceback (most recent call last):'])(
    'only that it failed: %s',
    (line) => {
      expect(findErrorLines(line).map(({ bare }) => bare)).toEqual([true]);
    },
  );

  test.each([
    'error: string;',
    'isError: boolean;',
    'console.error(`Warning: x`);',
    '} catch (error: unknown) {',
    'throw new Error("No key");',
    '// error: see below',
    'console.log(JSON.stringify({ type: "error", error: error.message }));',
    'no errors were found',
    'Error handling is in core.',
    'exited with code 0',
  ])('none: %s', (line) => {
    expect(findErrorLines(line)).toEqual([]);
  });

  test('is cut, and its offsets point at what is shown', () => {
    const text = `a\n   TypeError: ${'x'.repeat(1000)}\nb`;
    const [found] = findErrorLines(text);
    expect(found!.text).toHaveLength(237);
    expect(text.slice(found!.start, found!.end)).toBe(found!.text);
  });
});

describe('program text', () => {
  test.each([
    'error: string;',
    'return null;',
    'export default async function foo() {',
    '"a": 1,',
    'console.log("this is a long message of words");',
    '}',
    'items.map((x) => x)',
    '// a comment',
    '<div class="x">',
    'if (a) b();',
    'const x = { a: 1 };',
  ])('is told: %s', (line) => {
    expect(isCodeLine(line)).toBe(true);
  });
  test.each([
    'We check this first, and it works;',
    'type checks pass for all packages (all green)',
    'Use `foo()` to start it',
    'must be x;',
    'npm install',
    '修改完成；',
    'Note: the price is final.',
    '',
  ])('is not: %s', (line) => {
    expect(isCodeLine(line)).toBe(false);
  });
});
