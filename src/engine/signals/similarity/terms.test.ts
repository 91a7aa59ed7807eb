import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TermReader } from './term-index.ts';

/** The terms of a text as they were where the reader met them first. */
function termsOf(text: string, limit = text.length): string[] {
  const reader = new TermReader();
  reader.read(text, limit);
  return Array.from(reader.terms.done(), (t) => reader.vocabulary.texts[t]!);
}

/** Are two texts the same to the reader? */
function same(a: string, b: string): boolean {
  const reader = new TermReader();
  reader.read(a, a.length);
  const first = [...reader.terms.done()];
  reader.clear();
  reader.read(b, b.length);
  return JSON.stringify(first) === JSON.stringify([...reader.terms.done()]);
}

describe('terms', () => {
  test('words without case and plural; stop words and single letters are none', () => {
    expect(termsOf('The Parser reads a token, b')).toEqual(['Parser', 'reads', 'token']);
    expect(same('Tests failed', 'test FAILED')).toBe(true);
    expect(same('class', 'clas')).toBe(false);
    expect(same('status', 'statu')).toBe(false);
    expect(same('Größe ÉTÉ Данные', 'größe été данные')).toBe(true);
  });

  test('identifiers give their words and themselves, however they are written', () => {
    expect(termsOf('parseDate')).toEqual(['parse', 'Date', 'parseDate']);
    expect(termsOf('HTTPServer')).toEqual(['HTTP', 'Server', 'HTTPServer']);
    expect(same('parseDate', 'parse_date')).toBe(true);
    expect(same('parseDate', 'PARSE_DATE')).toBe(true);
    expect(termsOf('src/date-utils.test.ts')).toEqual(['src', 'date', 'utils', 'test', 'ts']);
  });

  test('writing without spaces in pairs; a lone character as it is; pairs with a grammatical character are none', () => {
    expect(termsOf('数据库')).toEqual(['数据', '据库']);
    expect(termsOf('数据的库存')).toEqual(['数据', '库存']);
    expect(termsOf('用 Redis 存')).toEqual(['用', 'Redis', '存']);
    expect(termsOf('데이터')).toEqual(['데이', '이터']);
  });

  test('noise: digits, hashes, ids, runs too long for a name', () => {
    expect(termsOf('7 42 4031 1700000000000')).toEqual(['42', '4031']);
    expect(termsOf('d6a22c0 3425902 b74fa2 deadbeef')).toEqual(['3425902', 'deadbeef']);
    expect(termsOf('utf8 o200k TS2339 a1b2c3d4e5')).toEqual(['utf8', 'o200k', 'TS2339']);
    expect(termsOf('QUJD'.repeat(30))).toEqual([]);
  });

  test('reads as far as the limit', () => {
    expect(termsOf('alpha beta gamma', 10)).toEqual(['alpha', 'beta']);
  });

  test('any text: the same terms twice, none of them empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const terms = termsOf(text);
        expect(termsOf(text)).toEqual(terms);
        expect(terms.every((term) => term.length > 0 && text.includes(term))).toBe(true);
      }),
    );
  });

  test('a large vocabulary keeps its numbers', () => {
    const reader = new TermReader();
    const words = Array.from({ length: 30_000 }, (_, k) => `w${String.fromCharCode(97 + (k % 26))}x${k}`);
    const text = words.join(' ');
    reader.read(text, text.length);
    const first = [...reader.terms.done()];
    reader.clear();
    reader.read(text, text.length);
    expect([...reader.terms.done()]).toEqual(first);
    expect(new Set(first).size).toBe(first.length);
  });
});
