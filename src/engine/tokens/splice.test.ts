import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../testing/scale.ts';
import { type Tokenizer, TOKENIZER_IDS, type TokenizerId } from './contract.ts';
import { Splicer, truncateToTokens } from './splice.ts';
import { awkwardText, wellFormed } from './testing/reference.ts';
import { calibratedTokenizer, loadTokenizer } from './tokenizers.ts';

const tokenizers = new Map<TokenizerId, Tokenizer>();
beforeAll(async () => {
  for (const id of TOKENIZER_IDS) tokenizers.set(id, await loadTokenizer(id));
});
const base = (id: TokenizerId) => (tokenizers.get(id) as Tokenizer).base;

const plain = fc
  .array(fc.constantFrom('word', ' ', '  ', '\n', '\n\n', '\n    ', '// x', '};', '中文字。', '1234', '\r\n', '/', '\u001b[31m', '😀'), {
    maxLength: 120,
  })
  .map((list) => list.join(''));
const text = fc.oneof(awkwardText, plain);
const insert = fc.constantFrom('', '\n[… 12 of 345 tokens cut …]\n', '\n[… 1,200 of 3,450 tokens cut …]', ' ', '/', 'a', '\n', '文', "'s");

describe('Splicer', () => {
  it.each(TOKENIZER_IDS)('%s: counts any part of a text, whatever is put before and behind it', (id) => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), insert, insert, (whole, a, b, before, after) => {
        const splicer = new Splicer(base(id), whole);
        expect(splicer.total).toBe(base(id).count(whole));
        const [from, to] = [a % (whole.length + 1), b % (whole.length + 1)].sort((x, y) => x - y) as [number, number];
        expect(splicer.between(from, to, before, after)).toBe(base(id).count(before + whole.slice(from, to) + after));
      }),
      { numRuns: runs(2500) },
    );
  });

  it('a part of a long text costs the words at its ends', () => {
    const whole = 'Some words of a long text, line by line.\n'.repeat(5000);
    let counted = 0;
    const counter = base('o200k_base');
    const watched = {
      id: counter.id,
      cut: counter.cut.bind(counter),
      stretchEnd: counter.stretchEnd.bind(counter),
      count(part: string) {
        counted += part.length;
        return counter.count(part);
      },
    };
    const splicer = new Splicer(watched, whole);
    expect(counted).toBe(whole.length);
    counted = 0;
    for (let from = 0; from < 100_000; from += 1000) splicer.between(from, from + 50_000, ' …]\n', '\n[…');
    expect(counted).toBeLessThan(100 * 200);
  });
});

beforeAll(async () => {
  for (const id of TOKENIZER_IDS) tokenizers.set(id, await loadTokenizer(id));
});
const tokenizer = (id: TokenizerId): Tokenizer => tokenizers.get(id) as Tokenizer;
const keep = fc.constantFrom('head' as const, 'tail' as const);
const isBroken = (text: string): boolean => wellFormed(text) !== text;

describe('truncateToTokens', () => {
  it.each(TOKENIZER_IDS)('%s: within the limit, with its own count, an end of the text, no pair split', (id) => {
    fc.assert(
      fc.property(awkwardText, fc.integer({ min: 0, max: 60 }), keep, (text, max, side) => {
        const whole = wellFormed(text);
        const cut = truncateToTokens(whole, max, tokenizer(id), side);
        expect(cut.tokens).toBeLessThanOrEqual(max);
        expect(cut.tokens).toBe(tokenizer(id).count(cut.text));
        expect(side === 'head' ? whole.startsWith(cut.text) : whole.endsWith(cut.text)).toBe(true);
        expect(isBroken(cut.text)).toBe(false);
        expect(cut.text === whole).toBe(tokenizer(id).count(whole) <= max);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('the same with any factor of a calibration', () => {
    fc.assert(
      fc.property(awkwardText, fc.integer({ min: 0, max: 60 }), keep, fc.double({ min: 0.5, max: 3, noNaN: true }), (text, max, side, factor) => {
        const scaled = calibratedTokenizer(tokenizer('anthropic-estimate'), { factor, offset: 0, requests: 10, error: 0 });
        const cut = truncateToTokens(text, max, scaled, side);
        expect(cut.tokens).toBeLessThanOrEqual(max);
        expect(cut.tokens).toBe(scaled.count(cut.text));
      }),
      { numRuns: runs(1000) },
    );
  });

  it.each(['head', 'tail'] as const)('keeps nearly all that fits of plain text: %s', (side) => {
    const text = Array.from({ length: 4000 }, (_, i) => `Sentence ${i} of a log, with (${i * 31}) in it.`).join('\n');
    for (const max of [1, 10, 1000, 20_000]) {
      const { tokens } = truncateToTokens(text, max, tokenizer('o200k_base'), side);
      expect(tokens).toBeGreaterThan(max - 9);
    }
  });

  it.each(['head', 'tail'] as const)('cuts inside an unbroken run, in about as many steps as one count: %s', async (side) => {
    const { loadEncoding } = await import('./tokenizers.ts');
    const bpe = await loadEncoding('o200k_base');
    const run = '中文字符编码'.repeat(10_000);
    const steps = (work: () => void): number => {
      const before = bpe.steps;
      work();
      return bpe.steps - before;
    };
    const total = bpe.count(run);
    const once = steps(() => bpe.count(run));
    let tokens = 0;
    expect(
      steps(() => {
        tokens = truncateToTokens(run, Math.floor(total / 2), tokenizer('o200k_base'), side).tokens;
      }),
    ).toBeLessThanOrEqual(4.5 * once);
    expect(tokens).toBeGreaterThan(total / 2 - 10);
  });
});
