/**
 * Column sums of the strips: the share of each fate (or priority, or role) in every device pixel column. The assignment of messages to
 * columns is computed once per axis; the sums of a result are kept until its axis changes.
 */
import { upperBound } from '../lib/arrays.ts';
import { DROP, EDIT, FATES, KEEP, OFFLOAD, SUMMARIZE } from '../strategies/contract.ts';

/** What strips run over. */
export interface StripRange {
  /** Left edge of message i in the unit of the axis; length n + 1, ascending. */
  readonly edges: Float64Array;
  /** Visible part, in the same unit. */
  readonly from: number;
  readonly to: number;
}

/** Last index i with values[i] ≤ value; values ascending, values[0] ≤ value. */
export function floorIndex(values: ArrayLike<number>, value: number): number {
  return upperBound(values, value, 1) - 1;
}

/** Shares 0–1 of every column: shares[kind][column]. In a column full of messages they sum to 1. */
export interface Bins {
  readonly columns: number;
  readonly shares: readonly Float64Array[];
}

interface FateBins extends Bins {
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

function findOverlaps(axis: StripRange, columns: number): Overlaps {
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

const overlapCache = new WeakMap<StripRange, Overlaps>();

function overlapsOf(axis: StripRange, columns: number): Overlaps {
  const known = overlapCache.get(axis);
  if (known?.columns === columns) return known;
  const found = findOverlaps(axis, columns);
  overlapCache.set(axis, found);
  return found;
}

/** Shares by kind, where `kind` holds a code below `kinds` for each message. */
export function kindBins(axis: StripRange, kind: Uint8Array, kinds: number, columns: number): Bins {
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
export function fateBins(axis: StripRange, fates: Uint8Array, tokens: Float64Array, left: Float64Array, columns: number): FateBins {
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

/** The fates as drawn: the same array, or a copy with NESTED where a summary of summaries is in force. */
function drawnFates({ fates, into, summaries }: FateArrays): Uint8Array {
  if (!summaries.some((s) => s.generation > 1)) return fates;
  return fates.map((fate, i) => (fate === SUMMARIZE && (summaries[into?.[i] ?? 0]?.generation ?? 1) > 1 ? NESTED : fate));
}

const cache = new WeakMap<object, { readonly axis: StripRange; readonly columns: number; readonly bins: FateBins }>();

/** `fateBins`, kept per result until its axis or width changes. */
export function cachedFateBins(result: FateArrays, axis: StripRange, tokens: Float64Array, columns: number): FateBins {
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
/** Of a summary of summaries. */
export const NESTED_LID = 3;

/** Pixel heights by column, from the bottom: `keep`, then `edit`, then `cut` (removed from edited messages). */
export interface StripHeights {
  readonly height: number;
  /** Device pixels of one CSS pixel. */
  readonly dpr: number;
  /** Height of a lid. */
  readonly lidHeight: number;
  readonly keep: Uint16Array;
  readonly edit: Uint16Array;
  readonly cut: Uint16Array;
  readonly lid: Uint8Array;
}

/** A column shows a fate's sign (lid, edge) from this share on. */
const SIGN = 0.04;
/** A larger removed share leaves a gap at the top. */
const GONE = 0.03;
/** Sums of shares carry rounding errors of this size. */
const EPSILON = 1e-9;

/**
 * @param height of the strip in device pixels
 * @param dpr device pixels per CSS pixel
 */
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

/** Height of each kind as a share of the strip; index = code. Priorities: LOW, NORMAL, HIGH, CRITICAL. */
export const PRIORITY_HEIGHTS = [0.28, 0.5, 0.74, 1] as const;

/**
 * Stacked bars of the original row: heights[kind][column] in device pixels, to be drawn from the bottom in the order
 * of `kinds`. The column's whole height is the mean of the kinds' heights, weighted by their shares.
 */
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
    // Cumulative rounding: the parts end exactly at the whole.
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

/** CSS colours. */
export interface InkColors {
  readonly keep: string;
  readonly edit: string;
  readonly cut: string;
  readonly sum: string;
  readonly off: string;
  readonly offBody: string;
}

/** Columns that look alike as one rectangle each. */
function rectangles(
  columns: number,
  of: (x: number) => { readonly top: number; readonly bottom: number; readonly fill: string } | null,
  left: number,
  top: number,
): string {
  let svg = '';
  for (let from = 0; from < columns; ) {
    const one = of(from);
    let to = from + 1;
    for (; to < columns; to++) {
      const next = of(to);
      if (next?.top !== one?.top || next?.bottom !== one?.bottom || next?.fill !== one?.fill) break;
    }
    if (one && one.bottom > one.top)
      svg += `<rect x="${left + from}" y="${top + one.top}" width="${to - from}" height="${one.bottom - one.top}" fill="${one.fill}"/>`;
    from = to;
  }
  return svg;
}

/** From the bottom: kept, what an edit left, what it cut; above all a lid for what was summarised or offloaded. */
export function drawn({ keep, edit, cut, lid, lidHeight, height }: StripHeights, colors: InkColors, left: number, top: number): string {
  const base = (x: number): number => height - keep[x]! - edit[x]!;
  const layers = [
    (x: number) => (lid[x] === OFFLOAD_LID ? { top: 0, bottom: base(x), fill: colors.offBody } : null),
    (x: number) => ({ top: base(x) - cut[x]!, bottom: base(x), fill: colors.cut }),
    (x: number) => ({ top: height - keep[x]!, bottom: height, fill: colors.keep }),
    (x: number) => ({ top: base(x), bottom: height - keep[x]!, fill: colors.edit }),
    (x: number) =>
      lid[x] === NO_LID
        ? null
        : {
            top: 0,
            bottom: lid[x] === NESTED_LID ? 1 : lid[x] === OFFLOAD_LID ? lidHeight - 1 : lidHeight,
            fill: lid[x] === OFFLOAD_LID ? colors.off : colors.sum,
          },
  ];
  return layers.map((layer) => rectangles(keep.length, layer, left, top)).join('');
}

/** Half the width of a diamond, px. */
const RADIUS = 5;

/** Where a diamond stands so that nothing of it is cut at the ends of a strip. */
export const insideStrip = (x: number, width: number): number => Math.max(RADIUS, Math.min(width - RADIUS, x));

/** A summary that is at `x`; `top` of the strip. */
export const diamond = (x: number, top: number, fill: string, edge: string): string =>
  `<path d="M${x - RADIUS} ${top + 4}l5 -5l5 5l-5 5z" fill="${fill}" stroke="${edge}"/>`;
