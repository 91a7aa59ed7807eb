import type { ChatMessage } from './chat.ts';
import type { Fate, Inserted, Outcome, SummaryWanted } from './contract.ts';

const NONE: ReadonlyMap<number, ChatMessage> = new Map();

/** Every message stays as it is. */
export const unchanged = (messages: readonly ChatMessage[]): Outcome => ({ fates: messages.map(() => 'keep'), edits: NONE, inserted: [] });

/** The messages that `kept` names stay, all others go without a trace. */
export const keeping = (messages: readonly ChatMessage[], kept: (i: number) => boolean): Outcome => ({
  fates: messages.map((_, i): Fate => (kept(i) ? 'keep' : 'drop')),
  edits: NONE,
  inserted: [],
});

/** Whether a message is one of these. */
export function among(messages: readonly ChatMessage[], lists: readonly { readonly messages: readonly number[] }[]): (i: number) => boolean {
  const held = new Uint8Array(messages.length);
  for (const list of lists) for (const i of list.messages) held[i] = 1;
  return (i) => held[i] === 1;
}

/** Whether two messages have the same content. */
const same = (a: ChatMessage, b: ChatMessage): boolean =>
  a.text === b.text &&
  a.reasoning === b.reasoning &&
  a.images === b.images &&
  a.calls.length === b.calls.length &&
  a.calls.every(({ id, args }, k) => id === b.calls[k]!.id && args === b.calls[k]!.args);

/** Messages that are replaced (null = gone); those that the map does not name, or that are what they were, stay: a mark is not marked again. */
export function editing(messages: readonly ChatMessage[], changed: ReadonlyMap<number, ChatMessage | null>): Outcome {
  const fates = messages.map((): Fate => 'keep');
  const edits = new Map<number, ChatMessage>();
  for (const [i, to] of changed) {
    if (to === null) fates[i] = 'drop';
    else if (!same(to, messages[i]!)) {
      fates[i] = 'edit';
      edits.set(i, to);
    }
  }
  return { fates, edits, inserted: [] };
}

/** The messages that `kept` names stay; one summary stands for all others, where `at` says. Without others nothing is put in. */
export function summarising(
  messages: readonly ChatMessage[],
  kept: (i: number) => boolean,
  at: { readonly before: number; readonly role: Inserted['role'] } & Omit<SummaryWanted, 'of'>,
): Outcome {
  const of: number[] = [];
  const fates = messages.map((_, i): Fate => {
    if (kept(i)) return 'keep';
    of.push(i);
    return 'summarise';
  });
  const { before, role, ...wanted } = at;
  return {
    fates,
    edits: NONE,
    inserted: of.length > 0 ? [{ before, role, content: { summary: { of, ...wanted } } }] : [],
  };
}
