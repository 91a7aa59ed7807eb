import type { Prepared, Unit } from './contract.ts';

/** Remembers one computed value per prepared transcript, so that twelve strategies share it. */
export function perPrepared<T>(compute: (prepared: Prepared) => T): (prepared: Prepared) => T {
  const cache = new WeakMap<Prepared, { readonly value: T }>();
  return (prepared) => {
    let found = cache.get(prepared);
    if (!found) {
      found = { value: compute(prepared) };
      cache.set(prepared, found);
    }
    return found.value;
  };
}

/** Arrays by unit (index into `prepared.units`). */
interface UnitSignals {
  /** Tokens of all members. */
  readonly tokens: Float64Array;
  /** Highest priority of a member. */
  readonly priority: Uint8Array;
  /** 1 where nothing of the unit may be removed. */
  readonly protected: Uint8Array;
  /** Number of members. */
  readonly size: Int32Array;
}

/** Tokens, priority (of the highest member) and protection of every unit. */
export const unitSignals = perPrepared((prepared: Prepared): UnitSignals => {
  const count = prepared.units.length;
  const tokens = new Float64Array(count);
  const priority = new Uint8Array(count);
  const isProtected = new Uint8Array(count);
  const size = new Int32Array(count);
  for (let i = 0; i < prepared.n; i++) {
    const u = prepared.unitOf[i]!;
    tokens[u]! += prepared.counts.messages[i]!;
    if (prepared.priority[i]! > priority[u]!) priority[u] = prepared.priority[i]!;
    if (prepared.protection[i] !== 0) isProtected[u] = 1;
    size[u]!++;
  }
  return { tokens, priority, protected: isProtected, size };
});

/** Tool blocks by message, for passes over typed arrays. */
interface BlockStarts {
  /** Index of the first member of the message's tool block; the message itself where it is in none. */
  readonly first: Int32Array;
  /** Number of tool blocks. */
  readonly count: number;
}

const startsOfUnits = new WeakMap<readonly Unit[], BlockStarts>();

/** Remembered with the units, which no setting changes. */
export function blockStarts({ units, n }: Prepared): BlockStarts {
  let found = startsOfUnits.get(units);
  if (!found) {
    const first = Int32Array.from({ length: n }, (_, i) => i);
    let count = 0;
    for (const { members, isBlock } of units) {
      if (!isBlock) continue;
      count++;
      for (const i of members) first[i] = members[0]!;
    }
    found = { first, count };
    startsOfUnits.set(units, found);
  }
  return found;
}
