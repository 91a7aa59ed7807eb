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

/** Messages that are replaced (null = gone); those that the map does not name stay. */
export function editing(messages: readonly ChatMessage[], changed: ReadonlyMap<number, ChatMessage | null>): Outcome {
  const fate = (i: number): Fate => (changed.has(i) ? (changed.get(i) === null ? 'drop' : 'edit') : 'keep');
  return {
    fates: messages.map((_, i) => fate(i)),
    edits: new Map([...changed].filter((entry): entry is [number, ChatMessage] => entry[1] !== null)),
    inserted: [],
  };
}

/** The messages that `kept` names stay; one summary stands for all others, where `at` says. Without others nothing is put in. */
export function summarising(
  messages: readonly ChatMessage[],
  kept: (i: number) => boolean,
  at: { readonly before: number; readonly role: Inserted['role'] } & Omit<SummaryWanted, 'of'>,
): Outcome {
  const of = messages.flatMap((_, i) => (kept(i) ? [] : [i]));
  const { before, role, ...wanted } = at;
  return {
    fates: messages.map((_, i): Fate => (kept(i) ? 'keep' : 'summarise')),
    edits: NONE,
    inserted: of.length > 0 ? [{ before, role, content: { summary: { of, ...wanted } } }] : [],
  };
}
