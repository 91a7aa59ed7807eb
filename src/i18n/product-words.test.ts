/** Words of the products: complete, the same in both languages, with no number but those of the product's rule. */
import { describe, expect, test } from 'vitest';
import { PRODUCTS } from '../engine/presets/index.ts';
import { engine } from './en/engine.ts';
import { engine as zhEngine } from './zh-CN/engine.ts';

type Dictionary = Readonly<Record<string, string>>;
const LANGUAGES: readonly (readonly [string, Dictionary])[] = [
  ['English', engine],
  ['Chinese', zhEngine],
];

const ESTIMATE = { 4: 'characters or bytes per token in its estimate' };

/** Numbers that the words name though they are no default: what they are in the product's rule. */
const CONSTANTS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  'claude-code': { ...ESTIMATE, 9: 'sections of its summary', 20000: 'most tokens of its summary' },
  codex: ESTIMATE,
  pi: { ...ESTIMATE, 6: 'sections of its summary', 13107: 'most tokens of its summary, 0.8 of the 16,384 that it reserves' },
  opencode: { 20000: 'tokens that stay free beside the answer', 2000: 'least budget', 15000: 'largest budget', 5: 'sections of its summary' },
  'opencode-prune': { ...ESTIMATE, 2: 'exempt turns' },
  'gemini-cli': { 0.7: 'what preserve leaves', 7: 'sections of its summary', 0.2: 'head of a cut output', 0.8: 'its tail' },
  'gemini-cli-masking': { 250: 'characters of either end of a preview', 10: 'lines of either end, for a shell' },
  'cline-basic': { 0.9: 'usable share of the window, and the trigger', 0.7: 'target of short conversations', 5: 'exchanges of a long one' },
  'anthropic-clear-tool-uses': ESTIMATE,
  'langchain-trim': ESTIMATE,
  'langchain-summarization': ESTIMATE,
  'langchain-clear-tool-uses': ESTIMATE,
  'mastra-token-limiter': { 24: 'tokens that a conversation adds', 3.8: 'tokens that a message adds' },
  'cipher-oldest': { 0.8: 'target, as a share of the window' },
  'cipher-hybrid': { 0.8: 'target, as a share of the window' },
  llamaindex: ESTIMATE,
  'openhands-summarizing': { 48: 'half of max_size, less the first event and the summary' },
  'openhands-amortized': { 49: 'half of max_size, less the first event' },
  'openhands-masking': { 1: 'events of a message, a call or a result' },
};

const WORDS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const HAN = '两三四五六七八九十';
const NUMBER = new RegExp(
  [
    // Not those inside of names: o1, GPT-4, S2.
    String.raw`(?<![A-Za-z\d_-])(?<digits>\d{1,3}(?:,\d{3})+|\d+)(?<fraction>\.\d+)?(?<percent>\s?%)?`,
    String.raw`\b(?<word>${WORDS.join('|')})\b`,
    String.raw`(?<han>[${HAN}])(?=\s?[个条轮次份行种节步项])`,
  ].join('|'),
  'gi',
);

function numberOf({ digits, fraction = '', percent, word, han }: Readonly<Record<string, string | undefined>>): number {
  if (word) return 2 + WORDS.indexOf(word.toLowerCase());
  if (han) return 2 + HAN.indexOf(han);
  const value = Number(`${digits!.replaceAll(',', '')}${fraction}`);
  return percent ? Number((value / 100).toFixed(6)) : value;
}

/** Numbers that a text names, shares as such, each once, sorted. */
const numbersIn = (text: string): number[] =>
  [...new Set(Array.from(text.matchAll(NUMBER), ({ groups }) => numberOf(groups!)))].sort((a, b) => a - b);

const keysOf = (dictionary: Dictionary, id: string): string[] => Object.keys(dictionary).filter((key) => key.startsWith(`strategy.${id}.`));
const constantsOf = (id: string): number[] => Object.keys(CONSTANTS[id] ?? {}).map(Number);
const worded = PRODUCTS.filter(({ id }) => keysOf(engine, id).length > 0);

test('numbers are found as a text writes them', () => {
  expect(numbersIn('At most 20,000 tokens, 25 % (0.5), two turns, 13107; for S2, o1, GPT-4 and before-last-2-messages')).toEqual([
    0.25, 0.5, 2, 13107, 20_000,
  ]);
  expect(numbersIn('不超过 20,000 token，30%，两条消息，最前 8 条；一份摘要、两者之间')).toEqual([0.3, 2, 8, 20_000]);
});

test('products have words', () => {
  expect(worded.length).toBeGreaterThanOrEqual(34);
});

describe.each(worded.map((product) => [product.id, product] as const))('%s', (id, { source, defaults }) => {
  const wanted = ['title', 'rule', 'use', 'loses', ...Object.keys(defaults).map((name) => `param.${name}`)].map((part) => `strategy.${id}.${part}`);

  test.each(LANGUAGES)('%s: a name, a rule, a use, a loss, and every parameter', (_, dictionary) => {
    expect(keysOf(dictionary, id).sort()).toEqual(wanted.sort());
    const title = dictionary[`strategy.${id}.title`]!;
    expect(title.length).toBeLessThanOrEqual(34);
    expect(source.product.endsWith(title.split(/: |：/)[0]!)).toBe(true);
  });

  test.each(LANGUAGES)('%s: every number is a default of the product or a constant of its rule', (_, dictionary) => {
    const known = new Set<unknown>([...Object.values(defaults), ...constantsOf(id)]);
    expect(numbersIn(dictionary[`strategy.${id}.rule`]!).filter((number) => !known.has(number))).toEqual([]);
  });

  test('both languages name the same numbers', () => {
    const numbers = (dictionary: Dictionary) => Object.fromEntries(wanted.map((key) => [key, numbersIn(dictionary[key]!)]));
    expect(numbers(zhEngine)).toEqual(numbers(engine));
  });

  test('every constant is named, and is no default', () => {
    const named = new Set(wanted.flatMap((key) => numbersIn((engine as Dictionary)[key]!)));
    const values = new Set<unknown>(Object.values(defaults));
    expect(constantsOf(id).filter((number) => !named.has(number) || values.has(number))).toEqual([]);
  });
});

test('no title stands twice', () => {
  for (const [, dictionary] of LANGUAGES) {
    const titles = worded.map(({ id }) => dictionary[`strategy.${id}.title`]!);
    expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([]);
  }
});

test('constants are those of products', () => {
  const ids = new Set(PRODUCTS.map(({ id }) => id));
  expect(Object.keys(CONSTANTS).filter((id) => !ids.has(id))).toEqual([]);
});
