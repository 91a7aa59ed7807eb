import { describe, expect, it } from 'vitest';
import type { ListedLine } from '../../worker/loss-protocol.ts';
import { countsBy, filterLines, type LineFilter } from './lines.ts';

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
const all: LineFilter = { list: 'fact-retention', kind: null, fate: null, use: null, text: '' };

describe('lines of the loss view', () => {
  const texts = (filter: Partial<LineFilter>): string[] => filterLines(lines, { ...all, ...filter }).map(({ text }) => text);

  it('are filtered by list, kind, fate, later use and words, of what leads back too', () => {
    expect(texts({})).toEqual(['/home/dev/src/app.ts', '6.0.3', 'holdId']);
    expect(texts({ kind: 'path' })).toEqual(['/home/dev/src/app.ts']);
    expect(texts({ fate: 'recoverable' })).toEqual(['6.0.3']);
    expect(texts({ use: 'again' })).toEqual(['holdId']);
    expect(texts({ text: 'DEV app' })).toEqual(['/home/dev/src/app.ts']);
    expect(texts({ text: 'package' })).toEqual(['6.0.3']);
    expect(texts({ list: 'constraints', kind: 'user' })).toEqual([]);
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
