import { type Bpe, createBpe, type EncodingId } from './bpe.ts';
import type { BaseCounter, Calibration, Tokenizer, TokenizerId } from './contract.ts';
import { MODEL_WINDOWS } from './models.data.ts';

/** Characters are UTF-16 units here: S1's lengths are no finer. */
const byLength = (id: BaseCounter['id'], count: (length: number) => number): BaseCounter => ({
  id,
  count: (text) => count(text.length),
  stretchEnd: (text) => text.length,
});

/** S1: two characters are a token, rounded down per text. */
export const s1Counter = byLength('s1-estimate', (length) => Math.floor(length / 2));

export const chars4Counter = byLength('chars4', (length) => Math.ceil(length / 4));

/**
 * Tokens of Claude models per o200k_base token. A small part is the frame around calls and results, which recordings do not separate from the text.
 */
export const ANTHROPIC_FACTOR = 1.28;

/**
 * Tokens of Gemini models per o200k_base token. Google states about four characters per token; o200k_base has 4.5 on English prose
 * (bench/material.mjs), which would be 1.14, and published comparisons on English text find 5 to 10 % more tokens than o200k_base.
 */
export const GEMINI_FACTOR = 1.1;

export const CALIBRATED_BY: Partial<Record<TokenizerId, Provider>> = { 'anthropic-estimate': 'anthropic', 'gemini-estimate': 'google' };

function tokenizer(id: TokenizerId, base: BaseCounter, exact: boolean, factor = 1, calibration?: Calibration): Tokenizer {
  const count = factor === 1 ? (text: string) => base.count(text) : (text: string) => Math.round(base.count(text) * factor);
  return { id, exact, base, factor, count, ...(calibration && { calibration }) };
}

export function calibratedTokenizer(estimate: Tokenizer, calibration: Calibration): Tokenizer {
  return tokenizer(estimate.id, estimate.base, false, calibration.factor, calibration);
}

const encodings = new Map<EncodingId, Promise<Bpe>>();

/** The counter of an encoding; loads its rank table (a lazy chunk of about 1 MB, gzip) on first use. */
export function loadEncoding(id: EncodingId): Promise<Bpe> {
  let loading = encodings.get(id);
  if (loading === undefined) {
    const ranks = id === 'o200k_base' ? import('gpt-tokenizer/bpeRanks/o200k_base') : import('gpt-tokenizer/bpeRanks/cl100k_base');
    loading = ranks.then((module) => createBpe(id, module.default));
    loading.catch(() => encodings.delete(id));
    encodings.set(id, loading);
  }
  return loading;
}

export async function loadTokenizer(id: TokenizerId): Promise<Tokenizer> {
  switch (id) {
    case 'o200k_base':
    case 'cl100k_base':
      return tokenizer(id, await loadEncoding(id), true);
    case 'o200k-estimate':
      return tokenizer(id, await loadEncoding('o200k_base'), false);
    case 'anthropic-estimate':
      return tokenizer(id, await loadEncoding('o200k_base'), false, ANTHROPIC_FACTOR);
    case 'gemini-estimate':
      return tokenizer(id, await loadEncoding('o200k_base'), false, GEMINI_FACTOR);
    case 's1-estimate':
      return tokenizer(id, s1Counter, false);
    case 'chars4':
      return tokenizer(id, chars4Counter, false);
  }
}

export type Provider = 'openai' | 'anthropic' | 'google' | 'lmstudio' | 'ollama' | 'other';

export interface Model {
  readonly id: string;
  readonly provider: Provider;
  readonly window: number;
  /** Neither the table nor the maker's other models give a window. */
  readonly unknownWindow?: true;
  readonly tokenizer: TokenizerId;
}

export const DEFAULT_WINDOW = 128_000;
const FAMILY_WINDOWS: Partial<Record<Provider, number>> = { anthropic: 200_000, google: 1_048_576 };

const VARIANTS = new Set(['free', 'nitro', 'floor', 'online', 'extended', 'thinking', 'beta', 'exacto', 'batch']);

const windows = new Map<string, number>();
const listed: Model[] = [];
for (const line of MODEL_WINDOWS.trim().split('\n')) {
  const [id = '', window, alias] = line.split(' ');
  windows.set(id.replaceAll('.', '-'), Number(window));
  if (alias === undefined) listed.push(resolveModel(id));
}

export const MODELS: readonly Model[] = (['openai', 'anthropic', 'google', 'other'] as const).flatMap((provider) =>
  listed.filter((m) => m.provider === provider),
);

/**
 * Provider, window and tokenizer of a model id in any of the spellings that transcripts carry: dated (`claude-sonnet-4-5-20250929`), of a
 * router or cloud (`anthropic/claude-sonnet-4.5`, `us.anthropic.claude-…-v1:0`, `claude-opus-4-1@20250805`), of a local server
 * (`ollama/llama3.1`, `qwen2.5-coder:32b`, `lmstudio/…`), fine-tuned (`ft:gpt-4o-…:org::id`). An id that extends one in the table (a date,
 * a variant) counts as that one. Never fails: an unknown model has a window of 128,000 and an estimate.
 */
export function resolveModel(id: string | undefined): Model {
  const written = id ?? '';
  const lower = written.trim().toLowerCase().replace(/^ft:/, '');
  const [name = '', tag = ''] = (lower.split('/').at(-1) ?? '').replace(/-v\d+:\d+$/, '').split(':');
  const key = name
    .replace(/@.*$/, '')
    .replace(/^(us|eu|apac|jp|au|global)\./, '')
    .replace(/^(anthropic|openai|google|meta|mistral|deepseek|qwen)\./, '')
    .replaceAll('.', '-')
    .replace(/-(latest|instruct|it)$/, '');
  const isLocalTag = tag !== '' && !VARIANTS.has(tag) && !lower.includes('::');
  const provider = isLocalTag || /^ollama(_chat)?\//.test(lower) ? 'ollama' : /^lm[-_]?studio/.test(lower) ? 'lmstudio' : familyOf(key);
  const window = windowOf(isLocalTag ? `${key}-${tag}` : key) ?? FAMILY_WINDOWS[familyOf(key)];
  return {
    id: written,
    provider,
    window: window ?? DEFAULT_WINDOW,
    ...(window === undefined && { unknownWindow: true }),
    tokenizer: tokenizerOf(key),
  };
}

function windowOf(key: string): number | undefined {
  for (let at = key.length; at > 0; at = key.lastIndexOf('-', at - 1)) {
    const window = windows.get(key.slice(0, at));
    if (window !== undefined) return window;
  }
  return undefined;
}

function familyOf(key: string): Provider {
  if (/^(gpt|chatgpt|codex|o[1-9](-|$))/.test(key)) return 'openai';
  if (key.startsWith('claude')) return 'anthropic';
  if (key.startsWith('gemini')) return 'google';
  return 'other';
}

/**
 * The open-weight families have byte-pair tokenizers of 100,000 to 260,000 tokens trained on many languages and code, like o200k_base, whose count
 * therefore serves as their estimate. Characters ÷ 4 would be off by a factor of two and more on Chinese.
 */
function tokenizerOf(key: string): TokenizerId {
  if (key === '') return 'o200k_base';
  // GPT-4 and GPT-3.5, but not GPT-4o, 4.1 and 4.5 (and 1106 is a date, not version 1).
  if (/^gpt-(3|4(?!o|-1(?!\d)|-5(?!\d)))/.test(key)) return 'cl100k_base';
  switch (familyOf(key)) {
    case 'openai':
      return 'o200k_base';
    case 'anthropic':
      return 'anthropic-estimate';
    case 'google':
      return 'gemini-estimate';
    default:
      return key.startsWith('gemma') ? 'gemini-estimate' : 'o200k-estimate';
  }
}
