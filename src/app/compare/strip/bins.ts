/**
 * Column sums of the strips: what share of one device pixel column each fate (or priority, or role) has.
 * One pass over the messages and one over the columns; kept per result, because hovering and sorting need them again.
 */
import { EDIT, OFFLOAD } from '../../../engine/strategies/contract.ts';
import { floorIndex, type StripAxis } from './axis.ts';

/** Shares 0–1 of every column: shares[kind][column]. The kinds of a column that is full of messages sum to 1. */
export interface Bins {
  readonly columns: number;
  readonly shares: readonly Float64Array[];
}

export interface FateBins extends Bins {
  /** Share of the column that edited messages still have (≤ their share). */
  readonly editLeft: Float64Array;
}

/** Calls `add(message, column, share)` for every overlap of a message with a column. */
function spread(axis: StripAxis, columns: number, add: (message: number, column: number, share: number) => void): void {
  const { edges, from, to } = axis;
  const n = edges.length - 1;
  const scale = columns / (to - from);
  if (n < 1 || columns < 1 || !Number.isFinite(scale)) return;
  for (let i = Math.min(floorIndex(edges, from), n - 1); i < n; i++) {
    const start = Math.max(0, ((edges[i] ?? 0) - from) * scale);
    if (start >= columns) break;
    const end = Math.min(columns, ((edges[i + 1] ?? 0) - from) * scale);
    if (end <= start) continue;
    let column = Math.floor(start);
    let left = start;
    while (column < columns && left < end) {
      const right = Math.min(end, column + 1);
      add(i, column, right - left);
      left = right;
      column += 1;
    }
  }
}

/** Shares by kind, where `kind` holds a code below `kinds` for each message. */
export function kindBins(axis: StripAxis, kind: Uint8Array, kinds: number, columns: number): Bins {
  const shares = Array.from({ length: kinds }, () => new Float64Array(columns));
  spread(axis, columns, (i, column, share) => {
    const target = shares[kind[i] ?? 0];
    if (target) target[column] = (target[column] ?? 0) + share;
  });
  return { columns, shares };
}

/** Shares by fate, and what edited messages still have; `tokens` and `left` are per message. */
export function fateBins(axis: StripAxis, fates: Uint8Array, tokens: Float64Array, left: Float64Array, columns: number): FateBins {
  const editLeft = new Float64Array(columns);
  const shares = Array.from({ length: OFFLOAD + 2 }, () => new Float64Array(columns));
  spread(axis, columns, (i, column, share) => {
    const fate = fates[i] ?? 0;
    const target = shares[fate];
    if (target) target[column] = (target[column] ?? 0) + share;
    if (fate === EDIT) editLeft[column] = (editLeft[column] ?? 0) + share * Math.min(1, (left[i] ?? 0) / Math.max(1, tokens[i] ?? 1));
  });
  return { columns, shares, editLeft };
}

const cache = new WeakMap<object, { readonly axis: StripAxis; readonly columns: number; readonly bins: FateBins }>();

/** `fateBins`, kept per result until its axis or width changes. */
export function cachedFateBins(
  result: { readonly fates: Uint8Array; readonly left: Float64Array },
  axis: StripAxis,
  tokens: Float64Array,
  columns: number,
): FateBins {
  const known = cache.get(result);
  if (known && known.axis === axis && known.columns === columns) return known.bins;
  const bins = fateBins(axis, result.fates, tokens, result.left, columns);
  cache.set(result, { axis, columns, bins });
  return bins;
}
