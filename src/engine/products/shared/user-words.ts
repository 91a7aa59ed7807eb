import type { ChatMessage } from './chat.ts';
import type { Fate } from './contract.ts';
import { bytes, CHARACTERS, quarter, textBytes } from './estimates.ts';

const PREFIX = /^\s*(?:# AGENTS\.md instructions|<user_instructions>|<environment_context>)/;

const pointBytes = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);

function headWithin(text: string, budget: number): { readonly end: number; readonly used: number } {
  let [end, used] = [0, 0];
  while (end < text.length) {
    const point = text.codePointAt(end)!;
    if (used + pointBytes(point) > budget) break;
    used += pointBytes(point);
    end += point < 0x10000 ? 1 : 2;
  }
  return { end, used };
}

function cutInTheMiddle(text: string, tokens: number): string {
  const budget = tokens * CHARACTERS;
  const head = headWithin(text, Math.floor(budget / 2));
  let [from, after] = [text.length, 0];
  while (from > head.end) {
    const pair = from - 2 >= head.end && text.codePointAt(from - 2)! >= 0x10000;
    const size = pair ? 4 : pointBytes(text.charCodeAt(from - 1));
    if (after + size > budget - Math.floor(budget / 2)) break;
    after += size;
    from -= pair ? 2 : 1;
  }
  return `${text.slice(0, head.end)}…${quarter(bytes(text) - head.used - after)} tokens truncated…${text.slice(from)}`;
}

interface Rule {
  /** Tokens of the user's messages that stay, bytes ÷ 4. */
  readonly userTokens: number;
  readonly least: 0 | 1;
  readonly gone: 'summarise' | 'drop';
}

/**
 * Beside system messages only what the user wrote stays: newest first while it fits, the message that no longer fits is cut in its middle
 * and is the last.
 */
export function userWords(
  messages: readonly ChatMessage[],
  { userTokens, least, gone }: Rule,
): { readonly fates: readonly Fate[]; readonly edits: ReadonlyMap<number, ChatMessage> } {
  const fates: Fate[] = messages.map(({ role }) => (role === 'system' ? 'keep' : gone));
  const edits = new Map<number, ChatMessage>();
  let left = userTokens;
  for (let i = messages.length - 1; i >= 0 && left > 0; i--) {
    const message = messages[i]!;
    if (message.role !== 'user' || message.summary || PREFIX.test(message.text)) continue;
    const size = Math.max(least, quarter(textBytes(message)));
    if (size <= left) fates[i] = 'keep';
    else {
      fates[i] = 'edit';
      edits.set(i, { ...message, text: cutInTheMiddle(message.text, left) });
    }
    left -= size;
  }
  return { fates, edits };
}

export function userWordsAndHidden(messages: readonly ChatMessage[], userTokens: number) {
  const text = '[compacted by the provider: not readable]';
  return {
    ...userWords(messages, { userTokens, least: 1, gone: 'drop' }),
    inserted: [{ before: messages.length, role: 'assistant' as const, content: { text } }],
  };
}
