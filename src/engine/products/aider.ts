import { type ChatMessage, spokenQuarter } from './shared/chat.ts';
import { defineProduct, type Fate, flag, tokens, unchanged } from './shared/product.ts';
import { overTrigger } from '../triggers/watch.ts';

type Params = {
  readonly max_tokens: number;
  /** Where nobody set 8,192 to something else: a sixteenth of the window, at least 1,024, where that is less. */
  readonly by_window: boolean;
};

const MOST = 8192;
const LEAST = 1024;

const limitOf = ({ max_tokens, by_window }: Params, window: number): number =>
  by_window && max_tokens === MOST ? Math.min(Math.max(Math.floor(window / 16), LEAST), MOST) : max_tokens;

/** A history of this many messages is not split. */
const SMALLEST = 4;
const DEPTH = 3;
const RESERVE = 512;
/** A summary has a prefix of 52 characters; its own length is not known before it is written. */
const SUMMARY_TOKENS = 15;

/** A message of its history, which knows user and assistant only; null is the summary. */
interface Turn {
  readonly index: number | null;
  readonly assistant: boolean;
  readonly tokens: number;
}

const sum = (turns: readonly Turn[]): number => turns.reduce((total, { tokens }) => total + tokens, 0);

function splitOf(turns: readonly Turn[], limit: number): number {
  const half = Math.floor(limit / 2);
  let tail = 0;
  let split = turns.length;
  while (split > 0 && tail + turns[split - 1]!.tokens < half) tail += turns[--split]!.tokens;
  while (split > 1 && !turns[split - 1]!.assistant) split--;
  return split;
}

function within(turns: readonly Turn[], tokens: number): readonly Turn[] {
  let left = tokens;
  const over = turns.findIndex((turn) => {
    left -= turn.tokens;
    return left < 0;
  });
  return over < 0 ? turns : turns.slice(0, over);
}

function summarised(turns: readonly Turn[], limit: number, window: number): { readonly tail: readonly Turn[]; readonly seen: readonly Turn[] } {
  let tail = turns;
  let seen: readonly Turn[] = [];
  for (let depth = 0; ; depth++) {
    const split = tail.length <= SMALLEST || depth > DEPTH ? 0 : splitOf(tail, limit);
    if (split <= SMALLEST) return { tail: [], seen: [...seen, ...tail] };
    const head = tail.slice(0, split);
    seen = [...seen, ...within(head, window - RESERVE)];
    const rest = tail.slice(split);
    if (SUMMARY_TOKENS + sum(rest) < limit) return { tail: rest, seen };
    tail = [{ index: null, assistant: false, tokens: SUMMARY_TOKENS }, ...rest];
  }
}

/** Over the limit, the newest messages within half of it stay; all before, up to an assistant message, becomes one summary in the user's name. */
export const aider = defineProduct<Params>({
  id: 'aider',
  source: { product: 'aider', version: '0.86.3', where: 'aider/history.py, ChatSummary.summarize', evidence: 'checked' },
  peers: {
    'aider-summary': { params: { max_tokens: 8192, by_window: false }, window: 128_000 },
    'aider-summary@1024': { params: { max_tokens: 1024, by_window: false }, window: 128_000 },
  },
  params: { max_tokens: tokens(MOST, { knob: 'up', min: 250 }), by_window: flag(true) },
  summaries: Number.POSITIVE_INFINITY,
  trigger: (params, window) => overTrigger(limitOf(params, window)),
  compact(messages: readonly ChatMessage[], params, window) {
    const limit = limitOf(params, window);
    const turns = messages.flatMap((message, index): Turn[] =>
      message.role === 'system' ? [] : [{ index, assistant: message.role === 'assistant', tokens: spokenQuarter(message) }],
    );
    if (sum(turns) <= limit) return unchanged(messages);
    const { tail, seen } = summarised(turns, limit, window);
    const [kept, of] = [tail, seen].map((some) => new Set(some.flatMap(({ index }) => (index === null ? [] : [index]))));
    const fates = messages.map(({ role }, i): Fate => (role === 'system' || kept!.has(i) ? 'keep' : of!.has(i) ? 'summarise' : 'drop'));
    const before = tail.find(({ index }) => index !== null)?.index ?? messages.length;
    return {
      fates,
      edits: new Map(),
      inserted: [
        // Where nothing fits into the request, there is nothing to ask for.
        ...(of!.size > 0 ? [{ before, role: 'user' as const, content: { summary: { of: [...of!] } } }] : []),
        // Its history always ends on an assistant message.
        ...(tail.at(-1)?.assistant ? [] : [{ before: messages.length, role: 'assistant' as const, content: { text: 'Ok.' } }]),
      ],
    };
  },
});
