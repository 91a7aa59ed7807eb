import { describe, expect, it } from 'vitest';
import type { LossView } from '../../worker/loss-protocol.ts';
import { countsBy, filterLines, groupCounts, type LineFilter, linesOf } from './lines.ts';

const place = (message: number) => ({ message, part: 0, piece: 0, start: 0, end: 1 });
const view: LossView = {
  list: {
    facts: [
      { kind: 'path', text: '/home/dev/src/app.ts', fate: 'lost', first: place(1), last: place(8), messages: 3, pointer: null },
      {
        kind: 'version',
        text: '6.0.3',
        fate: 'recoverable',
        first: place(4),
        last: place(4),
        messages: 1,
        pointer: { kind: 'path', text: 'package.json' },
      },
      { kind: 'identifier', text: 'holdId', fate: 'lost', first: place(2), last: place(5), messages: 2, pointer: null },
    ],
    constraints: [{ text: 'Never push to main.', fate: 'degraded', place: place(0), group: 'system' }],
    artifacts: [{ path: 'src/app.ts', operation: 'modified', told: 'read', place: place(7) }],
    openWork: [{ text: '- [ ] write tests', fate: 'lost', place: place(9), group: 'todo' }],
    errorFixPairs: [{ error: 'TypeError: x', fix: 'src/x.ts', errorStands: true, fixStands: false, errorPlace: place(3), fixPlace: place(6) }],
  },
  misses: [{ fact: '/home/dev/src/app.ts', kind: 'path', cut: 2, seenAt: 1, neededAt: 6, reFetchable: false }],
  needs: Int32Array.from([0, -1, -1]),
};
const all: LineFilter = { group: 'facts', kind: null, fate: null, use: null, text: '' };

describe('lines of the loss view', () => {
  const lines = linesOf(view);
  const texts = (filter: Partial<LineFilter>): string[] => filterLines(lines, { ...all, ...filter }).map(({ text }) => text);

  it('are one for each loss, counted by group', () => {
    expect(groupCounts(lines)).toEqual({ facts: 3, needed: 1, constraints: 1, artifacts: 1, 'open-work': 1, pairs: 1 });
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  });

  it('lead to what said a fact last before it was needed, and to what needed it', () => {
    const [path, version] = lines;
    expect(path).toMatchObject({
      use: 'needed',
      spots: [
        { role: 'said', message: 1 },
        { role: 'needed', message: 6 },
      ],
      marks: ['/home/dev/src/app.ts', 'app.ts'],
    });
    expect(version).toMatchObject({ use: 'once', spots: [{ role: 'said', message: 4 }], beside: { key: 'pointer', value: 'package.json' } });
    expect(lines.find(({ group }) => group === 'needed')).toMatchObject({ cut: 3, fate: 'lost' });
    expect(lines.find(({ group }) => group === 'pairs')).toMatchObject({
      kind: 'fix-gone',
      fate: 'degraded',
      spots: [
        { role: 'error', message: 3 },
        { role: 'fix', message: 6 },
      ],
    });
    expect(lines.find(({ group }) => group === 'artifacts')).toMatchObject({
      kind: 'modified',
      fate: 'degraded',
      beside: { key: 'told', value: 'read' },
    });
  });

  it('are filtered by group, kind, fate, later use and words, of what leads back too', () => {
    expect(texts({})).toEqual(['/home/dev/src/app.ts', '6.0.3', 'holdId']);
    expect(texts({ kind: 'path' })).toEqual(['/home/dev/src/app.ts']);
    expect(texts({ fate: 'recoverable' })).toEqual(['6.0.3']);
    expect(texts({ use: 'again' })).toEqual(['holdId']);
    expect(texts({ text: 'DEV app' })).toEqual(['/home/dev/src/app.ts']);
    expect(texts({ text: 'package' })).toEqual(['6.0.3']);
    expect(texts({ group: 'constraints', kind: 'user' })).toEqual([]);
  });

  it('are counted by what they can be filtered by', () => {
    const facts = lines.filter(({ group }) => group === 'facts');
    expect([...countsBy(facts, ({ kind }) => kind)]).toEqual([
      ['path', 1],
      ['version', 1],
      ['identifier', 1],
    ]);
    expect(Object.fromEntries(countsBy(facts, ({ use }) => use))).toEqual({ needed: 1, once: 1, again: 1 });
  });
});
