import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTolerant } from './tolerant.ts';

function value(text: string, close = false): unknown {
  const result = parseTolerant(text, 0, close);
  if (!result.ok) throw new Error(`${result.expected} at ${result.offset}`);
  return result.value;
}
const repairs = (text: string, close = false): Record<string, number> => {
  const result = parseTolerant(text, 0, close);
  return result.ok ? Object.fromEntries(result.repairs) : { failed: result.offset };
};

describe('parseTolerant', () => {
  it('reads strict JSON as JSON.parse does, without a repair', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(value(text)).toEqual(JSON.parse(text));
        expect(repairs(text)).toEqual({});
      }),
    );
  });

  it.each([
    ['[NaN, -Infinity, Infinity]', [null, null, null], { 'non-finite': 3 }],
    ['{"a":1,}', { a: 1 }, { 'trailing-comma': 1 }],
    ["{'a': None, 'b': True, 'c': [False]}", { a: null, b: true, c: [false] }, { python: 6 }],
    [`{'say': 'it\\'s \\x41 \\U0001F600'}`, { say: "it's A 😀" }, { python: 2 }],
    [`{'say': "it's"}`, { say: "it's" }, { python: 1 }],
    [`{'say': 'it's sloppy, isn't it', 'n': 1}`, { say: "it's sloppy, isn't it", n: 1 }, { python: 3 }],
    ['{"a":"\\d \\u12"}', { a: '\\d \\u12' }, { escape: 2 }],
    ['{"wait":12[REDACTED_PHONE]3,"ok":1}', { wait: null, ok: 1 }, { redacted: 1 }],
    ['{"a":"line\nbreak"}', { a: 'line\nbreak' }, { control: 1 }],
    ['{key: 1}', { key: 1 }, { key: 1 }],
    ['[-1.5e3, 0]', [-1500, 0], {}],
  ])('%s', (text, expected, done) => {
    expect(value(text)).toEqual(expected);
    expect(repairs(text)).toEqual(done);
  });

  it('keeps text in strings that looks like a redacted value', () => {
    expect(value('["a :12[REDACTED_PHONE]3"]')).toEqual(['a :12[REDACTED_PHONE]3']);
  });

  it.each([
    ['{"a":[1,2', { a: [1, 2] }],
    ['{"a":"half', { a: 'half' }],
    ['{"a":1,"b', { a: 1 }],
    ['{"a":1,"b":', { a: 1 }],
    ['[{"a":1},{', [{ a: 1 }, {}]],
  ])('closes %s only when asked to', (text, expected) => {
    expect(parseTolerant(text).ok).toBe(false);
    expect(value(text, true)).toEqual(expected);
    expect(repairs(text, true)).toEqual({ truncated: 1 });
  });

  it.each(['', 'x', '{"a" 1}', '[1 2]', '{]', '{1:2}', '[nope]', '-'])('refuses %j with a place', (text) => {
    const result = parseTolerant(text);
    expect(result.ok).toBe(false);
    expect(result.ok ? -1 : result.offset).toBeLessThanOrEqual(text.length);
  });

  it('gives a prototype key as a field of its own and changes no prototype', () => {
    const read = value("{'__proto__': {'polluted': True}}") as object;
    expect(Object.keys(read)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  it('is linear and needs no stack', () => {
    expect(Array.isArray(value('['.repeat(200_000), true))).toBe(true);
    expect(value(`{'a': '${"it's ".repeat(50_000)}'}`)).toHaveProperty('a');
  });
});
