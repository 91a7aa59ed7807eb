import { describe, expect, test } from 'vitest';
import { talk, type TalkMessage } from '../testing/talks.ts';
import type { Probe } from './contract.ts';
import { answersIn, isThere, NOT_THERE, probesOf, verdictOf } from './ask-plan.ts';

const END: readonly TalkMessage[] = [{ user: 'Thank you.' }, { says: 'Shall I go on?' }];
const asked = (lines: readonly TalkMessage[], count = 12): readonly Probe[] => {
  const prepared = talk([{ system: 'You are an agent.' }, ...lines, ...END]);
  return probesOf(prepared, Int32Array.from(prepared.messages.keys()), count, 1);
};

describe('questions', () => {
  test('a sentence with its value left out, and where it stands', () => {
    const [probe, ...rest] = asked([{ user: 'The retries of the upload queue are limited to 48,113 for each customer.' }]);
    expect(rest).toEqual([]);
    expect(probe).toMatchObject({ kind: 'value', answer: '48,113', message: 1 });
    expect(probe!.question).toContain('upload queue are limited to _____ for each');
    expect(probe!.question).not.toContain('48');
  });

  test('a decision and a file', () => {
    const kinds = asked([
      { says: 'We decided to use Valkey 8.2.1 instead of memory for the sessions of the shop.' },
      { user: 'The rules for discounts are written down in docs/prices/discounts.md for everybody.' },
    ]).map(({ kind, answer }) => [kind, answer]);
    expect(kinds).toEqual([
      ['decision', '8.2.1'],
      ['file', 'docs/prices/discounts.md'],
    ]);
  });

  test('what the user forbids', () => {
    const [probe] = asked([{ user: 'You must never touch the schema of the invoices.' }]);
    expect(probe).toMatchObject({ kind: 'rule', answer: 'You must never touch the schema of the invoices.' });
    expect(verdictOf(probe!, 'never touch the schema of the invoices')).toBe('right');
    // The opposite has the same words.
    expect(verdictOf(probe!, 'You must touch the schema of the invoices.')).toBe('wrong');
  });

  test('what failed, and the file that repaired it', () => {
    const probes = asked([
      { call: 'c1', name: 'Bash', args: '{"command":"npm test"}' },
      { result: 'c1', shows: 'TypeError: backoff is not a function\nexit code 1' },
      { call: 'c2', name: 'Edit', args: '{"file_path":"src/worker.ts","old_string":"backof","new_string":"backoff"}' },
      { result: 'c2', shows: 'File edited.' },
      { call: 'c3', name: 'Bash', args: '{"command":"npm test"}' },
      { result: 'c3', shows: '12 tests passed' },
    ]);
    expect(probes).toMatchObject([{ kind: 'repair', answer: 'src/worker.ts', message: 3 }]);
    expect(probes[0]!.question).toContain('TypeError: backoff is not a function');
  });

  test('what is still open: any open item will do', () => {
    const [probe] = asked([{ says: 'The plan:\n- [x] read the importer\n- [ ] write the exporter of orders\n- [ ] delete the old queue' }]);
    expect(probe).toMatchObject({ kind: 'open' });
    expect(verdictOf(probe!, 'delete the old queue')).toBe('right');
    expect(verdictOf(probe!, 'read the importer')).toBe('wrong');
  });

  test('no question answers another, none has a secret, and there are no more than asked for', () => {
    const same = 'The retries of the upload queue are limited to 48,113 for each customer.';
    expect(asked([{ user: same }, { user: 'Remember that the number 48,113 stands in src/limits/upload.ts for now.' }])).toHaveLength(1);
    expect(asked([{ user: 'The token of the robot account is ghp_abcdefghijklmnopqrstuvwxyz0123456789 for now.' }])).toEqual([]);
    const many = Array.from({ length: 20 }, (_, i) => ({
      user: `The limit of the queue number ${'abcdefghijklmnopqrstuvwxyz'[i]} is set to ${70_000 + 137 * i} items.`,
    }));
    expect(asked(many, 5)).toHaveLength(5);
  });
});

describe('answers', () => {
  const value: Probe = { kind: 'value', question: 'Which?', expected: { value: '48,113', path: false }, answer: '48,113', message: 0 };
  const file: Probe = { kind: 'file', question: 'Which?', expected: { value: 'src/parts/a.ts', path: true }, answer: 'src/parts/a.ts', message: 0 };
  test.each([
    [value, '48,113', 'right'],
    [value, 'It is `48,113` bytes.', 'right'],
    [value, '148,113', 'wrong'],
    [value, '48,1130', 'wrong'],
    [value, NOT_THERE, 'absent'],
    [value, 'That is not stated in the context.', 'absent'],
    [value, '  ', 'none'],
    [value, `${'many words '.repeat(40)}48,113`, 'wrong'],
    [file, 'parts/a.ts', 'right'],
    [file, '/home/me/src/parts/a.ts', 'right'],
    [file, 'a.ts', 'wrong'],
    [file, 'src/parts/a.tsx', 'wrong'],
  ] as const)('%#: %s', (probe, answer, verdict) => {
    expect(verdictOf(probe, answer)).toBe(verdict);
  });

  test('lines by number; what follows a number belongs to it', () => {
    expect(answersIn('Here you are:\n1. one\n**3.** three\nand more\n2) two\n9. nine', 3)).toEqual(['one', 'two 9. nine', 'three and more']);
    expect(answersIn('I cannot.', 2)).toEqual(['', '']);
  });

  test('a statement is there where one line has most of its words', () => {
    const rule: Probe = { kind: 'rule', question: '', expected: { words: ['Never touch the schema of the invoices'] }, answer: '', message: 0 };
    expect(isThere(rule, 'a\nuser: never touch schema, invoices included\nb')).toBe(true);
    expect(isThere(rule, 'schema\ninvoices\ntouch')).toBe(false);
    expect(isThere(value, 'limit=48,113;')).toBe(true);
  });
});
