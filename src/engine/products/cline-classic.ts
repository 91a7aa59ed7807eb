import { type ChatMessage, spokenQuarter } from './shared/chat.ts';
import { choice, defineProduct, editing, type Item, itemsOf, share, unchanged } from './shared/product.ts';
import { tokensTrigger } from '../triggers/watch.ts';
import { fileReads } from './shared/product-files.ts';

type Params = {
  readonly keep: string;
  /** Share of the characters that notices in place of repeated reads must save, so that nothing else goes. */
  readonly minSaved: number;
};

const READ_AGAIN = '[This read was left out: the file is read again further on.]';
const TRUNCATED = '[Earlier messages were left out here; the first message and the newest ones stay.]';

const FREE = new Map([
  [64_000, 27_000],
  [128_000, 30_000],
  [200_000, 40_000],
]);
const allowed = (window: number): number => {
  const free = FREE.get(window);
  return free === undefined ? Math.max(window - 40_000, 0.8 * window) : window - free;
};

const HEAD = 2;

const characters = (messages: readonly ChatMessage[]): number =>
  messages.reduce(
    (sum, { role, text, calls }) =>
      role === 'system' ? sum : sum + text.length + calls.reduce((size, { name, args }) => size + name.length + args.length, 0),
    0,
  );

const shorter = (message: ChatMessage): ChatMessage => ({ ...message, text: READ_AGAIN });

function repeatedReads(messages: readonly ChatMessage[], items: readonly Item[]): Map<number, ChatMessage | null> {
  const head = new Set(items.slice(0, HEAD).flatMap(({ messages: of }) => of));
  const last = new Map<string, number>();
  const reads = fileReads(messages).filter(({ result }) => !head.has(result) && messages[result]!.text !== READ_AGAIN);
  for (const { path, result } of reads) last.set(path, result);
  return new Map(reads.flatMap(({ path, result }) => (last.get(path) === result ? [] : [[result, shorter(messages[result]!)] as const])));
}

/** How many messages behind the first two go: whole pairs, so that an answer of the assistant is the last of them. */
function removed(items: readonly Item[], quarter: boolean): number {
  const rest = items.length - HEAD;
  const pairs = Math.floor((quarter ? (rest * 3) / 4 : rest / 2) / 2) * 2;
  return pairs > 0 && items[HEAD + pairs - 1]!.role !== 'assistant' ? pairs - 1 : pairs;
}

/**
 * Repeated reads of a file become a notice. If that saves less than 30 % of the characters, the first two messages stay, the second with a notice
 * instead of its words, and half of what follows goes, in pairs; three quarters where half of the conversation is over the limit.
 */
export const clineClassic = defineProduct<Params>({
  id: 'cline-classic',
  source: { product: 'Cline', version: '01cfde0d', where: 'src/core/context/context-management/ContextManager.ts', evidence: 'read' },
  params: { keep: choice('auto', ['auto', 'half', 'quarter']), minSaved: share(0.3) },
  trigger: (_params, window) => tokensTrigger(allowed(window)),
  compact(messages, { keep, minSaved }, window) {
    const items = itemsOf(messages);
    if (items.length < HEAD) return unchanged(messages);
    const changed = repeatedReads(messages, items);
    const saved = [...changed.keys()].reduce((sum, i) => sum + messages[i]!.text.length - READ_AGAIN.length, 0);
    if (changed.size > 0 && saved >= minSaved * characters(messages)) return editing(messages, changed);

    const tokens = messages.reduce((sum, message) => sum + spokenQuarter(message), 0);
    const quarter = keep === 'quarter' || (keep === 'auto' && tokens / 2 > allowed(window));
    for (const { messages: of } of items.slice(HEAD, HEAD + removed(items, quarter))) for (const i of of) changed.set(i, null);
    const second = items[1]!.messages[0]!;
    const { role, text } = messages[second]!;
    if (role !== 'tool' && text !== '' && text !== TRUNCATED) changed.set(second, { ...messages[second]!, text: TRUNCATED });
    return editing(messages, changed);
  },
});
