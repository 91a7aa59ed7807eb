/** Two parameters, or one and the budgets: what each combination keeps in the other half, as a table of colours and numbers. */
import type { Best, Decides, Point, Setting, Target, TunedValue, TuneResult } from '../../engine/tune/contract.ts';
import { tuneValue } from '../../i18n/tune-words.ts';
import { useText } from '../store/index.ts';
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
  const cell = (value: number): string => (decides === 'cost' || decides === 'efficiency' ? tuneValue(decides, value) : n.share(value));
  return (
    <figure className={chart.frame} aria-label={t('tune.map.title', { title })}>
      <figcaption className={chart.head}>
        <h2>{title}</h2>
        <small>{t('tune.map', { x: columns.name, y: rows.name, unit: t(`tune.unit.${decides}`) })}</small>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={styles.mapRoom} tabIndex={0} role="region" aria-label={t('tune.map.title', { title })}>
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
            {rows.sides.toReversed().map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.text}</th>
                {columns.sides.map((column) => {
                  const point = points.find(({ setting, target }) => {
                    const values = settings.get(setting)!;
                    return row.holds(values, target) && column.holds(values, target);
                  });
                  const stat = point && statOf(point, decides);
                  const isAt = point?.target === best.target;
                  return (
                    <td
                      key={column.key}
                      style={{ '--heat': stat ? heat(stat.mean) : 0 } as React.CSSProperties}
                      data-barred={point?.bar ? '' : undefined}
                      data-chosen={isAt && point?.setting === best.chosen ? '' : undefined}
                      data-now={isAt && point?.setting === result.now ? '' : undefined}
                      title={point?.bar ? t(`tune.bar.${point.bar}`) : undefined}
                    >
                      {stat ? cell(stat.mean) : '—'}
                      {point?.bar && <sup>▲</sup>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.under}>{t('tune.map.legend')}</p>
    </figure>
  );
}
