/** Long work in steps: whoever runs it can report, pause or stop between two of them. */

/** How far a part of the work is. Parts follow one another, and each begins anew: nobody knows how long the next one takes. */
export interface Share {
  readonly done: number;
  readonly of: number;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a bare `yield` gives it.
export type Slice = Share | void;

export function finished<S, T>(steps: Generator<S, T>, told?: (step: S) => void): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    told?.(step.value);
  }
}
