/** Canvases of the strips: one per row, redrawn only when its result, the axis, the width or the theme changes. */
import { useDeferredValue, useLayoutEffect, useRef } from 'react';
import type { RowResult, TranscriptView } from '../../../worker/protocol.ts';
import type { View } from '../../../scenario/schema.ts';
import { useText } from '../../store/index.ts';
import type { StripAxis } from './axis.ts';
import { cachedFateBins, kindBins } from './bins.ts';
import { describeStrip } from './describe.ts';
import { PRIORITY_HEIGHTS, stripHeights } from './heights.ts';
import { paintStack, paintStrip, type StripColors } from './paint.ts';
import { pixels, type Pixels } from './pixels.ts';
import { soon } from './soon.ts';
import styles from './strip.module.css';

/** Shared by all strips. `width` in CSS px. */
export interface StripFrame {
  readonly transcript: TranscriptView;
  readonly axis: StripAxis;
  readonly width: number;
  readonly dpr: number;
  readonly colors: StripColors;
}

/** A strip of more messages is painted a moment after its row: reading them takes milliseconds, and rows come several at a time. */
const AT_ONCE = 20_000;

let scratch: Pixels | null = null;

/** Drawing area of a size, reused by every strip until it is shown. */
function area(width: number, height: number): Pixels {
  if (scratch?.width !== width || scratch.height !== height) scratch = pixels(width, height);
  return scratch;
}

function show(canvas: HTMLCanvasElement, width: number, height: number, draw: (p: Pixels) => void): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const p = area(width, height);
  draw(p);
  context.putImageData(new ImageData(p.data, width, height), 0, 0);
}

/**
 * The strip of one result.
 * @param height CSS px
 */
export function FateStrip({
  frame,
  result,
  title,
  height,
  painted,
  faded,
  struck,
}: {
  readonly frame: StripFrame;
  readonly result: RowResult;
  readonly title: string;
  readonly height: number;
  /** Out of view nothing is painted. */
  readonly painted: boolean;
  readonly faded: boolean;
  readonly struck: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { axis, colors, dpr, transcript, width } = frame;
  // The label may follow the picture a moment later: nobody hears all of them while a slider moves.
  const label = describeStrip(title, useDeferredValue(result), useText().language);
  useLayoutEffect(() => {
    if (!painted) return undefined;
    const paint = (): void => {
      if (!canvas.current) return;
      const w = Math.round(width * dpr);
      const h = Math.round(height * dpr);
      const heights = stripHeights(cachedFateBins(result, axis, transcript.tokens, w), h, dpr);
      show(canvas.current, w, h, (p) =>
        paintStrip(p, { axis, fates: result.fates, heights, summaries: result.summaries.map((s) => s.before) }, colors),
      );
    };
    if (transcript.n > AT_ONCE) return soon(paint);
    paint();
    return undefined;
  }, [axis, colors, dpr, height, painted, result, transcript, width]);
  return (
    <span className={styles.frame} data-struck={struck || undefined}>
      <canvas ref={canvas} className={styles.canvas} data-faded={faded || undefined} style={{ height }} role="img" aria-label={label} />
    </span>
  );
}

/** The original row: every message, by priority, by the fate of the baseline or by role. */
export function OriginalStrip({
  frame,
  color,
  baseline,
  label,
  height,
}: {
  readonly frame: StripFrame;
  readonly color: View['color'];
  readonly baseline: RowResult | null;
  readonly label: string;
  readonly height: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { axis, colors, dpr, transcript, width } = frame;
  const fates = color === 'fate' ? (baseline?.fates ?? null) : null;
  useLayoutEffect(() => {
    if (!canvas.current) return;
    const w = Math.round(width * dpr);
    const fateColors = [colors.keep, colors.edit, colors.sum, colors.off, colors.drop];
    const [kind, scale, palette] =
      color === 'fate'
        ? ([fates ?? new Uint8Array(transcript.n), [1, 1, 1, 1, 1], fateColors] as const)
        : color === 'role'
          ? ([transcript.roles, [1, 1, 0.74, 0.5], colors.role] as const)
          : ([transcript.priority, PRIORITY_HEIGHTS, colors.priority] as const);
    show(canvas.current, w, Math.round(height * dpr), (p) => paintStack(p, axis, kindBins(axis, kind, scale.length, w), scale, palette, colors, dpr));
  }, [axis, color, colors, dpr, fates, height, transcript, width]);
  return (
    <span className={styles.frame}>
      <canvas ref={canvas} className={styles.canvas} style={{ height }} role="img" aria-label={label} />
    </span>
  );
}
