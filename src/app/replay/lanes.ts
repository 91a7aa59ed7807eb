/** What the lane of a row draws, in requests and tokens. Pure: the picture is laid out in `Lane.tsx`. */
import type { CompactionPoint, RecordedFigures, ReplayMiss, TriggerSetup } from '../../engine/replay/contract.ts';
import { S3_BUFFER, type Trigger } from '../../engine/triggers/contract.ts';
import { t } from '../../i18n/index.ts';
import type { ReplayReply, SeriesView } from '../../worker/loss-protocol.ts';
import { type Range, type Scale, wholeTicks, xOf } from '../charts/scale.ts';
import { highest, lowest } from '../charts/thin.ts';
import { strategyTitle } from '../rows/compare-rows.ts';

/** Requests count from 1: `values[0]` of a line belongs to the first. */
export const FIRST = 1;

export const wholeOf = ({ requests }: Pick<ReplayReply, 'requests'>): Range => [FIRST, Math.max(FIRST, requests)];

export interface RunLine {
  readonly key: string;
  readonly letter: string;
  readonly pinned: boolean;
  readonly title: string;
  /** 0–7, of `--series-1` … */
  readonly color: number;
  readonly dash: string;
  readonly series: SeriesView;
}

/** What the parts of a replay draw. */
export interface RunsProps {
  readonly reply: ReplayReply;
  readonly lines: readonly RunLine[];
  readonly range: Range;
}

const COLORS = 8;
const DASHES = ['', '7 3', '2 2', '8 3 2 3', '4 2', '12 3', '3 4', '8 3 2 3 2 3'] as const;

export const letterOf = (i: number): string => String.fromCharCode(65 + (i % 26));

export function linesOf({ series }: ReplayReply, pinned: readonly string[]): readonly RunLine[] {
  let next = pinned.length;
  return series.map((one, i) => {
    const pin = pinned.indexOf(one.key);
    return {
      key: one.key,
      letter: letterOf(pin === -1 ? next++ : pin),
      pinned: pin !== -1,
      title: strategyTitle(one.strategy, one.key, one.params),
      color: i % COLORS,
      dash: DASHES[(i + Math.floor(i / COLORS)) % DASHES.length]!,
      series: one,
    };
  });
}

export const runTitle = (lines: readonly RunLine[], key: string): string => lines.find((line) => line.key === key)?.title ?? t('replay.baseline');

/** Requests of a run that a provider refuses, because they are over the window, and those that were never sent; ascending. */
export function refusedOf({ overLimit, refused }: Pick<SeriesView, 'overLimit' | 'refused'>): readonly number[] {
  return refused.length === 0 ? overLimit : [...new Set([...overLimit, ...refused])].sort((a, b) => a - b);
}

const isRecorded = ({ series }: RunLine): boolean => series.trigger.triggers.some(({ kind }) => kind === 'recorded');

export const rivalsOf = (lines: readonly RunLine[]): readonly RunLine[] => lines.filter((line) => line.series.failed === null && !isRecorded(line));

export const amountOf = ({ series: { totals } }: RunLine): number => totals.cost ?? totals.promptTokens;

interface RefusalCount {
  readonly line: RunLine;
  readonly refused: number;
}

export type Verdict =
  | { readonly kind: 'nothing' }
  /** None of them compacts, so they all are the same. */
  | { readonly kind: 'idle'; readonly rows: readonly RunLine[] }
  /** Every row has requests that would be refused: the fewest. */
  | { readonly kind: 'refused'; readonly rows: readonly RunLine[]; readonly fewest: RefusalCount }
  /** `best`: the least amount, several where they are written alike. `cheaper`: rows below it that have refused requests, the cheapest first. */
  | { readonly kind: 'least'; readonly rows: readonly RunLine[]; readonly best: readonly RunLine[]; readonly cheaper: readonly RefusalCount[] };

export function verdictOf(lines: readonly RunLine[], written: (amount: number) => string): Verdict {
  const rows = rivalsOf(lines);
  if (rows.length === 0) return { kind: 'nothing' };
  const refused = rows.map((line): RefusalCount => ({ line, refused: refusedOf(line.series).length }));
  if (rows.every(({ series }) => series.monitoring.compactions === 0 && series.stopped === null)) return { kind: 'idle', rows };
  const sent = refused.flatMap((one) => (one.refused === 0 ? one.line : []));
  if (sent.length === 0) return { kind: 'refused', rows, fewest: refused.reduce((least, one) => (one.refused < least.refused ? one : least)) };
  const least = Math.min(...sent.map(amountOf));
  return {
    kind: 'least',
    rows,
    best: sent.filter((line) => written(amountOf(line)) === written(least)),
    cheaper: refused.filter((one) => one.refused > 0 && amountOf(one.line) < least).sort((a, b) => amountOf(a.line) - amountOf(b.line)),
  };
}

/** Mean distance of a run's prompts from the recorded ones, tokens; null where none of them was recorded. */
function distanceOf({ series }: RunLine, recorded: Float64Array): number | null {
  let sum = 0;
  let count = 0;
  recorded.forEach((tokens, i) => {
    const size = series.size[i];
    if (Number.isNaN(tokens) || size === undefined) return;
    sum += Math.abs(size - tokens);
    count++;
  });
  return count > 0 ? sum / count : null;
}

function leastOf(rows: readonly RunLine[], of: (line: RunLine) => number | null): readonly RunLine[] {
  const values = rows.map(of);
  if (values.some((value) => value === null)) return [];
  const least = Math.min(...(values as readonly number[]));
  return rows.filter((_, i) => values[i] === least);
}

interface NearestRows {
  /** The one row that is closest to the recording; null where several are, or none was recorded. */
  readonly closest: RunLine | null;
  readonly keeping: readonly RunLine[];
  readonly lost: number;
}

export function nearestOf(lines: readonly RunLine[], recorded: Float64Array | null, misses: ReadonlyMap<string, readonly ReplayMiss[]>): NearestRows {
  // A run that was stopped sent only a part of its requests.
  const rows = rivalsOf(lines).filter(({ series }) => series.stopped === null);
  if (rows.length < 2) return { closest: null, keeping: [], lost: 0 };
  const closest = recorded ? leastOf(rows, (line) => distanceOf(line, recorded)) : [];
  const keeping = leastOf(rows, ({ key }) => misses.get(key)?.length ?? null);
  return {
    closest: closest.length === 1 ? closest[0]! : null,
    keeping: keeping.length < rows.length ? keeping : [],
    lost: misses.get(keeping[0]?.key ?? '')?.length ?? 0,
  };
}

/** Lines far above the window are cut off at this many windows, unless a person wants to see all of them, or a run would not be seen at all. */
const AWAY = 1.5;
/** A window this many times above everything would flatten all lines. */
const ABOVE = 5;
const HEADROOM = 1.08;

interface LaneInput {
  readonly reply: ReplayReply;
  readonly lines: readonly RunLine[];
  readonly range: Range;
}

export function topOf(
  { reply, lines, range }: LaneInput,
  drawn: readonly { readonly values: Float64Array }[],
  all: boolean,
): { readonly max: number; readonly cut: boolean } {
  let most = 1;
  for (const { values } of drawn) most = Math.max(most, highest(values, FIRST, range));
  for (const { series } of lines) for (const point of series.points) if (seen(point, range)) most = Math.max(most, point.before);
  const limit = reply.window * AWAY;
  const hidden = lines.some(({ series }) => {
    const least = lowest(series.size, FIRST, range);
    return least > limit && least < Infinity;
  });
  const cut = lines.length > 0 && most > limit && !hidden;
  if (cut && !all) return { max: limit, cut };
  return { max: Math.max(most, reply.window <= most * ABOVE ? reply.window : 0) * HEADROOM, cut };
}

export const seen = ({ at }: Pick<CompactionPoint, 'at'>, [from, to]: Range): boolean => at >= from - 1 && at <= to + 1;

// Horizontal lines of the first chart: levels at which something happens to a growing context.

export interface Rule {
  readonly tokens: number;
  readonly kind: 'window' | 'warning' | 'trigger';
  readonly triggers: readonly string[];
  readonly letters: readonly string[];
}

interface RunLevels extends Pick<TriggerSetup, 'trigger' | 'warning'> {
  readonly letter: string;
}

/** Tokens at which a trigger fires; null if it does not depend on tokens. */
function tokensOf(trigger: Trigger, window: number): number | null {
  switch (trigger.kind) {
    case 'ratio':
    case 'answer':
      return trigger.share * window;
    case 'tokens':
      return trigger.tokens;
    case 'remaining':
      return (1 - trigger.share) * window;
    case 'tool-result':
      return (trigger.share - (trigger.buffer ?? S3_BUFFER)) * window;
    case 'hard-limit':
      return window;
    default:
      return null;
  }
}

export function rulesOf(runs: readonly RunLevels[], window: number): readonly Rule[] {
  const warnings = new Map<number, Set<string>>();
  const triggers = new Map<number, { readonly kinds: Set<string>; readonly letters: Set<string> }>();
  for (const { letter, trigger, warning } of runs) {
    if (warning !== null && warning < 1) {
      const tokens = Math.round(warning * window);
      warnings.set(tokens, (warnings.get(tokens) ?? new Set()).add(letter));
    }
    for (const one of trigger.triggers) {
      const tokens = tokensOf(one, window);
      if (tokens === null || tokens >= window) continue;
      const rounded = Math.round(tokens);
      const at = triggers.get(rounded) ?? { kinds: new Set<string>(), letters: new Set<string>() };
      at.kinds.add(one.kind);
      at.letters.add(letter);
      triggers.set(rounded, at);
    }
  }
  const named = (letters: ReadonlySet<string>): readonly string[] => (letters.size === runs.length ? [] : [...letters]);
  return [
    { tokens: window, kind: 'window', triggers: [], letters: [] },
    ...[...warnings].map(([tokens, letters]): Rule => ({ tokens, kind: 'warning', triggers: [], letters: named(letters) })),
    ...[...triggers].map(([tokens, { kinds, letters }]): Rule => ({ tokens, kind: 'trigger', triggers: [...kinds], letters: named(letters) })),
  ];
}

interface Mark {
  readonly at: number;
  readonly tokens: number;
}

export interface Lane {
  /** By request; NaN is a gap. */
  readonly values: Float64Array;
  readonly compactions: readonly Mark[];
  readonly attempts: readonly Mark[];
  readonly refused: readonly number[];
  readonly triggers: readonly number[];
}

export const RECORDED = '(recorded)';
export const NOTHING = '(none)';

export const levelsOf = ({ trigger }: Pick<SeriesView, 'trigger'>, window: number): readonly number[] => [
  ...new Set(
    trigger.triggers.flatMap((one) => {
      const tokens = tokensOf(one, window);
      return tokens === null || tokens >= window ? [] : Math.round(tokens);
    }),
  ),
];

function laneOfRun(series: SeriesView, window: number): Lane {
  const marks = (compacted: boolean): readonly Mark[] =>
    series.points.filter(({ outcome }) => (outcome === 'compacted') === compacted).map(({ at, before }) => ({ at, tokens: before }));
  return { values: series.size, compactions: marks(true), attempts: marks(false), refused: refusedOf(series), triggers: levelsOf(series, window) };
}

function laneOfRecording({ size, compactions }: RecordedFigures): Lane {
  // A compaction is before its request: the last one before it tells how large the context was.
  const before = (at: number): number => {
    for (let i = at - 1 - FIRST; i >= 0; i--) if (!Number.isNaN(size[i])) return size[i]!;
    return 0;
  };
  return { values: size, compactions: compactions.map((at) => ({ at, tokens: before(at) })), attempts: [], refused: [], triggers: [] };
}

export interface Lanes {
  readonly byKey: ReadonlyMap<string, Lane>;
  readonly reference: Float64Array;
  readonly top: number;
}

export function lanesOf(reply: ReplayReply, lines: readonly RunLine[], tall: boolean): Lanes {
  const { recorded, baseline, window } = reply;
  const byKey = new Map([
    ...(recorded ? [[RECORDED, laneOfRecording(recorded)] as const] : []),
    ...lines.map(({ key, series }) => [key, laneOfRun(series, window)] as const),
    [NOTHING, { ...laneOfRun(baseline, window), triggers: [] }] as const,
  ]);
  // Without compaction a context grows out of its lane: the others are to be read.
  const measured = [...(recorded ? [recorded.size] : []), ...lines.map(({ series }) => series.size)];
  const drawn = (measured.length > 0 && !tall ? measured : [...measured, baseline.size]).map((values) => ({ values }));
  return { byKey, reference: recorded?.size ?? baseline.size, top: topOf({ reply, lines, range: wholeOf(reply) }, drawn, tall).max };
}

/** Ticks of the axis are at least so far apart, px. */
const APART = 64;

interface Tick {
  readonly tick: number;
  readonly x: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Requests that the axis names: the ends always, and round numbers that are not in their way. */
export function ticksOf(scale: Scale): readonly Tick[] {
  const [from, to] = [Math.ceil(scale.x[0]), Math.floor(scale.x[1])];
  const far = (tick: number): boolean => Math.min(xOf(scale, tick), scale.width - xOf(scale, tick)) > APART / 2;
  const round = wholeTicks(scale.x, Math.max(1, Math.floor(scale.width / APART))).filter(far);
  return [...new Set([from, to, ...round])].map((tick) => ({
    tick,
    x: xOf(scale, tick),
    anchor: tick === from ? 'start' : tick === to ? 'end' : 'middle',
  }));
}
