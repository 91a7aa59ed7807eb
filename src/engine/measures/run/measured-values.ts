/** The values of the registry's measures for one result: as numbers for a report, as figures for the columns, each null with its reason. */
import type { CompactionResult } from '../../compaction/types.ts';
import type { PreparedTranscript, Reason } from '../../signals/contract.ts';
import type {
  Column,
  ColumnInfo,
  Figures,
  Inputs,
  KnownPricing,
  ListInfo,
  LossShares,
  MeasureOptions,
  MeasureTime,
  MeasureValues,
  Notes,
  PageFacts,
  RecallMeasures,
  RuleSetId,
  StandingMeasures,
  ValueOf,
} from '../contract.ts';
import { COLUMN_ORDER, measures } from '../index.ts';
import { countsOf, fieldsOf } from '../shared/define.ts';
import type { LossValues, Parts } from '../types.ts';
import { lossValues } from './losses.ts';

type TimeGroups = { readonly [T in MeasureTime]: readonly ValueOf<T, unknown>[] };
const TIMES: readonly MeasureTime[] = ['result', 'run', 'losses', 'measured', 'recall'];
const BY_TIME: TimeGroups = fieldsOf(
  Object.fromEntries(TIMES.map((time) => [time, measures.flatMap(({ values }) => values.filter(({ from }) => from === time))])),
);

/** Values by name; `notes` says why one is null. */
interface Values {
  readonly values: Readonly<Record<string, unknown>>;
  readonly notes: Readonly<Record<string, Reason>>;
}

const NOT_COMPACTED: Reason = { key: 'measure-not-compacted' };
/** Only its provider can read what the row leaves. */
export const HIDDEN: Reason = { key: 'measure-hidden' };

/** Names of measures; null = all of them. */
export type MeasureNames = ReadonlySet<string> | null;

/** Every value of one time, or those of them that are wanted. `none`: why those have no value that need a result one can read; null = they have. */
function valuesAt<T extends MeasureTime>(time: T, input: Inputs[T], none: Reason | null, wanted: MeasureNames = null): Values {
  const values: Record<string, unknown> = {};
  const notes: Record<string, Reason> = {};
  for (const one of BY_TIME[time]) {
    if (wanted?.has(one.name) === false) continue;
    const applies = none === null || one.always === true;
    const value = applies ? one.value(input) : null;
    values[one.name] = value;
    const why = value !== null ? undefined : applies ? one.why?.(input) : (none ?? undefined);
    if (why) notes[one.name] = why;
  }
  return { values, notes };
}

export function measureAll(before: PreparedTranscript, after: CompactionResult, options: MeasureOptions): MeasureValues {
  const input = { before, after, options };
  const compacted = after.outcome === 'compacted';
  const values: Record<string, unknown> = {};
  // Every row of every slider step asks, and none for the reasons.
  for (const one of BY_TIME.result) values[one.name] = compacted || one.always === true ? one.value(input) : null;
  return fieldsOf(values);
}

/** Shares of what is lost; null where the transcript has nothing of the kind. */
export const lossShares = (losses: LossValues): LossShares => fieldsOf(valuesAt('losses', { losses }, null).values);

export interface ModelFacts {
  readonly pricing: KnownPricing;
  readonly model?: string;
  /** Only its provider can read what the row leaves: nobody else can say what is lost. */
  readonly hidden?: boolean;
}

export interface Measurement {
  readonly measures: StandingMeasures;
  readonly notes: Notes;
  readonly values: LossValues;
}

/** The measures of a result that need no future, or those of them that are wanted. */
export function measured(
  before: PreparedTranscript,
  after: CompactionResult,
  { pricing, model, hidden = false }: ModelFacts,
  wanted: MeasureNames = null,
): Measurement {
  const lost = {
    get losses(): LossValues {
      return lossValues(before, after);
    },
  };
  const none = after.outcome === 'compacted' ? null : NOT_COMPACTED;
  const input: Inputs['measured'] = Object.assign(lost, { before, after, pricing, ...(model !== undefined && { model }) });
  const shares = valuesAt('losses', lost, none ?? (hidden ? HIDDEN : null), wanted);
  const others = valuesAt('measured', input, none, wanted);
  return {
    measures: fieldsOf({ ...shares.values, ...others.values }),
    notes: { ...shares.notes, ...others.notes },
    get values() {
      return lost.losses;
    },
  };
}

export const areAt = (time: MeasureTime, wanted: MeasureNames): boolean => wanted === null || BY_TIME[time].some(({ name }) => wanted.has(name));

export function recallMeasures(input: Inputs['recall'], wanted: MeasureNames = null): { readonly measures: RecallMeasures; readonly notes: Notes } {
  const { values, notes } = valuesAt('recall', input, null, wanted);
  return { measures: fieldsOf(values), notes };
}

/** Names of everything in `measures` of a report, in its order. */
export const REPORTED: readonly string[] = (['losses', 'measured', 'recall'] as const).flatMap((time) => BY_TIME[time].map(({ name }) => name));

export function plainMeasures(found: object): Readonly<Record<string, unknown>> {
  const values = found as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    (['losses', 'measured', 'recall'] as const).flatMap((time) =>
      BY_TIME[time].flatMap(({ name, csv, columns }): (readonly [string, unknown])[] => {
        if (csv === false) return [];
        const value = values[name] ?? null;
        if (csv === 'columns')
          return columns?.flatMap((column) => (column.csv ? [[column.csv, value === null ? null : column.of?.(value)]] : [])) ?? [];
        return [[name, value === null ? null : (columns?.[0]?.of?.(value) ?? value)]];
      }),
    ),
  );
}

const ARRIVES = { result: 'result', run: 'result', losses: 'measured', measured: 'measured', recall: 'recall' } as const;

interface ColumnEntry {
  readonly info: ColumnInfo;
  readonly column: Column<unknown>;
}

function columnsOf(): readonly ColumnEntry[] {
  const found = measures.flatMap(({ id: measure, better, values }) =>
    values.flatMap(({ from, name, columns = [] }) =>
      columns.map((column): ColumnEntry => {
        const { of: _of, original, always: _always, csv: _csv, ...facts } = column;
        const more = { measure, value: name, from: ARRIVES[from], better: column.better ?? better, original: original !== undefined };
        return { column, info: { ...facts, ...more } };
      }),
    ),
  );
  const rank = ({ info: { id } }: ColumnEntry): number => (COLUMN_ORDER.includes(id) ? COLUMN_ORDER.indexOf(id) : COLUMN_ORDER.length);
  return found.sort((a, b) => rank(a) - rank(b));
}
const COLUMNS = columnsOf();

export const pageFacts = (): PageFacts => ({
  columns: COLUMNS.map(({ info }) => info),
  lists: measures.flatMap(({ id, losses, missed }): ListInfo[] =>
    losses ? [{ id, from: 'measured', parts: losses.parts !== undefined }] : missed ? [{ id, from: 'recall', parts: false }] : [],
  ),
});

export function figuresOf(from: ColumnInfo['from'], values: Readonly<Record<string, unknown>>, compacted: boolean): Figures {
  const figures: Record<string, number | null> = {};
  for (const { info, column } of COLUMNS) {
    if (info.from !== from) continue;
    const value = compacted || column.always ? (values[info.value] ?? null) : null;
    figures[info.id] = value === null ? null : column.of ? column.of(value) : (value as number);
  }
  return figures;
}

export function originalFigures(before: PreparedTranscript, rules: RuleSetId): Figures {
  return Object.fromEntries(COLUMNS.flatMap(({ info, column }) => (column.original ? [[info.id, column.original(before, rules)]] : [])));
}

export function sharesOf(losses: LossValues): Figures {
  const { values } = valuesAt('losses', { losses }, null);
  return Object.fromEntries(
    measures.flatMap(({ id, losses: own, values: [value] }) => {
      if (!own || !value) return [];
      const found = values[value.name] ?? null;
      const of = value.columns?.[0]?.of;
      return [[id, found === null ? null : of ? of(found) : (found as number)]];
    }),
  );
}

export function partsOf(losses: LossValues): Readonly<Record<string, Parts | null>> {
  return Object.fromEntries(
    measures.flatMap(({ id, losses: own }) => {
      if (!own?.parts) return [];
      const counts = countsOf<unknown>(losses, own.name);
      return [[id, counts === null ? null : own.parts(counts)]];
    }),
  );
}
