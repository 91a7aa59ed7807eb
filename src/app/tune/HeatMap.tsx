/** Two parameters, or one and the budgets: what each combination keeps in the other half, as tables of colours and numbers, one for each measure. */
import { LESS } from '../../engine/tune/contract.ts';
import { SaveMenu } from '../charts/SaveMenu.tsx';
import { mixedColour, pageToken } from '../charts/svg.ts';
import { useText } from '../store/index.ts';
import { gridOf, type MapOf } from './grid.ts';
import type { MapGrid } from './mapPicture.ts';
import styles from './tune.module.css';
import maps from './maps.module.css';
import chart from '../charts/charts.module.css';

interface Props extends MapOf {
  /** One of several beside each other: its legend stands below the large one. */
  readonly small?: boolean;
}

/** The map of one measure. */
export function HeatMap({ small = false, ...of }: Props) {
  const { t } = useText();
  const { measure, columns, rows } = of;
  const grid = gridOf(of);
  const title = t(`tune.measure.${measure}`);
  const name = t('tune.map.title', { title });
  const less = LESS.includes(measure) ? ` · ${t('tune.map.less')}` : '';
  const unit = `${t(`tune.unit.${measure}`)}${less}`;
  const note = t('tune.map', { x: columns.name, y: rows.name, unit });
  return (
    <figure className={chart.frame} aria-label={name}>
      <figcaption className={chart.head}>
        <h2>{title}</h2>
        <small>{small ? unit : note}</small>
        <span className={chart.own}>
          <SaveMenu title={name} draw={() => drawn(grid, { title: name, note, legend: t('tune.map.legend.saved') })} />
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={maps.mapRoom} tabIndex={0} role="region" aria-label={name}>
        <table className={maps.map} data-small={small || undefined}>
          <thead>
            <tr>
              <th scope="col">
                {rows.name} ↓<br />
                {columns.name} →
              </th>
              {columns.sides.map(({ key, text }) => (
                <th key={key} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.rows.lines.map((line, j) => (
              <tr key={rows.sides.at(-1 - j)!.key}>
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
      {!small && <p className={styles.under}>{t('tune.map.legend')}</p>}
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
