import type { ChatMessage } from './shared/chat.ts';
import { defineProduct, type Fate, keeping, messages, type Source, unchanged } from './shared/product.ts';
import { messagesTrigger } from '../triggers/watch.ts';

const source = (where: string): Source => ({
  product: 'Semantic Kernel',
  version: '1.44.1',
  where: `semantic_kernel/contents/history_reducer, ${where}`,
  evidence: 'checked',
});

type Params = {
  readonly target_count: number;
  readonly threshold_count: number;
};

const usesTools = ({ role, calls }: ChatMessage): boolean => role === 'tool' || calls.length > 0;

/** Where the kept messages begin: back to the first of a chain of calls and results, then to a user message within the threshold. Null: nothing to reduce. */
function cutOf(
  messages: readonly ChatMessage[],
  { target_count, threshold_count }: Params,
): { readonly system: number; readonly from: number } | null {
  if (messages.length <= target_count + threshold_count) return null;
  const system = messages.findIndex(({ role }) => role === 'system');
  const history = messages.flatMap((_, i) => (i === system ? [] : [i]));
  const tools = (at: number): boolean => usesTools(messages[history[at]!]!);
  let cut = history.length - Math.max(1, target_count - (system < 0 ? 0 : 1));
  const earliest = cut - threshold_count;
  if (earliest <= 0) return null;
  while (cut > 0 && tools(cut) && tools(cut - 1)) cut--;
  const prompt = history.findLast((i, at) => at <= cut && at >= earliest && messages[i]!.role === 'user');
  return { system, from: prompt ?? history[cut]! };
}

/** The newest messages stay, and the system message. Calls and results are not separated: the cut goes back to before the first of them. */
export const semanticKernelTruncation = defineProduct<Params>({
  id: 'semantic-kernel-truncation',
  source: source('ChatHistoryTruncationReducer.reduce'),
  peers: {
    'sk-truncation': {},
    'sk-truncation@threshold': { params: { threshold_count: 10 } },
  },
  params: { target_count: messages(20, { knob: 'up' }), threshold_count: messages(0, { min: 0 }) },
  onDemand: true,
  trigger: ({ target_count, threshold_count }) => messagesTrigger(target_count + threshold_count + 1),
  compact(messages, params) {
    const cut = cutOf(messages, params);
    return cut ? keeping(messages, (i) => i >= cut.from || i === cut.system) : unchanged(messages);
  },
});

/** The same cut; what is before it becomes a summary in which calls and results have no part. If there is nothing else, nothing happens. */
export const semanticKernelSummarization = defineProduct<Params>({
  id: 'semantic-kernel-summarization',
  source: source('ChatHistorySummarizationReducer.reduce'),
  peers: {
    'sk-summarization': {},
    'sk-summarization@threshold': { params: { threshold_count: 10 } },
  },
  params: { target_count: messages(20, { knob: 'up' }), threshold_count: messages(0, { min: 0 }) },
  onDemand: true,
  summaries: Number.POSITIVE_INFINITY,
  trigger: ({ target_count, threshold_count }) => messagesTrigger(target_count + threshold_count + 1),
  compact(messages, params) {
    const cut = cutOf(messages, params);
    if (!cut) return unchanged(messages);
    const fates = messages.map((message, i): Fate => {
      if (i >= cut.from || i === cut.system) return 'keep';
      return usesTools(message) ? 'drop' : 'summarise';
    });
    const of = fates.flatMap((fate, i) => (fate === 'summarise' ? [i] : []));
    if (of.length === 0) return unchanged(messages);
    return { fates, edits: new Map(), inserted: [{ before: cut.from, role: 'assistant', content: { summary: { of } } }] };
  },
});
