/** Counts of the independent measures at a cut; what they are in the end stands with the other measures. */
import { INDEPENDENT, type Independent } from '../../measures/independent/contract.ts';

export { INDEPENDENT, type Independent, type IndependentValue, type IndependentValues } from '../../measures/independent/contract.ts';

/** Counts of one cut. `chance` is a mean and no whole number. */
export interface IndependentCounts {
  readonly kept: number;
  readonly needed: number;
  readonly chance: number;
  readonly newest: number;
}
export type IndependentTally = Readonly<Record<Independent, IndependentCounts>>;

/** As a bit. */
export const bitOf = (measure: Independent): number => 1 << INDEPENDENT.indexOf(measure);
