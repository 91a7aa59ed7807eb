import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { piecesOf, wordsIn } from './FindBox.tsx';

describe('marked words', () => {
  it('are the first of the wanted that stands there: as it is, trimmed, its first line', () => {
    const parts = [{ text: 'see src/a.ts' }, { text: 'Error: no such file\n  at x' }];
    expect(wordsIn(parts, ['/work/src/a.ts', 'a.ts'])).toBe('a.ts');
    expect(wordsIn(parts, [' Error: no such file\nin another form'])).toBe('Error: no such file');
    expect(wordsIn(parts, ['nowhere', ''])).toBeNull();
  });

  it('are cut out of the text around them', () => {
    expect(piecesOf('a.ts and a.ts.', 'a.ts')).toEqual([
      { text: 'a.ts', marked: true },
      { text: ' and ', marked: false },
      { text: 'a.ts', marked: true },
      { text: '.', marked: false },
    ]);
  });

  test.prop([fc.string(), fc.string({ minLength: 1, maxLength: 3 })])('leave the text as it is', (text, words) => {
    expect(
      piecesOf(text, words)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
