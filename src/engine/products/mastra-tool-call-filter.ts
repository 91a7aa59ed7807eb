import type { ChatMessage } from './shared/chat.ts';
import { defineProduct, editing, messages, text, unchanged } from './shared/product.ts';
import { EACH_REQUEST } from '../triggers/watch.ts';

type Params = {
  readonly exclude: string;
  readonly filterAfterToolSteps: number;
};

const withoutCalls = (message: ChatMessage): ChatMessage | null =>
  message.text === '' && message.reasoning === undefined && message.images === 0 ? null : { ...message, calls: [] };

/** Calls and results go in pairs, and messages with nothing left; the newest N messages with calls keep theirs. */
export const mastraToolCallFilter = defineProduct<Params>({
  id: 'mastra-tool-call-filter',
  source: { product: 'Mastra', version: '1.71.0', where: '@mastra/core, ToolCallFilter', evidence: 'checked' },
  peers: {
    'mastra-toolcallfilter': {},
    'mastra-toolcallfilter@4': { params: { filterAfterToolSteps: 4 } },
  },
  params: { exclude: text('all'), filterAfterToolSteps: messages(0, { min: 0, knob: 'up' }) },
  trigger: () => EACH_REQUEST,
  compact(messages, { exclude, filterAfterToolSteps }) {
    const steps = messages.filter(({ calls }) => calls.length > 0);
    const newest = steps.slice(Math.max(0, steps.length - filterAfterToolSteps));
    const stay = new Set(newest.flatMap(({ calls }) => calls.map(({ id }) => id)));
    const named = new Set(exclude.split(','));
    const gone = new Set<string>();
    const use = (id: string, name: string): void => {
      if ((exclude === 'all' || named.has(name)) && !stay.has(id)) gone.add(id);
    };
    for (const { calls, callId, tool } of messages) {
      for (const { id, name } of calls) use(id, name);
      if (callId !== undefined) use(callId, tool ?? '');
    }
    if (gone.size === 0) return unchanged(messages);

    const changed = new Map<number, ChatMessage | null>();
    messages.forEach((message, i) => {
      if (message.role === 'tool' && gone.has(message.callId!)) changed.set(i, null);
      if (message.role !== 'assistant') return;
      const left = message.calls.filter(({ id }) => !gone.has(id));
      if (left.length > 0 && left.length === message.calls.length) return;
      const now = left.length > 0 ? { ...message, calls: left } : withoutCalls(message);
      if (now === null || message.calls.length > 0) changed.set(i, now);
    });
    return editing(messages, changed);
  },
});
