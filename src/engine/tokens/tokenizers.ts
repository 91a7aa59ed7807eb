import { type Bpe, createBpe, type EncodingId } from './bpe.ts';
import type { BaseCounter, Calibration, Cut, Tokenizer, TokenizerId } from './contract.ts';
import type { Provider } from './token-models.ts';

/** Characters are UTF-16 units here: S1's lengths are no finer. */
function byLength(id: BaseCounter['id'], count: (length: number) => number, longest: (tokens: number) => number): BaseCounter {
  return {
    id,
    count: (text) => count(text.length),
    stretchEnd: (text) => text.length,
    cut(text, max, keep): Cut {
      const length = Math.min(text.length, Math.max(0, longest(max)));
      let at = keep === 'head' ? length : text.length - length;
      if (splitsPair(text, at)) at += keep === 'head' ? -1 : 1;
      return { at, tokens: count(keep === 'head' ? at : text.length - at) };
    },
  };
}

/** S1: two characters are a token, rounded down per text. */
export const s1Counter = byLength(
  's1-estimate',
  (length) => Math.floor(length / 2),
  (tokens) => tokens * 2 + 1,
);

export const chars4Counter = byLength(
  'chars4',
  (length) => Math.ceil(length / 4),
  (tokens) => tokens * 4,
);

function splitsPair(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

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
