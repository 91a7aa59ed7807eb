import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DROP, EDIT, KEEP, SUMMARIZE } from '../../engine/strategies/contract.ts';
import {
  buildItems,
  differenceStops,
  itemOf,
  type Item,
  nextStop,
  type Pin,
  shortenEqual,
  shortenRemoved,
  summaryOf,
  summarySpans,
} from './model.ts';

const prefixOf = (n: number): Float64Array => Float64Array.from({ length: n + 1 }, (_, i) => i * 10);
const pin = (fates: readonly number[], insertionsBefore: readonly number[] = []): Pin => ({
  key: 'a',
  fates: Uint8Array.from(fates),
  insertionsBefore,
});
const plain = { onlyDifferences: false, opened: new Set<number>(), forced: () => false };
const indexes = (items: readonly Item[]): number[] =>
  items.flatMap((i) =>
    i.kind === 'fold'
      ? Array.from({ length: i.last - i.first + 1 }, (_, k) => i.first + k)
      : i.lines.flatMap((l) => (l.kind === 'message' ? [l.index] : [])),
  );

describe('buildItems', () => {
  it('shows every message when nothing is pinned', () => {
    const items = buildItems(20, [], { ...plain, prefix: prefixOf(20) });
    expect(items.map((i) => i.kind)).toEqual(['group', 'group', 'group']);
    expect(indexes(items)).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  it('folds four or more messages dropped by all, with their tokens', () => {
    const items = buildItems(6, [pin([KEEP, DROP, DROP, DROP, DROP, KEEP])], { ...plain, prefix: prefixOf(6) });
    expect(items[1]).toEqual({ kind: 'fold', why: 'dropped', first: 1, last: 4, tokens: 40 });
    const three = buildItems(5, [pin([KEEP, DROP, DROP, DROP, KEEP])], { ...plain, prefix: prefixOf(5) });
    expect(three.every((i) => i.kind === 'group')).toBe(true);
  });

  it('does not fold what one pinned strategy keeps, what was opened, or what must be seen', () => {
    const fates = [DROP, DROP, DROP, DROP, DROP];
    const both = buildItems(5, [pin(fates), pin([DROP, DROP, KEEP, DROP, DROP])], { ...plain, prefix: prefixOf(5) });
    expect(both.some((i) => i.kind === 'fold')).toBe(false);
    const opened = buildItems(5, [pin(fates)], { ...plain, opened: new Set([0]), prefix: prefixOf(5) });
    expect(opened[0]?.kind).toBe('group');
    const forced = buildItems(5, [pin(fates)], { ...plain, forced: (i) => i === 2, prefix: prefixOf(5) });
    expect(forced.some((i) => i.kind === 'group' && i.first <= 2 && i.last >= 2)).toBe(true);
  });

  it('shows only differences when asked', () => {
    const items = buildItems(5, [pin([KEEP, KEEP, EDIT, KEEP, KEEP])], { ...plain, onlyDifferences: true, prefix: prefixOf(5) });
    expect(items.map((i) => (i.kind === 'fold' ? `${i.why} ${i.first}-${i.last}` : `group ${i.first}`))).toEqual(['kept 0-1', 'group 2', 'kept 3-4']);
  });

  it('shows insertions where they stand, also at the end', () => {
    const items = buildItems(3, [pin([SUMMARIZE, KEEP, KEEP], [0]), { ...pin([KEEP, KEEP, KEEP], [3]), key: 'b' }], {
      ...plain,
      prefix: prefixOf(3),
    });
    const lines = items.flatMap((i) => (i.kind === 'group' ? i.lines : []));
    expect(lines[0]).toEqual({ kind: 'insertion', before: 0 });
    expect(lines.at(-1)).toEqual({ kind: 'insertion', before: 3 });
  });

  it('never loses, repeats or reorders a message (property)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }).chain((n) =>
          fc.record({
            n: fc.constant(n),
            pins: fc.array(
              fc.record({
                fates: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: n, maxLength: n }),
                at: fc.array(fc.integer({ min: 0, max: n }), { maxLength: 3 }),
              }),
              { maxLength: 3 },
            ),
            onlyDifferences: fc.boolean(),
          }),
        ),
        ({ n, pins, onlyDifferences }) => {
          const items = buildItems(
            n,
            pins.map((p, k) => ({ ...pin(p.fates, p.at), key: String(k) })),
            { ...plain, onlyDifferences, prefix: prefixOf(n) },
          );
          expect(indexes(items)).toEqual(Array.from({ length: n }, (_, i) => i));
          for (let i = 0; i < n; i++) {
            const item = items[itemOf(items, i)]!;
            expect(item.first <= i && i <= item.last).toBe(true);
          }
          const insertions = new Set(pins.flatMap((p) => p.at));
          expect(items.flatMap((i) => (i.kind === 'group' ? i.lines.filter((l) => l.kind === 'insertion') : []))).toHaveLength(insertions.size);
        },
      ),
    );
  });
});

describe('differences', () => {
  it('stops once per run, and again where the fates change', () => {
    expect(differenceStops(7, [pin([KEEP, DROP, DROP, SUMMARIZE, KEEP, DROP, KEEP])])).toEqual([1, 3, 5]);
    expect(differenceStops(3, [])).toEqual([]);
  });
  it('finds the next and the previous stop', () => {
    expect(nextStop([1, 3, 5], 1, 1)).toBe(3);
    expect(nextStop([1, 3, 5], 5, 1)).toBeNull();
    expect(nextStop([1, 3, 5], 5, -1)).toBe(3);
    expect(nextStop([1, 3, 5], 1, -1)).toBeNull();
  });
});

describe('summarySpans', () => {
  it('joins neighbours that went into the same summary', () => {
    const lines = [0, 1, 2, 3, 4].map((index) => ({ kind: 'message', index }) as const);
    const ids = ['s1', 's1', null, 's1', 's2'];
    expect(summarySpans(lines, (i) => ids[i] ?? null)).toEqual([
      { line: 0, length: 2 },
      { line: 3, length: 1 },
      { line: 4, length: 1 },
    ]);
  });
  it('is cut by an insertion', () => {
    expect(
      summarySpans(
        [
          { kind: 'message', index: 0 },
          { kind: 'insertion', before: 1 },
          { kind: 'message', index: 1 },
        ],
        () => 's',
      ),
    ).toHaveLength(2);
  });
});

describe('shortenRemoved', () => {
  it('keeps short runs, and the first and last six words of long ones', () => {
    expect(shortenRemoved('one two three')).toBeNull();
    const words = Array.from({ length: 30 }, (_, i) => `w${i}`).join(' ');
    expect(shortenRemoved(words)).toEqual(['w0 w1 w2 w3 w4 w5', ' w24 w25 w26 w27 w28 w29']);
  });
  it('cuts text without spaces by characters, never inside a pair', () => {
    const cut = shortenRemoved('上下文😀'.repeat(60));
    expect(cut).not.toBeNull();
    expect(cut!.join('')).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/);
  });
});

describe('the summary that a message went into', () => {
  const summaries = [{ id: 'summary-1' }, { id: 'summary-2' }];
  it('is the one that the plan says, wherever it stands', () => {
    const into = Int16Array.from([-1, 1, 0, 1]);
    expect([1, 2, 3].map((i) => summaryOf({ into, summaries }, i))).toEqual(['summary-2', 'summary-1', 'summary-2']);
    expect(summaryOf({ into: null, summaries: summaries.slice(0, 1) }, 3)).toBe('summary-1');
    expect(summaryOf({ into: null, summaries: [] }, 3)).toBe('');
  });
});

describe('unchanged text of a closed message', () => {
  const words = Array.from({ length: 40 }, (_, i) => `w${i}`).join('\n');
  it('keeps what lies next to the changes', () => {
    expect(shortenEqual('a few\n words ', true, false)).toBe('a few words ');
    expect(shortenEqual(words, true, false)).toBe('w0 w1 w2 w3 w4 w5 w6 w7 w8 … w31 w32 w33 w34 w35 w36 w37 w38 w39');
    expect(shortenEqual(words, false, true)).toBe('w0 w1 w2 w3 w4 w5 w6 w7 w8 …');
  });
  it('is short for text without spaces too', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 3000 }), fc.boolean(), fc.boolean(), (text, first, last) => {
        expect(Array.from(shortenEqual(text, first, last)).length).toBeLessThanOrEqual(250);
      }),
    );
    expect(shortenEqual('字'.repeat(500), false, false)).toBe(`${'字'.repeat(100)} … ${'字'.repeat(100)}`);
  });
});
