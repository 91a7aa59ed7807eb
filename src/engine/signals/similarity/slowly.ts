/** Values that take longer than a slider step: made in slices by whoever asks first, remembered with what they are made of. */

export interface Slow<K extends object, T> {
  /** Goes on with the value where the last one stopped; yields after about a millisecond of work. Ends with the value. */
  steps(key: K): Generator<void, T>;
  /** The same for those who only see to it that the value is there (`Strategy.warm`). */
  warm(key: K): Generator<void, void>;
  /** The value; what is left of it is made at once. */
  of(key: K): T;
}

interface Work<T> {
  readonly making: Generator<void, T>;
  made?: { readonly value: T };
}

/** `make` may build on other slow values with `yield*`. A half-made value is kept, so a run that was stopped costs nothing twice. */
export function slowly<K extends object, T>(make: (key: K) => Generator<void, T>): Slow<K, T> {
  const works = new WeakMap<K, Work<T>>();
  function workOf(key: K): Work<T> {
    let work = works.get(key);
    if (!work) {
      work = { making: make(key) };
      works.set(key, work);
    }
    return work;
  }
  function advance(key: K, work: Work<T>): void {
    try {
      const step = work.making.next();
      if (step.done) work.made = { value: step.value };
    } catch (error) {
      // A generator that threw has ended: the next one who asks starts anew.
      works.delete(key);
      throw error;
    }
  }
  function* steps(key: K): Generator<void, T> {
    const work = workOf(key);
    while (!work.made) {
      advance(key, work);
      if (!work.made) yield;
    }
    return work.made.value;
  }
  return {
    steps,
    *warm(key) {
      yield* steps(key);
    },
    of(key) {
      const work = workOf(key);
      while (!work.made) advance(key, work);
      return work.made.value;
    },
  };
}
