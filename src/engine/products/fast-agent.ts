import { argumentsOf, type ChatMessage, codePoints } from './shared/chat.ts';
import {
  defineProduct,
  heldBy,
  holding,
  type Item,
  itemsOf,
  rounds,
  type Source,
  startOf,
  summarising,
  tokens as tokensParam,
  unchanged,
} from './shared/product.ts';

const source = (where: string): Source => ({ product: 'fast-agent', version: '0.10.9', where: `fast_agent/${where}`, evidence: 'checked' });

type Compaction = {
  readonly keep_turns: number;
  readonly max_tokens_after: number;
};

const SUMMARY = 2048;

const characters = (value: unknown): number => codePoints(JSON.stringify(value));

function tokens(messages: readonly ChatMessage[]): number {
  const content = (text: string): unknown => ({ type: 'text', text, annotations: null, meta: null });
  const size = ({ role, text, calls }: ChatMessage): number => {
    if (role === 'tool') return characters({ meta: null, content: [content(text)], structuredContent: null, isError: false });
    const asked = calls.map((call) => characters({ method: 'tools/call', params: { meta: null, name: call.name, arguments: argumentsOf(call) } }));
    return codePoints(text) + asked.reduce((sum, one) => sum + one, 0);
  };
  return Math.max(1, Math.floor(messages.reduce((sum, message) => sum + size(message), 0) / 4));
}

/** The newest 2 turns stay, fewer if they are too large for the budget, and never the first; the rest becomes a summary before them. */
export const fastAgentCompaction = defineProduct<Compaction>({
  id: 'fast-agent-compaction',
  source: source('history/compaction.py, plan_compaction'),
  peers: {
    'fast-agent-compact': {},
    'fast-agent-compact@budget': { params: { max_tokens_after: 16_000 } },
  },
  params: { keep_turns: rounds(2, { knob: 'up' }), max_tokens_after: tokensParam(0) },
  onDemand: true,
  summaries: Number.POSITIVE_INFINITY,
  compact(messages, { keep_turns, max_tokens_after }) {
    const items = itemsOf(messages);
    const turns = items.flatMap(({ role, messages: of }, at) => (role === 'user' && !messages[of[0]!]!.summary ? [at] : []));
    if (items.length < 2 || turns.length === 0) return unchanged(messages);
    const start = (keep: number): number => (keep > 0 ? turns.at(-keep)! : items.length);
    const size = (keep: number): number => tokens(items.slice(start(keep)).flatMap(({ messages: of }) => of.map((i) => messages[i]!))) + SUMMARY;
    let keep = Math.min(keep_turns, turns.length - 1);
    if (start(keep) < 2) return unchanged(messages);
    while (max_tokens_after > 0 && keep > 0 && size(keep) > max_tokens_after) keep--;
    const tail = items.slice(start(keep));
    return summarising(messages, heldBy(messages, tail), { before: startOf(messages, tail[0]), role: 'user' });
  },
});

/** When a turn with several rounds of tools ends in an answer, only what was asked, the last round and the answer stay of it. */
export const fastAgentToolLoop = defineProduct<Record<string, never>>({
  id: 'fast-agent-tool-loop',
  source: source('hooks/history_trimmer.py, trim_tool_loop_history'),
  peers: { 'fast-agent-trim': {} },
  params: {},
  onDemand: true,
  compact(messages) {
    const items = itemsOf(messages);
    const from = Math.max(
      0,
      items.findLastIndex(({ role }) => role === 'user'),
    );
    const turn = items.slice(from);
    const answer = turn.at(-1);
    const rounds = turn.filter(({ calls }) => calls);
    if (turn.length < 4 || answer?.role !== 'assistant' || rounds.length < 2) return unchanged(messages);
    const last = turn.indexOf(rounds.at(-1)!);
    const kept = new Set<Item>([...items.slice(0, from), turn[0]!, ...turn.slice(last, last + 2), ...(last < turn.length - 1 ? [answer] : [])]);
    return last === turn.length - 1 ? unchanged(messages) : holding(messages, [...kept]);
  },
});
