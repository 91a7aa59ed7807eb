/** What the lane of a row draws, in requests and tokens. Pure: the picture is laid out in `Lane.tsx`. */
import type { CompactionPoint, TriggerSetup, RecordedFigures } from '../../engine/replay/contract.ts';
import { type Range, type Scale, wholeTicks, xOf } from '../charts/scale.ts';
import type { ReplayReply, SeriesView } from '../../worker/replay-protocol.ts';
import { S3_BUFFER, type Trigger } from '../../engine/triggers/contract.ts';
import { FIRST, type RunLine, wholeOf } from './replay-lines.ts';
import { highest, lowest } from '../charts/thin.ts';
import { refusedOf } from './verdict.ts';

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
  return {
    values: series.size,
    compactions: marks(true),
    attempts: marks(false),
    refused: refusedOf(series),
    triggers: levelsOf(series, window),
  };
}

function laneOfRecording({ size, compactions }: RecordedFigures): Lane {
  // A compaction stands before its request: the last one before it tells how large the context was.
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

/** Ticks of the axis stand at least so far apart, px. */
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
