import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Merger } from './bpe.ts';
import { ByteBuffer, Vocabulary } from './token-split.ts';
import { runs } from '../testing/scale.ts';

/** Single bytes first, then these tokens by rank. */
const vocabularyOf = (tokens: readonly string[]): { ranks: readonly string[]; vocabulary: Vocabulary } => {
  const ranks = [...'abcde', ...new Set(tokens.filter((t) => t.length > 1))];
  return { ranks, vocabulary: new Vocabulary(ranks) };
};

/** The rule as it is written down: merge the leftmost pair of lowest rank until there is none. */
function plainMerge(text: string, ranks: readonly string[]): string[] {
  const parts = [...text];
  for (;;) {
    let best = -1;
    let low = Number.POSITIVE_INFINITY;
    for (let i = 0; i + 1 < parts.length; i++) {
      const rank = ranks.indexOf(parts[i]! + parts[i + 1]!);
      if (rank !== -1 && rank < low) [best, low] = [i, rank];
    }
    if (best === -1) return parts;
    parts.splice(best, 2, parts[best]! + parts[best + 1]!);
  }
}

function tokensOf(merger: Merger, text: string): string[] {
  const buffer = new ByteBuffer(text.length + 3);
  buffer.bytes.set(Buffer.from(text), 3);
  const count = merger.merge(buffer, 3, 3 + text.length);
  return Array.from({ length: count }, (_, i) => text.slice(merger.starts[i]!, merger.starts[i + 1]!));
}

const letters = (max: number): fc.Arbitrary<string> => fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 1, maxLength: max });
const tokens = fc.array(letters(6), { maxLength: 25 });

describe('Merger', () => {
  it('merges as the rule says, by scanning and by heap', () => {
    fc.assert(
      fc.property(tokens, letters(90), (list, text) => {
        const { ranks, vocabulary } = vocabularyOf(list);
        expect(tokensOf(new Merger(vocabulary), text)).toEqual(plainMerge(text, ranks));
      }),
      { numRuns: runs(1500) },
    );
  });

  it('gives the same tokens in blocks, also where seams do not hold or no token fits a block', () => {
    fc.assert(
      fc.property(tokens, letters(120), fc.integer({ min: 2, max: 40 }), fc.integer({ min: 0, max: 12 }), (list, text, block, margin) => {
        const { ranks, vocabulary } = vocabularyOf(list);
        expect(tokensOf(new Merger(vocabulary, block, margin), text)).toEqual(plainMerge(text, ranks));
      }),
      { numRuns: runs(1500) },
    );
  });

  it('a seam that does not hold is seen: "abc" is one token, and the block ends inside', () => {
    const { vocabulary } = vocabularyOf(['ab', 'abc']);
    expect(tokensOf(new Merger(vocabulary, 2, 0), 'abcab')).toEqual(['abc', 'ab']);
  });

  it('knows tokens that are not valid UTF-8, and keys longer than eight bytes', () => {
    const ranks = [[0xe4], [0xb8], [0xad], [0xb8, 0xad], 'abcdefghij', 'a', 'b', 'abcdefghijk'];
    const { map } = new Vocabulary(ranks);
    const buffer = new ByteBuffer(20);
    buffer.bytes.set([0xe4, 0xb8, 0xad, ...Buffer.from('abcdefghijkl')]);
    expect(map.get(buffer, 1, 3)).toBe(3);
    expect(map.get(buffer, 3, 13)).toBe(4);
    expect(map.get(buffer, 3, 14)).toBe(7);
    expect(map.get(buffer, 3, 15)).toBe(0x7fffffff);
  });
});
