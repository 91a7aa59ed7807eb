import type { ChatMessage } from './shared/chat.ts';
import type { Fate } from './shared/contract.ts';
import { defineProduct } from './shared/define.ts';
import { ratioTrigger } from '../triggers/seeds.ts';
import { tokens } from './shared/params.ts';
import { bytes, CHARACTERS, quarter, textBytes } from './shared/estimates.ts';

type Params = {
  /** Tokens of user messages that stay, bytes ÷ 4. */
  readonly userTokens: number;
};

/** Messages that the product writes into a session before the first prompt: project instructions and environment. */
const PREFIX = /^\s*(?:# AGENTS\.md instructions|<user_instructions>|<environment_context>)/;

/** Bytes of a code point in UTF-8; half a surrogate pair is written as three. */
const pointBytes = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);

/** Where the code points at the beginning of a text end that have so many bytes, and their bytes. */
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

/** A text cut in its middle to so many tokens, with a mark that counts what went. */
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

/**
 * Only what the user wrote stays: newest first while it fits into 20,000 tokens; the message that no longer fits is cut in its middle and is
 * the last. Everything else becomes one summary at the end.
 */
export const codex = defineProduct<Params>({
  id: 'codex',
  source: { product: 'Codex CLI', version: 'e06dd0e5', where: 'codex-rs/core/src/compact.rs', evidence: 'read' },
  params: { userTokens: tokens(20_000, { knob: 'up' }) },
  summaries: Number.POSITIVE_INFINITY,
  trigger: () => ratioTrigger(0.9),
  compact(messages, { userTokens }) {
    const fates: Fate[] = messages.map(({ role }) => (role === 'system' ? 'keep' : 'summarise'));
    const edits = new Map<number, ChatMessage>();
    let left = userTokens;
    for (let i = messages.length - 1; i >= 0 && left > 0; i--) {
      const message = messages[i]!;
      if (message.role !== 'user' || message.summary || PREFIX.test(message.text)) continue;
      const size = quarter(textBytes(message));
      if (size <= left) fates[i] = 'keep';
      else {
        fates[i] = 'edit';
        edits.set(i, { ...message, text: cutInTheMiddle(message.text, left) });
      }
      left -= size;
    }
    const of = fates.flatMap((fate, i) => (fate === 'summarise' ? [i] : []));
    const summary = { before: messages.length, role: 'user' as const, content: { summary: { of } } };
    return { fates, edits, inserted: of.length > 0 ? [summary] : [] };
  },
});
