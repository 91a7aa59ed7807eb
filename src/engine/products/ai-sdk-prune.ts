import type { ChatMessage } from './shared/chat.ts';
import { choice, defineProduct, editing, text } from './shared/product.ts';
import { EACH_REQUEST } from '../triggers/watch.ts';

type Params = {
  readonly reasoning: string;
  readonly toolCalls: string;
  readonly tools: string;
  readonly emptyMessages: string;
};

const newest = (toolCalls: string): number =>
  toolCalls === 'all' ? 0 : toolCalls === 'before-last-message' ? 1 : Number(/^before-last-(\d+)-messages$/.exec(toolCalls)?.[1] ?? 0);

const idsOf = ({ calls, callId }: ChatMessage): string[] => [...calls.map(({ id }) => id), ...(callId === undefined ? [] : [callId])];

function withoutThinking(message: ChatMessage): ChatMessage {
  const { reasoning: _, ...rest } = message;
  return rest;
}

/**
 * Calls and results before the newest N messages go, unless one of these names their id; thinking goes as chosen, and where all that
 * followed it went. Messages with nothing left are removed. Nothing is counted or summarised.
 */
export const aiSdkPrune = defineProduct<Params>({
  id: 'ai-sdk-prune',
  source: { product: 'AI SDK', version: '7.0.173', where: 'ai, pruneMessages', evidence: 'checked' },
  peers: {
    'ai-prune': {},
    'ai-prune-tools': { params: { toolCalls: 'before-last-2-messages', reasoning: 'all' } },
    'ai-prune@last-6': { params: { toolCalls: 'before-last-6-messages', reasoning: 'before-last-message' } },
  },
  params: {
    reasoning: choice('none', ['none', 'all', 'before-last-message']),
    toolCalls: choice('none', [
      'none',
      'all',
      'before-last-message',
      'before-last-2-messages',
      'before-last-4-messages',
      'before-last-6-messages',
      'before-last-10-messages',
      'before-last-20-messages',
    ]),
    tools: text(''),
    emptyMessages: choice('remove', ['remove', 'keep']),
  },
  row: { reasoning: 'all', toolCalls: 'before-last-2-messages' },
  trigger: () => EACH_REQUEST,
  compact(messages, { reasoning, toolCalls, tools, emptyMessages }) {
    const last = messages.length - 1;
    const from = toolCalls === 'none' ? 0 : messages.length - newest(toolCalls);
    const named = new Set(messages.slice(Math.max(0, from)).flatMap(idsOf));
    const listed = new Set(tools === '' ? [] : tools.split(','));
    const goes = (id: string, tool = ''): boolean => !named.has(id) && (listed.size === 0 || listed.has(tool));

    const changed = new Map<number, ChatMessage | null>();
    messages.forEach((message, i) => {
      const { role, reasoning: thought } = message;
      if (role === 'tool') {
        if (i < from && goes(message.callId!, message.tool))
          changed.set(i, emptyMessages === 'remove' ? null : { role, text: '', calls: [], images: 0 });
        return;
      }
      const calls = i < from && message.calls.length > 0 ? message.calls.filter(({ id, name }) => !goes(id, name)) : message.calls;
      const fewer = calls.length < message.calls.length;
      const empty = message.text === '' && calls.length === 0;
      const unthinks = thought !== undefined && (reasoning === 'all' || (reasoning === 'before-last-message' && i < last) || (fewer && empty));
      const gone = empty && (thought === undefined || unthinks);
      if (gone && emptyMessages === 'remove') changed.set(i, null);
      else if (fewer || unthinks) changed.set(i, unthinks ? withoutThinking({ ...message, calls }) : { ...message, calls });
    });
    return editing(messages, changed);
  },
});
