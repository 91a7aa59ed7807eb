/** Draws a strip into pixels. Knows colours and geometry, but no strategy, React or canvas. */
import { DROP, OFFLOAD, SUMMARIZE } from '../../../engine/strategies/contract.ts';
import { wideMessages, xOf, type StripAxis } from './axis.ts';
import type { Bins } from './bins.ts';
import { NESTED_LID, NO_LID, OFFLOAD_LID, SUMMARY_LID, stackHeights, type StripHeights } from './heights.ts';
import { column, diamond, fill, hatchCoverage, mix, type Color, type Pixels } from './pixels.ts';

export interface StripColors {
  readonly bg: Color;
  readonly track: Color;
  readonly keep: Color;
  readonly edit: Color;
  readonly editText: Color;
  readonly sum: Color;
  readonly off: Color;
  readonly offText: Color;
  readonly drop: Color;
  /** LOW, NORMAL, HIGH, CRITICAL. */
  readonly priority: readonly Color[];
  /** system, user, assistant, tool. */
  readonly role: readonly Color[];
}

export interface StripInput {
  readonly axis: StripAxis;
  readonly fates: Uint8Array;
  readonly heights: StripHeights;
  /** Original indexes that summaries precede. */
  readonly summaries: readonly number[];
}

/** Ink, lids, outlines, gaps and diamonds of one result. */
export function paintStrip(p: Pixels, input: StripInput, colors: StripColors): void {
  const { heights } = input;
  const { dpr, lidHeight, height } = heights;
  const px = (n: number): number => Math.max(1, Math.round(n * dpr));
  const cutColor = mix(colors.track, colors.edit, 0.2);
  const offBody = mix(colors.track, colors.off, 0.16);
  fill(p, 0, 0, p.width, p.height, colors.track);
  for (let x = 0; x < p.width; x++) {
    const keepTop = height - (heights.keep[x] ?? 0);
    const editTop = keepTop - (heights.edit[x] ?? 0);
    const cutTop = editTop - (heights.cut[x] ?? 0);
    const lid = heights.lid[x] ?? NO_LID;
    if (lid === OFFLOAD_LID) column(p, x, 0, editTop, offBody);
    if (cutTop < editTop) column(p, x, cutTop, editTop, cutColor);
    column(p, x, keepTop, height, colors.keep);
    if (editTop < keepTop) {
      column(p, x, editTop, keepTop, colors.edit);
      column(p, x, editTop, editTop + px(1), colors.editText);
    }
    if (lid === OFFLOAD_LID) column(p, x, 0, lidHeight - px(1), colors.off);
    if (lid === SUMMARY_LID) paintSummaryLid(p, x, lidHeight, px(1), dpr, colors);
    if (lid === NESTED_LID) {
      column(p, x, 0, px(1), colors.sum);
      column(p, x, lidHeight - px(1), lidHeight, colors.sum);
    }
  }
  paintOutlines(p, input, colors, px(1), dpr);
  paintGaps(p, input.axis, colors.bg, px(1), dpr, (i) => (input.fates[i] ?? 0) !== DROP && (input.fates[i] ?? 0) !== SUMMARIZE);
  paintSummaries(p, input, colors, px(1));
}

/** Hatch between two lines. */
function paintSummaryLid(p: Pixels, x: number, lidHeight: number, line: number, dpr: number, colors: StripColors): void {
  for (let y = 0; y < lidHeight; y++) {
    const onLine = y < line || y >= lidHeight - line;
    const coverage = onLine ? 1 : hatchCoverage(x, y, 4 * dpr, 1.6 * dpr);
    if (coverage > 0) column(p, x, y, y + 1, mix(colors.track, colors.sum, coverage));
  }
}

/** CSS px from which an offloaded message has an outline, and from which any message has a gap. */
const OUTLINED = 3;
const SEPARATED = 6;

function paintOutlines(p: Pixels, { axis, fates }: StripInput, colors: StripColors, line: number, dpr: number): void {
  for (const { index, left, right } of wideMessages(axis, p.width, OUTLINED * dpr)) {
    if (fates[index] !== OFFLOAD) continue;
    const x0 = Math.round(left);
    const x1 = Math.round(right);
    fill(p, x0, 0, x1 - x0, line, colors.offText);
    fill(p, x0, p.height - line, x1 - x0, line, colors.offText);
    fill(p, x0, 0, line, p.height, colors.offText);
    fill(p, x1 - line, 0, line, p.height, colors.offText);
  }
}

/** A gap at the right edge of messages that are wide enough and (by `still`) still there. */
function paintGaps(p: Pixels, axis: StripAxis, color: Color, line: number, dpr: number, still: (i: number) => boolean): void {
  for (const { index, left, right } of wideMessages(axis, p.width, OUTLINED * dpr)) {
    if (right - left >= SEPARATED * dpr && right < p.width && still(index)) fill(p, Math.round(right) - line, 0, line, p.height, color);
  }
}

const isSummary = (lid: number | undefined): boolean => lid === SUMMARY_LID || lid === NESTED_LID;

function paintSummaries(p: Pixels, { axis, heights, summaries }: StripInput, colors: StripColors, line: number): void {
  const radius = 5 * heights.dpr;
  const places = summaries.map((before) => xOf(axis, axis.edges[before] ?? 0, p.width)).filter((x) => x >= -radius && x <= p.width + radius);
  for (const place of places) {
    const x = Math.round(place);
    const between = x > 0 && x < p.width && isSummary(heights.lid[x - 1]) && isSummary(heights.lid[x]);
    if (between) fill(p, x - line, 0, line * 2, heights.lidHeight, colors.track);
  }
  for (const place of places) {
    const x = Math.max(radius + line, Math.min(p.width - radius - line, place));
    diamond(p, x, radius - line, radius + 2 * line, colors.bg);
    diamond(p, x, radius - line, radius, colors.sum);
  }
}

/** The original row: shares of each kind stacked from the bottom, least important first. */
export function paintStack(
  p: Pixels,
  axis: StripAxis,
  bins: Bins,
  scale: readonly number[],
  palette: readonly Color[],
  colors: StripColors,
  dpr: number,
): void {
  const px = (n: number): number => Math.max(1, Math.round(n * dpr));
  fill(p, 0, 0, p.width, p.height, colors.track);
  const stacks = stackHeights(bins, scale, p.height);
  for (let x = 0; x < p.width; x++) {
    let base = p.height;
    stacks.forEach((stack, kind) => {
      const h = stack[x] ?? 0;
      column(p, x, base - h, base, palette[kind] ?? colors.keep);
      base -= h;
    });
  }
  paintGaps(p, axis, colors.bg, px(1), dpr, () => true);
}
