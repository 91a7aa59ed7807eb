import type { ChatMessage } from './shared/chat.ts';
import type { Fate } from './shared/contract.ts';
import { defineProduct } from './shared/define.ts';
import { tokens } from './shared/params.ts';
import { bytes, CHARACTERS, quarter } from './shared/estimates.ts';

type Params = {
  /** Tokens of user messages that stay, bytes ÷ 4. */
  readonly userTokens: number;
};

/** Messages that the product writes into a session before the first prompt: project instructions and environment. */
const PREFIX = /^\s*(?:# AGENTS\.md instructions|<user_instructions>|<environment_context>)/;

/** A text cut in its middle to so many tokens, with a mark that counts what went. */
function cutInTheMiddle(text: string, tokens: number): string {
  const budget = tokens * CHARACTERS;
  const points = [...text];
  const sizes = points.map(bytes);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let head = 0;
  let used = 0;
  while (head < points.length && used + sizes[head]! <= Math.floor(budget / 2)) used += sizes[head++]!;
  let tail = points.length;
  let after = 0;
  while (tail > head && after + sizes[tail - 1]! <= budget - Math.floor(budget / 2)) after += sizes[--tail]!;
  return `${points.slice(0, head).join('')}…${quarter(total - used - after)} tokens truncated…${points.slice(tail).join('')}`;
}

/**
 * Only what the user wrote stays: newest first while it fits into 20,000 tokens; the message that no longer fits is cut in its middle and is
 * the last. Everything else becomes one summary at the end.
 */
export const codex = defineProduct<Params>({
  id: 'codex',
  source: { product: 'Codex CLI', version: 'e06dd0e5', where: 'codex-rs/core/src/compact.rs', evidence: 'read' },
  params: { userTokens: tokens(20_000, { knob: 'up' }) },
  compact(messages, { userTokens }) {
    const fates: Fate[] = messages.map(({ role }) => (role === 'system' ? 'keep' : 'summarise'));
    const edits = new Map<number, ChatMessage>();
    let left = userTokens;
    for (let i = messages.length - 1; i >= 0 && left > 0; i--) {
      const message = messages[i]!;
      if (message.role !== 'user' || message.summary || PREFIX.test(message.text)) continue;
      const size = quarter(bytes(message.text));
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
