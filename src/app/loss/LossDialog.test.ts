import { describe, expect, it } from 'vitest';
import type { ListedLine } from '../../worker/loss-protocol.ts';
import { asText } from './Facts.tsx';
import { countsBy, holdsWords } from './LossDialog.tsx';

it('the arguments of a call are shown as text, and no other text is touched', () => {
  const part = { label: 'Bash', tokens: 1 };
  expect(asText({ ...part, kind: 'tool-call', text: String.raw`{"command":"cat <<EOF\na \"b\"\nEOF"}` })).toBe('{"command":"cat <<EOF\na "b"\nEOF"}');
  expect(asText({ ...part, kind: 'text', text: String.raw`a \n b` })).toBe(String.raw`a \n b`);
});

const plain = { fate: 'lost', marks: [], spots: [], use: null, messages: 0, cut: 0, beside: null } as const;
const lines: readonly ListedLine[] = [
  { ...plain, id: 'fact-retention 0', list: 'fact-retention', kind: 'path', text: '/home/dev/src/app.ts', use: 'needed' },
  {
    ...plain,
    id: 'fact-retention 1',
    list: 'fact-retention',
    kind: 'version',
    text: '6.0.3',
    fate: 'recoverable',
    use: 'once',
    beside: { what: 'pointer', value: 'package.json' },
  },
  { ...plain, id: 'fact-retention 2', list: 'fact-retention', kind: 'identifier', text: 'holdId', use: 'again' },
  { ...plain, id: 'constraints 0', list: 'constraints', kind: 'system', text: 'Never push to main.', fate: 'degraded' },
];

describe('lines of the loss view', () => {
  const texts = (words: string): string[] => lines.filter((line) => holdsWords(line, words)).map(({ text }) => text);

  it('are found by words, whatever their case and order, also by those of what leads back', () => {
    expect(texts('DEV app')).toEqual(['/home/dev/src/app.ts']);
    expect(texts('app DEV')).toEqual(['/home/dev/src/app.ts']);
    expect(texts('package')).toEqual(['6.0.3']);
    expect(texts('3 package')).toEqual(['6.0.3']);
    expect(texts('package dev')).toEqual([]);
    expect(texts(' main ')).toEqual(['Never push to main.']);
  });

  it('are counted by what they can be filtered by', () => {
    const facts = lines.filter(({ list }) => list === 'fact-retention');
    expect([...countsBy(facts, ({ kind }) => kind)]).toEqual([
      ['path', 1],
      ['version', 1],
      ['identifier', 1],
    ]);
    expect(Object.fromEntries(countsBy(facts, ({ use }) => use))).toEqual({ needed: 1, once: 1, again: 1 });
  });
});
