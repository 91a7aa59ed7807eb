import { defineProduct, rounds, summarising, unchanged } from './shared/product.ts';
import { turnsTrigger } from '../triggers/watch.ts';

type Params = {
  /** Invocations (a message of the user with all that follows) that must be new. */
  readonly interval: number;
  readonly overlap: number;
};

/** When enough invocations are newer than the last compaction, they become one summary together with the last few before them. */
export const adk = defineProduct<Params>({
  id: 'adk',
  source: { product: 'Agent Development Kit', version: 'ef6ac338', where: 'google/adk/apps/compaction.py', evidence: 'read' },
  params: { interval: rounds(3), overlap: rounds(1, { min: 0 }) },
  onDemand: true,
  summaries: Number.POSITIVE_INFINITY,
  trigger: ({ interval }) => turnsTrigger(interval),
  compact(messages, { interval, overlap }) {
    const last = messages.findLastIndex(({ summary }) => summary === true);
    const starts = messages.flatMap(({ role, summary }, i) => (role === 'user' && !summary ? [i] : []));
    const fresh = starts.filter((i) => i > last);
    if (fresh.length < interval) return unchanged(messages);
    const first = starts[Math.max(0, starts.length - fresh.length - overlap)]!;
    return summarising(messages, (i) => i < first || messages[i]!.role === 'system', { before: messages.length, role: 'user' });
  },
});
