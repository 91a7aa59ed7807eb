/** The columns of numbers: where a value comes from, how it is written, which end is better. One entry, one column. */
import { FATES } from '../../engine/strategies/contract.ts';
import type { t, TextKey } from '../../i18n/index.ts';
import type { NumberFormats } from '../../i18n/format.ts';
import type { RowResult, TranscriptView } from '../../worker/protocol.ts';

type Format = 'whole' | 'share' | 'score' | 'ms' | 'signed';

export interface MeasureColumn {
  readonly id: string;
  readonly title: TextKey;
  /** Second line of the head. */
  readonly unit: TextKey;
  /** Dictionary keys `measure.<measure>.title|definition`. */
  readonly measure: string;
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
  /** null = nothing to show ("—"). */
  value(result: RowResult): number | null;
  /** What the original row shows; absent = "—". */
  original?(transcript: TranscriptView): number;
}

const scored =
  (value: (r: RowResult) => number | null) =>
  (r: RowResult): number | null =>
    r.outcome === 'compacted' ? value(r) : null;

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
  value: scored((r) => r.tokensByFate[fate]),
}));

export const measureColumns: readonly MeasureColumn[] = [
  {
    id: 'tokens',
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
    value: scored((r) => r.tokensAfter),
    original: (v) => v.total,
  },
  {
    id: 'saved',
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
    value: scored((r) => r.tokenReduction),
  },
  {
    id: 'kept',
    brief: true,
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
    value: scored((r) => r.preservation),
    original: () => 1,
  },
  {
    id: 'efficiency',
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
    value: scored((r) => r.efficiency),
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
    value: scored((r) => r.violations.length),
    original: (v) => v.originalViolations.length,
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
    value: (r) => (r.checks.length === 0 ? null : r.checks.filter((c) => !c.ok).length),
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
    leaves: 2,
    value: (r) => (r.outcome === 'failed' ? null : r.ms),
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
  }
}

/** Difference to the baseline as the cell writes it; null where the column has none. */
export function formatDelta(column: MeasureColumn, difference: number, n: NumberFormats): string | null {
  if (column.deltaWidth === 0) return null;
  return column.format === 'score' ? n.scoreDelta(difference) : column.format === 'share' ? n.shareDelta(difference) : n.wholeDelta(difference);
}

/** Widths of the table (px): the first columns, and what the strip never goes under. */
export const PIN_WIDTH = 30;
export const NAME_WIDTH = 216;
export const STRIP_LEAST = 280;
/** In less room than this (px) the first to leave, the time, has left already. */
const ROOMY = 1150;
/** What the arrow of the sort needs beside a head (px). */
const ARROW = 14;

export interface ColumnChoice {
  readonly columns: readonly MeasureColumn[];
  readonly deltas: ReadonlySet<string>;
  /** px of a column, delta or sort arrow included. */
  widthOf(column: MeasureColumn): number;
  /** Ids of columns that would be shown if there were room. */
  readonly left: readonly string[];
  /** Least width of the whole table; above the room there is, it scrolls sideways. */
  readonly least: number;
}

/**
 * Which columns stand in a table `room` px wide. What the person switched on stays; of the rest, columns leave until the
 * strip has its least width.
 */
export function chooseColumns(
  room: number,
  switched: Readonly<Record<string, boolean>>,
  sorted: string,
  allDeltas: boolean,
  hasBaseline: boolean,
  columns: readonly MeasureColumn[] = measureColumns,
): ColumnChoice {
  const withDelta = (c: MeasureColumn): boolean => hasBaseline && c.deltaWidth > 0 && (allDeltas || c.id === sorted);
  const widthOf = (c: MeasureColumn): number => c.width + (withDelta(c) ? c.deltaAdds : c.id === sorted ? ARROW : 0);
  const least = (list: readonly MeasureColumn[]): number => PIN_WIDTH + NAME_WIDTH + STRIP_LEAST + list.reduce((sum, c) => sum + widthOf(c), 0);
  let chosen = columns.filter((c) => switched[c.id] ?? c.shown);
  const leaving = chosen.filter((c) => c.leaves > 0 && switched[c.id] !== true).sort((a, b) => b.leaves - a.leaves);
  for (const column of leaving) {
    if (least(chosen) <= room && !(column.leaves > 1 && room < ROOMY)) break;
    chosen = chosen.filter((c) => c !== column);
  }
  return {
    columns: chosen,
    deltas: new Set(chosen.filter(withDelta).map((c) => c.id)),
    widthOf,
    left: leaving.filter((c) => !chosen.includes(c)).map((c) => c.id),
    least: least(chosen),
  };
}

/** Name of a value where no head stands above it: "saved %". */
export function briefLabel(column: MeasureColumn, words: typeof t): string {
  const title = words(column.title).toLocaleLowerCase();
  return column.format === 'share' ? `${title} ${words(column.unit)}` : title;
}
