/** Counts of the independent measures at a cut; what they are in the end stands with the other measures. */
import { JUDGES, type Judge } from '../../measures/independent/contract.ts';

export {
  INDEPENDENT,
  type Independent,
  JUDGES,
  type Judge,
  type IndependentValue,
  type IndependentValues,
} from '../../measures/independent/contract.ts';

/** Counts of one cut. `chance` is a mean and no whole number. */
export interface IndependentCounts {
  readonly kept: number;
  readonly needed: number;
  readonly chance: number;
  readonly newest: number;
}
export type IndependentTally = Readonly<Record<Judge, IndependentCounts>>;

/** As a bit. */
export const bitOf = (measure: Judge): number => 1 << JUDGES.indexOf(measure);
