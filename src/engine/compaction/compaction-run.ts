/** Runs one compaction: plan → (aim) → summaries → limit → verify → a result that can be applied and undone; or strategies in a row. */
import { finished, type Slice } from '../lib/lib-steps.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { Strategy } from '../strategies/contract.ts';
import type { SummaryOutcome } from '../summarizers/contract.ts';
import { type CompactOptions, type PendingSummaries, plannedSteps } from './planned.ts';
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

export type WorkStep = { readonly kind: 'progress' } | { readonly kind: 'waiting'; readonly for: Promise<unknown> };

export function runNow<S extends WorkStep, T>(steps: Generator<S, T, unknown>, told?: (step: S) => void): T | Promise<T> {
  const resume = (go: () => IteratorResult<S, T>): T | Promise<T> => {
    let step = go();
    while (!step.done) {
      told?.(step.value);
      if (step.value.kind === 'waiting') {
        return step.value.for.then(
          (value) => resume(() => steps.next(value)),
          (error: unknown) => resume(() => steps.throw(error)),
        );
      }
      step = steps.next();
    }
    return step.value;
  };
  return resume(() => steps.next());
}
