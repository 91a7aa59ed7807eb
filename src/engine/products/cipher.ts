import { CHARACTERS, type ChatMessage } from './shared/chat.ts';
import { defineProduct, keeping, messages, type Outcome, type Source, unchanged } from './shared/product.ts';

type Params = {
  /** Messages at the beginning and at the end that middle removal keeps, system messages not counted. */
  readonly preserveStart: number;
  readonly preserveEnd: number;
  readonly minMessagesToKeep: number;
};

interface Removal {
  readonly gone: Uint8Array;
  readonly kept: number;
  readonly removed: number;
}

const TARGET = 0.8;

const size = ({ text }: ChatMessage): number => text.length / CHARACTERS;
const total = (messages: readonly ChatMessage[]): number => messages.reduce((sum, message) => sum + size(message), 0);
const removable = (messages: readonly ChatMessage[]): readonly number[] => messages.flatMap(({ role }, i) => (role === 'system' ? [] : [i]));
const sizeOf = (messages: readonly ChatMessage[], { gone }: Removal): number =>
  total(messages) - messages.reduce((sum, message, i) => (gone[i] ? sum + size(message) : sum), 0);
const target = (window: number): number => Math.floor(window * TARGET);

function checked(messages: readonly ChatMessage[], removal: Removal, { minMessagesToKeep }: Params): Removal {
  const better = removal.kept >= minMessagesToKeep && sizeOf(messages, removal) < total(messages);
  return better ? removal : { gone: new Uint8Array(messages.length), kept: messages.length, removed: 0 };
}

/** The middle is taken out before anything is counted, so that it never comes back. */
function removeMiddle(messages: readonly ChatMessage[], params: Params, window: number): Removal {
  const order = removable(messages);
  const gone = new Uint8Array(messages.length);
  for (const i of order) gone[i] = 1;
  for (const i of [...order.slice(0, params.preserveStart), ...order.slice(-params.preserveEnd)]) gone[i] = 0;
  const kept = messages.length - gone.reduce((sum, one) => sum + one, 0);
  const counts = kept > params.minMessagesToKeep && sizeOf(messages, { gone, kept, removed: 0 }) > target(window);
  return checked(messages, { gone, kept, removed: counts ? messages.length - kept : 0 }, params);
}

function removeOldest(messages: readonly ChatMessage[], params: Params, window: number): Removal {
  const gone = new Uint8Array(messages.length);
  let [left, kept] = [total(messages), messages.length];
  for (const i of removable(messages)) {
    if (left <= target(window) || kept <= params.minMessagesToKeep) break;
    gone[i] = 1;
    kept--;
    left -= size(messages[i]!);
  }
  return checked(messages, { gone, kept, removed: messages.length - kept }, params);
}

const outcome = (messages: readonly ChatMessage[], { gone, kept }: Removal): Outcome =>
  kept === messages.length ? unchanged(messages) : keeping(messages, (i) => gone[i] === 0);

const estimate = ({ text }: ChatMessage): number => {
  if (text === '') return 0;
  const words = text.split(/\s+/).filter((word) => word !== '');
  const letters = words.reduce((sum, word) => sum + word.length, 0) / (words.length || 1);
  const code = text.includes('{') && text.includes('}') && text.includes(';');
  return Math.ceil((text.length / CHARACTERS) * (letters < 3 ? 0.7 : code ? 0.8 : 1));
};

function efficiency(messages: readonly ChatMessage[], removal: Removal): number {
  const all = total(messages);
  const ratio = all > 0 ? Math.min(1, sizeOf(messages, removal) / all) : 1;
  return (1 - ratio) * 0.6 + (removal.kept / (removal.kept + removal.removed)) * 0.4;
}

/**
 * Which of the two a conversation calls for; null: whichever is the more efficient. What must go is by the tokenizer, where the tokens are by
 * characters ÷ 4.
 */
function choice(messages: readonly ChatMessage[], window: number, count: (message: ChatMessage) => number): 'middle' | 'oldest' | null {
  const current = messages.reduce((sum, message) => sum + count(message), 0);
  const ratio = target(window) / current;
  const [light, heavy] = [ratio > 0.8, ratio <= 0.6];
  if (light && messages.length < 20) return 'middle';
  if (heavy && messages.length > 30) return 'oldest';
  if (total(messages.slice(-5)) / current > 0.4) return 'middle';
  if (!light && messages.some((message) => size(message) > 300)) return 'oldest';
  return messages.some(({ role }) => role === 'tool' || role === 'system') ? 'middle' : null;
}

const source = (where: string): Source => ({
  product: 'Cipher',
  version: '0.3.0',
  where: `@byterover/cipher, ${where}`,
  evidence: 'checked',
});

/** The first and last messages stay, everything between goes, whatever the target. Its maker chooses it for o1 models. */
export const cipherMiddle = defineProduct<Params>({
  id: 'cipher-middle',
  source: source('MiddleRemovalStrategy'),
  peers: {
    'cipher-middle': { window: 8192 },
  },
  params: { preserveStart: messages(8, { min: 0 }), preserveEnd: messages(8, { min: 0 }), minMessagesToKeep: messages(4, { min: 0 }) },
  compact: (messages, params, window) => outcome(messages, removeMiddle(messages, params, window)),
});

/** The oldest messages go, system messages excepted, until 0.8 of the window is reached or four are left. For Anthropic's models. */
export const cipherOldest = defineProduct<Params>({
  id: 'cipher-oldest',
  source: source('OldestRemovalStrategy'),
  peers: { 'cipher-oldest': { window: 8192 } },
  params: { preserveStart: messages(5, { min: 0 }), preserveEnd: messages(7, { min: 0 }), minMessagesToKeep: messages(4, { min: 0 }) },
  onDemand: true,
  compact: (messages, params, window) => outcome(messages, removeOldest(messages, params, window)),
});

/** One of the two by the length of the conversation, how much must go and where its tokens are. For GPT-4 models. */
export const cipherHybrid = defineProduct<Params>({
  id: 'cipher-hybrid',
  source: source('HybridStrategy'),
  peers: { 'cipher-hybrid': { window: 8192 } },
  params: { preserveStart: messages(6, { min: 0 }), preserveEnd: messages(6, { min: 0 }), minMessagesToKeep: messages(4, { min: 0 }) },
  onDemand: true,
  compact(messages, params, window, count) {
    const chosen = choice(messages, window, count ? ({ text }) => count(text) : estimate);
    if (chosen === 'middle') return cipherMiddle.compact(messages, params, window);
    if (chosen === 'oldest') return cipherOldest.compact(messages, params, window);
    const [middle, oldest] = [removeMiddle(messages, params, window), removeOldest(messages, params, window)];
    return outcome(messages, efficiency(messages, middle) >= efficiency(messages, oldest) ? middle : oldest);
  },
});
