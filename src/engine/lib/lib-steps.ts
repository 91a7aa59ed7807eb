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

export interface SlowValue<K extends object, T> {
  steps(key: K): Generator<Slice, T>;
  warm(key: K): Generator<Slice, void>;
  of(key: K): T;
}

/** A value in the making, or made: a generator that ended would keep what it used. */
interface Work<T> {
  making: Generator<Slice, T> | null;
  value: T | undefined;
}

/** `make` may use other slow values with `yield*`. A half-made value is kept, so a stopped run wastes nothing. */
export function slowly<K extends object, T>(make: (key: K) => Generator<Slice, T>): SlowValue<K, T> {
  const works = new WeakMap<K, Work<T>>();
  function workOf(key: K): Work<T> {
    let work = works.get(key);
    if (!work) {
      work = { making: make(key), value: undefined };
      works.set(key, work);
    }
    return work;
  }
  function advance(key: K, work: Work<T>, making: Generator<Slice, T>): Slice {
    try {
      const step = making.next();
      if (!step.done) return step.value;
      work.value = step.value;
      work.making = null;
    } catch (error) {
      works.delete(key);
      throw error;
    }
  }
  function* steps(key: K): Generator<Slice, T> {
    const work = workOf(key);
    while (work.making) {
      const slice = advance(key, work, work.making);
      if (work.making) yield slice;
    }
    return work.value as T;
  }
  return {
    steps,
    *warm(key) {
      yield* steps(key);
    },
    of(key) {
      const work = workOf(key);
      while (work.making) advance(key, work, work.making);
      return work.value as T;
    },
  };
}
