import { expect, it } from 'vitest';
import { readArgs } from './args.ts';
import { nearest } from './cli-words.ts';
import { fileOf, run } from './testing/run.ts';

it.each([
  ['sumary', 'summary'],
  ['Summary', 'summary'],
  ['sum', null],
  ['su', null],
  ['midle-remval', 'middle-removal'],
  ['oldest', null],
  ['summry', 'summary'],
  ['smmryx', null],
])('%s → %s', (word, meant) => {
  expect(nearest(word, ['summary', 'middle-removal', 'oldest-removal'])).toBe(meant);
});

it('nothing is near to nothing', () => {
  expect(nearest('summary', [])).toBeNull();
});

const errorOf = (...args: string[]): string => {
  const read = readArgs(args);
  return read.ok ? '' : read.error;
};
const file = () => fileOf(JSON.stringify({ messages: [{ role: 'user', content: 'hello' }] }));

it.each([
  [['comapre', 'f'], 'Did you mean compare?'],
  [['compare', 'f', '--strategy', 'x'], 'Did you mean --strategies?'],
  [['compare', 'f', '--tokeniser', 'x'], 'Did you mean --tokenizer?'],
  [['compare', 'f', '--sort', 'token'], 'Did you mean tokens?'],
  [['compare', 'f', '--columns', 'name,tokns'], 'Did you mean tokens?'],
])('%j: %s', (args, meant) => {
  expect(errorOf(...args)).toContain(meant);
});

it('of an option that is like no other nothing is suggested', () => {
  expect(errorOf('compare', 'f', '--xyzzyxyzzy')).toBe('--xyzzyxyzzy: compare has no such option. --help lists them');
});

it.each([
  [['--strategies', 'sumary'], 'Did you mean summary?'],
  [['--strategies', 'product:codx'], 'Did you mean product:codex?'],
  [['--format', 'claude-cod'], 'Did you mean claude-code?'],
  [['--set', 'sumary.x=1'], 'Did you mean summary?'],
  [['--set', 'middle-removal.preserveStat=1'], 'Did you mean preserveStart?'],
])('compare %j: %s', async (args, meant) => {
  const { code, err } = await run('compare', file(), ...args);
  expect(code).toBe(2);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(err).toContain(meant);
});
