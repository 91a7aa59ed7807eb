import { defineProduct, messages, summarising, unchanged } from './shared/product.ts';

type Params = {
  readonly max_preserved_messages: number;
};

/** The newest 2 user or assistant messages stay, the rest becomes one user message. With fewer than 2, nothing happens. */
export const kimi = defineProduct<Params>({
  id: 'kimi-cli',
  source: { product: 'Kimi CLI', version: '1.49.0', where: 'src/kimi_cli/soul/compaction.py, SimpleCompaction.prepare', evidence: 'checked' },
  peers: {
    'kimi-simple': {},
    'kimi-simple@10': { params: { max_preserved_messages: 10 } },
  },
  params: { max_preserved_messages: messages(2, { knob: 'up' }) },
  onDemand: true,
  summaries: Number.POSITIVE_INFINITY,
  compact(messages, { max_preserved_messages: preserved }) {
    const spoken = messages.flatMap(({ role }, i) => (role === 'user' || role === 'assistant' ? [i] : []));
    const from = preserved > 0 ? spoken.at(-preserved) : undefined;
    if (from === undefined) return unchanged(messages);
    return summarising(messages, (i) => i >= from || messages[i]!.role === 'system', {
      before: from,
      role: 'user',
      sections: ['current_focus', 'environment', 'completed_tasks', 'active_issues', 'code_state', 'important_context'],
    });
  },
});
