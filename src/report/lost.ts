/** What was needed later and lost by some of the rows, joined over all cuts. */
import type { MissedFact } from '../engine/measures/types.ts';
import type { Recall } from '../engine/recall/contract.ts';

/** A place in the recording; `message` in the context that is compared, −1 where it is no part of it. */
export interface Place {
  readonly message: number;
  readonly recorded: number;
}

/** A string or path that was needed later and that some of the rows asked about lost, over all cuts. */
export interface LostFact {
  readonly text: string;
  readonly kind: MissedFact['kind'];
  /** What used it, the earliest first. */
  readonly needed: readonly Place[];
  /** The first loss of the first row that lost it: its cut (an index), what used it then, and where it was said last before that. */
  readonly cut: number;
  readonly use: Place;
  readonly said: Place;
  /** Cuts at which each row lost it, in the order of the rows; null where nobody knows what the row holds. */
  readonly lost: readonly (number | null)[];
}

/**
 * The most often lost by the first row first.
 * @param placeOf a message of the recording
 */
export function lostFacts(
  recall: Recall | null,
  keys: readonly string[],
  placeOf: (message: number) => Place = (message) => ({ message, recorded: message }),
): readonly LostFact[] {
  const found = new Map<string, { readonly row: number; first: MissedFact; readonly needed: Set<number>; readonly lost: (number | null)[] }>();
  const rows = keys.map((key) => recall?.rows.find((one) => one.key === key));
  for (const [row, one] of rows.entries())
    for (const miss of one?.lostItems() ?? []) {
      const id = `${miss.kind} ${miss.fact}`;
      const fact = found.get(id) ?? { row, first: miss, needed: new Set(), lost: rows.map((each) => (each && !each.byCut ? null : 0)) };
      if (fact.row === row && miss.neededAt < fact.first.neededAt) fact.first = miss;
      fact.needed.add(miss.neededAt);
      fact.lost[row] = (fact.lost[row] ?? 0) + 1;
      found.set(id, fact);
    }
  return Array.from(found.values(), ({ first, needed, lost }) => ({
    text: first.fact,
    kind: first.kind,
    needed: [...needed].sort((a, b) => a - b).map(placeOf),
    cut: first.cut,
    use: placeOf(first.neededAt),
    said: placeOf(first.seenAt),
    lost,
  })).sort((a, b) => ofFirst(b) - ofFirst(a) || b.needed.length - a.needed.length || a.said.recorded - b.said.recorded);
}

const ofFirst = ({ lost: [first] }: LostFact): number => first ?? 0;

/** Facts that the first row lost: the most often needed first. */
export const mostNeeded = (facts: readonly LostFact[]): readonly LostFact[] =>
  facts.filter((fact) => ofFirst(fact) > 0).toSorted((a, b) => b.needed.length - a.needed.length || ofFirst(b) - ofFirst(a));
