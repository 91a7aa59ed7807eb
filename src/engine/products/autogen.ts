import { defineProduct, holding, type Item, itemsOf, messages, type Source, tokens } from './shared/product.ts';
import { messagesTrigger, overTrigger } from '../triggers/watch.ts';
import { spokenQuarter } from './shared/chat.ts';

const source = (context: string): Source => ({
  product: 'AutoGen',
  version: '0.7.5',
  where: `autogen-core, model_context, ${context}`,
  evidence: 'checked',
});

const answerable = (items: readonly Item[]): readonly Item[] => (items[0]?.role === 'tool' ? items.slice(1) : items);

type BufferedParams = {
  readonly buffer_size: number;
};

/** The newest messages stay; if results come first among them, they go. */
export const autogenBuffered = defineProduct<BufferedParams>({
  id: 'autogen-buffered',
  source: source('BufferedChatCompletionContext'),
  peers: {
    'autogen-buffered': {},
    'autogen-buffered@10': { params: { buffer_size: 10 } },
  },
  params: { buffer_size: messages(20, { knob: 'up' }) },
  onDemand: true,
  trigger: ({ buffer_size }) => messagesTrigger(buffer_size + 1),
  compact: (messages, { buffer_size }) => holding(messages, answerable(itemsOf(messages).slice(-buffer_size))),
});

type HeadAndTail = {
  readonly head_size: number;
  readonly tail_size: number;
};

/** The first and the newest messages stay, a note between them says how many were skipped. */
export const autogenHeadAndTail = defineProduct<HeadAndTail>({
  id: 'autogen-head-and-tail',
  source: source('HeadAndTailChatCompletionContext'),
  peers: { 'autogen-head-tail': {} },
  params: { head_size: messages(5), tail_size: messages(20, { knob: 'up' }) },
  onDemand: true,
  trigger: ({ head_size, tail_size }) => messagesTrigger(head_size + tail_size + 1),
  compact(messages, { head_size, tail_size }) {
    const items = itemsOf(messages);
    const skipped = items.length - head_size - tail_size;
    if (skipped <= 0) return holding(messages, items);
    const first = items.slice(0, head_size);
    const head = first.at(-1)?.calls ? first.slice(0, -1) : first;
    const tail = answerable(items.slice(-tail_size));
    const before = tail[0]?.messages[0] ?? messages.length;
    return {
      ...holding(messages, [...head, ...tail]),
      inserted: [{ before, role: 'user', content: { text: `Skipped ${skipped} messages.` } }],
    };
  },
});

type TokenLimitParams = {
  readonly token_limit: number;
};

/** One message after the other goes from the middle until the rest fits. */
export const autogenTokenLimited = defineProduct<TokenLimitParams>({
  id: 'autogen-token-limited',
  source: source('TokenLimitedChatCompletionContext'),
  peers: {
    'autogen-token-limited': {},
    'autogen-token-limited@32k': { params: { token_limit: 32_000 } },
  },
  params: { token_limit: tokens(8000, { knob: 'up' }) },
  onDemand: true,
  trigger: ({ token_limit }) => overTrigger(token_limit),
  compact(messages, { token_limit }) {
    const items = itemsOf(messages);
    const tokens = (item: Item): number => item.messages.reduce((sum, i) => sum + spokenQuarter(messages[i]!), 0);
    let total = items.reduce((sum, item) => sum + tokens(item), 0);
    // The one in the middle of what is left is next to the gap, on either side in turn.
    let [head, tail] = [Math.floor(items.length / 2), Math.floor(items.length / 2)];
    while (total > token_limit && tail - head < items.length) {
      const left = head + items.length - tail;
      total -= tokens(items[Math.floor(left / 2) < head ? --head : tail++]!);
    }
    return holding(messages, answerable([...items.slice(0, head), ...items.slice(tail)]));
  },
});
