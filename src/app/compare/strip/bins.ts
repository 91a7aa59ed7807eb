/**
 * Column sums of the strips: the share of each fate (or priority, or role) in every device pixel column. The assignment of messages to
 * columns is computed once per axis; the sums of a result are kept until its axis changes.
 */
import { EDIT, FATES, SUMMARIZE } from '../../../engine/strategies/contract.ts';
import { floorIndex, type StripAxis } from './axis.ts';

/** Shares 0–1 of every column: shares[kind][column]. In a column full of messages they sum to 1. */
export interface Bins {
  readonly columns: number;
  readonly shares: readonly Float64Array[];
}

export interface FateBins extends Bins {
  /** Share of the column that edited messages keep (≤ their share). */
  readonly editLeft: Float64Array;
}

/** Every overlap of a message with a column, message by message: the same for all results on an axis. */
interface Overlaps {
  readonly columns: number;
  readonly message: Int32Array;
  readonly column: Int32Array;
  /** Of the column, 0–1. */
  readonly share: Float64Array;
}

function findOverlaps(axis: StripAxis, columns: number): Overlaps {
  const { edges, from, to } = axis;
  const n = edges.length - 1;
  const scale = columns / (to - from);
  // Each overlap ends a message or a column, so there are at most n + columns of them.
  const most = n + columns + 1;
  const message = new Int32Array(most);
  const column = new Int32Array(most);
  const share = new Float64Array(most);
  let count = 0;
  if (n > 0 && columns > 0 && Number.isFinite(scale)) {
    for (let i = Math.min(floorIndex(edges, from), n - 1); i < n; i++) {
      let left = Math.max(0, (edges[i]! - from) * scale);
      if (left >= columns) break;
      const end = Math.min(columns, (edges[i + 1]! - from) * scale);
      for (let x = Math.floor(left); left < end && x < columns; x++) {
        const right = Math.min(end, x + 1);
        message[count] = i;
        column[count] = x;
        share[count] = right - left;
        count += 1;
        left = right;
      }
    }
  }
  return { columns, message: message.subarray(0, count), column: column.subarray(0, count), share: share.subarray(0, count) };
}

const overlapCache = new WeakMap<StripAxis, Overlaps>();

function overlapsOf(axis: StripAxis, columns: number): Overlaps {
  const known = overlapCache.get(axis);
  if (known?.columns === columns) return known;
  const found = findOverlaps(axis, columns);
  overlapCache.set(axis, found);
  return found;
}

/** Shares by kind, where `kind` holds a code below `kinds` for each message. */
export function kindBins(axis: StripAxis, kind: Uint8Array, kinds: number, columns: number): Bins {
  // One array for all kinds, kind after kind, so that the inner loop writes to one place.
  const sums = new Float64Array(kinds * columns);
  const { message, column, share } = overlapsOf(axis, columns);
  for (let k = 0; k < message.length; k++) {
    const at = kind[message[k]!]! * columns + column[k]!;
    sums[at] = sums[at]! + share[k]!;
  }
  return { columns, shares: Array.from({ length: kinds }, (_, i) => sums.subarray(i * columns, (i + 1) * columns)) };
}

/** Shares by fate (NESTED is one more), and what edited messages still have; `tokens` and `left` are per message. */
export function fateBins(axis: StripAxis, fates: Uint8Array, tokens: Float64Array, left: Float64Array, columns: number): FateBins {
  const editLeft = new Float64Array(columns);
  const { message, column, share } = overlapsOf(axis, columns);
  for (let k = 0; k < message.length; k++) {
    const i = message[k]!;
    if (fates[i] !== EDIT) continue;
    const x = column[k]!;
    editLeft[x] = editLeft[x]! + share[k]! * Math.min(1, left[i]! / Math.max(1, tokens[i]!));
  }
  return { ...kindBins(axis, fates, FATES.length + 1, columns), editLeft };
}

/** Beyond the codes of `FATES`: summarised into a summary of summaries. */
export const NESTED = FATES.length;

interface Drawn {
  readonly fates: Uint8Array;
  readonly left: Float64Array;
  readonly into: Int16Array | null;
  readonly summaries: readonly { readonly generation: number }[];
}

/** The fates as drawn: the same array, or a copy with NESTED where a summary of summaries is in force. */
function drawnFates({ fates, into, summaries }: Drawn): Uint8Array {
  if (!summaries.some((s) => s.generation > 1)) return fates;
  return fates.map((fate, i) => (fate === SUMMARIZE && (summaries[into?.[i] ?? 0]?.generation ?? 1) > 1 ? NESTED : fate));
}

const cache = new WeakMap<object, { readonly axis: StripAxis; readonly columns: number; readonly bins: FateBins }>();

/** `fateBins`, kept per result until its axis or width changes. */
export function cachedFateBins(result: Drawn, axis: StripAxis, tokens: Float64Array, columns: number): FateBins {
  const known = cache.get(result);
  if (known && known.axis === axis && known.columns === columns) return known.bins;
  const bins = fateBins(axis, drawnFates(result), tokens, result.left, columns);
  cache.set(result, { axis, columns, bins });
  return bins;
}
