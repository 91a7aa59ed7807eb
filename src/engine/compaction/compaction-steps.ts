/** A step of long work: its progress, or a promise whose value is passed back. */
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
