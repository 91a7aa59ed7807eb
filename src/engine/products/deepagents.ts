import { argumentsOf, type ChatCall, type ChatMessage, codePoints, firstCodePoints } from './shared/chat.ts';
import { characters, defineProduct, editing, messages, text, unchanged } from './shared/product.ts';
import { messagesTrigger } from '../triggers/watch.ts';

type Params = {
  readonly trigger: number;
  /** Newest messages that are not touched. */
  readonly keep: number;
  readonly max_length: number;
  readonly tools: string;
};

const HEAD = 20;
const MARK = '...(argument truncated)';

const RENAMED = 'write_file,edit_file,write,Write,edit,Edit';

function shorter(call: ChatCall, limit: number): ChatCall | null {
  const parsed = argumentsOf(call);
  const args = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : { raw: call.args };
  const isLong = (value: unknown): value is string => typeof value === 'string' && codePoints(value) > limit;
  const entries = Object.entries(args);
  if (!entries.some(([, value]) => isLong(value))) return null;
  const cut = entries.map(([key, value]) => [key, isLong(value) ? firstCodePoints(value, HEAD) + MARK : value]);
  return { ...call, args: JSON.stringify(Object.fromEntries(cut)) };
}

/** From 20 messages on, in all but the newest 20, arguments of more than 2,000 characters of write_file and edit_file become their first 20 with a mark. */
export const deepagentsArguments = defineProduct<Params>({
  id: 'deepagents-arguments',
  source: {
    product: 'deepagents',
    version: '0.7.8',
    where: 'deepagents/middleware/summarization.py, SummarizationMiddleware._truncate_args',
    evidence: 'checked',
  },
  peers: {
    'deepagents-args': {},
    'deepagents-args@renamed': { params: { tools: RENAMED } },
    'deepagents-args@renamed-500': { params: { tools: RENAMED, max_length: 500 } },
  },
  params: { trigger: messages(20), keep: messages(20, { knob: 'up' }), max_length: characters(2000), tools: text('write_file,edit_file') },
  onDemand: true,
  trigger: ({ trigger }) => messagesTrigger(trigger),
  compact(messages, { trigger, keep, max_length, tools }) {
    if (messages.length < trigger) return unchanged(messages);
    const names = new Set(tools.split(','));
    const changed = messages.slice(0, Math.max(0, messages.length - keep)).flatMap((message, i): (readonly [number, ChatMessage])[] => {
      const cut = message.calls.map((call) => (names.has(call.name) ? shorter(call, max_length) : null));
      return cut.some((call) => call !== null) ? [[i, { ...message, calls: message.calls.map((call, k) => cut[k] ?? call) }]] : [];
    });
    return editing(messages, new Map(changed));
  },
});
