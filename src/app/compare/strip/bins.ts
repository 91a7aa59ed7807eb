/** Column sums of the strips: the share of each fate (or priority, or role) in every device pixel column. */
import { DROP, EDIT, FATES, KEEP, OFFLOAD, SUMMARIZE } from '../../../engine/strategies/contract.ts';
import { floorIndex, type StripAxis } from './axis.ts';

export interface Bins {
  readonly columns: number;
  readonly shares: readonly Float64Array[];
}

interface FateBins extends Bins {
  readonly editLeft: Float64Array;
}

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
const NESTED = FATES.length;

interface FateArrays {
  readonly fates: Uint8Array;
  readonly left: Float64Array;
  readonly into: Int16Array | null;
  readonly summaries: readonly { readonly generation: number }[];
}

function drawnFates({ fates, into, summaries }: FateArrays): Uint8Array {
  if (!summaries.some((s) => s.generation > 1)) return fates;
  return fates.map((fate, i) => (fate === SUMMARIZE && (summaries[into?.[i] ?? 0]?.generation ?? 1) > 1 ? NESTED : fate));
}

const cache = new WeakMap<object, { readonly axis: StripAxis; readonly columns: number; readonly bins: FateBins }>();

export function cachedFateBins(result: FateArrays, axis: StripAxis, tokens: Float64Array, columns: number): FateBins {
  const known = cache.get(result);
  if (known && known.axis === axis && known.columns === columns) return known.bins;
  const bins = fateBins(axis, drawnFates(result), tokens, result.left, columns);
  cache.set(result, { axis, columns, bins });
  return bins;
}

/*
 * From column shares to pixel heights, with the rules that keep a strip honest: remaining content is never drawn as nothing, and removed
 * content never as full.
 */

export const NO_LID = 0;
export const SUMMARY_LID = 1;
export const OFFLOAD_LID = 2;
export const NESTED_LID = 3;

export interface StripHeights {
  readonly height: number;
  readonly dpr: number;
  readonly lidHeight: number;
  readonly keep: Uint16Array;
  readonly edit: Uint16Array;
  readonly cut: Uint16Array;
  readonly lid: Uint8Array;
}

const SIGN = 0.04;
const GONE = 0.03;
const EPSILON = 1e-9;

export function stripHeights(bins: FateBins, height: number, dpr: number): StripHeights {
  const px = (n: number): number => Math.max(1, Math.round(n * dpr));
  const lidHeight = px(4);
  const { columns, shares, editLeft } = bins;
  const keep = new Uint16Array(columns);
  const edit = new Uint16Array(columns);
  const cut = new Uint16Array(columns);
  const lid = new Uint8Array(columns);
  for (let x = 0; x < columns; x++) {
    const kept = shares[KEEP]?.[x] ?? 0;
    const edited = shares[EDIT]?.[x] ?? 0;
    const nested = shares[NESTED]?.[x] ?? 0;
    const summarized = (shares[SUMMARIZE]?.[x] ?? 0) + nested;
    const offloaded = shares[OFFLOAD]?.[x] ?? 0;
    const gone = summarized + offloaded + (shares[DROP]?.[x] ?? 0);
    const sign = summarized >= SIGN ? (nested * 2 > summarized ? NESTED_LID : SUMMARY_LID) : offloaded >= SIGN ? OFFLOAD_LID : NO_LID;
    const room = sign ? height - lidHeight - px(1) : gone > GONE ? height - px(2) : height;
    let e = 0;
    if (edited >= SIGN || (edited > EPSILON && kept <= EPSILON)) e = Math.min(room, Math.max(px(3), Math.round((editLeft[x] ?? 0) * height)));
    let k = kept > EPSILON ? Math.max(px(2), Math.round(kept * height)) : 0;
    k = Math.max(kept > EPSILON ? px(2) : 0, Math.min(k, room - e));
    e = Math.min(e, room - k);
    keep[x] = k;
    edit[x] = e;
    cut[x] = e > 0 ? Math.min(room - k - e, Math.round((edited - (editLeft[x] ?? 0)) * height)) : 0;
    lid[x] = sign;
  }
  return { height, dpr, lidHeight, keep, edit, cut, lid };
}

export const PRIORITY_HEIGHTS = [0.28, 0.5, 0.74, 1] as const;

/** Stacked bars of the original row: heights[kind][column] in device pixels, to be drawn from the bottom in the order of `kinds`. */
export function stackHeights(bins: Bins, scale: readonly number[], height: number): readonly Uint16Array[] {
  const stacks = bins.shares.map(() => new Uint16Array(bins.columns));
  for (let x = 0; x < bins.columns; x++) {
    let whole = 0;
    let visible = 0;
    bins.shares.forEach((share, kind) => {
      const s = share[x] ?? 0;
      if (s <= GONE) return;
      whole += s * (scale[kind] ?? 1);
      visible += s;
    });
    if (visible <= 0) continue;
    whole = Math.min(height, Math.max(1, Math.round(whole * height)));
    let share = 0;
    let base = 0;
    bins.shares.forEach((s, kind) => {
      if ((s[x] ?? 0) <= GONE) return;
      share += s[x] ?? 0;
      const top = Math.round((whole * share) / visible);
      const stack = stacks[kind];
      if (stack) stack[x] = top - base;
      base = top;
    });
  }
  return stacks;
}
