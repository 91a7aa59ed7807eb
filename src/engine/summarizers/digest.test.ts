import { describe, expect, test } from 'vitest';
import { lettersIn } from './digest.ts';

/** As the expressions count. */
function counted(text: string): { letters: number; han: number } {
  const of = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const letters = of(/\p{L}/gu);
  return { letters, han: of(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) < 0.1 * letters ? of(/\p{Script=Han}/gu) : 0 };
}

describe('letters of a text', () => {
  test('every character counts as it does for expressions', () => {
    const other: string[] = [];
    for (let point = 0; point < 0x30000; point++) {
      const text = `ab${String.fromCodePoint(point)}漢字cdefghijkl`;
      const [ours, theirs] = [lettersIn(text), counted(text)];
      if (ours.letters !== theirs.letters || ours.han !== theirs.han) other.push(point.toString(16));
    }
    expect(other).toEqual([]);
  });

  test('Japanese has kana, so its Chinese characters are none', () => {
    expect(lettersIn('検索を続ける')).toEqual({ letters: 6, han: 0 });
    expect(lettersIn('继续搜索 → done')).toEqual({ letters: 8, han: 4 });
  });

  test('half a surrogate pair is no letter', () => {
    expect(lettersIn('a\ud842\udfb7b')).toEqual({ letters: 3, han: 1 });
    expect(lettersIn('a\ud842b\udfb7')).toEqual({ letters: 2, han: 0 });
  });
});
