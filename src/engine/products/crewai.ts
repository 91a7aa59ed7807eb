import { type ChatMessage, textPoints } from './shared/chat.ts';
import { defineProduct, share, summarising } from './shared/product.ts';
import { HARD_LIMIT } from '../triggers/watch.ts';

type Params = {
  readonly ratio: number;
};

/** Characters of the text ÷ 4, rounded down; calls are not counted. */
const tokens = (message: ChatMessage): number => Math.floor(textPoints(message) / 4);

/** Everything but system messages becomes one user message: a summary of each 0.85 of the window, one after the other. */
export const crewai = defineProduct<Params>({
  id: 'crewai',
  source: { product: 'CrewAI', version: '1.15.17', where: 'crewai/utilities/agent_utils.py, summarize_messages', evidence: 'checked' },
  peers: { 'crewai-summarize': { window: 128_000 } },
  params: { ratio: share(0.85) },
  onDemand: true,
  summaries: Number.POSITIVE_INFINITY,
  trigger: () => HARD_LIMIT,
  compact(messages, { ratio }, window) {
    const limit = Math.floor(window * ratio);
    const chunks: number[][] = [];
    let sum = 0;
    messages.forEach((message, i) => {
      if (message.role === 'system') return;
      sum += tokens(message);
      if (chunks.length === 0 || sum > limit) {
        chunks.push([]);
        sum = tokens(message);
      }
      chunks.at(-1)!.push(i);
    });
    return summarising(messages, (i) => messages[i]!.role === 'system', {
      before: messages.length,
      role: 'user',
      sections: ['Task Overview', 'Current State', 'Important Discoveries', 'Context to Preserve', 'Next Steps'],
      ...(chunks.length > 1 ? { chunks } : {}),
    });
  },
});
