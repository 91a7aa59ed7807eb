import { defineProduct, type Fate } from './shared/product.ts';
import { overTrigger } from '../triggers/watch.ts';

/**
 * Everything becomes one user message, the summary. Calls that still wait for their results are not shown to the summariser; a message that
 * has nothing else is gone without a trace.
 */
export const anthropicToolRunner = defineProduct<Record<string, never>>({
  id: 'anthropic-tool-runner',
  source: {
    product: 'Anthropic SDK',
    version: '0.121.0 (Python)',
    where: 'anthropic/lib/tools/_beta_runner.py, BetaToolRunner compaction_control',
    evidence: 'checked',
  },
  peers: { 'anthropic-tool-runner': {} },
  params: {},
  onDemand: true,
  summaries: Number.POSITIVE_INFINITY,
  trigger: () => overTrigger(100_000),
  compact(messages) {
    const waiting = messages.findLastIndex(({ role }) => role !== 'system');
    const fates = messages.map(({ role, text, calls }, i): Fate => {
      if (role === 'system') return 'keep';
      return i === waiting && calls.length > 0 && text === '' ? 'drop' : 'summarise';
    });
    const of = fates.flatMap((fate, i) => (fate === 'summarise' ? [i] : []));
    const sections = ['Task Overview', 'Current State', 'Important Discoveries', 'Next Steps', 'Context to Preserve'];
    const summary = { before: messages.length, role: 'user' as const, content: { summary: { of, sections } } };
    return { fates, edits: new Map(), inserted: of.length > 0 ? [summary] : [] };
  },
});
