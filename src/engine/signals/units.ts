import type { PreparedTranscript, Unit } from './contract.ts';
import { perCounts, perPrepared, perProtection } from './remember.ts';

interface UnitSizes {
  readonly tokens: Float64Array;
  readonly size: Int32Array;
}

export const unitSizes = perCounts(({ units, unitOf, counts, n }): UnitSizes => {
  const tokens = new Float64Array(units.length);
  const size = new Int32Array(units.length);
  for (let i = 0; i < n; i++) {
    const u = unitOf[i]!;
    tokens[u]! += counts.messages[i]!;
    size[u]!++;
  }
  return { tokens, size };
});

export const protectedUnits = perProtection(({ units, unitOf, protection }): Uint8Array => {
  const found = new Uint8Array(units.length);
  for (let i = 0; i < protection.length; i++) if (protection[i] !== 0) found[unitOf[i]!] = 1;
  return found;
});

export const unitPriorities = perPrepared(({ units, unitOf, priority, n }): Uint8Array => {
  const highest = new Uint8Array(units.length);
  for (let i = 0; i < n; i++) if (priority[i]! > highest[unitOf[i]!]!) highest[unitOf[i]!] = priority[i]!;
  return highest;
});

interface BlockStarts {
  readonly first: Int32Array;
  readonly count: number;
}

const startsOfUnits = new WeakMap<readonly Unit[], BlockStarts>();

export function blockStarts({ units, n }: Pick<PreparedTranscript, 'units' | 'n'>): BlockStarts {
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
