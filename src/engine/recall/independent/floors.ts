/** Counts of the independent measures as values. */
import { floorOf } from '../../measures/independent/contract.ts';
import { INDEPENDENT, type Independent, type IndependentTally, type IndependentValue, type IndependentValues } from './contract.ts';

export function independentValues(tally: IndependentTally): IndependentValues {
  return Object.fromEntries(
    INDEPENDENT.map((name): [Independent, IndependentValue] => {
      const { kept, needed, chance, newest } = tally[name];
      const share = (count: number): number | null => (needed === 0 ? null : count / needed);
      return [name, { kept, needed, share: share(kept), chance: share(chance), newest: share(newest), floor: floorOf(name) }];
    }),
  ) as Record<Independent, IndependentValue> as IndependentValues;
}
