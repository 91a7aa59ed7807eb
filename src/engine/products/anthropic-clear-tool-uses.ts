import { type ChatCall, type ChatMessage, quarter } from './shared/chat.ts';
import { blocks, defineProduct, editing, flag, text, tokens, unchanged } from './shared/product.ts';
import { tokensTrigger } from '../triggers/watch.ts';

type Params = {
  readonly keep: number;
  /** Tokens that must be freed, else nothing is cleared. */
  readonly clearAtLeast: number;
  readonly clearToolInputs: boolean;
  readonly excludeTools: string;
};

const MARK = '[cleared]';
const cleared = (message: ChatMessage): ChatMessage => ({ ...message, text: MARK, images: 0 });

const usesOf = (messages: readonly ChatMessage[]) => {
  const answered = new Map<string | undefined, number>();
  for (const [i, { callId }] of messages.entries()) if (callId !== undefined) answered.set(callId, i);
  const uses: { readonly at: number; readonly call: ChatCall; readonly result: number }[] = [];
  for (const [at, { calls }] of messages.entries()) {
    for (const call of calls) {
      const result = answered.get(call.id);
      if (result !== undefined) uses.push({ at, call, result });
    }
  }
  return uses;
};

/** The results of all tool uses but the newest 3 become a placeholder, the oldest first. */
export const anthropicClearToolUses = defineProduct<Params>({
  id: 'anthropic-clear-tool-uses',
  source: { product: 'Anthropic API', version: 'clear_tool_uses_20250919', where: 'documentation of context editing', evidence: 'read' },
  params: { keep: blocks(3, { knob: 'up' }), clearAtLeast: tokens(0), clearToolInputs: flag(false), excludeTools: text('') },
  trigger: () => tokensTrigger(100_000),
  compact(messages, { keep, clearAtLeast, clearToolInputs, excludeTools }) {
    const excluded = new Set(excludeTools.split(',').map((name) => name.trim()));
    const uses = usesOf(messages).filter(({ call }) => !excluded.has(call.name));
    const changed = new Map<number, ChatMessage>();
    const now = (i: number): ChatMessage => changed.get(i) ?? messages[i]!;
    let freed = 0;
    for (const { at, call, result } of uses.slice(0, Math.max(0, uses.length - keep))) {
      freed += quarter(now(result).text.length) - quarter(MARK.length);
      changed.set(result, cleared(now(result)));
      if (!clearToolInputs) continue;
      freed += quarter(call.args.length);
      changed.set(at, { ...now(at), calls: now(at).calls.map((one) => (one.id === call.id ? { ...one, args: '{}' } : one)) });
    }
    return clearAtLeast > 0 && freed < clearAtLeast ? unchanged(messages) : editing(messages, changed);
  },
});
