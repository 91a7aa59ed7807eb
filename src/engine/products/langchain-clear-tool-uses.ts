import { remembered } from '../signals/remember.ts';
import { argumentsOf, type ChatCall, type ChatMessage, langchainTokens } from './shared/chat.ts';
import { blocks, defineProduct, editing, flag, text, tokens } from './shared/product.ts';
import { tokensTrigger } from '../triggers/watch.ts';

type Params = {
  readonly trigger: number;
  readonly keep: number;
  readonly clearToolInputs: boolean;
  readonly excludeTools: string;
};

const MARK = '[cleared]';
const NONE = '{}';

const cleared = (message: ChatMessage): ChatMessage => ({ ...message, text: MARK, images: 0 });

const usesOf = remembered((messages: readonly ChatMessage[]) => {
  const callers = new Map<string, number>();
  const orphans: number[] = [];
  const uses: { readonly result: number; readonly caller: number; readonly call: ChatCall }[] = [];
  for (const [i, message] of messages.entries()) {
    for (const { id } of message.calls) callers.set(id, i);
    if (message.role !== 'tool') continue;
    const caller = callers.get(message.callId!);
    if (caller === undefined) orphans.push(i);
    else uses.push({ result: i, caller, call: messages[caller]!.calls.find(({ id }) => id === message.callId)! });
  }
  const gone = new Set(orphans);
  return { orphans, uses, tokens: langchainTokens(messages.filter((_, i) => !gone.has(i))) };
});

/** All tool results but the newest 3 become a placeholder once the conversation has 100,000 tokens. Results without a call always go. */
export const langchainClearToolUses = defineProduct<Params>({
  id: 'langchain-clear-tool-uses',
  source: { product: 'LangChain', version: '1.4.0', where: 'langchain, ClearToolUsesEdit', evidence: 'checked' },
  peers: {
    'langchain-clear': {},
    'langchain-clear@4k': { params: { trigger: 4000, keep: 5 } },
  },
  params: { trigger: tokens(100_000), keep: blocks(3, { knob: 'up' }), clearToolInputs: flag(false), excludeTools: text('') },
  trigger: ({ trigger }) => tokensTrigger(trigger),
  compact(messages, { trigger, keep, clearToolInputs, excludeTools }) {
    const excluded = new Set(excludeTools.split(','));
    const { orphans, uses, tokens } = usesOf(messages);
    const changed = new Map<number, ChatMessage | null>(orphans.map((i) => [i, null]));
    if (tokens < trigger) return editing(messages, changed);
    for (const { result, caller, call } of uses.slice(0, Math.max(0, uses.length - keep))) {
      const message = messages[result]!;
      if (excluded.has(message.tool ?? call.name)) continue;
      changed.set(result, cleared(message));
      if (!clearToolInputs || JSON.stringify(argumentsOf(call)) === NONE) continue;
      const now = changed.get(caller) ?? messages[caller]!;
      changed.set(caller, { ...now, calls: now.calls.map((one) => (one.id === call.id ? { ...one, args: NONE } : one)) });
    }
    return editing(messages, changed);
  },
});
