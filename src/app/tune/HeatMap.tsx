/** Two parameters, or one and the budgets: what each combination keeps in the other half, as tables of colours and numbers, one for each measure. */
import type { BestSetting, TuneCriterion, Point, Setting, Target, TuneMeasure, TunedValue, TuneResult } from '../../engine/tune/contract.ts';
import { LESS, TUNED } from '../../engine/tune/contract.ts';
import { SaveMenu } from '../charts/ChartFrame.tsx';
import { mixedColour, pageToken } from '../charts/scale.ts';
import { useText } from '../store/index.ts';
import { numbers, t } from '../../i18n/index.ts';
import { titleOf, tuneValue, unitOf } from '../../i18n/tune-words.ts';
import type { MapCell, MapGrid } from './mapPicture.ts';
import styles from './tune.module.css';
import chart from '../charts/charts.module.css';

// What a map of Tune draws: one measure of every combination. Knows no store or React.

/** What the curves and maps show first, beside what decides. */
const FIRST: readonly TuneMeasure[] = ['kept', 'own', 'whole', 'efficiency'];
/** Curves beside each other; the other measures are one click away. */
const BESIDE = 4;

/** The measure that decides, the others that are seen at once, and the rest: every measure of the table once. */
export function mapped(decides: TuneCriterion): { readonly shown: readonly TuneMeasure[]; readonly more: readonly TuneMeasure[] } {
  const all = [...new Set<TuneMeasure>([decides, ...FIRST, ...TUNED])];
  return { shown: all.slice(0, BESIDE), more: all.slice(BESIDE) };
}

/** A row or a column: a value of an axis or a budget. */
interface Side {
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

interface HeatMapInput {
  readonly measure: TuneMeasure;
  readonly result: Pick<TuneResult, 'now'>;
  readonly settings: ReadonlyMap<string, Setting>;
  readonly best: BestSetting;
  readonly columns: { readonly name: string; readonly sides: readonly Side[] };
  readonly rows: { readonly name: string; readonly sides: readonly Side[] };
  /** Points that the map shows: of one target where the rows are values. */
  readonly points: readonly Point[];
}

/** The other half where there is one, so that the map shows nothing that was chosen by looking at it. */
const statOf = (point: Point, measure: TuneMeasure) => point.second[measure] ?? point.first[measure];

/** Every cell in words, with its place between the worst value of this measure and the best. */
export function gridOf({ measure, result, settings, best, columns, rows, points }: HeatMapInput): MapGrid {
  const values = points.flatMap((point) => statOf(point, measure)?.mean ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const heat = (value: number): number => {
    const share = most > least ? (value - least) / (most - least) : 1;
    return most > least && LESS.includes(measure) ? 1 - share : share;
  };
  // The unit is in the caption.
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
      barred: point?.bar ? t(`bar.${point.bar}`) : null,
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

interface Props extends HeatMapInput {
  /** One of several beside each other: its legend is below the large one. */
  readonly small?: boolean;
}

export function HeatMap({ small = false, ...of }: Props) {
  const { t } = useText();
  const { measure, columns, rows } = of;
  const grid = gridOf(of);
  const title = titleOf(measure);
  const name = t('tune.map.title', { title });
  const less = LESS.includes(measure) ? ` · ${t('tune.map.less')}` : '';
  const unit = `${unitOf(measure)}${less}`;
  const note = t('tune.map', { x: columns.name, y: rows.name, unit });
  return (
    <figure className="stack shrinks shrinksHeight" aria-label={name}>
      <figcaption className={`row wrap leastHigh26 ${chart.head}`}>
        <h2>{title}</h2>
        <small>{small ? unit : note}</small>
        <span className="inline gap2">
          <SaveMenu title={name} draw={() => drawn(grid, { title: name, note, legend: t('tune.map.legend') })} />
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className="fill scrolls shrinksHeight" tabIndex={0} role="region" aria-label={name}>
        <table className={`num separate centered ${styles.map}`} data-small={small || undefined}>
          <thead>
            <tr>
              <th className="second caption" scope="col">
                {rows.name} ↓<br />
                {columns.name} →
              </th>
              {columns.sides.map(({ key, text }) => (
                <th className="second caption" key={key} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.rows.lines.map((line, j) => (
              <tr key={rows.sides.at(-1 - j)!.key}>
                <th className="second caption" scope="row">
                  {line.text}
                </th>
                {line.cells.map((cell, i) => (
                  <td
                    className="oneLine caption"
                    key={columns.sides[i]!.key}
                    style={{ '--heat': cell.heat } as React.CSSProperties}
                    data-barred={cell.barred === null ? undefined : ''}
                    data-chosen={cell.mark === 'chosen' ? '' : undefined}
                    data-now={cell.mark === 'now' ? '' : undefined}
                    title={cell.barred ?? undefined}
                  >
                    {cell.text}
                    {cell.barred !== null && <sup>▲</sup>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!small && <p className="row wrap second small gap0-12">{t('tune.map.legend')}</p>}
    </figure>
  );
}

/** In the colours of now; cells as the style sheet mixes them. */
async function drawn(grid: MapGrid, words: { readonly title: string; readonly note: string; readonly legend: string }) {
  const { mapSvg } = await import('./mapPicture.ts');
  const [sunk, hot] = [pageToken('--bg-sunk'), pageToken('--p-n')];
  return mapSvg(
    grid,
    {
      bg: pageToken('--bg'),
      text: pageToken('--text'),
      second: pageToken('--text-2'),
      sunk,
      accent: pageToken('--accent'),
      heat: (share) => mixedColour(sunk, hot, share * 0.7),
    },
    { ...words, font: pageToken('--font-ui') },
  );
}
