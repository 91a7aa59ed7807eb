import type { Prepared } from '../../signals/contract.ts';
import { perPrepared } from '../../signals/units.ts';

/** How many different keys are remembered per transcript: enough for every row, bounded while a slider moves. */
const KEYS_PER_PREPARED = 16;

/** Remembers what depends on a prepared transcript and a key (parameters); the oldest key is forgotten first. */
export function perPreparedAndKey<V, Args extends readonly (string | number)[]>(
  compute: (input: Prepared, ...args: Args) => V,
): (input: Prepared, ...args: Args) => V {
  const cacheOf = perPrepared(() => new Map<string, V>());
  return (input, ...args) => {
    const cache = cacheOf(input);
    const key = args.join('/');
    let value = cache.get(key);
    if (value === undefined) {
      value = compute(input, ...args);
      const [oldest] = cache.size >= KEYS_PER_PREPARED ? cache.keys() : [];
      if (oldest !== undefined) cache.delete(oldest);
      cache.set(key, value);
    }
    return value;
  };
}
