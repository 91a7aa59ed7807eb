/** The rows of the summary: every run, doing nothing, and what was recorded, each value with how it is written. No React here. */
import type { ReplayMiss } from '../../engine/replay/contract.ts';
import { numbers, t } from '../../i18n/index.ts';
import type { ReplayReply, SeriesView } from '../../worker/replay-protocol.ts';
import type { RunLine } from './lines.ts';

export interface Cell {
  /** What the row is sorted by; null = nothing to sort. */
  readonly value: number | null;
  readonly text: string;
  /** Small, below it. */
  readonly below?: string | undefined;
  readonly tone?: 'bad' | 'unsendable' | undefined;
}

export type RunValues = Readonly<
  Record<
    | 'requests'
    | 'compactions'
    | 'triggered'
    | 'peak'
    | 'over'
    | 'refused'
    | 'prompt'
    | 'new'
    | 'read'
    | 'written'
    | 'output'
    | 'cost'
    | 'againstRecorded'
    | 'againstNone'
    | 'summaryCost'
    | 'breakEven'
    | 'paidBack'
    | 'misses'
    | 'summaries'
    | 'summaryTokens'
    | 'generation'
    | 'success'
    | 'meanMs'
    | 'removed'
    | 'freed'
    | 'ms',
    Cell
  >
>;

export interface RunRow {
  readonly key: string;
  readonly title: string;
  /** null for doing nothing and for what was recorded. */
  readonly line: RunLine | null;
  /** 0 = a run, 1 = doing nothing, 2 = what was recorded. */
  readonly kind: 0 | 1 | 2;
  readonly values: Partial<RunValues>;
}

/** Median of the requests until a compaction has paid for itself; null where none of them does. */
export function medianBreakEven({ points }: SeriesView): number | null {
  const turns = points.flatMap(({ breakEven }) => (breakEven === null ? [] : [breakEven])).sort((a, b) => a - b);
  return turns[Math.floor(turns.length / 2)] ?? null;
}

const written = (value: number | null, say: (value: number) => string): Cell => ({ value, text: value === null ? '—' : say(value) });

/** A count that should be 0. */
const bad = (value: number): Cell => (value > 0 ? { value, text: `⚠ ${numbers().whole(value)}`, tone: 'bad' } : written(value, numbers().whole));

/** Everything that is known of a run. `misses`: how many facts it missed; null = still to come. */
function valuesOf(series: SeriesView, { baseline }: ReplayReply, misses: number | null): RunValues {
  const n = numbers();
  const { totals, against, monitoring } = series;
  const unsendable = baseline.overLimit.length;
  const percent = (change: number): string => t('replay.delta', { change: n.shareDelta(change) });
  // A run that was stopped has done only a part of the work, and nothing is less than requests that could not have been sent.
  const comparable = series !== baseline && !series.stopped && unsendable === 0 && baseline.totals.promptTokens > 0;
  const none = written(against.none, percent);
  const { summaries } = monitoring;
  const ifSummaries = (value: number): Cell => written(summaries > 0 ? value : null, n.whole);
  return {
    requests: written(series.size.length, n.whole),
    compactions: written(monitoring.compactions, n.whole),
    triggered: written(monitoring.triggered, n.whole),
    peak: written(series.peak, n.whole),
    over: bad(series.overLimit.length),
    refused: bad(series.refused.length),
    prompt: {
      ...written(totals.promptTokens, n.whole),
      below: comparable ? percent(totals.promptTokens / baseline.totals.promptTokens - 1) : undefined,
    },
    new: written(totals.input, n.whole),
    read: written(totals.cacheRead, n.whole),
    written: written(totals.cacheWrite, n.whole),
    output: written(totals.output, n.whole),
    cost: written(totals.cost, n.money),
    againstRecorded: written(against.recorded, percent),
    againstNone:
      against.none !== null && unsendable > 0 ? { ...none, below: t('replay.unsendable.cell', { count: unsendable }), tone: 'unsendable' } : none,
    summaryCost: written(totals.summaryCost, n.money),
    breakEven: written(medianBreakEven(series), (turns) => n.whole(Math.ceil(turns))),
    paidBack: written(series.paidBack, n.whole),
    misses: misses === null ? { value: null, text: '…' } : written(misses, n.whole),
    summaries: written(summaries, n.whole),
    summaryTokens: ifSummaries(monitoring.summaryTokens / summaries),
    generation: ifSummaries(monitoring.highestGeneration),
    success: written(monitoring.summarySuccess, n.percent),
    meanMs: written(monitoring.meanSummaryMs, (ms) => `${n.ms(ms)} ms`),
    removed: written(monitoring.messagesRemoved, n.whole),
    freed: written(monitoring.tokensFreed, n.whole),
    ms: written(series.ms, (ms) => `${n.ms(ms)} ms`),
  };
}

/** What a recording says of itself. */
function recordedValues(recorded: NonNullable<ReplayReply['recorded']>): Partial<RunValues> {
  const n = numbers();
  const { usage } = recorded;
  return {
    requests: written(recorded.requests, n.whole),
    compactions: written(recorded.compactions.length, n.whole),
    peak: written(
      recorded.size.reduce((most, x) => (Number.isNaN(x) ? most : Math.max(most, x)), 0),
      n.whole,
    ),
    prompt: written(usage.input + usage.cacheRead + usage.cacheWrite, n.whole),
    new: written(usage.input, n.whole),
    read: written(usage.cacheRead, n.whole),
    written: written(usage.cacheWrite, n.whole),
    output: written(usage.output, n.whole),
    cost: written(recorded.cost, n.money),
  };
}

export function runRows(reply: ReplayReply, lines: readonly RunLine[], misses: ReadonlyMap<string, readonly ReplayMiss[]>): readonly RunRow[] {
  const runs = lines.map((line): RunRow => {
    const values = valuesOf(line.series, reply, misses.get(line.key)?.length ?? null);
    return { key: line.key, title: line.title, line, kind: 0, values };
  });
  const nothing: RunRow = { key: '(none)', title: t('replay.baseline'), line: null, kind: 1, values: valuesOf(reply.baseline, reply, 0) };
  const { recorded } = reply;
  const was: RunRow[] = recorded ? [{ key: '(recorded)', title: t('replay.recorded'), line: null, kind: 2, values: recordedValues(recorded) }] : [];
  return [...runs, nothing, ...was];
}
