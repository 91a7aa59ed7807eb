/** Values that also depend on parameters: the helpers of signals/remember.ts, with a key. */
import { BoundedMap } from '../lib/bounded-map.ts';
import { type OfCounts, type OfProtection, type OfTranscript, perCounts, perPrepared, perProtection, perTranscript } from './remember.ts';
import type { Prepared } from './contract.ts';

/** Keys remembered per transcript unless stated otherwise: enough for every row while a slider moves. */
const KEYS = 16;

type Key = readonly (string | number)[];

/** Remembers what depends on the input and a key (parameters). */
function withKey<I, V, Args extends Key>(
  cacheOf: (input: I) => BoundedMap<string, V>,
  compute: (input: I, ...args: Args) => V,
): (input: I, ...args: Args) => V {
  return (input, ...args) => cacheOf(input).getOrMake(args.join('/'), () => compute(input, ...args));
}

export function perTranscriptAndKey<V, Args extends Key>(
  compute: (input: OfTranscript, ...args: Args) => V,
): (input: OfTranscript, ...args: Args) => V {
  return withKey(
    perTranscript(() => new BoundedMap<string, V>(KEYS)),
    compute,
  );
}

export function perCountsAndKey<V, Args extends Key>(compute: (input: OfCounts, ...args: Args) => V): (input: OfCounts, ...args: Args) => V {
  return withKey(
    perCounts(() => new BoundedMap<string, V>(KEYS)),
    compute,
  );
}

export function perProtectionAndKey<V, Args extends Key>(
  compute: (input: OfProtection, ...args: Args) => V,
  keys = KEYS,
): (input: OfProtection, ...args: Args) => V {
  return withKey(
    perProtection(() => new BoundedMap<string, V>(keys)),
    compute,
  );
}

export function perPreparedAndKey<V, Args extends Key>(compute: (input: Prepared, ...args: Args) => V): (input: Prepared, ...args: Args) => V {
  return withKey(
    perPrepared(() => new BoundedMap<string, V>(KEYS)),
    compute,
  );
}
