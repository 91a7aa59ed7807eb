/**
 * Memoised values. The object that a value is remembered with decides which changes it survives, so choose the least that it depends on;
 * the types show `compute` no more than that.
 */
import { BoundedMap } from '../lib/bounded-map.ts';
import type { TokenCounts } from '../tokens/contract.ts';
import type { Transcript } from '../transcript/types.ts';
import type { PreparedTranscript, SignalSettings } from './contract.ts';

export type TranscriptInput = Pick<
  PreparedTranscript,
  'transcript' | 'messages' | 'n' | 'itemType' | 'header' | 'units' | 'unitOf' | 'turn' | 'turns' | 'step' | 'steps'
>;
export type CountsInput = TranscriptInput & Pick<PreparedTranscript, 'counts'>;
export type ProtectionInput = CountsInput & Pick<PreparedTranscript, 'protection' | 'lastUser'>;
export type KeywordsInput = TranscriptInput & { readonly settings: Pick<SignalSettings, 'keywords'> };

export function rememberWith<I, T>(keyOf: (input: I) => object, compute: (input: I) => T): (input: I) => T {
  const cache = new WeakMap<object, { readonly value: T }>();
  return (input) => {
    const key = keyOf(input);
    let found = cache.get(key);
    if (!found) {
      found = { value: compute(input) };
      cache.set(key, found);
    }
    return found.value;
  };
}

export function perTranscript<T>(compute: (input: TranscriptInput) => T): (input: TranscriptInput) => T {
  return rememberWith((input): Transcript => input.transcript, compute);
}

export function perCounts<T>(compute: (input: CountsInput) => T): (input: CountsInput) => T {
  return rememberWith((input): TokenCounts => input.counts, compute);
}

/** Survives a moved priority threshold, but not a pin. `prepare` returns the same array for equal protections. */
export function perProtection<T>(compute: (input: ProtectionInput) => T): (input: ProtectionInput) => T {
  const ofCounts = perCounts(() => new WeakMap<Uint8Array, { readonly value: T }>());
  return (input) => {
    const cache = ofCounts(input);
    let found = cache.get(input.protection);
    if (!found) {
      found = { value: compute(input) };
      cache.set(input.protection, found);
    }
    return found.value;
  };
}

export function perPrepared<T>(compute: (input: PreparedTranscript) => T): (input: PreparedTranscript) => T {
  return rememberWith((input) => input, compute);
}

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

/**
 * What a product reads of a message or of a list of messages, computed once: neither ever changes, and a slider asks for the same ones again.
 */
export function remembered<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (of) => {
    let found = known.get(of);
    if (!found) {
      found = { value: make(of) };
      known.set(of, found);
    }
    return found.value;
  };
}

/** By two objects: as long as both live. */
export function perPair<A extends object, B extends object, V>(make: (a: A, b: B) => V): (a: A, b: B) => V {
  const ofFirst = remembered((a: A) => remembered((b: B) => make(a, b)));
  return (a, b) => ofFirst(a)(b);
}

export function rememberedWith<K extends object, A, V>(make: (of: K, by: A) => V): (of: K, by: A) => V {
  const known = new WeakMap<K, { readonly by: A; readonly value: V }>();
  return (of, by) => {
    let found = known.get(of);
    if (!found || found.by !== by) {
      found = { by, value: make(of, by) };
      known.set(of, found);
    }
    return found.value;
  };
}
