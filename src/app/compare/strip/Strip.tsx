/** Canvases of the strips: one per row, redrawn only when its result, the axis, the width or the theme changes. */
import { useDeferredValue, useLayoutEffect, useRef } from 'react';
import type { RowResult, TranscriptView } from '../../../worker/protocol.ts';
import type { View } from '../../../scenario/schema.ts';
import { useText } from '../../store/index.ts';
import type { StripAxis } from './axis.ts';
import { cachedFateBins, kindBins, PRIORITY_HEIGHTS, stripHeights } from '../../../engine/strips/bins.ts';
import { paintStack, paintStrip, type Pixels, pixels, type StripColors } from './paint.ts';
import { FATES, KEEP, type FateKind } from '../../../engine/strategies/contract.ts';
import { PRIORITIES } from '../../../engine/signals/contract.ts';
import { t } from '../../../i18n/index.ts';
import { pause } from '../../../worker/pause.ts';
import { during } from '../../store/store.ts';
import styles from './strip.module.css';

// A strip in one sentence, for people who do not see it.

interface FateRun {
  readonly fate: number;
  readonly first: number;
  readonly last: number;
}

/** Longest run of messages that share one fate other than keep; null when everything is kept. */
export function longestRun(fates: Uint8Array): FateRun | null {
  let best: FateRun | null = null;
  for (let first = 0; first < fates.length; ) {
    const fate = fates[first] ?? KEEP;
    let last = first;
    while (last + 1 < fates.length && fates[last + 1] === fate) last += 1;
    if (fate !== KEEP && (!best || last - first > best.last - best.first)) best = { fate, first, last };
    first = last + 1;
  }
  return best;
}

const sentences = new WeakMap<RowResult, Map<string, string>>();

function sentence(title: string, result: RowResult): string {
  const counts = FATES.filter((f) => result.measures.messagesByFate[f] > 0).map((f: FateKind) =>
    t('strip.alt.count', { fate: t(`fate.${f}`), count: result.measures.messagesByFate[f] }),
  );
  const run = longestRun(result.fates);
  if (!run) return t('strip.alt.nothing', { title });
  const kind = FATES[run.fate] ?? 'drop';
  const where = kind === 'keep' ? [] : [t('strip.alt.run', { fate: t(`fate.${kind}`), first: run.first + 1, last: run.last + 1 })];
  const changed = result.fates.reduce((sum, f) => sum + (f === KEEP ? 0 : 1), 0);
  const rest = changed - (run.last - run.first + 1);
  if (rest > 0) where.push(t('strip.alt.rest', { count: rest }));
  return `${t('list.pair', { name: title, value: counts.join(t('list.separator')) })}; ${where.join(' ')}`;
}

/** "Middle removal: 510 kept, 404 dropped; dropped #8–#260 and 51 other messages elsewhere". Kept per result. */
export function describeStrip(title: string, result: RowResult, language: string): string {
  const known = sentences.get(result) ?? new Map<string, string>();
  sentences.set(result, known);
  const key = `${language}|${title}`;
  const text = known.get(key) ?? sentence(title, result);
  known.set(key, text);
  return text;
}

export function describeOriginal(transcript: TranscriptView): string {
  const count = [0, 0, 0, 0];
  for (const p of transcript.priority) count[p] = (count[p] ?? 0) + 1;
  const by = (name: (typeof PRIORITIES)[number]): number => count[PRIORITIES.indexOf(name)] ?? 0;
  return t('strip.alt.original', {
    messages: transcript.n,
    tokens: transcript.total,
    critical: by('CRITICAL'),
    high: by('HIGH'),
    normal: by('NORMAL'),
    low: by('LOW'),
  });
}

// Work that is done soon, in tasks of a few milliseconds between which the page is free.

const STRETCH = 8;

const waiting = new Set<() => void>();
let isRunning = false;

async function run(): Promise<void> {
  isRunning = true;
  try {
    while (waiting.size > 0) {
      await pause();
      const from = performance.now();
      for (const work of waiting) {
        waiting.delete(work);
        work();
        if (performance.now() - from > STRETCH) break;
      }
    }
  } finally {
    isRunning = false;
  }
}

export function soon(work: () => void): () => void {
  waiting.add(work);
  if (!isRunning) void during(run());
  return () => void waiting.delete(work);
}

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

/** @param height CSS px */
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
