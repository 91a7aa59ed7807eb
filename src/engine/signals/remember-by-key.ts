/** Values that also depend on parameters: the helpers of signals/remember.ts, with a key. */
import { type OfCounts, type OfProtection, type OfTranscript, perCounts, perPrepared, perProtection, perTranscript } from './remember.ts';
import type { Prepared } from './contract.ts';

/** How many different keys are remembered per transcript unless said otherwise: enough for every row, bounded while a slider moves. */
const KEYS = 16;

type Key = readonly (string | number)[];

/** Remembers what depends on the input and a key (parameters); the oldest key is forgotten first. */
function withKey<I, V, Args extends Key>(
  cacheOf: (input: I) => Map<string, V>,
  compute: (input: I, ...args: Args) => V,
  keys = KEYS,
): (input: I, ...args: Args) => V {
  return (input, ...args) => {
    const cache = cacheOf(input);
    const key = args.join('/');
    let value = cache.get(key);
    if (value === undefined) {
      value = compute(input, ...args);
      const [oldest] = cache.size >= keys ? cache.keys() : [];
      if (oldest !== undefined) cache.delete(oldest);
      cache.set(key, value);
    }
    return value;
  };
}

export function perTranscriptAndKey<V, Args extends Key>(
  compute: (input: OfTranscript, ...args: Args) => V,
): (input: OfTranscript, ...args: Args) => V {
  return withKey(
    perTranscript(() => new Map<string, V>()),
    compute,
  );
}

export function perCountsAndKey<V, Args extends Key>(compute: (input: OfCounts, ...args: Args) => V): (input: OfCounts, ...args: Args) => V {
  return withKey(
    perCounts(() => new Map<string, V>()),
    compute,
  );
}

export function perProtectionAndKey<V, Args extends Key>(
  compute: (input: OfProtection, ...args: Args) => V,
  keys = KEYS,
): (input: OfProtection, ...args: Args) => V {
  return withKey(
    perProtection(() => new Map<string, V>()),
    compute,
    keys,
  );
}

export function perPreparedAndKey<V, Args extends Key>(compute: (input: Prepared, ...args: Args) => V): (input: Prepared, ...args: Args) => V {
  return withKey(
    perPrepared(() => new Map<string, V>()),
    compute,
  );
}
