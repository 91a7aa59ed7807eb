import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerWithoutKey, withoutKey } from './failures.ts';
import { deep } from '../engine/testing/scale.ts';

/** With characters that every escape has a form for. */
const KEY = 'sk-Ab+9/zZ"x\\7=q&1 z';
const PLAIN = 'sk-secret-key-1234567890';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const escapeAll = (text: string, form: (c: string) => string) => Array.from(text, form).join('');

const FORMS: readonly (readonly [string, (key: string) => string])[] = [
  ['as it is', (key) => key],
  ['in capitals', (key) => key.toUpperCase()],
  ['in small letters', (key) => key.toLowerCase()],
  ['in an address', encodeURIComponent],
  ['in an address, small digits', (key) => encodeURIComponent(key).replace(/%../g, (x) => x.toLowerCase())],
  ['in an address, twice', (key) => encodeURIComponent(encodeURIComponent(key))],
  [
    'in an address, letter by letter',
    (key) => escapeAll(key, (c) => Array.from(Buffer.from(c), (b) => `%${b.toString(16).padStart(2, '0')}`).join('')),
  ],
  ['in JSON', (key) => JSON.stringify(key).slice(1, -1)],
  ['in JSON, twice', (key) => JSON.stringify(JSON.stringify(key)).slice(3, -3)],
  ['in JSON, letter by letter', (key) => escapeAll(key, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)],
  ['in JSON, slashes escaped', (key) => JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/')],
  ['as base64', base64],
  ['as base64 for addresses', (key) => Buffer.from(key).toString('base64url')],
  ['as base64 in an address', (key) => encodeURIComponent(base64(key))],
];

describe('a known key', () => {
  for (const key of [KEY, PLAIN]) {
    test.each(FORMS)(`${key}: %s`, (_, form) => {
      const masked = withoutKey(`before ${form(key)} after`, key);
      // Base64 pads what it is the end of.
      expect(masked.replace(/(?:=|%3D){1,2}(?= after)/, '')).toMatch(/^before ….{0,2} after$/);
      expect(masked.length).toBeLessThan('before … after'.length + '==%3D'.length);
    });
  }

  test('base64 of a text with the key in it, wherever it begins', () => {
    for (const before of ['', 'a', 'ab', 'user:', 'Authorization: Bearer ']) {
      for (const after of ['', '.', '\n and more']) {
        const whole = base64(before + PLAIN + after);
        const masked = withoutKey(`x ${whole} y`, PLAIN);
        const left = Buffer.from(masked.replaceAll('…', '').slice(2, -2), 'base64').toString('latin1');
        expect(masked).toContain('…');
        expect(left).not.toMatch(/secret|key|1234/);
      }
    }
  });

  test.each([
    'sk-secret-key-123456789',
    'sk-secret-key-1234567891',
    'k-secret-key-1234567890',
    'sk secret key 1234567890',
    encodeURIComponent('sk-secret-key 1234567890'),
    base64('sk-secret-kex-1234567890'),
    'the secret key',
  ])('near it: %s', (text) => {
    expect(withoutKey(text, PLAIN)).toBe(text);
  });

  test('short keys as they are, shorter ones not at all', () => {
    expect(withoutKey('a ollama b OLLAMA', 'ollama')).toBe('a … b OLLAMA');
    expect(withoutKey('abc', 'abc')).toBe('abc');
    expect(withoutKey('abcdefg ABCDEFG', 'abcdefg')).toBe('… ABCDEFG');
    expect(withoutKey('abcdefgh ABCDEFGH', 'abcdefgh')).toBe('… …');
  });

  test('what a model wrote keeps words that stand in the place of a key', () => {
    for (const word of ['ollama', 'lm-studio', 'not-needed', 'no-key-required'])
      expect(answerWithoutKey(`uses ${word}.`, word)).toBe(`uses ${word}.`);
    expect(answerWithoutKey('uses abc123.', 'abc123')).toBe('uses abc123.');
    expect(answerWithoutKey(`uses ${PLAIN}.`, PLAIN)).toBe('uses ….');
    expect(answerWithoutKey('uses abcd1234.', 'abcd1234')).toBe('uses ….');
  });

  test('any key in any text is gone, and nothing else', () => {
    const words = fc.stringMatching(/^[ .,;!]{0,20}$/);
    fc.assert(
      fc.property(
        fc.stringMatching(/^[\w./+=-]{12,80}$/),
        words,
        words,
        fc.constantFrom(...FORMS.map(([, form]) => form)),
        (key, before, after, form) => {
          const masked = withoutKey(before + form(key) + after, key);
          expect(masked).toContain('…');
          expect(masked.startsWith(before) && masked.endsWith(after)).toBe(true);
        },
      ),
    );
  });

  test.each(['sk-', 'sk-secret-key-123456789', '%', '%25', '\\', '\\u0073', '\\\\', 'c2st', 'a'])('many characters of %j end at once', (piece) => {
    const text = piece.repeat((deep ? 1_000_000 : 200_000) / piece.length);
    expect(withoutKey(text, PLAIN)).toBe(text);
    const same = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab';
    expect(withoutKey(text, same)).toBe(text);
  });
});
