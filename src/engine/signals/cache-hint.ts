/** S3's cache hints (docs/adr/0017-cache-hints.md): a hint asks the provider to cache the prompt up to that item. */
import type { Message } from '../transcript/types.ts';
import type { TokenCounts } from '../tokens/contract.ts';

interface HintInput {
  readonly messages: readonly Message[];
  readonly header: number;
}

/** Why an item carries a hint; null if it carries none. */
export function cacheHintOf({ messages, header }: HintInput, i: number): 'header' | 'recorded' | null {
  if (messages[i]?.cacheHint) return 'recorded';
  return i < header ? 'header' : null;
}

/** Tokens up to the last hint, tool definitions included, and how many of them are unchanged at the start of the request. */
export function hintedPrefix(
  input: HintInput & { readonly counts: TokenCounts },
  fates: Uint8Array,
): { readonly hinted: number; readonly kept: number } {
  const { counts, messages } = input;
  let end = messages.length;
  while (end > 0 && cacheHintOf(input, end - 1) === null) end--;
  let same = 0;
  while (same < end && fates[same] === 0) same++;
  return { hinted: counts.toolDefinitions + counts.prefix[end]!, kept: counts.toolDefinitions + counts.prefix[same]! };
}
