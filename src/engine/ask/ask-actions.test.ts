import { describe, expect, test } from 'vitest';
import { agreementOf, Past } from './ask-actions.ts';
import type { Action, AskCall } from './contract.ts';
import type { Message } from '../transcript/types.ts';

const calling = (...calls: AskCall[]): Action => ({ calls, words: '' });
const saying = (words: string): Action => ({ calls: [], words });
const read = (path: string): AskCall => ({ name: 'read_file', input: { path } });
const edit = (path: string, text = 'x'): AskCall => ({ name: 'edit_file', input: { path, text } });

describe('agreement', () => {
  test.each([
    ['the same call', calling(read('src/a.ts')), calling(read('src/a.ts')), { tool: 1, args: 1, files: 1 }],
    [
      'written otherwise',
      calling(read('./src/a.ts ')),
      calling({ name: 'read_file', input: { path: 'src/a.ts', limit: null } }),
      { tool: 1, args: 1, files: 1 },
    ],
    [
      'a number as text',
      calling({ name: 'wait', input: { ms: 5 } }),
      calling({ name: 'wait', input: { ms: '5' } }),
      { tool: 1, args: 1, files: null },
    ],
    ['another tool', calling(read('src/a.ts')), calling(edit('src/a.ts')), { tool: 0, args: 0, files: 1 }],
    ['one call of two', calling(read('src/a.ts'), read('src/b.ts')), calling(read('src/b.ts')), { tool: 2 / 3, args: 2 / 3, files: 2 / 3 }],
    ['words against a call', saying('Done.'), calling(read('src/a.ts')), { tool: 0, args: 0, files: 0 }],
    ['the same words', saying('The queue is empty now.'), saying('The queue is empty now!'), { tool: 1, args: 1, files: null }],
    ['other words', saying('The queue is empty now.'), saying('Shall I delete your account?'), { tool: 1, args: 0, files: null }],
    ['nothing at all', saying(''), saying(' '), { tool: null, args: null, files: null }],
  ])('%s', (_, a, b, expected) => {
    expect(agreementOf(a, b)).toEqual(expected);
    expect(agreementOf(b, a)).toEqual(expected);
  });

  test('the best partners are paired, whatever their order', () => {
    expect(agreementOf(calling(read('src/a.ts'), read('src/b.ts')), calling(read('src/b.ts'), read('src/a.ts')))).toEqual({
      tool: 1,
      args: 1,
      files: 1,
    });
  });

  test('a change of folder before a command is no difference', () => {
    const bash = (command: string): Action => calling({ name: 'Bash', input: { command } });
    expect(agreementOf(bash('cd /app && npm  test'), bash('npm test')).args).toBe(1);
  });
});

describe('what was done before', () => {
  const made = (...calls: AskCall[]): Message => ({
    id: '',
    role: 'assistant',
    parts: calls.map(({ name, input }) => ({ type: 'tool-call', id: '', name, args: JSON.stringify(input) })),
  });

  test('reading a file again counts until it is changed', () => {
    const past = new Past([made(read('src/a.ts')), made(read('src/b.ts')), made(edit('src/b.ts'))]);
    expect([past.reReadIn(calling(read('src/a.ts'))), past.repeatedIn(calling(read('src/a.ts')))]).toEqual([1, 0]);
    // What it wrote itself it knows.
    expect(past.reReadIn(calling(read('./src/b.ts')))).toBe(1);
    expect(past.reReadIn(calling(read('src/c.ts'), edit('src/a.ts')))).toBe(0);
  });

  test('the same call is repeated work only while nothing was changed', () => {
    const check: AskCall = { name: 'Bash', input: { command: 'npm test' } };
    expect(new Past([made(check)]).repeatedIn(calling(check, check))).toBe(2);
    expect(new Past([made(check), made(edit('src/a.ts'))]).repeatedIn(calling(check))).toBe(0);
  });
});
