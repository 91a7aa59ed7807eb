/** Values that also depend on parameters: the helpers of signals/remember.ts, with a key. */
import { BoundedMap } from '../lib/bounded-map.ts';
import { type CountsInput, type ProtectionInput, type TranscriptInput, perCounts, perPrepared, perProtection, perTranscript } from './remember.ts';
import type { PreparedTranscript } from './contract.ts';

/** Keys remembered per transcript unless stated otherwise: enough for every row while a slider moves. */
const KEYS = 16;

type Key = readonly (string | number)[];

function withKey<I, V, Args extends Key>(
  cacheOf: (input: I) => BoundedMap<string, V>,
  compute: (input: I, ...args: Args) => V,
): (input: I, ...args: Args) => V {
  return (input, ...args) => cacheOf(input).getOrMake(args.join('/'), () => compute(input, ...args));
}

export function perTranscriptAndKey<V, Args extends Key>(
  compute: (input: TranscriptInput, ...args: Args) => V,
): (input: TranscriptInput, ...args: Args) => V {
  return withKey(
    perTranscript(() => new BoundedMap<string, V>(KEYS)),
    compute,
  );
}

export function perCountsAndKey<V, Args extends Key>(compute: (input: CountsInput, ...args: Args) => V): (input: CountsInput, ...args: Args) => V {
  return withKey(
    perCounts(() => new BoundedMap<string, V>(KEYS)),
    compute,
  );
}

export function perProtectionAndKey<V, Args extends Key>(
  compute: (input: ProtectionInput, ...args: Args) => V,
  keys = KEYS,
): (input: ProtectionInput, ...args: Args) => V {
  return withKey(
    perProtection(() => new BoundedMap<string, V>(keys)),
    compute,
  );
}

export function perPreparedAndKey<V, Args extends Key>(
  compute: (input: PreparedTranscript, ...args: Args) => V,
): (input: PreparedTranscript, ...args: Args) => V {
  return withKey(
    perPrepared(() => new BoundedMap<string, V>(KEYS)),
    compute,
  );
}
