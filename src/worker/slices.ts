/** Runs long work of the engine with pauses, in which the worker answers other calls. */
import type { WorkStep } from '../engine/compaction/steps.ts';
import { breathe, unlessStopped, type Waiting } from './counted.ts';
import { every } from './pause.ts';
import type { Progress } from './protocol.ts';
import { Stopped } from './stopped.ts';

/** Runs steps to their end; pauses and reports progress every `stretch` ms. Throws Stopped when the work is no longer wanted. */
export async function inSlices<S extends WorkStep, T>(
  steps: Generator<S, T, unknown>,
  run: Waiting,
  stretch: number,
  progressOf: (step: Extract<S, { readonly kind: 'progress' }>) => Progress,
): Promise<T> {
  const due = every(stretch);
  let step = steps.next();
  while (!step.done) {
    if (step.value.kind === 'waiting') {
      step = await Promise.resolve(unlessStopped(step.value.for, run)).then(
        (value) => steps.next(value),
        (error: unknown) => {
          if (error instanceof Stopped) throw error;
          return steps.throw(error);
        },
      );
      continue;
    }
    if (due()) {
      run.progress(progressOf(step.value as Extract<S, { readonly kind: 'progress' }>));
      await breathe(run);
    }
    step = steps.next();
  }
  return step.value;
}
