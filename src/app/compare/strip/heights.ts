/**
 * From column shares to pixel heights, with the rules that keep a strip honest: remaining content is never drawn as nothing, and removed
 * content never as full.
 */
import { DROP, EDIT, KEEP, OFFLOAD, SUMMARIZE } from '../../../engine/strategies/contract.ts';
import { type Bins, type FateBins, NESTED } from './bins.ts';

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
