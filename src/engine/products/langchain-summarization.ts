import { type ChatMessage, langchainTail } from './shared/chat.ts';
import { defineProduct, messages, summarising, tokens, unchanged } from './shared/product.ts';

type Params = {
  readonly messages: number;
  readonly tokens: number;
};

/** Messages on either side of a cut in which it looks for calls that would lose their results. */
const NEAR = 5;

function partsNone(messages: readonly ChatMessage[], cut: number): boolean {
  if (messages[cut]!.calls.length > 0) return false;
  const ids = messages.slice(Math.max(0, cut - NEAR), cut).flatMap(({ calls }) => calls.map(({ id }) => id));
  return !messages.slice(cut).some(({ callId }) => callId !== undefined && ids.includes(callId));
}

function safeCut(messages: readonly ChatMessage[], wanted: number): number {
  let end = wanted;
  while (messages[end]?.role === 'tool') end++;
  if (end === wanted) return wanted;
  const ids = new Set(messages.slice(wanted, end).map(({ callId }) => callId));
  for (let i = wanted - 1; i >= 0; i--) if (messages[i]!.calls.some(({ id }) => ids.has(id))) return i;
  let cut = wanted;
  while (cut > 0 && !partsNone(messages, cut)) cut--;
  return cut;
}

/** The newest 20 messages stay; everything before becomes one summary in a message of the user, a leading system message too. */
export const langchainSummarization = defineProduct<Params>({
  id: 'langchain-summarization',
  source: { product: 'LangChain', version: '1.4.0', where: 'langchain, summarizationMiddleware', evidence: 'checked' },
  peers: {
    'langchain-summarize': {},
    'langchain-summarize@8k': { params: { tokens: 8000 } },
  },
  params: { messages: messages(20, { knob: 'up' }), tokens: tokens(0) },
  summaries: Number.POSITIVE_INFINITY,
  compact(messages, { messages: count, tokens }) {
    const system = messages[0]?.role === 'system' ? 1 : 0;
    const spoken = messages.slice(system);
    const wanted = tokens > 0 ? Math.min(spoken.length - 1, langchainTail(spoken, tokens)) : spoken.length - count;
    const cut = wanted > 0 ? safeCut(spoken, wanted) : 0;
    if (cut === 0) return unchanged(messages);
    return summarising(messages, (i) => i >= cut + system, { before: cut + system, role: 'user' });
  },
});
