/** The rows of the table: what was recorded, every run, and doing nothing, each value with how it is written. No React here. */
import type { ReplayMiss } from '../../engine/replay/contract.ts';
import { numbers, t } from '../../i18n/index.ts';
import type { ReplayReply, SeriesView } from '../../worker/loss-protocol.ts';
import { NOTHING, RECORDED, refusedOf, rivalsOf, type RunLine } from './lanes.ts';

export interface Cell {
  /** What the row is sorted by; null = nothing to sort. */
  readonly value: number | null;
  readonly text: string;
  /** The same in full; absent = `text` is. */
  readonly full?: string;
  readonly below?: string | undefined;
  readonly tone?: 'bad' | 'none' | 'compaction' | 'unsendable' | 'best' | undefined;
}

export type RunValues = Readonly<
  Record<
    | 'requests'
    | 'compactions'
    | 'triggered'
    | 'peak'
    | 'over'
    | 'refused'
    | 'unsendable'
    | 'prompt'
    | 'new'
    | 'cached'
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
  readonly kind: 0 | 1 | 2;
  readonly values: Partial<RunValues>;
}

/** Median of the requests until a compaction has paid for itself; null where none of them does. */
export function medianBreakEven({ points }: SeriesView): number | null {
  const turns = points.flatMap(({ breakEven }) => (breakEven === null ? [] : [breakEven])).sort((a, b) => a - b);
  return turns[Math.floor(turns.length / 2)] ?? null;
}

const written = (value: number | null, say: (value: number) => string): Cell => ({ value, text: value === null ? '—' : say(value) });

function sum(value: number): Cell {
  const n = numbers();
  return { ...written(value, value < 1e6 ? n.whole : n.axis), full: n.whole(value) };
}

const count = (value: number, tone: 'bad' | 'compaction'): Cell => ({ ...written(value, numbers().whole), tone: value > 0 ? tone : 'none' });

const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

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
    compactions: count(monitoring.compactions, 'compaction'),
    triggered: written(monitoring.triggered, n.whole),
    peak: written(series.peak, n.whole),
    over: count(series.overLimit.length, 'bad'),
    refused: count(series.refused.length, 'bad'),
    unsendable: count(refusedOf(series).length, 'bad'),
    prompt: { ...sum(totals.promptTokens), below: comparable ? percent(totals.promptTokens / baseline.totals.promptTokens - 1) : undefined },
    new: sum(totals.input),
    cached: written(shareOf(totals.cacheRead, totals.promptTokens), n.share),
    read: sum(totals.cacheRead),
    written: sum(totals.cacheWrite),
    output: sum(totals.output),
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

function recordedValues(recorded: NonNullable<ReplayReply['recorded']>): Partial<RunValues> {
  const n = numbers();
  const { usage } = recorded;
  return {
    requests: written(recorded.requests, n.whole),
    compactions: count(recorded.compactions.length, 'compaction'),
    unsendable: count(0, 'bad'),
    peak: written(
      recorded.size.reduce((most, x) => (Number.isNaN(x) ? most : Math.max(most, x)), 0),
      n.whole,
    ),
    prompt: sum(usage.input + usage.cacheRead + usage.cacheWrite),
    new: sum(usage.input),
    cached: written(shareOf(usage.cacheRead, usage.input + usage.cacheRead + usage.cacheWrite), n.share),
    read: sum(usage.cacheRead),
    written: sum(usage.cacheWrite),
    output: sum(usage.output),
    cost: written(recorded.cost, n.money),
    misses: written(null, n.whole),
    againstRecorded: { value: null, text: t('compare.base'), tone: 'none' },
  };
}

const JUDGED = ['cost', 'peak', 'misses'] as const;
const SHARE_IT = 2;

function withBest(runs: readonly RunRow[]): readonly RunRow[] {
  const rivals = new Set(rivalsOf(runs.flatMap(({ line }) => line ?? [])).map(({ key }) => key));
  const sent = runs.filter(
    ({ key, line }) => rivals.has(key) && line !== null && line.series.stopped === null && refusedOf(line.series).length === 0,
  );
  let rows = runs;
  for (const id of JUDGED) {
    const known = sent.map(({ values }) => values[id]?.value ?? null);
    if (known.length < 2 || known.includes(null)) continue;
    const least = Math.min(...(known as readonly number[]));
    const best = new Set(sent.filter(({ values }) => values[id]?.value === least).map(({ key }) => key));
    if (best.size > SHARE_IT || best.size === sent.length) continue;
    rows = rows.map((row) => (best.has(row.key) ? { ...row, values: { ...row.values, [id]: { ...row.values[id]!, tone: 'best' } } } : row));
  }
  return rows;
}

export function runRows(reply: ReplayReply, lines: readonly RunLine[], misses: ReadonlyMap<string, readonly ReplayMiss[]>): readonly RunRow[] {
  const runs = lines.map((line): RunRow => {
    const values = valuesOf(line.series, reply, misses.get(line.key)?.length ?? null);
    return { key: line.key, title: line.title, line, kind: 1, values };
  });
  const nothing: RunRow = { key: NOTHING, title: t('replay.baseline'), line: null, kind: 2, values: valuesOf(reply.baseline, reply, 0) };
  const { recorded } = reply;
  const was: RunRow[] = recorded ? [{ key: RECORDED, title: t('family.recorded'), line: null, kind: 0, values: recordedValues(recorded) }] : [];
  return [...was, ...withBest(runs), nothing];
}
