import { argumentsOf, type ChatMessage, nearestQuarter } from './shared/chat.ts';
import { defineProduct, editing, share, summarising, tokens as tokensParam, unchanged } from './shared/product.ts';
import { overTrigger, tokensTrigger } from '../triggers/watch.ts';

type Prune = {
  readonly protect: number;
  /** Tokens that must be more than this, else nothing is pruned. */
  readonly minimum: number;
};

/** User turns whose outputs always stay. */
const TURNS = 2;
const EXEMPT = 'skill';
const MARK = '[Old tool result content cleared]';

/** Tool output older than the newest 40,000 tokens becomes a placeholder if more than 20,000 tokens can be saved; the last two turns are exempt. */
export const opencodePrune = defineProduct<Prune>({
  id: 'opencode-prune',
  source: { product: 'opencode', version: '1.18', where: 'session/compaction, prune', evidence: 'read' },
  params: { protect: tokensParam(40_000, { knob: 'up' }), minimum: tokensParam(20_000) },
  trigger: ({ protect, minimum }) => overTrigger(protect + minimum),
  compact(messages, { protect, minimum }) {
    const changed = new Map<number, ChatMessage>();
    let turns = 0;
    let seen = 0;
    let saved = 0;
    for (let i = messages.length - 1; i >= 0; i--) {
      const message = messages[i]!;
      if (message.role === 'user') turns++;
      if (turns < TURNS) continue;
      if (message.summary || message.text === MARK) break;
      if (message.role !== 'tool' || message.tool === EXEMPT) continue;
      const size = nearestQuarter(message.text.length);
      seen += size;
      if (seen <= protect) continue;
      saved += size;
      changed.set(i, { ...message, text: MARK, images: 0 });
    }
    return saved > minimum ? editing(messages, changed) : unchanged(messages);
  },
});

type Compaction = {
  readonly output: number;
  readonly share: number;
};

const RESERVE = 20_000;
const LEAST = 2000;
const MOST = 15_000;
const SECTIONS = ['Objective', 'Important Details', 'Work State', 'Next Move', 'Relevant Files'];

const tokens = ({ text, calls }: ChatMessage): number =>
  nearestQuarter(text.length + calls.reduce((sum, call) => sum + call.name.length + JSON.stringify(argumentsOf(call)).length, 0));

/**
 * Whole turns from the newest stay within 25 % of the usable window, at least 2,000 and at most 15,000 tokens; of the turn that does not fit
 * its newest messages stay. All before becomes one summary.
 */
export const opencode = defineProduct<Compaction>({
  id: 'opencode',
  source: { product: 'opencode', version: '1.18', where: 'session/compaction', evidence: 'read' },
  params: { output: tokensParam(32_000), share: share(0.25, { knob: 'up' }) },
  summaries: Number.POSITIVE_INFINITY,
  trigger: ({ output }, window) => tokensTrigger(Math.max(1, window - output - RESERVE)),
  compact(messages, { output, share }, window) {
    const usable = Math.max(0, window - output - RESERVE);
    const budget = Math.min(MOST, Math.max(LEAST, Math.floor(usable * share)));
    let from = messages.length;
    let used = 0;
    for (let i = messages.length - 1; i >= 0; i--) {
      if (messages[i]!.role === 'system') continue;
      used += tokens(messages[i]!);
      if (used > budget) break;
      // A tool result cannot come first.
      if (messages[i]!.role !== 'tool') from = i;
    }
    return summarising(messages, (i) => i >= from || messages[i]!.role === 'system', { before: from, role: 'user', sections: SECTIONS });
  },
});
