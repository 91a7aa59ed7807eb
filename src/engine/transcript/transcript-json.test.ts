import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { compactText, DEEPEST, flattenDeep, readJson } from './transcript-json.ts';

const nested = (levels: number, open = '{"a":', close = '}'): string => `${open.repeat(levels)}1${close.repeat(levels)}`;

describe('JSON of unknown depth', () => {
  it('is read up to the limit and not beyond it', () => {
    for (const [open, close] of [
      ['{"a":', '}'],
      ['[', ']'],
    ] as const) {
      expect(readJson(nested(DEEPEST, open, close))).toBeTypeOf('object');
      expect(readJson(nested(DEEPEST + 1, open, close))).toBeUndefined();
      expect(readJson(nested(100_000, open, close))).toBeUndefined();
    }
    expect(readJson('{"a":')).toBeUndefined();
    expect(readJson(' 7 ')).toBe(7);
  });

  it('what is deeper becomes text, once, and nothing is lost', () => {
    const value = { deep: JSON.parse(nested(100_000)) as unknown, flat: [1, { b: 2 }], __proto__: null };
    expect(flattenDeep(value)).toBe(1);
    let at: unknown = value.deep;
    let levels = 1;
    for (; typeof at === 'object'; levels++) at = (at as { a: unknown }).a;
    expect(levels).toBe(DEEPEST);
    expect(at).toBe(nested(100_000 - DEEPEST + 1));
    expect(value.flat).toEqual([1, { b: 2 }]);
    expect(flattenDeep(value)).toBe(0);
    expect(JSON.stringify(value).length).toBeGreaterThan(100_000);
  });

  it('a key named __proto__ stays a key', () => {
    const value = JSON.parse(`{"__proto__":${nested(DEEPEST + 5)}}`) as Record<string, unknown>;
    expect(flattenDeep(value)).toBe(1);
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test.prop([fc.jsonValue({ maxDepth: 6 })])('compact text is that of JSON.stringify', (value) => {
    expect(compactText(value)).toBe(JSON.stringify(value));
  });
});
