/** Words of the products: complete, the same in both languages, with no number but those of the product's rule. */
import { describe, expect, test } from 'vitest';
import { PRODUCTS } from '../engine/products/index.ts';
import type { Param } from '../engine/strategies/params.ts';
import { engine as own } from './en/engine.ts';
import { names } from './names.ts';
import { engine as zhOwn } from './zh-CN/engine.ts';

const engine = { ...names, ...own };
const zhEngine = { ...names, ...zhOwn };

type Dictionary = Readonly<Record<string, string>>;
const LANGUAGES: readonly (readonly [string, Dictionary])[] = [
  ['English', engine],
  ['Chinese', zhEngine],
];

const ESTIMATE = { 4: 'characters or bytes per token in its estimate' };

/** Numbers that the words name though no parameter has them: what they are in the product's rule. */
const CONSTANTS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  'claude-code': {
    ...ESTIMATE,
    33000: 'tokens below the window: 20,000 for the summary and 13,000',
    20000: 'most tokens of its summary',
  },
  codex: ESTIMATE,
  'codex-remote': { ...ESTIMATE, 2026: 'year of the default' },
  'openai-agents': ESTIMATE,
  pi: { 13107: 'most tokens of its summary, 0.8 of the 16,384 that it reserves' },
  opencode: { 20000: 'tokens that stay free beside the answer', 2000: 'least budget', 15000: 'largest budget' },
  'opencode-prune': { ...ESTIMATE, 2: 'exempt turns' },
  'gemini-cli-masking': { 250: 'characters of either end of a preview', 10: 'lines of either end, for a shell' },
  'cline-basic': { 0.9: 'usable share of the window, and the trigger', 0.7: 'target of short conversations', 5: 'exchanges of a long one' },
  'cline-classic': {
    2: 'messages at the beginning',
    0.5: 'share that goes',
    0.75: 'share of a far too long one',
    27000: 'least reserve',
    40000: 'largest reserve',
  },
  'anthropic-clear-tool-uses': ESTIMATE,
  'langchain-summarization': ESTIMATE,
  'langchain-clear-tool-uses': ESTIMATE,
  'mastra-token-limiter': { 24: 'tokens that a conversation adds', 3.8: 'tokens that a message adds' },
  'cipher-oldest': { 0.8: 'target, as a share of the window' },
  'cipher-hybrid': { 0.8: 'target, as a share of the window' },
  'openhands-summarizing': { 48: 'half of max_size, less the first event and the summary' },
  'openhands-amortized': { 49: 'half of max_size, less the first event' },
  aider: { 1024: 'least limit', 4: 'messages that are not split' },
  'strands-sliding-window': { 200: 'characters of either end of a cut result' },
  'agent-framework-truncation': ESTIMATE,
  'agent-framework-tool-results': { 4000: 'characters of the line' },
  'letta-sliding-window': {
    0.4: 'the first step: the default and 0.1',
    0.1: 'a step',
    0.7: 'what the default leaves',
  },
  'fast-agent-compaction': { 2048: 'tokens set aside for the summary' },
  'fast-agent-tool-loop': { 2: 'rounds below which it does nothing' },
  crewai: ESTIMATE,
};

/** As digits, but not inside of names: o1, GPT-4, S2. */
const DIGITS = /(?<![A-Za-z\d_-])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(\s?%)?/g;
const WORDS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const HAN = '两三四五六七八九十';
const SPELLED = new RegExp(`\\b(?:${WORDS.join('|')})\\b|[${HAN}](?=\\s?[个条轮次份行种节步项])`, 'gi');

const digitsIn = (text: string): number[] =>
  Array.from(text.matchAll(DIGITS), ([, whole, fraction = '', percent]) => {
    const value = Number(`${whole!.replaceAll(',', '')}${fraction}`);
    return percent ? Number((value / 100).toFixed(6)) : value;
  });
const spelledIn = (text: string): number[] =>
  Array.from(text.matchAll(SPELLED), ([word]) => 2 + Math.max(WORDS.indexOf(word.toLowerCase()), HAN.indexOf(word)));

/** Numbers that a text names, shares as such, each once, sorted. Numbers as words ("two ways") are read in rules only. */
function numbersIn(text: string, key = ''): number[] {
  const spelled = key.endsWith('.rule') ? spelledIn(text) : [];
  return [...new Set([...digitsIn(text), ...spelled])].sort((a, b) => a - b);
}

const keysOf = (dictionary: Dictionary, id: string): string[] => Object.keys(dictionary).filter((key) => key.startsWith(`strategy.${id}.`));
const constantsOf = (id: string): number[] => Object.keys(CONSTANTS[id] ?? {}).map(Number);

/** The default and the least value of a parameter; of a share the largest too, other largest values are ours. */
const numbersOf = (param: Param): number[] =>
  param.kind === 'number' ? [param.default, param.min, ...(param.unit === 'share' ? [param.max] : [])] : [];

test('numbers are found as a text writes them', () => {
  const english = 'At most 20,000 tokens, 25 % (0.5), two turns, 13107; for S2, o1, GPT-4 and before-last-2-messages';
  expect(numbersIn(english, 'x.rule')).toEqual([0.25, 0.5, 2, 13107, 20_000]);
  expect(numbersIn(english, 'x.loses')).toEqual([0.25, 0.5, 13107, 20_000]);
  expect(numbersIn('不超过 20,000 token，30%，两条消息，最前 8 条；一份摘要、两者之间', 'x.rule')).toEqual([0.3, 2, 8, 20_000]);
});

describe.each(PRODUCTS.map((product) => [product.id, product] as const))('%s', (id, { source, params }) => {
  const own = new Set(Object.values<Param>(params).flatMap(numbersOf));
  /** A setting that several products have alike is explained once. */
  const helpOf = ([name, param]: [string, Param]): string => {
    const keys = [`strategy.${id}.param.${name}`, `param.${name}.help`];
    const knob = param.kind === 'number' && param.knob ? [`param.knob.${param.knob}`] : [];
    return [...keys, ...knob, `param.${name}`].find((key) => key in engine) ?? keys[0]!;
  };
  /** What it loses is said where the rule does not say it. */
  const parts = ['title', 'rule', 'loses'].filter((part) => part !== 'loses' || `strategy.${id}.loses` in engine);
  const wanted = [...parts.map((part) => `strategy.${id}.${part}`), ...Object.entries<Param>(params).map(helpOf)];

  test.each(LANGUAGES)('%s: a name, a rule, and every parameter', (_, dictionary) => {
    expect(wanted.filter((key) => !dictionary[key])).toEqual([]);
    expect(keysOf(dictionary, id).filter((key) => !wanted.includes(key))).toEqual([]);
    const title = dictionary[`strategy.${id}.title`]!;
    expect(title.length).toBeLessThanOrEqual(34);
    expect(source.product.endsWith(title.split(/: |：/)[0]!)).toBe(true);
  });

  test.each(LANGUAGES)('%s: every number is a default or bound of a parameter, or a constant of the rule', (_, dictionary) => {
    const known = new Set([...own, ...constantsOf(id)]);
    const unknown = wanted.map((key) => [key, numbersIn(dictionary[key]!, key).filter((number) => !known.has(number))] as const);
    expect(unknown.filter(([, numbers]) => numbers.length > 0)).toEqual([]);
  });

  test.each(LANGUAGES)('%s: every option of a choice is explained', (_, dictionary) => {
    const options = Object.entries<Param>(params).flatMap(([name, param]) =>
      param.kind === 'choice' ? param.options.filter((option) => option !== '').map((option) => ({ help: helpOf([name, param]), option })) : [],
    );
    expect(options.filter(({ help, option }) => !dictionary[help]!.includes(option.replace(/\d+/, 'N')))).toEqual([]);
  });

  test('both languages name the same numbers', () => {
    const numbers = (dictionary: Dictionary) => Object.fromEntries(wanted.map((key) => [key, numbersIn(dictionary[key]!, key)]));
    expect(numbers(zhEngine)).toEqual(numbers(engine));
  });

  test('every constant is named, and belongs to no parameter', () => {
    const named = new Set(wanted.flatMap((key) => numbersIn((engine as Dictionary)[key]!, key)));
    expect(constantsOf(id).filter((number) => !named.has(number) || own.has(number))).toEqual([]);
  });
});

test('no title stands twice', () => {
  for (const [, dictionary] of LANGUAGES) {
    const titles = PRODUCTS.map(({ id }) => dictionary[`strategy.${id}.title`]!);
    expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([]);
  }
});

test('constants are those of products', () => {
  const ids = new Set(PRODUCTS.map(({ id }) => id));
  expect(Object.keys(CONSTANTS).filter((id) => !ids.has(id))).toEqual([]);
});
