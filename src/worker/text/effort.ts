/**
 * How much the comparisons inside one diff may cost together. A comparison takes time with the square of its edits, so many
 * hunks that each stay under a bound could still add up to seconds.
 */
import type { ChangeObject } from 'diff';

/** Edits after which two texts count as unrelated: deleted and inserted as a whole. */
const MAX_EDITS = 1500;
/** Hunks that far apart which one diff can afford. */
const LARGE_HUNKS = 3;
/** Edits that are compared even after them: next to nothing. */
const FEW_EDITS = 60;

type Change = Pick<ChangeObject<unknown>, 'added' | 'removed' | 'count'>;

export class Effort {
  #left = LARGE_HUNKS * MAX_EDITS ** 2;

  /** Runs a comparison that gives up (answers undefined) after `maxEditLength` edits. */
  spend<C extends Change>(compare: (options: { readonly maxEditLength: number }) => readonly C[] | undefined): readonly C[] | undefined {
    const maxEditLength = Math.max(FEW_EDITS, Math.floor(Math.min(MAX_EDITS, Math.sqrt(this.#left))));
    const changes = compare({ maxEditLength });
    const edits = changes ? changes.reduce((sum, c) => sum + (c.added || c.removed ? c.count : 0), 0) : maxEditLength;
    this.#left = Math.max(0, this.#left - edits ** 2);
    return changes;
  }
}
