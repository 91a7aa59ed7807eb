import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { TOKENIZER_IDS, type Tokenizer, type TokenizerId } from './contract.ts';
import { type Span, Splicer } from './splice.ts';
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

function apply(whole: string, spans: readonly Span[]): string {
  let at = 0;
  let out = '';
  for (const { from, to, insert: by } of spans) {
    out += whole.slice(at, from) + by;
    at = to;
  }
  return out + whole.slice(at);
}

describe('Splicer', () => {
  it.each(TOKENIZER_IDS)('%s: counts what the new text counts', (id) => {
    fc.assert(
      fc.property(text, fc.array(fc.tuple(fc.nat(), insert), { maxLength: 3 }), fc.array(fc.nat(), { maxLength: 6 }), (whole, inserts, cuts) => {
        const splicer = new Splicer(base(id), whole);
        expect(splicer.total).toBe(base(id).count(whole));
        const places = [...cuts, ...inserts.map(([n]) => n)].map((n) => n % (whole.length + 1)).sort((a, b) => a - b);
        const spans: Span[] = [];
        for (let k = 0; k + 1 < places.length && spans.length < inserts.length; k += 2) {
          spans.push({ from: places[k] as number, to: places[k + 1] as number, insert: inserts[spans.length]?.[1] ?? '' });
        }
        expect(splicer.spliced(spans)).toBe(base(id).count(apply(whole, spans)));
      }),
      { numRuns: 1500 },
    );
  });

  it.each(TOKENIZER_IDS)('%s: counts any part of the text', (id) => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (whole, a, b) => {
        const [from, to] = [a % (whole.length + 1), b % (whole.length + 1)].sort((x, y) => x - y) as [number, number];
        expect(new Splicer(base(id), whole).count(from, to)).toBe(base(id).count(whole.slice(from, to)));
      }),
      { numRuns: 1000 },
    );
  });

  it('a replacement in a long text costs the words around it', () => {
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
    for (let from = 0; from < 100_000; from += 1000) splicer.spliced([{ from, to: from + 50_000, insert: '\n[… 9 tokens cut …]\n' }]);
    expect(counted).toBeLessThan(100 * 200);
  });
});
