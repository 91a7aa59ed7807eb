/** Two parameters, or one and the budgets: what each combination keeps in the other half, as a table of colours and numbers. */
import type { Best, Decides, Point, Setting, Target, TunedValue, TuneResult } from '../../engine/tune/contract.ts';
import { tuneValue } from '../../i18n/tune-words.ts';
import { SaveMenu } from '../charts/SaveMenu.tsx';
import { mixedColour, pageToken } from '../charts/svg.ts';
import { useText } from '../store/index.ts';
import type { MapCell, MapGrid } from './mapPicture.ts';
import styles from './tune.module.css';
import chart from '../charts/charts.module.css';

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

interface Props {
  readonly result: TuneResult;
  readonly settings: ReadonlyMap<string, Setting>;
  readonly best: Best;
  readonly decides: Decides;
  readonly columns: { readonly name: string; readonly sides: readonly Side[] };
  readonly rows: { readonly name: string; readonly sides: readonly Side[] };
  /** Points that the map shows: of one target where the rows are values. */
  readonly points: readonly Point[];
}

/** The other half where there is one, so that the map shows nothing that was chosen by looking at it. */
const statOf = (point: Point, decides: Decides) => point.second[decides] ?? point.first[decides];

export function HeatMap({ result, settings, best, decides, columns, rows, points }: Props) {
  const { t, n } = useText();
  const values = points.flatMap((point) => statOf(point, decides)?.mean ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // Less is better of prices alone.
  const heat = (value: number): number => {
    const share = most > least ? (value - least) / (most - least) : 1;
    return decides === 'cost' ? 1 - share : share;
  };
  const title = t(`tune.measure.${decides}`);
  // The unit stands in the caption.
  const written = (value: number): string => (decides === 'cost' || decides === 'efficiency' ? tuneValue(decides, value) : n.share(value));
  const cellOf = (row: Side, column: Side): MapCell => {
    const point = points.find(({ setting, target }) => {
      const held = settings.get(setting)!;
      return row.holds(held, target) && column.holds(held, target);
    });
    const stat = point && statOf(point, decides);
    const setting = point?.target === best.target ? point.setting : null;
    return {
      text: stat ? written(stat.mean) : '—',
      heat: stat ? heat(stat.mean) : 0,
      barred: point?.bar ? t(`tune.bar.${point.bar}`) : null,
      mark: setting === null ? null : setting === best.chosen ? 'chosen' : setting === result.now ? 'now' : null,
    };
  };
  const lines = rows.sides.toReversed().map((row) => ({ key: row.key, text: row.text, cells: columns.sides.map((column) => cellOf(row, column)) }));
  const name = t('tune.map.title', { title });
  const note = t('tune.map', { x: columns.name, y: rows.name, unit: t(`tune.unit.${decides}`) });
  const grid: MapGrid = {
    columns: { name: columns.name, texts: columns.sides.map(({ text }) => text) },
    rows: { name: rows.name, lines },
  };
  return (
    <figure className={chart.frame} aria-label={name}>
      <figcaption className={chart.head}>
        <h2>{title}</h2>
        <small>{note}</small>
        <span className={chart.own}>
          <SaveMenu title={name} draw={() => drawn(grid, { title: name, note, legend: t('tune.map.legend.saved') })} />
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={styles.mapRoom} tabIndex={0} role="region" aria-label={name}>
        <table className={styles.map}>
          <thead>
            <tr>
              <th scope="col">
                {rows.name} ↓ · {columns.name} →
              </th>
              {columns.sides.map(({ key, text }) => (
                <th key={key} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.key}>
                <th scope="row">{line.text}</th>
                {line.cells.map((cell, i) => (
                  <td
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
      <p className={styles.under}>{t('tune.map.legend')}</p>
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
