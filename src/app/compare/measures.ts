/** The columns of numbers: where a value comes from, how it is written, which end is better. One entry, one column. */
import type { Reason } from '../../engine/signals/contract.ts';
import { FATES } from '../../engine/strategies/contract.ts';
import type { t, TextKey } from '../../i18n/index.ts';
import type { NumberFormats } from '../../i18n/format.ts';
import type { MeasuredRow, MeasureName, RecallRowView } from '../../worker/loss-protocol.ts';
import type { RowResult, TranscriptView } from '../../worker/protocol.ts';
import type { LossGroup } from '../store/ui.ts';

export type Format = 'whole' | 'share' | 'score' | 'ms' | 'signed' | 'money' | 'turns';

/** Everything that is known of a row: its result, what the measures of loss say a moment later, and recall when it comes. */
export interface Scores {
  readonly result: RowResult | null;
  readonly measured: MeasuredRow | null;
  readonly recall: RecallRowView | null;
  /** Why no row has measures of loss: they could not be made. */
  readonly noMeasures: Reason | null;
  /** Why no row has a recall. */
  readonly noRecall: Reason | null;
  /** What the recalls of all rows are held against; null without one. */
  readonly held: Held | null;
  /** What `measured` and `recall` say is of an earlier comparison. */
  readonly stale: { readonly measured: boolean; readonly recall: boolean };
}

/** What the recalls of a comparison have in common: cuts, what the budget allows and what chance keeps, as shares; null without a target. */
export interface Held {
  readonly cuts: number;
  readonly budget: number | null;
  readonly random: number | null;
}

export interface MeasureColumn {
  readonly id: string;
  readonly title: TextKey;
  /** Second line of the head. */
  readonly unit: TextKey;
  /** Dictionary keys `measure.<measure>.title|definition`. */
  readonly measure: string;
  /** Measure on whose page it is explained, where it has none of its own. */
  readonly page?: string;
  readonly format: Format;
  readonly better: 'higher' | 'lower' | 'none';
  /** Width in px; with deltas it grows by `deltaAdds`, and the delta itself takes `deltaWidth` (0 = the column has none). */
  readonly width: number;
  readonly deltaWidth: number;
  readonly deltaAdds: number;
  /** One of the four numbers of a narrow screen. */
  readonly brief?: boolean;
  /** Shown unless switched off. */
  readonly shown: boolean;
  /** When width lacks, higher goes first; 0 = stays. */
  readonly leaves: number;
  /** When it comes: with the result, right after it, or with the recall. */
  readonly from: 'result' | 'measured' | 'recall';
  /** The plot can draw it. */
  readonly plotted?: boolean;
  /** null = nothing to show: "—", "n/a" where `why` tells a reason, "…" where it is still to come. */
  value(row: Scores): number | null;
  why?(row: Scores): Reason | null;
  /** Where the loss view lists what the value counts. */
  readonly lists?: LossGroup;
  /** 95 % interval of the value. */
  interval?(row: Scores): readonly [number, number] | null;
  /** A share that belongs to the value and stands beside it, without decimals. */
  beside?(row: Scores): number | null;
  /** What the original row shows; absent = "—". */
  original?(transcript: TranscriptView): number;
}

const ofResult =
  (value: (r: RowResult) => number | null) =>
  ({ result }: Scores): number | null =>
    result && value(result);

const scored = (value: (r: RowResult) => number | null) => ofResult((r) => (r.outcome === 'compacted' ? value(r) : null));

/** What a column of the measures of loss has in common. */
type Standing = Pick<MeasureColumn, 'from' | 'value' | 'why'>;

/** Is the column's value of this row still to come, or of an earlier comparison? */
export function isLate(row: Scores, { from, value, why }: MeasureColumn): boolean {
  if (from === 'result' || row.result?.outcome !== 'compacted') return false;
  return from === 'measured' ? row.stale.measured && !row.noMeasures : row.stale.recall && (value(row) !== null || !why?.(row));
}

const standing = (measure: MeasureName, value: (row: MeasuredRow) => number | null): Standing => ({
  from: 'measured',
  value: ({ result, measured }) => (result?.outcome === 'compacted' && measured ? value(measured) : null),
  why: ({ measured, noMeasures }) => measured?.notes[measure] ?? noMeasures,
});

const recalled = (value: (row: RecallRowView) => number | null): Standing => ({
  from: 'recall',
  value: ({ result, recall }) => (result?.outcome === 'compacted' && recall && !whyNot(recall) ? value(recall) : null),
  why: ({ recall, noRecall }) => (recall && whyNot(recall)) ?? noRecall,
});

/** Why a row has no recall of its own: it failed, did nothing at all cuts, or somebody else wrote its summaries there. */
function whyNot({ failed, compacted, idle, otherWriter, kept }: RecallRowView): Reason | null {
  if (failed) return failed;
  if (compacted === 0 && kept.length > 0) return { key: idle === kept.length ? 'recall-idle' : 'recall-refused', values: { cuts: kept.length } };
  return otherWriter ? { key: 'measure-other-writer' } : null;
}

/** A share that stands beside the others: its widths. */
const SHARE = { unit: 'compare.unit.percent', format: 'share', better: 'higher', width: 56, deltaWidth: 37, deltaAdds: 37, plotted: true } as const;

const fateColumns: readonly MeasureColumn[] = FATES.map((fate) => ({
  id: `tokens-${fate}`,
  title: `compare.column.tokens-${fate}`,
  unit: 'compare.unit.tokens',
  measure: 'tokens-by-fate',
  format: 'whole',
  better: 'none',
  width: 72,
  deltaWidth: 50,
  deltaAdds: 50,
  shown: false,
  leaves: 0,
  from: 'result',
  value: scored((r) => r.tokensByFate[fate]),
}));

export const measureColumns: readonly MeasureColumn[] = [
  {
    id: 'tokens',
    plotted: true,
    brief: true,
    title: 'compare.column.tokens',
    unit: 'compare.unit.after',
    measure: 'tokens-after',
    format: 'whole',
    better: 'lower',
    width: 72,
    deltaWidth: 50,
    deltaAdds: 50,
    shown: true,
    leaves: 0,
    from: 'result',
    value: scored((r) => r.tokensAfter),
    original: (v) => v.total,
  },
  {
    id: 'saved',
    plotted: true,
    brief: true,
    title: 'compare.column.saved',
    unit: 'compare.unit.percent',
    measure: 'token-reduction',
    format: 'share',
    better: 'higher',
    width: 50,
    deltaWidth: 37,
    deltaAdds: 37,
    shown: true,
    leaves: 0,
    from: 'result',
    value: scored((r) => r.tokenReduction),
  },
  {
    id: 'kept',
    plotted: true,
    title: 'compare.column.kept',
    unit: 'compare.unit.percent',
    measure: 'preservation',
    format: 'share',
    better: 'higher',
    width: 50,
    deltaWidth: 37,
    deltaAdds: 37,
    shown: true,
    leaves: 1,
    from: 'result',
    value: scored((r) => r.preservation),
    original: () => 1,
  },
  {
    id: 'efficiency',
    plotted: true,
    brief: true,
    title: 'compare.column.efficiency',
    unit: 'compare.unit.score',
    measure: 'efficiency',
    format: 'score',
    better: 'higher',
    width: 66,
    deltaWidth: 37,
    deltaAdds: 26,
    shown: true,
    leaves: 0,
    from: 'result',
    value: scored((r) => r.efficiency),
  },
  {
    ...SHARE,
    ...recalled((r) => r.recall),
    id: 'recall',
    lists: 'needed',
    brief: true,
    title: 'compare.column.recall',
    unit: 'compare.unit.kept-left',
    measure: 'hindsight-recall',
    // A sign, 100.0, and what was left.
    width: 92,
    shown: true,
    leaves: 0,
    interval: ({ recall }) => recall?.interval ?? null,
    beside: ({ recall }) => recall?.tokens ?? null,
    original: () => 1,
  },
  {
    ...SHARE,
    ...recalled((r) => r.binding),
    id: 'binding',
    lists: 'needed',
    title: 'compare.column.binding',
    measure: 'binding',
    shown: true,
    leaves: 0,
  },
  {
    ...SHARE,
    ...standing('factRetention', ({ measures }) => measures.factRetention?.all ?? null),
    id: 'facts',
    lists: 'facts',
    title: 'compare.column.facts',
    measure: 'fact-retention',
    shown: true,
    leaves: 3,
    original: () => 1,
  },
  {
    id: 'valid',
    title: 'compare.column.valid',
    unit: 'compare.unit.none',
    measure: 'validity',
    format: 'whole',
    better: 'none',
    width: 66,
    deltaWidth: 0,
    deltaAdds: 0,
    shown: true,
    leaves: 0,
    from: 'result',
    value: scored((r) => r.violations.length),
    original: (v) => v.originalViolations.length,
  },
  {
    ...standing('cacheSurvival', ({ measures }) => measures.cacheSurvival),
    id: 'cache',
    title: 'compare.column.cache',
    unit: 'compare.unit.survive',
    measure: 'cache-survival',
    format: 'whole',
    better: 'higher',
    width: 62,
    deltaWidth: 50,
    deltaAdds: 50,
    plotted: true,
    shown: true,
    leaves: 2,
    original: (v) => v.total,
  },
  {
    ...standing('cost', ({ measures }) => measures.cost),
    id: 'cost',
    title: 'compare.column.cost',
    unit: 'compare.unit.next',
    measure: 'cost',
    format: 'money',
    better: 'lower',
    // Prices of small models have six decimals: `$0.000801`.
    width: 76,
    deltaWidth: 0,
    deltaAdds: 0,
    plotted: true,
    shown: true,
    leaves: 4,
  },
  {
    ...standing('breakEvenTurns', ({ measures }) => measures.breakEvenTurns),
    id: 'break-even',
    title: 'compare.column.break-even',
    unit: 'compare.unit.requests',
    measure: 'break-even',
    format: 'turns',
    better: 'lower',
    width: 62,
    deltaWidth: 0,
    deltaAdds: 0,
    plotted: true,
    shown: false,
    leaves: 0,
  },
  {
    ...recalled((r) => r.skill),
    id: 'skill',
    lists: 'needed',
    title: 'compare.column.skill',
    unit: 'compare.unit.skill',
    measure: 'recall-skill',
    format: 'score',
    better: 'higher',
    width: 56,
    deltaWidth: 37,
    deltaAdds: 26,
    plotted: true,
    shown: false,
    leaves: 0,
  },
  {
    ...SHARE,
    ...recalled((r) => r.tokens),
    id: 'left-at-cuts',
    title: 'compare.column.left-at-cuts',
    measure: 'left-at-cuts',
    page: 'hindsight-recall',
    better: 'lower',
    width: 82,
    shown: false,
    leaves: 0,
  },
  {
    ...SHARE,
    ...standing('recoverable', ({ measures }) => measures.recoverable),
    id: 'recoverable',
    lists: 'facts',
    title: 'compare.column.recoverable',
    measure: 'recoverable',
    width: 72,
    shown: false,
    leaves: 0,
  },
  {
    ...SHARE,
    ...standing('constraints', ({ measures }) => measures.constraints),
    id: 'constraints',
    lists: 'constraints',
    title: 'compare.column.constraints',
    measure: 'constraints',
    width: 68,
    shown: false,
    leaves: 0,
    original: () => 1,
  },
  {
    ...standing('artifactF1', ({ measures }) => measures.artifactF1),
    id: 'artifacts',
    lists: 'artifacts',
    title: 'compare.column.artifacts',
    unit: 'compare.unit.f1',
    measure: 'artifact-trail',
    format: 'score',
    better: 'higher',
    width: 58,
    deltaWidth: 37,
    deltaAdds: 26,
    plotted: true,
    shown: false,
    leaves: 0,
    original: () => 1,
  },
  {
    ...SHARE,
    ...standing('openWork', ({ measures }) => measures.openWork),
    id: 'open-work',
    lists: 'open-work',
    title: 'compare.column.open-work',
    measure: 'open-work',
    width: 64,
    shown: false,
    leaves: 0,
    original: () => 1,
  },
  {
    ...SHARE,
    ...standing('errorFixPairs', ({ measures }) => measures.errorFixPairs),
    id: 'error-fix',
    lists: 'pairs',
    title: 'compare.column.error-fix',
    measure: 'error-fix-pairs',
    width: 64,
    shown: false,
    leaves: 0,
    original: () => 1,
  },
  {
    id: 'messages',
    title: 'compare.column.messages',
    unit: 'compare.unit.after',
    measure: 'messages-after',
    format: 'whole',
    better: 'none',
    width: 66,
    deltaWidth: 50,
    deltaAdds: 50,
    shown: false,
    leaves: 0,
    from: 'result',
    value: scored((r) => r.messagesAfter),
    original: (v) => v.n,
  },
  {
    id: 'inserted',
    title: 'compare.column.inserted',
    unit: 'compare.unit.tokens',
    measure: 'inserted-tokens',
    format: 'whole',
    better: 'none',
    width: 66,
    deltaWidth: 50,
    deltaAdds: 50,
    shown: false,
    leaves: 0,
    from: 'result',
    value: scored((r) => r.insertedTokens),
    original: () => 0,
  },
  {
    id: 'target',
    title: 'compare.column.target',
    unit: 'compare.unit.overTarget',
    measure: 'target',
    format: 'signed',
    better: 'none',
    width: 66,
    deltaWidth: 0,
    deltaAdds: 0,
    shown: false,
    leaves: 0,
    from: 'result',
    value: scored((r) => (r.target === null ? null : r.tokensAfter - r.target)),
  },
  {
    id: 'verification',
    title: 'compare.column.verification',
    unit: 'compare.unit.failedChecks',
    measure: 'verification',
    format: 'whole',
    better: 'none',
    width: 76,
    deltaWidth: 0,
    deltaAdds: 0,
    shown: false,
    leaves: 0,
    from: 'result',
    value: ofResult((r) => (r.checks.length === 0 ? null : r.checks.filter((c) => !c.ok).length)),
  },
  ...fateColumns,
  {
    id: 'time',
    title: 'compare.column.time',
    unit: 'compare.unit.ms',
    measure: 'time',
    format: 'ms',
    better: 'none',
    width: 48,
    deltaWidth: 0,
    deltaAdds: 0,
    shown: true,
    leaves: 5,
    from: 'result',
    value: ofResult((r) => (r.outcome === 'failed' ? null : r.ms)),
  },
];

export function formatValue(column: MeasureColumn, value: number, n: NumberFormats): string {
  switch (column.format) {
    case 'whole':
      return n.whole(value);
    case 'share':
      return n.share(value);
    case 'score':
      return n.score(value);
    case 'ms':
      return n.ms(value);
    case 'signed':
      return n.wholeDelta(value);
    case 'money':
      return n.money(value);
    case 'turns':
      return n.whole(Math.ceil(value));
  }
}

/** Difference to the baseline as the cell writes it; null where the column has none. */
export function formatDelta(column: MeasureColumn, difference: number, n: NumberFormats): string | null {
  if (column.deltaWidth === 0) return null;
  return column.format === 'score' ? n.scoreDelta(difference) : column.format === 'share' ? n.shareDelta(difference) : n.wholeDelta(difference);
}

/** Page with the definition of a measure, its limits and an example. */
export const measurePage = (measure: string): string => `./docs/measures/${measure}.html`;

/** Name of a value where no head stands above it: "saved %". */
export function briefLabel(column: MeasureColumn, words: typeof t): string {
  const title = words(column.title).toLocaleLowerCase();
  return column.format === 'share' ? `${title} ${words(column.unit)}` : title;
}
