/**
 * Memoised values. The object that a value is remembered with decides which changes it survives, so choose the least that it depends on;
 * the types show `compute` no more than that.
 */
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

function rememberWith<I, T>(keyOf: (input: I) => object, compute: (input: I) => T): (input: I) => T {
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
