/** What a map of Tune draws: one measure of every combination. Knows no store or React. */
import {
  type Best,
  type Decides,
  LESS,
  type Point,
  type Setting,
  type Target,
  TUNED,
  type Tuned,
  type TunedValue,
  type TuneResult,
} from '../../engine/tune/contract.ts';
import { numbers, t } from '../../i18n/index.ts';
import { tuneValue } from '../../i18n/tune-words.ts';
import type { MapCell, MapGrid } from './mapPicture.ts';

/** What the curves and maps show first, beside what decides. */
const FIRST: readonly Tuned[] = ['kept', 'own', 'whole', 'efficiency'];
/** Curves beside each other; the other measures are one click away. */
const BESIDE = 4;

/** The measure that decides, the others that are seen at once, and the rest: every measure of the table once. */
export function mapped(decides: Decides): { readonly shown: readonly Tuned[]; readonly more: readonly Tuned[] } {
  const all = [...new Set<Tuned>([decides, ...FIRST, ...TUNED])];
  return { shown: all.slice(0, BESIDE), more: all.slice(BESIDE) };
}

/** A row or a column: a value of an axis or a budget. */
export interface Side {
  readonly key: string;
  readonly text: string;
  holds(setting: Setting, target: Target): boolean;
}

export const sideOf = (param: string, value: TunedValue, text: string): Side => ({
  key: `${param} ${value}`,
  text,
  holds: ({ values }) => values[param] === value,
});
export const sideOfTarget = (target: Target, text: string): Side => ({ key: `target ${target}`, text, holds: (_, at) => at === target });

export interface MapOf {
  readonly measure: Tuned;
  readonly result: Pick<TuneResult, 'now'>;
  readonly settings: ReadonlyMap<string, Setting>;
  readonly best: Best;
  readonly columns: { readonly name: string; readonly sides: readonly Side[] };
  readonly rows: { readonly name: string; readonly sides: readonly Side[] };
  /** Points that the map shows: of one target where the rows are values. */
  readonly points: readonly Point[];
}

/** The other half where there is one, so that the map shows nothing that was chosen by looking at it. */
const statOf = (point: Point, measure: Tuned) => point.second[measure] ?? point.first[measure];

/** Every cell in words, with its place between the worst value of this measure and the best. */
export function gridOf({ measure, result, settings, best, columns, rows, points }: MapOf): MapGrid {
  const values = points.flatMap((point) => statOf(point, measure)?.mean ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const heat = (value: number): number => {
    const share = most > least ? (value - least) / (most - least) : 1;
    return most > least && LESS.includes(measure) ? 1 - share : share;
  };
  // The unit stands in the caption.
  const written = (value: number): string => (measure === 'cost' || measure === 'efficiency' ? tuneValue(measure, value) : numbers().share(value));
  const cellOf = (row: Side, column: Side): MapCell => {
    const point = points.find(({ setting, target }) => {
      const held = settings.get(setting)!;
      return row.holds(held, target) && column.holds(held, target);
    });
    const stat = point && statOf(point, measure);
    const setting = point?.target === best.target ? point.setting : null;
    return {
      text: stat ? written(stat.mean) : '—',
      heat: stat ? heat(stat.mean) : 0,
      barred: point?.bar ? t(`tune.bar.${point.bar}`) : null,
      mark: setting === null ? null : setting === best.chosen ? 'chosen' : setting === result.now ? 'now' : null,
    };
  };
  return {
    columns: { name: columns.name, texts: columns.sides.map(({ text }) => text) },
    rows: {
      name: rows.name,
      lines: rows.sides.toReversed().map((row) => ({ text: row.text, cells: columns.sides.map((column) => cellOf(row, column)) })),
    },
  };
}
