/** How often recorded agents "used" what their context had lost: habit, measured on recorded compactions (floors.json). */
import { INDEPENDENT, type Independent, type IndependentTally, type IndependentValue, type IndependentValues } from './contract.ts';
import measured from './floors.json' with { type: 'json' };

/** Lost and needed items after recorded compactions; null where a recording cannot say. */
export interface Floor {
  readonly lost: number;
  readonly needed: number;
}
export const FLOORS: Readonly<Record<Independent, Floor | null>> = { ...measured.floors, userWords: null };

export const floorOf = (measure: Independent): number | null => {
  const floor = FLOORS[measure];
  return floor === null || floor.needed === 0 ? null : floor.lost / floor.needed;
};

/** Counts as shares. */
export function independentValues(tally: IndependentTally): IndependentValues {
  return Object.fromEntries(
    INDEPENDENT.map((name): [Independent, IndependentValue] => {
      const { kept, needed, chance, newest } = tally[name];
      const share = (count: number): number | null => (needed === 0 ? null : count / needed);
      return [name, { kept, needed, share: share(kept), chance: share(chance), newest: share(newest), floor: floorOf(name) }];
    }),
  ) as Record<Independent, IndependentValue> as IndependentValues;
}
