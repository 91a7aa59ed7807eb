import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../testing/scale.ts';
import { type Tokenizer, TOKENIZER_IDS, type TokenizerId } from './contract.ts';
import { Splicer } from './splice.ts';
import { awkwardText } from './testing/reference.ts';
import { loadTokenizer } from './tokenizers.ts';

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
