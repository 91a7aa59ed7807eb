/** A step of long work: how far it is, or what it waits for. What was waited for is given back to it. */
export type WorkStep = { readonly kind: 'progress' } | { readonly kind: 'waiting'; readonly for: Promise<unknown> };

/** Long work at once: synchronous where nothing has to be waited for, else a promise. `told` hears of every step. */
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
