/** What a browser kept of a set, damaged. */
import { expect, test, vi } from 'vitest';
import type { ResultLine } from '../../engine/sets/contract.ts';
import { Results } from './results.ts';

const good: ResultLine = {
  kind: 'result',
  engine: 'e',
  settings: 'a',
  row: 'r',
  strategy: 'r',
  outcome: 'compacted',
  tokensAfter: 5,
  note: '',
  session: 'x#0',
  file: 'f',
  conversation: 0,
  parent: null,
  title: '',
  format: 'text',
  agent: null,
  model: null,
  date: null,
  messages: 2,
  requests: 1,
  tokens: 9,
  exact: true,
  compactions: 0,
  problems: 0,
  task: 'code',
};

let stored: unknown;
vi.mock('../browser-store.ts', () => ({ browserStore: () => () => Promise.resolve(stored) }));

test('a damaged record is put aside and counted; the others stay', async () => {
  const results = new Results();
  stored = { at: 1, lines: { a: good, b: { ...good, tokens: 'x' }, c: 5, d: null } };
  expect(await results.of('one')).toEqual({ a: good });
  for (const [session, value] of Object.entries({ two: { at: 1, lines: 5 }, three: 'x', four: null, five: { at: 1, lines: {} } })) {
    stored = value;
    expect(await results.of(session)).toEqual({});
  }
  expect([results.aside(['one', 'two']), results.aside(['five', 'six'])]).toEqual([3, 0]);
});
