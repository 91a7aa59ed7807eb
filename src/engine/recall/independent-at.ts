/** The independent measures of one compacted context: for callers that have a recording and a cut. */
import type { CompactionResult } from '../compaction/types.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { contextBefore } from '../signals/recorded-context.ts';
import { type CutPlace, preparedPart } from './recall-cuts.ts';
import type { IndependentTally, IndependentValues } from './independent/contract.ts';
import { IndependentCut, independentValues } from './independent/cut.ts';

/** What is measured of a result on the context at a cut. */
type ResultContext = Pick<CompactionResult, 'context' | 'origins' | 'tokensAfter'>;

/** Counts of a result at a cut; for many results keep the cut. */
export const tallyOf = (cut: IndependentCut, result: ResultContext): IndependentTally =>
  cut.tally({ context: result.context(), origins: result.origins() }, result.tokensAfter);

/** A cut of a recording with its context: `prefix` is what a strategy has to compact. */
export function independentCut(
  base: PreparedTranscript,
  { at, end }: CutPlace,
  seed: number,
  prefix?: PreparedTranscript,
): { readonly prefix: PreparedTranscript; readonly cut: IndependentCut } {
  const sources = contextBefore(base, at);
  const context = prefix ?? preparedPart(base, sources);
  return { prefix: context, cut: new IndependentCut(base, context, { sources, at, end }, seed) };
}

/** The six values of one result on the context at a cut. `compact` gets that context. */
export function independentAt(
  base: PreparedTranscript,
  place: CutPlace,
  compact: (prefix: PreparedTranscript) => ResultContext,
  seed = 1,
): IndependentValues {
  const { prefix, cut } = independentCut(base, place, seed);
  return independentValues(tallyOf(cut, compact(prefix)));
}
