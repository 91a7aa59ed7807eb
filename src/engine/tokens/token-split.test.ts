import fc from 'fast-check';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { nextCl100k, nextO200k } from './token-split.ts';
import { stretchEnd } from './bpe.ts';
import { awkwardText, wellFormed } from './testing/reference.ts';
import { CLASS, LETTER, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, UPPER } from './unicode.ts';
import { runs } from '../testing/scale.ts';

const { Tiktoken } = createRequire(import.meta.url)('tiktoken') as typeof import('tiktoken');
const splitters = { o200k_base: nextO200k, cl100k_base: nextCl100k };

/** Code points that a pattern matches in the regular-expression engine of tiktoken: with a vocabulary of single bytes, only what matches comes back. */
function matched(pattern: string): Set<number> {
  const ranks = `! 0 ${Array.from({ length: 256 }, (_, b) => Buffer.from([b]).toString('base64')).join(' ')}`;
  const encoder = new Tiktoken(ranks, {}, pattern);
  const found = new Set<number>();
  for (let first = 0; first < 0x110000; first += 0x1000) {
    let text = '';
    for (let c = first; c < first + 0x1000; c++) if (c < 0xd800 || c > 0xdfff) text += String.fromCodePoint(c);
    for (const ch of Buffer.from(encoder.encode_ordinary(text)).toString('utf8')) found.add(ch.codePointAt(0) as number);
  }
  encoder.free();
  return found;
}

const pieces = (id: keyof typeof splitters, text: string): string[] => {
  const bytes = Buffer.from(text);
  const found: string[] = [];
  for (let pos = 0; pos < bytes.length; ) {
    const next = splitters[id](bytes, pos, bytes.length);
    found.push(bytes.toString('utf8', pos, next));
    pos = next;
  }
  return found;
};

describe('character classes', () => {
  it.each([
    ['[\\p{Lu}\\p{Lt}]', [UPPER]],
    ['\\p{Ll}', [LOWER]],
    ['[\\p{Lm}\\p{Lo}]', [LETTER]],
    ['\\p{M}', [MARK]],
    ['\\p{N}', [NUMBER]],
    ['\\s', [SPACE, NEWLINE]],
    ['[\\r\\n]', [NEWLINE]],
    ['[^\\s\\p{L}\\p{M}\\p{N}]', [OTHER]],
  ] as const)('%s holds the same characters as in tiktoken', (pattern, classes) => {
    const expected = matched(pattern);
    const wrong: string[] = [];
    for (let c = 0; c < 0x110000; c++) {
      if (c >= 0xd800 && c <= 0xdfff) continue;
      if ((classes as readonly number[]).includes(CLASS[c]!) !== expected.has(c)) wrong.push(c.toString(16));
    }
    expect(wrong).toEqual([]);
  });
});

describe('split', () => {
  it.each([
    ['o200k_base', "It's HTTPServer's", ["It's", " HTTPServer's"]],
    ['o200k_base', 'x = 1234567;\n\n  y', ['x', ' =', ' ', '123', '456', '7', ';\n\n', ' ', ' y']],
    ['o200k_base', 'a/\n/b', ['a', '/\n/', 'b']],
    ['o200k_base', '\u0301ABC', ['\u0301', 'ABC']],
    ['o200k_base', '  \n  ', ['  \n', '  ']],
    ['cl100k_base', "It's 's it'S", ['It', "'s", " '", 's', ' it', "'S"]],
    ['cl100k_base', 'a/\n/b', ['a', '/\n', '/b']],
    ['cl100k_base', 'e\u0301e', ['e', '\u0301e']],
  ] as const)('%s: %j', (id, text, expected) => {
    expect(pieces(id, text)).toEqual(expected);
  });

  it('reads every byte a bounded number of times, whatever the text', () => {
    const repeated = fc
      .tuple(fc.array(awkwardText, { minLength: 1, maxLength: 2 }), fc.integer({ min: 1, max: 60 }))
      .map(([texts, times]) => texts.join('').repeat(times));
    fc.assert(
      fc.property(fc.constantFrom('o200k_base' as const, 'cl100k_base' as const), repeated, (id, text) => {
        const bytes = new Uint8Array(Buffer.from(text));
        let reads = 0;
        const watched = new Proxy(bytes, {
          get: (target, key) => {
            reads++;
            return target[Number(key)];
          },
        });
        for (let pos = 0; pos < bytes.length; ) pos = splitters[id](watched, pos, bytes.length);
        expect(reads).toBeLessThanOrEqual(8 * bytes.length + 8);
      }),
      { numRuns: runs(150) },
    );
  });

  it('does not depend on what follows a piece boundary, unless white space stands before it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('o200k_base' as const, 'cl100k_base' as const),
        awkwardText,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (id, text, share) => {
          const all = pieces(id, text);
          const kept = all.slice(0, Math.floor(share * all.length));
          while (/^[\s\u0085]+$/.test(kept.at(-1) ?? '')) kept.pop();
          expect(pieces(id, kept.join(''))).toEqual(kept);
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it('the pieces of the stretches of a text are the pieces of the text', () => {
    fc.assert(
      fc.property(fc.constantFrom('o200k_base' as const, 'cl100k_base' as const), awkwardText, fc.integer({ min: 1, max: 20 }), (id, text, size) => {
        const whole = wellFormed(text);
        const parts: string[] = [];
        for (let from = 0; from < whole.length; ) {
          const to = stretchEnd(whole, from, size);
          parts.push(...pieces(id, whole.slice(from, to)));
          from = to;
        }
        expect(parts).toEqual(pieces(id, whole));
      }),
      { numRuns: runs(2000) },
    );
  });
});
