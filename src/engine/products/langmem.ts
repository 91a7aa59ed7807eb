import { type ChatMessage, spokenQuarter } from './shared/chat.ts';
import { defineProduct, summarising, tokens as tokensParam, unchanged } from './shared/product.ts';
import { overTrigger } from '../triggers/watch.ts';

type Params = {
  readonly max_tokens: number;
  readonly max_summary_tokens: number;
};

const tokens = (messages: readonly ChatMessage[]): number => messages.reduce((sum, message) => sum + spokenQuarter(message), 0);

/**
 * From the oldest message on until the limit is reached and what is left fits beside a summary of 256 tokens and the system message: this
 * becomes a summary, written as a system message. Results of a call at its end go with it; nothing happens if the rest never fits.
 */
export const langmem = defineProduct<Params>({
  id: 'langmem',
  source: { product: 'LangMem', version: '0.0.30', where: 'langmem/short_term/summarization.py, summarize_messages', evidence: 'checked' },
  peers: {
    'langmem-summarize': {},
    'langmem-summarize@8k': { params: { max_tokens: 8000 } },
  },
  params: { max_tokens: tokensParam(32_000, { knob: 'up' }), max_summary_tokens: tokensParam(256) },
  onDemand: true,
  summaries: 256,
  trigger: ({ max_tokens }) => overTrigger(max_tokens),
  compact(messages, { max_tokens, max_summary_tokens }) {
    const system = messages[0]?.role === 'system' ? 1 : 0;
    const history = messages.slice(system);
    const room = max_tokens - max_summary_tokens - tokens(messages.slice(0, system));
    const total = tokens(history);
    let seen = 0;
    const cut = history.findIndex((message) => {
      seen += spokenQuarter(message);
      return seen >= max_tokens && total - seen <= room;
    });
    if (cut < 0) return unchanged(messages);
    const asked = new Set(history[cut]!.calls.map(({ id }) => id));
    const results = new Set(history.flatMap(({ callId }) => (callId !== undefined && asked.has(callId) ? [callId] : [])));
    // As many messages as there are results go, whichever they are.
    const first = system + cut + 1 + results.size;
    return summarising(messages, (i) => i >= first || i < system, { before: first, role: 'system', tokens: max_summary_tokens });
  },
});
