/** Columns of a table of lines, the same in CSV and Parquet: order, types, and what the measures among them mean. */
import type { Polarity } from '../measures/contract.ts';
import { measures } from '../measures/index.ts';
import { plainMeasures } from '../measures/run/measured-values.ts';
import type { Cell, Line } from './contract.ts';

export type ColumnType = 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN';

export interface LineColumn {
  readonly name: string;
  readonly type: ColumnType;
}

export interface MeasureColumn extends LineColumn {
  readonly better: Polarity;
  /** 0–1: differences are told in points. */
  readonly share: boolean;
}

const of = (type: ColumnType, ...names: string[]): readonly LineColumn[] => names.map((name) => ({ name, type }));

const FACTS: readonly LineColumn[] = [
  ...of('STRING', 'session', 'file'),
  ...of('INT32', 'conversation', 'parent'),
  ...of('STRING', 'ofSession', 'title', 'format', 'agent', 'model', 'date'),
  ...of('INT32', 'messages', 'requests', 'tokens'),
  ...of('BOOLEAN', 'exact'),
  ...of('INT32', 'compactions', 'problems'),
  ...of('STRING', 'task'),
];

const RESULT: readonly LineColumn[] = [
  ...of('STRING', 'row', 'strategy', 'outcome'),
  ...of('INT32', 'window', 'target', 'tokensAfter', 'messagesAfter', 'kept', 'edited', 'summarized', 'offloaded', 'dropped'),
  ...of('DOUBLE', 'tokenReduction', 'preservation', 'efficiency'),
  ...of('BOOLEAN', 'metTarget'),
  ...of('INT32', 'violations'),
];

const SWITCHES: ReadonlySet<string> = new Set(['overBudget', 'belowChance']);
const REPORTED: readonly LineColumn[] = Object.keys(plainMeasures({})).map((name) => ({ name, type: SWITCHES.has(name) ? 'BOOLEAN' : 'DOUBLE' }));

export const COLUMNS: readonly LineColumn[] = [
  ...of('STRING', 'kind', 'engine', 'settings'),
  ...FACTS,
  ...RESULT,
  ...REPORTED,
  ...of('STRING', 'params'),
  ...of('BOOLEAN', 'matched'),
  ...of('STRING', 'counts', 'note', 'code', 'reason'),
];

const SHARES: ReadonlySet<string> = new Set(['tokenReduction', 'preservation', 'efficiency', 'metTarget', ...SWITCHES]);
const LOWER: ReadonlySet<string> = new Set(['tokensAfter', 'messagesAfter', 'violations', ...SWITCHES]);

export const MEASURES: readonly MeasureColumn[] = [...RESULT.filter(({ name }) => isMeasure(name)), ...REPORTED].map((column) => {
  const { name } = column;
  const found = measures.flatMap(({ better, values }) =>
    values.flatMap(({ name: own, columns = [] }) => {
      const shown = own === name ? columns : columns.filter(({ csv }) => csv === name);
      return own === name || shown.length > 0 ? [{ better, columns: shown }] : [];
    }),
  )[0];
  const [shown] = found?.columns ?? [];
  const better = LOWER.has(name) ? 'lower' : (shown?.better ?? found?.better ?? 'higher');
  return { ...column, better, share: SHARES.has(name) || shown?.format === 'share' || shown?.format === 'score' };
});

function isMeasure(name: string): boolean {
  return ['tokensAfter', 'messagesAfter', 'tokenReduction', 'preservation', 'efficiency', 'metTarget', 'violations'].includes(name);
}

export const cellOf = (line: Line, name: string): Cell => (line as unknown as Readonly<Record<string, Cell | undefined>>)[name] ?? null;
