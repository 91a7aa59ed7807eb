import { defineProduct } from './shared/define.ts';
import { tokensTrigger } from '../triggers/seeds.ts';
import { summarising } from './shared/outcome.ts';

/** The model writes a compaction block; everything before it, the last question included, goes. */
export const anthropicCompaction = defineProduct<Record<string, never>>({
  id: 'anthropic-compaction',
  source: { product: 'Anthropic API', version: 'compact_20260112', where: 'documentation of compaction', evidence: 'read' },
  params: {},
  summaries: Number.POSITIVE_INFINITY,
  trigger: () => tokensTrigger(150_000),
  compact: (messages) => summarising(messages, (i) => messages[i]!.role === 'system', { before: messages.length, role: 'assistant' }),
});
