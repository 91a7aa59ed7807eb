import { defineProduct, type Fate } from './shared/product.ts';
import { overTrigger } from '../triggers/watch.ts';

const FULL = 0.8;

const GO_ON = 'The conversation above was summarised. Go on from where it stands, without mentioning the summary.';
const IN_A_LOOP = 'The conversation above was summarised in the middle of a task. Go on with the tool calls that the task needs.';

/** Everything becomes one summary; after it stand a line of the assistant and a copy of what the user last asked. */
export const goose = defineProduct<Record<string, never>>({
  id: 'goose',
  source: { product: 'goose', version: '331a8429', where: 'crates/goose/src/context_mgmt/mod.rs', evidence: 'read' },
  params: {},
  summaries: Number.POSITIVE_INFINITY,
  trigger: (_params, window) => overTrigger(FULL * window),
  compact(messages) {
    const fates: Fate[] = messages.map(({ role }) => (role === 'system' ? 'keep' : 'summarise'));
    const asked = messages.findLast(({ role, text, calls }) => role === 'user' && text !== '' && calls.length === 0);
    const of = fates.flatMap((fate, i) => (fate === 'summarise' ? [i] : []));
    if (of.length === 0) return { fates, edits: new Map(), inserted: [] };
    const before = messages.length;
    const text = messages.at(-1)!.role === 'tool' ? IN_A_LOOP : GO_ON;
    return {
      fates,
      edits: new Map(),
      inserted: [
        { before, role: 'user', content: { summary: { of } } },
        { before, role: 'assistant', content: { text } },
        ...(asked ? [{ before, role: 'user' as const, content: { text: asked.text } }] : []),
      ],
    };
  },
});
