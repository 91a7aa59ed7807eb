/** Work that takes long, or waits for a model. */

/** There at once with the built-in summariser, later with a model. */
export type Eventual<T> = T | Promise<T>;

export const whenDone = <T, U>(value: Eventual<T>, go: (value: T) => Eventual<U>): Eventual<U> =>
  value instanceof Promise ? value.then(go) : go(value);

export const all = <T>(values: readonly Eventual<T>[]): Eventual<readonly T[]> =>
  values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as readonly T[]);

/** How far a part of the work is. Parts follow one another, and each begins anew: nobody knows how long the next one takes. */
export interface Share {
  readonly done: number;
  readonly of: number;
}

/** Done so far, or a promise: whoever runs the work resumes it with the value, or throws the error into it. */
export type WorkStep = { readonly kind: 'progress' } | { readonly kind: 'waiting'; readonly for: Promise<unknown> };

/** Work in units (a policy at a checkpoint, a request of a replay, a file): between two of them its caller reports, pauses or stops. */
export type Work<S, T> = Generator<S, T, unknown>;

export function runNow<S extends WorkStep, T>(work: Work<S, T>, told?: (step: S) => void): Eventual<T> {
  const resume = (go: () => IteratorResult<S, T>): Eventual<T> => {
    let step = go();
    while (!step.done) {
      told?.(step.value);
      if (step.value.kind === 'waiting') {
        return step.value.for.then(
          (value) => resume(() => work.next(value)),
          (error: unknown) => resume(() => work.throw(error)),
        );
      }
      step = work.next();
    }
    return step.value;
  };
  return resume(() => work.next());
}

/** Runs work that waits for nothing. */
export function finished<S, T>(work: Work<S, T>, told?: (step: S) => void): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    told?.(step.value);
  }
}
