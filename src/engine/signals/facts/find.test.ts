import { fc, test as prop } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import type { FactKind } from '../contract.ts';
import { findFacts } from './find.ts';
import { FACT_PLACES, type FactPlace } from './fact-names.ts';

/** Texts of the facts of one kind, in order. */
const of = (kind: FactKind, text: string, place: FactPlace = 'text'): string[] =>
  findFacts(text, place)
    .filter((fact) => fact.kind === kind)
    .map((fact) => fact.text);

describe('numbers', () => {
  test.each<[string, readonly string[]]>([
    ['timeout=30, port: 8080, "total": 12.5', ['timeout=30', 'port: 8080', '"total": 12.5']],
    ['1.2 GB, 85%, 30s, $12.50, 1,280 tokens, 18 million rows', ['1.2 GB', '85%', '30s', '$12.50', '1,280 tokens', '18 million rows']],
    ['共 20,000 个键，耗时 850 毫秒，命中率 92%', ['20,000 个键', '850 毫秒', '92%']],
    ['2026-05-12, 17:30, 31/12/2025, May 20, line 142', ['2026-05-12', '17:30', '31/12/2025', 'May 20', 'line 142']],
    ['with --limit 350 and -n 5', ['--limit 350']],
    // Small, a year, a parameter of a shell, a colour of a terminal, an ordinal, a part of a name or of a path.
    ['5 of 12 in 2021, $1, \u001b[31m, 3rd, utf8, src/12/x.ts, v8-canary-1234', []],
    // The number of a line, in a listing and behind a file; the time of a line of a log; a switch.
    ['  1234→const a\n1234: const b\nat a.ts:1234:56\n[10:22:05] up\ndebug=0', []],
    // What a cut of ours says of itself.
    ['[… 1,234 of 5,678 tokens cut …] and [… 999 tokens cut …]', []],
    // A value that goes on is not the number.
    ['"address": "975 Sunset Drive"', ['975']],
  ])('%s', (text, expected) => {
    expect(of('number', text)).toEqual(expected);
  });

  test('addresses of machines and telephones are names', () => {
    expect(of('identifier', 'bind 10.2.0.15:6379, call +1 206-555-0147')).toEqual(['10.2.0.15:6379', '+1 206-555-0147']);
  });
});

describe('versions, hashes, tickets', () => {
  test.each<[FactKind, string, readonly string[]]>([
    ['version', 'v1.2.3, 0.8.0-rc.1, lodash@4.17.20, actions/checkout@v4, Postgres 16.3', ['v1.2.3', '0.8.0-rc.1', '4.17.20', 'v4', '16.3']],
    ['hash', 'commit 3f2a9bc, 3b18e51..f9a4c07, sha256:4be1c9a07d52ff31', ['3f2a9bc', '3b18e51', 'f9a4c07', '4be1c9a07d52ff31']],
    ['hash', 'id 0db2eb3b-5ed8-4b70-88c6-a3f7104eb251', ['0db2eb3b-5ed8-4b70-88c6-a3f7104eb251']],
    ['ticket', 'AUTH-311, #482, CVE-2021-23337, TS2305, order #W2378156', ['AUTH-311', '#482', 'CVE-2021-23337', 'TS2305', '#W2378156']],
    ['ticket', 'UTF-8, SHA256, ES2022, color: #888; fill="#555"', []],
  ])('%s: %s', (kind, text, expected) => {
    expect(of(kind, text)).toEqual(expected);
  });
});

describe('names', () => {
  test('of code, of packages, of three words; not what a tool calls its arguments', () => {
    expect(of('identifier', 'x).toBe(1); OOMKilled, @acme/media-server, last-writer-wins, up-to-date, read-only')).toEqual([
      'toBe',
      'OOMKilled',
      '@acme/media-server',
      'last-writer-wins',
    ]);
    expect(of('identifier', '{"file_path":"a","content":"{\\"maxRetries\\": 5}"}', 'arguments')).toEqual(['maxRetries']);
    expect(of('identifier', '{"order_id":"x"}', 'result')).toEqual(['order_id']);
  });

  test('an escape does not glue', () => {
    expect(findFacts('"a\\nsrc/b.ts\\tlastLine\\u4e2dfooBar\\\\nbazQux"').map(({ text }) => text)).toEqual([
      'src/b.ts',
      'lastLine',
      'fooBar',
      'bazQux',
    ]);
  });
});

describe('exit codes', () => {
  test.each([
    ['Command exited with code 1', 'exited with code 1'],
    ['"exit_code":0', 'exit_code":0'],
    ['退出码：2', '退出码：2'],
    ['Process finished with exit code 137.', 'exit code 137'],
  ])('%s', (text, expected) => {
    expect(of('exit-code', text)).toEqual([expected]);
  });
  test('a shell script that leaves is none', () => {
    expect(of('exit-code', 'test -f a || exit 1')).toEqual([]);
  });
});

describe('commands', () => {
  test.each<[string, string, readonly string[], FactPlace]>([
    ['behind a prompt', '$ cd x\n$ npm ci && npm test 2>&1 | tail -5\nok 3 tests', ['npm ci', 'npm test 2>&1 | tail -5'], 'result'],
    [
      'in a fence',
      '```bash\n# install\npip install -e .\ndocker run \\\n  -p 80:80 web\n```',
      ['pip install -e .', 'docker run \\\n  -p 80:80 web'],
      'text',
    ],
    ['between backticks', 'run `npx vitest run a.test.ts`, not `foo bar` or `const x = 1`', ['npx vitest run a.test.ts'], 'text'],
    ['of a pipeline', '      - run: npm ci --ignore-scripts', ['npm ci --ignore-scripts'], 'result'],
    ['in arguments', '{"command":"cd a && git commit -m \\"x; y\\"\\nmake all"}', ['git commit -m \\"x; y\\"', 'make all'], 'arguments'],
    ['in arguments, as a list', '{"cmd":["bash","-lc","rg -n foo src"]}', ['rg -n foo src'], 'arguments'],
    ['an editor that calls its operation a command', '{"command":"str_replace","path":"a"}', [], 'arguments'],
    ['what is written into a file is data', '{"command":"cat > a.txt <<EOF\\nnpm test now\\nEOF"}', ['cat > a.txt'], 'arguments'],
    ['between tags', '<execute_bash>\npytest -q tests\n</execute_bash>', ['pytest -q tests'], 'text'],
    ['program text', 'You can make this work.\n```ts\nnpm test x\n```\n```\nnpm test y\n```', ['npm test y'], 'text'],
  ])('%s', (_, text, expected, place) => {
    expect(of('command', text, place)).toEqual(expected);
  });
});

describe('decisions', () => {
  test.each([
    'We decided to use logical replication, since a freeze is not acceptable.',
    "Let's use `pglogical` instead of the built-in publication.",
    "I'll go with a cap of 1 MiB.",
    'I chose gradient boosting over logistic regression.',
    'Use tabs instead of spaces.',
    '我们决定用分段 LRU 代替全量扫描。',
    '选择 WorkManager 而不是 AlarmManager，因为后台限制更少。',
    '日志上报采用批量发送，每批 200 条。',
  ])('%s', (sentence) => {
    expect(of('decision', `This is new.\n- ${sentence}\nIt goes on.`)).toEqual([sentence]);
  });

  test('begins behind the sentence before it', () => {
    expect(of('decision', 'It is ready. Use tabs instead of spaces. So it is.')).toEqual(['Use tabs instead of spaces.']);
  });

  test.each([
    "I'll use grep to look for it.",
    'Should we use Redis instead of memory?',
    'It has not been decided yet.',
    'The value is used rather than ignored.',
    '是否采用批量发送？',
    '结果取决于网络。',
    '请选择文件',
  ])('none: %s', (sentence) => {
    expect(of('decision', sentence)).toEqual([]);
  });
});

describe('errors', () => {
  test('of a text of several escaped lines, and of a Chinese sentence', () => {
    expect(of('error', '{"body":"wait\\nTypeError: x is undefined\\nend"}')).toEqual(['TypeError: x is undefined']);
    expect(of('error', '一切正常。昨天报错：连接被拒绝。今天好了。')).toEqual(['昨天报错：连接被拒绝。']);
  });
  test('what only says that something failed is an exit code', () => {
    expect(of('error', 'Command exited with code 1')).toEqual([]);
  });
});

const PIECES = [
  'src/a.ts', ' ', '\n', '，', 'fooBar', '()', 'Error: x', '1,280', '"', 'C:\\a\\b', '修改', '.', ':', '=', '@', '/', '😀', '#12', 'v1.2', '`', '```\n',
  '$ npm test', '"command":"', '\\n', '\\"', 'exit code 1', 'we decided to go', "let's use x", '决定', '采用', '30 ms', '--n 5', '<bash>', '</bash>', '{', '[',
  '2026-01-02', '10.0.0.1', '-', 'a-b-c', '\ud800', '\u0000', '选择', '代替', '<<EOF', '&&', ';', 'https://x.dev/a',
]; // biome-ignore format: short pieces, many to a line

const texts = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4 })), { maxLength: 60 }).map((words) => words.join(''));

describe('any text', () => {
  prop.prop([texts, fc.constantFrom(...FACT_PLACES)])('offsets point at the text, in order; the same again', (text, place) => {
    const found = findFacts(text, place);
    let before = 0;
    for (const { start, end, text: shown } of found) {
      expect(text.slice(start, end)).toBe(shown);
      expect(shown).not.toBe('');
      expect(start).toBeGreaterThanOrEqual(before);
      before = start;
    }
    expect(findFacts(text, place)).toEqual(found);
  });

  prop.prop([texts, texts])('two texts with an empty line between them have the facts of both', (a, b) => {
    // What opens in one text and closes in the other (fences, quotes, tags) may hide or show a command.
    const words = (text: string): string[] =>
      findFacts(text)
        .filter(({ kind }) => kind !== 'command')
        .map(({ kind, text: shown }) => `${kind} ${shown}`)
        .sort();
    expect(words(`${a}\n\n${b}`)).toEqual([...words(a), ...words(b)].sort());
  });

  test.each([
    'a',
    '1',
    '中',
    '\\',
    '"',
    '`',
    '$ ',
    '"command":"',
    '"cmd":["',
    '<bash>',
    '```',
    '1,234,',
    'aA',
    '://',
    'key=',
    '/',
    '-',
    '.',
    '决定',
    'error',
  ])('a run of %j without end is read through, and what follows it is found', (unit) => {
    const text = `${unit.repeat(120_000 / unit.length)}\n\nsrc/a.ts`;
    expect(findFacts(text, 'result').at(-1)?.text).toBe('src/a.ts');
  });
});
