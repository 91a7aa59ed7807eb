import type { Tokenizer } from './contract.ts';

export interface TruncatedText {
  readonly text: string;
  readonly tokens: number;
}

/** The head or tail of a text with at most `maxTokens` tokens, cut at a token boundary (a tail may give up a few tokens to avoid another count). */
export function truncateToTokens(text: string, maxTokens: number, tokenizer: Tokenizer, keep: 'head' | 'tail'): TruncatedText {
  const { base, factor } = tokenizer;
  let max = Math.max(0, Math.floor(maxTokens));
  if (factor !== 1) {
    const limit = max;
    max = Math.ceil((limit + 0.5) / factor);
    while (max > 0 && Math.round(max * factor) > limit) max--;
  }
  const { at, tokens } = base.cut(text, max, keep);
  return { text: keep === 'head' ? text.slice(0, at) : text.slice(at), tokens: factor === 1 ? tokens : Math.round(tokens * factor) };
}
