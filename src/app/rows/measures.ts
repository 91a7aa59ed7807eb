/**
 * The columns of numbers, made of what the engine's measures say of theirs: nothing here knows a column by its name.
 * `measures.json` is written by `npm run docs`, because the table has its columns before the engine is loaded.
 */
import type { ColumnFormat, ColumnInfo, ListInfo, PageFacts, PlotFacts } from '../../engine/measures/contract.ts';
import type { Reason } from '../../engine/signals/contract.ts';
import { addDictionary, lookup, type NumberFormats, type t, type TextKey } from '../../i18n/index.ts';
import type { MeasuredRow, RecallRowView } from '../../worker/loss-protocol.ts';
import type { RowResult, TranscriptView } from '../../worker/protocol.ts';
import facts from './measures.json' with { type: 'json' };

export type Format = ColumnFormat;

export interface MeasuresState {
  /** Why no row has measures of loss: they could not be made. */
  readonly noMeasures: Reason | null;
  readonly noRecall: Reason | null;
  /** What the recalls of all rows are held against; null without one. */
  readonly held: RecallReference | null;
  readonly stale: { readonly measured: boolean; readonly recall: boolean };
}

export interface Scores {
  readonly result: RowResult | null;
  readonly measured: MeasuredRow | null;
  readonly recall: RecallRowView | null;
  readonly all: MeasuresState;
}

/** What the recalls of a comparison have in common: cuts, what the budget allows and what chance keeps, as shares; null without a target. */
export interface RecallReference {
  readonly cuts: number;
  readonly budget: number | null;
  readonly random: number | null;
}

export interface MeasureColumn {
  readonly id: string;
  readonly title: TextKey;
  readonly unit: TextKey;
  readonly measure: string;
  readonly format: Format;
  readonly better: 'higher' | 'lower' | 'none';
  readonly first: 'high' | 'low';
  /** Width in px; with deltas it grows by `deltaAdds`, and the delta itself takes `deltaWidth` (0 = the column has none). */
  readonly width: number;
  readonly deltaWidth: number;
  readonly deltaAdds: number;
  readonly brief?: boolean;
  /** Shown unless switched off. */
  readonly shown: boolean;
  readonly from: ColumnInfo['from'];
  readonly plotted?: boolean;
  readonly plot: PlotFacts;
  readonly head?: ColumnInfo['head'];
  readonly missed?: boolean;
  /** null = nothing to show: "—", "n/a" where `why` tells a reason, "…" where it is still to come. */
  value(row: Scores): number | null;
  why(row: Scores): Reason | null;
  readonly lists?: string;
  /** 95 % interval of the value. */
  interval?(row: Scores): readonly [number, number] | null;
  beside?(row: Scores): number | null;
  readonly pair?: string;
  /** What the original row shows; absent = "—". */
  original?(transcript: TranscriptView): number | null;
}

export function isLate(row: Scores, { from, value, why }: Pick<MeasureColumn, 'from' | 'value' | 'why'>): boolean {
  if (from === 'result' || row.result?.outcome !== 'compacted') return false;
  const { stale, noMeasures } = row.all;
  return from === 'measured' ? stale.measured && !noMeasures : stale.recall && (value(row) !== null || !why(row));
}

const DELTAS: Readonly<Partial<Record<Format, { readonly deltaWidth: number; readonly deltaAdds: number }>>> = {
  whole: { deltaWidth: 50, deltaAdds: 50 },
  share: { deltaWidth: 37, deltaAdds: 37 },
  score: { deltaWidth: 37, deltaAdds: 26 },
};
const NO_DELTA = { deltaWidth: 0, deltaAdds: 0 };

/** Shown by default, from left to right: what decides, what is left, what it costs, whether it is taken, efficiency. */
const FIRST = ['independent', 'left-at-cuts', 'cost', 'valid', 'efficiency'];

const KEPT_WIDTH = 164;

function columnOf(info: ColumnInfo): MeasureColumn {
  const { id, unit, measure, value: name, format, better, first, from, width, plotted, plot = {}, head, missed, lists, paid, pair } = info;
  const sources = {
    result: ({ result }: Scores) => result?.figures[id],
    measured: ({ result, measured }: Scores) => (result?.outcome === 'compacted' ? measured?.figures[id] : null),
    recall: ({ result, recall }: Scores) => (result?.outcome === 'compacted' ? recall?.figures[id] : null),
  };
  const reasons = {
    result: () => null,
    measured: ({ measured, all }: Scores) => measured?.notes[name as keyof typeof measured.notes] ?? all.noMeasures,
    recall: ({ recall, all }: Scores) => recall?.notes[name as keyof typeof recall.notes] ?? all.noRecall,
  };
  const source = sources[from];
  return {
    id,
    title: `compare.column.${id}` as TextKey,
    unit: `compare.unit.${unit}` as TextKey,
    measure,
    format,
    better,
    first: first ?? (better === 'lower' ? 'low' : 'high'),
    width: plot.limits === 'independent' ? KEPT_WIDTH : width,
    ...(DELTAS[format] ?? NO_DELTA),
    shown: FIRST.includes(id),
    brief: FIRST.includes(id) && id !== 'valid',
    from,
    plotted,
    plot,
    head,
    missed,
    value: (row) => source(row) ?? null,
    why: reasons[from],
    lists,
    pair,
    ...(plot.limits && { interval: ({ recall }: Scores) => (plot.limits === 'own' ? recall?.interval : recall?.independentInterval) ?? null }),
    ...(paid && { beside: ({ recall }: Scores) => recall?.tokens ?? null }),
    ...(info.original && { original: ({ figures }: TranscriptView) => figures[id] ?? null }),
  };
}

const { columns, lists, words } = facts as PageFacts & { readonly words: Readonly<Record<string, string>> };
addDictionary('en', words);

export const measureColumns: readonly MeasureColumn[] = [
  ...FIRST.flatMap((id) => columns.filter((column) => column.id === id)),
  ...columns.filter(({ id }) => !FIRST.includes(id)),
].map(columnOf);

export const pairOf = ({ pair }: MeasureColumn): MeasureColumn | null =>
  pair === undefined ? null : (measureColumns.find(({ id }) => id === pair) ?? null);

export const lossLists: readonly ListInfo[] = lists;

export function formatValue(column: MeasureColumn, value: number, n: NumberFormats): string {
  switch (column.format) {
    case 'whole':
    case 'violations':
    case 'checks':
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

/** Of a measure with one column the column's. */
export function measureTitle(measure: string): string {
  const own = columns.filter((column) => column.measure === measure);
  return lookup(own.length === 1 ? `compare.column.${own[0]!.id}` : `measure.${measure}.title`) ?? measure;
}

export const measureDocument = (measure: string): string => `measures/${measure}`;

export function briefLabel(column: MeasureColumn, words: typeof t): string {
  if (column.pair) return words('compare.pair.brief');
  const title = words(column.title).toLocaleLowerCase();
  return column.format === 'share' ? `${title} ${words(column.unit)}` : title;
}
