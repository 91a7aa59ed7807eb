import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { firstHit, foundIn, nextHit } from './FindBox.tsx';

describe('a search', () => {
  it('begins at the hit it is at, else below what is in view, else above', () => {
    expect(firstHit([2, 5, 9], 5, 7)).toBe(5);
    expect(firstHit([2, 5, 9], null, 6)).toBe(9);
    expect(firstHit([2, 5, 9], 4, 10)).toBe(2);
    expect(firstHit([], null, 0)).toBeNull();
  });

  it('goes round at both ends', () => {
    expect(nextHit([2, 5, 9], 9, 1)).toBe(2);
    expect(nextHit([2, 5, 9], 2, -1)).toBe(9);
    expect(nextHit([2, 5, 9], 2, 1)).toBe(5);
    expect(nextHit([], null, 1)).toBeNull();
  });

  it('marks words in capitals or not, and signs as they are', () => {
    expect(foundIn('Read a.ts, not aXts or A.TS', 'a.ts')).toEqual([
      { text: 'Read ', marked: false },
      { text: 'a.ts', marked: true },
      { text: ', not aXts or ', marked: false },
      { text: 'A.TS', marked: true },
    ]);
  });

  test.prop([fc.string({ unit: 'grapheme' }), fc.string({ minLength: 1, maxLength: 3 })])('leaves the text as it is', (text, words) => {
    expect(
      foundIn(text, words)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
