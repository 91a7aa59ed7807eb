import { defineProduct, keeping, share, summarising } from './shared/product.ts';
import { tokensTrigger } from '../triggers/watch.ts';

const FULL = 0.9;
const OUTPUT = 8192;

/** Everything becomes one message of the user. */
export const rooCode = defineProduct<Record<string, never>>({
  id: 'roo-code',
  source: { product: 'Roo Code', version: '2026-04', where: 'core/condense', evidence: 'read' },
  params: {},
  summaries: Number.POSITIVE_INFINITY,
  trigger: (_params, window) => tokensTrigger(Math.max(1, window * FULL - OUTPUT)),
  compact: (messages) => summarising(messages, (i) => messages[i]!.role === 'system', { before: messages.length, role: 'user' }),
});

type Params = {
  readonly share: number;
};

/** Where condensing fails: the first message stays, the older half of the rest is hidden. */
export const rooCodeTruncation = defineProduct<Params>({
  id: 'roo-code-truncation',
  source: { product: 'Roo Code', version: '2026-04', where: 'core/sliding-window, truncateConversation', evidence: 'read' },
  params: { share: share(0.5, { knob: 'down' }) },
  onDemand: true,
  trigger: (_params, window) => tokensTrigger(Math.max(1, window * FULL - OUTPUT)),
  compact(messages, { share }) {
    const history = messages.flatMap(({ role }, i) => (role === 'system' ? [] : [i]));
    const gone = Math.floor(((history.length - 1) * share) / 2) * 2;
    const hidden = new Set(history.slice(1, 1 + Math.max(0, gone)));
    return keeping(messages, (i) => !hidden.has(i));
  },
});
