import { remembered } from '../signals/remember.ts';
import { type ChatMessage, pythonJson } from './shared/chat.ts';
import { defineProduct, keeping, messages, type Outcome, share, type Source, summarising, unchanged } from './shared/product.ts';
import { messagesTrigger } from '../triggers/watch.ts';

const source = (where: string): Source => ({
  product: 'Letta',
  version: '0.16.6',
  where: `letta/services/summarizer, ${where}`,
  evidence: 'checked',
});

const SYSTEM: ChatMessage = { role: 'system', text: '', calls: [], images: 0 };
const contextOf = (messages: readonly ChatMessage[]): { readonly context: readonly ChatMessage[]; readonly added: number } =>
  messages[0]?.role === 'system' ? { context: messages, added: 0 } : { context: [SYSTEM, ...messages], added: 1 };

function rounded(x: number): number {
  const floor = Math.floor(x);
  if (x - floor !== 0.5) return Math.round(x);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** How the product would send a message. */
function wire({ role, text, calls, callId }: ChatMessage): unknown {
  if (role === 'tool') return { content: text, role, tool_call_id: callId };
  if (calls.length === 0) return { content: text, role };
  return {
    content: text,
    role,
    tool_calls: calls.map(({ id, name, args }) => ({ id, function: { arguments: args || '{}', name }, type: 'function' })),
  };
}

const jsonBytes = remembered((message: ChatMessage): number => {
  const json = pythonJson(wire(message));
  return json.length + 5 * (json.match(/[\u0080-\uffff]/g)?.length ?? 0);
});

const tokens = (bytes: number): number => Math.floor(Math.ceil(bytes / 4) * 1.3);

function evicting(messages: readonly ChatMessage[], added: number, from: number): Outcome {
  const first = from - added;
  return summarising(messages, (i) => i >= first || (i === 0 && added === 0), {
    before: Math.min(Math.max(first, 0), messages.length),
    role: 'user',
    tokens: 12_500,
    sections: ['High level goals', 'What happened', 'Important details', 'Errors and fixes', 'Lookup hints'],
  });
}

type SlidingParams = {
  readonly sliding_window_percentage: number;
};

/**
 * Evicted are the first 40 % of the messages, back to the last message of the assistant in them; 10 % more until what is left fits into 70 %
 * of the window. If not even the last step does, everything but the system message is summarised.
 */
export const lettaSliding = defineProduct<SlidingParams>({
  id: 'letta-sliding-window',
  source: source('summarizer_sliding_window.py, summarize_via_sliding_window'),
  peers: {
    'letta-sliding': { window: 128_000 },
    'letta-sliding@32k': { window: 32_000 },
    'letta-sliding@0.6': { params: { sliding_window_percentage: 0.6 }, window: 128_000 },
  },
  params: { sliding_window_percentage: share(0.3, { knob: 'down' }) },
  summaries: 12_500,
  compact(messages, { sliding_window_percentage }, window) {
    const { context, added } = contextOf(messages);
    const goal = (1 - sliding_window_percentage) * window;
    // Two brackets, and a comma and a blank between one message and the next.
    const sizes = context.map((message) => jsonBytes(message) + 2);
    const after = (from: number): number => tokens(sizes[0]! + sizes.reduce((sum, size, i) => (i < from ? sum : sum + size), 0));
    let [share, left, from] = [sliding_window_percentage, window, -1];
    while (left >= goal && share < 1) {
      share += 0.1;
      const cut = rounded(share * context.length);
      from = context.findLastIndex(({ role }, i) => i > 0 && i <= cut && role === 'assistant');
      if (from >= 0) left = after(from);
    }
    const all = from < 0 || share >= 1 || from >= context.length - 1;
    return evicting(messages, added, all ? context.length : from);
  },
});

type StaticParams = {
  readonly message_buffer_limit: number;
  readonly message_buffer_min: number;
};

/** Above 60 messages only the newest 15 stay, from the first user message among them on, and the system message. The rest is gone. */
export const lettaStatic = defineProduct<StaticParams>({
  id: 'letta-static-buffer',
  source: source('summarizer.py, Summarizer static_message_buffer'),
  peers: { 'letta-static': {} },
  params: { message_buffer_limit: messages(60), message_buffer_min: messages(15, { knob: 'up' }) },
  onDemand: true,
  trigger: ({ message_buffer_limit }) => messagesTrigger(message_buffer_limit + 1),
  compact(messages, { message_buffer_limit, message_buffer_min }) {
    const { context, added } = contextOf(messages);
    if (context.length <= message_buffer_limit) return unchanged(messages);
    const earliest = Math.max(1, context.length - message_buffer_min);
    const prompt = context.findIndex(({ role }, i) => i >= earliest && role === 'user');
    const first = (prompt < 0 ? context.length : prompt) - added;
    return keeping(messages, (i) => i >= first || (i === 0 && added === 0));
  },
});

type PartialParams = {
  readonly partial_evict_summarizer_percentage: number;
};

/** The newest 30 % of the messages stay, from the first message of the assistant among them on; if there is none, all stay. */
export const lettaPartial = defineProduct<PartialParams>({
  id: 'letta-partial-evict',
  source: source('summarizer.py, Summarizer partial_evict_message_buffer'),
  peers: { 'letta-partial': {} },
  params: { partial_evict_summarizer_percentage: share(0.3, { knob: 'down' }) },
  onDemand: true,
  summaries: 12_500,
  compact(messages, { partial_evict_summarizer_percentage }) {
    const { context, added } = contextOf(messages);
    const start = rounded((1 - partial_evict_summarizer_percentage) * context.length);
    const from = context.findIndex(({ role }, i) => i >= start && role === 'assistant');
    return from < 0 ? unchanged(messages) : evicting(messages, added, from);
  },
});
