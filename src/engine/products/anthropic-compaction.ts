import { defineProduct, summarising, tokens } from './shared/product.ts';
import { tokensTrigger } from '../triggers/watch.ts';

type Params = {
  readonly trigger: number;
};

const LEAST_TRIGGER = 50_000;

/** The model writes a compaction block; everything before it, the last question included, goes. */
export const anthropicCompaction = defineProduct<Params>({
  id: 'anthropic-compaction',
  source: { product: 'Anthropic API', version: 'compact_20260112', where: 'documentation of compaction', evidence: 'read' },
  params: { trigger: tokens(150_000, { min: LEAST_TRIGGER }) },
  summaries: Number.POSITIVE_INFINITY,
  trigger: ({ trigger }) => tokensTrigger(trigger),
  compact: (messages) => summarising(messages, (i) => messages[i]!.role === 'system', { before: messages.length, role: 'assistant' }),
});
