import { argumentsOf, type ChatMessage } from './shared/chat.ts';
import { defineProduct } from './shared/define.ts';
import { tokensTrigger } from '../triggers/seeds.ts';
import { blocks, flag, text, tokens } from './shared/params.ts';
import { langchainTokens } from './shared/langchain.ts';
import { editing } from './shared/outcome.ts';

type Params = {
  /** Tokens of the conversation from which on anything is cleared, by the library's approximate count. */
  readonly trigger: number;
  /** Newest tool results that stay. */
  readonly keep: number;
  /** Arguments of the calls go too. */
  readonly clearToolInputs: boolean;
  /** Tools whose results stay, by name, with commas between. */
  readonly excludeTools: string;
};

const MARK = '[cleared]';
const NONE = '{}';

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
    const callers = new Map<string, number>();
    const changed = new Map<number, ChatMessage | null>();
    const found: { result: number; caller: number }[] = [];
    messages.forEach((message, i) => {
      for (const { id } of message.calls) callers.set(id, i);
      if (message.role !== 'tool') return;
      const caller = callers.get(message.callId!);
      if (caller === undefined) changed.set(i, null);
      else found.push({ result: i, caller });
    });
    const answered = messages.filter((_, i) => !changed.has(i));
    if (langchainTokens(answered) < trigger) return editing(messages, changed);
    for (const { result, caller } of found.slice(0, Math.max(0, found.length - keep))) {
      const message = messages[result]!;
      const asked = messages[caller]!.calls.find(({ id }) => id === message.callId)!;
      if (excluded.has(message.tool ?? asked.name)) continue;
      changed.set(result, { ...message, text: MARK, images: 0 });
      if (!clearToolInputs || JSON.stringify(argumentsOf(asked)) === NONE) continue;
      const now = changed.get(caller) ?? messages[caller]!;
      changed.set(caller, { ...now, calls: now.calls.map((one) => (one.id === asked.id ? { ...one, args: NONE } : one)) });
    }
    return editing(messages, changed);
  },
});
