/** Long work in steps: whoever runs it can report, pause or stop between two of them. */

/** Runs steps to their end without pauses; `told` receives each. */
export function finished<S, T>(steps: Generator<S, T>, told?: (step: S) => void): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    told?.(step.value);
  }
}
