/** What the lane of a row draws, in requests and tokens. Pure: the picture is laid out in `Lane.tsx`. */
import type { Recorded } from '../../engine/replay/contract.ts';
import { type Scale, wholeTicks, xOf } from '../charts/scale.ts';
import type { ReplayReply, SeriesView } from '../../worker/replay-protocol.ts';
import { tokensOf } from './levels.ts';
import { FIRST, type RunLine, wholeOf } from './lines.ts';
import { topOf } from './top.ts';
import { refusedOf } from './verdict.ts';

interface Mark {
  readonly at: number;
  /** Size of the context before it. */
  readonly tokens: number;
}

export interface Lane {
  /** By request; NaN is a gap. */
  readonly values: Float64Array;
  readonly compactions: readonly Mark[];
  /** Attempts that changed nothing. */
  readonly attempts: readonly Mark[];
  readonly refused: readonly number[];
  /** Levels at which the row compacts, tokens. */
  readonly triggers: readonly number[];
}

export const RECORDED = '(recorded)';
export const NOTHING = '(none)';

/** Levels below the window at which a run compacts; triggers that look at something else have none. */
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

function laneOfRecording({ size, compactions }: Recorded): Lane {
  // A compaction stands before its request: the last one before it tells how large the context was.
  const before = (at: number): number => {
    for (let i = at - 1 - FIRST; i >= 0; i--) if (!Number.isNaN(size[i])) return size[i]!;
    return 0;
  };
  return { values: size, compactions: compactions.map((at) => ({ at, tokens: before(at) })), attempts: [], refused: [], triggers: [] };
}

export interface Lanes {
  /** In the order of the table before it is sorted. */
  readonly byKey: ReadonlyMap<string, Lane>;
  /** Dotted in every lane: what was recorded or, without it, the run without compaction. */
  readonly reference: Float64Array;
  /** Tokens at the top of every lane. */
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
