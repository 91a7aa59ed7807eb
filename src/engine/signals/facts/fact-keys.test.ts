import { describe, expect, test } from 'vitest';
import type { FactKind } from '../contract.ts';
import { factKey, recallKey } from './fact-names.ts';

const identities = (kind: FactKind, texts: readonly string[]): number => new Set(texts.map((text) => factKey({ kind, text }))).size;

describe('the same fact', () => {
  test.each<[FactKind, readonly string[]]>([
    ['path', ['/work/app/src/http/range.ts', './range.ts', 'src/http/Range.ts', 'C:\\app\\range.ts', 'C:\\\\app\\\\range.ts']],
    ['path', ['/app/src/http/index.ts', 'http/index.ts']],
    ['path', ['dist', 'dist/', './dist/**']],
    ['url', ['https://Example.com/a/', 'http://www.example.com/a', 'example.com/a.']],
    ['url', ['git@github.com:acme/portal.git', 'https://github.com/acme/portal']],
    ['number', ['1,280', '1280', 'max_tokens: 1280', '1,280 tokens']],
    ['number', ['30 s', '30s', '30 seconds', 'timeout=30s']],
    ['number', ['timeout=30', '"timeout": 30', '--timeout 30', 'http.timeout: 30.0']],
    ['number', ['20,000 个键', '20000 个']],
    ['version', ['v1.2.3', '1.2.3']],
    ['hash', ['3f2a9bc', '3f2a9bc04d7e1188aa0b']],
    ['command', ['npm  test -- --run', 'npm test -- --run 2>&1 | tail -20']],
    ['command', ['docker run \\\n  -p 80:80 web', 'docker run -p 80:80 web', 'docker run \\\\\\n -p 80:80 web']],
    ['command', ['git commit -m "x y"', 'git commit -m \\"x y\\"']],
    [
      'error',
      ['2026-02-11T08:20:15.003Z TypeError: x is   not a function.', 'TypeError: x is not a function', '✗ typeerror: x is not a function 12ms'],
    ],
    ['exit-code', ['exited with code 1', 'exit_code":1', '退出码：1']],
    ['decision', ['We chose **A** over B.', 'we chose A  over B']],
  ])('%s %j', (kind, texts) => {
    expect(identities(kind, texts)).toBe(1);
  });
});

describe('different facts', () => {
  test.each<[FactKind, readonly string[]]>([
    ['path', ['http/index.ts', 'auth/index.ts', 'index.ts']],
    ['number', ['timeout=30', 'retries=30', '30 s', '30 min']],
    ['identifier', ['userId', 'userid']],
    ['hash', ['0db2eb3b-5ed8-4b70-88c6-a3f7104eb251', '0db2eb3b-5ed8-4b70-88c6-a3f7104eb252']],
    ['exit-code', ['exited with code 1', 'exited with code 2']],
  ])('%s %j', (kind, texts) => {
    expect(identities(kind, texts)).toBe(texts.length);
  });
});

describe('what counts for recall', () => {
  test.each<[FactKind, string]>([
    ['path', 'src/http/range.ts'],
    ['url', 'https://acme.dev/a'],
    ['identifier', 'clampEnd'],
    ['ticket', 'AUTH-311'],
    ['command', 'npx vitest run tests/http'],
    ['number', 'port: 9317'],
  ])('%s %s', (kind, text) => {
    expect(recallKey({ kind, text }, 'text')).not.toBeNull();
  });

  test.each<[FactKind, string]>([
    ['path', 'package.json'],
    ['path', 'packages/agent/src/'],
    ['path', 'core/*.ts'],
    ['url', 'http://localhost:3000'],
    ['identifier', 'addEventListener'],
    ['identifier', '#e0e0e0'],
    ['command', 'npm test'],
    ['command', 'grep -rn foo src'],
    ['command', 'git status --short src'],
    ['number', '2026'],
    ['number', '2026-02-11'],
    ['number', '12'],
    ['number', '99.5%'],
    ['number', 'offset: 1234'],
    ['number', '404'],
    ['hash', '3f2a9bc'],
    ['version', '1.2.3'],
    ['error', 'TypeError: x'],
    ['exit-code', 'exit code 1'],
    ['decision', 'We chose A.'],
  ])('not %s %s', (kind, text) => {
    expect(recallKey({ kind, text }, 'text')).toBeNull();
  });

  test('a number in arguments is no use of it, and has the same key with any unit', () => {
    expect(recallKey({ kind: 'number', text: '"port":9317' }, 'arguments')).toBeNull();
    expect(recallKey({ kind: 'number', text: '9,317 ms' }, 'result')).toBe(recallKey({ kind: 'number', text: 'port: 9317' }, 'text'));
  });
});
