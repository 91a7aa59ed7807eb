import { type ChatMessage, codePoints } from './shared/chat.ts';
import {
  defineProduct,
  heldBy,
  type Item,
  itemsOf,
  messages,
  number,
  share,
  type Source,
  startOf,
  summarising,
  unchanged,
} from './shared/product.ts';
import { HARD_LIMIT, messagesTrigger } from '../triggers/watch.ts';

const source = (where: string): Source => ({
  product: 'Strands Agents',
  version: '1.40.0',
  where: `strands/agent/conversation_manager, ${where}`,
  evidence: 'checked',
});

const END = 200;
const CUT = '... [truncated:';

/** A result of more than 400 characters without its middle; null if it is short or was cut before. */
function cutOf(result: ChatMessage): ChatMessage | null {
  if (codePoints(result.text) <= 2 * END || result.text.includes(CUT)) return null;
  const characters = [...result.text];
  const [head, tail] = [characters.slice(0, END).join(''), characters.slice(-END).join('')];
  return { ...result, text: `${head}...\n\n${CUT} ${characters.length - 2 * END} chars removed] ...\n\n...${tail}` };
}

const answered = (items: readonly Item[], at: number): boolean => items[at]!.calls && items[at + 1]?.role === 'tool';

type SlidingParams = {
  readonly window_size: number;
  readonly overflows: number;
};

/**
 * The newest 40 messages stay, from the first user message among them on, else from the first call with its result. After an overflow the
 * oldest results are cut to 200 + 200 characters instead; where that has been done, it trims, two messages at least.
 */
export const strandsSliding = defineProduct<SlidingParams>({
  id: 'strands-sliding-window',
  source: source('SlidingWindowConversationManager.reduce_context'),
  peers: {
    'strands-sliding': {},
    'strands-sliding@10': { params: { window_size: 10 } },
    'strands-sliding@overflow': { params: { overflows: 1 } },
    'strands-sliding@overflow2': { params: { overflows: 2 } },
  },
  params: { window_size: messages(40, { knob: 'up' }), overflows: number(0, { min: 0 }) },
  trigger: ({ window_size }) => messagesTrigger(window_size + 1),
  compact(messages, { window_size, overflows }) {
    const edits = new Map<number, ChatMessage>();
    let items = itemsOf(messages);
    const cutOldest = (): boolean => {
      const oldest = items.find(({ role }) => role === 'tool')?.messages ?? [];
      const cut = oldest.flatMap((i) => {
        const shorter = cutOf(edits.get(i) ?? messages[i]!);
        return shorter ? [[i, shorter] as const] : [];
      });
      for (const [i, shorter] of cut) edits.set(i, shorter);
      return cut.length > 0;
    };
    const trim = (): void => {
      const least = items.length <= window_size ? 2 : items.length - window_size;
      const prompt = items.findIndex(({ role }, at) => at >= least && role === 'user');
      const from = prompt >= 0 ? prompt : items.findIndex((_, at) => at >= least && answered(items, at));
      if (from >= 0) items = items.slice(from);
    };
    if (overflows === 0 && items.length > window_size) trim();
    for (let k = 0; k < overflows; k++) if (!cutOldest()) trim();
    const held = heldBy(messages, items);
    const kept = new Map([...edits].filter(([i]) => held(i)));
    return { fates: messages.map((_, i) => (held(i) ? (kept.has(i) ? 'edit' : 'keep') : 'drop')), edits: kept, inserted: [] };
  },
});

type SummarizingParams = {
  readonly summary_ratio: number;
  readonly preserve_recent_messages: number;
};

/** The oldest 30 % of the messages become a summary, but none of the newest 10; the cut moves on past results and unanswered calls. */
export const strandsSummarizing = defineProduct<SummarizingParams>({
  id: 'strands-summarizing',
  source: source('SummarizingConversationManager.reduce_context'),
  peers: {
    'strands-summarizing': {},
    'strands-summarizing@0.8': { params: { summary_ratio: 0.8, preserve_recent_messages: 2 } },
  },
  params: { summary_ratio: share(0.3, { knob: 'down' }), preserve_recent_messages: messages(10, { min: 0 }) },
  onDemand: true,
  summaries: Number.POSITIVE_INFINITY,
  trigger: () => HARD_LIMIT,
  compact(messages, { summary_ratio, preserve_recent_messages }) {
    const items = itemsOf(messages);
    const ratio = Math.max(0.1, Math.min(0.8, summary_ratio));
    const count = Math.min(Math.max(1, Math.floor(items.length * ratio)), items.length - preserve_recent_messages);
    if (count <= 0) return unchanged(messages);
    const last = items.length - 1;
    const begins = ({ role, calls }: Item, at: number): boolean => role !== 'tool' && (!calls || at === last || answered(items, at));
    const from = count === items.length ? count : items.findIndex((item, at) => at >= count && begins(item, at));
    if (from < 0) return unchanged(messages);
    return summarising(messages, heldBy(messages, items.slice(from)), {
      before: startOf(messages, items[from]),
      role: 'user',
      sections: ['Conversation Summary', 'Tools Executed'],
    });
  },
});
