/** Runs one compaction: plan → (aim) → summaries → limit → verify → a result that can be applied and undone; or strategies in a row. */
import type { PreparedTranscript } from '../signals/contract.ts';
import { finished, type Slice } from '../lib/lib-steps.ts';
import type { Strategy } from '../strategies/contract.ts';
import type { SummaryOutcome } from '../summarizers/contract.ts';
import { type PendingSummaries, type CompactOptions, plannedSteps } from './planned.ts';
import { stagedSteps } from './stages.ts';
import type { CompactionResult } from './types.ts';

export type { CompactOptions } from './planned.ts';

export function* compactSteps(
  prepared: PreparedTranscript,
  strategy: Strategy,
  options: CompactOptions,
): Generator<Slice, CompactionResult | Promise<CompactionResult>> {
  const run = strategy.stages ? stagedSteps(prepared, strategy, options) : plannedSteps(prepared, strategy, options);
  const resume = function* (answers: readonly SummaryOutcome[]): Generator<Slice, CompactionResult | Promise<CompactionResult>> {
    let next = run.next(answers);
    while (!next.done) {
      const asked = next.value;
      if (!isAsked(asked)) {
        yield asked;
        next = run.next(NONE);
        continue;
      }
      const ready = asked.filter((a): a is SummaryOutcome => !(a instanceof Promise));
      if (ready.length < asked.length) return Promise.all(asked).then((all) => finished(resume(all)));
      next = run.next(ready);
    }
    return next.value;
  };
  return yield* resume(NONE);
}

const NONE: readonly SummaryOutcome[] = [];
const isAsked = (step: PendingSummaries | Slice): step is PendingSummaries => Array.isArray(step);

/**
 * Runs a strategy or a pipeline. Synchronous if the summariser is (the built-in one), a promise for a model. The result never has more
 * tokens than the original: otherwise it is rejected and the original stands. Throws if a stage of a pipeline cannot run.
 */
export function compactNow(prepared: PreparedTranscript, strategy: Strategy, options: CompactOptions): CompactionResult | Promise<CompactionResult> {
  return finished(compactSteps(prepared, strategy, options));
}
