/** The frame of every chart: its name and unit, legend, tools, and the same data as a table. */
import { type ReactNode, useState } from 'react';
import { useText } from '../store/index.ts';
import styles from './charts.module.css';
import { SaveMenu } from './SaveMenu.tsx';
import { ToolButton } from './ToolButton.tsx';

export interface ChartTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Props {
  readonly title: string;
  /** Instead of the title: controls that say what is drawn. */
  readonly heading?: ReactNode;
  /** Title of a saved picture, where the title alone does not say what is drawn. */
  readonly pictured?: string;
  /** What the values are, if the axes do not say it. */
  readonly note?: ReactNode;
  readonly legend?: ReactNode;
  readonly tools?: ReactNode;
  /** The data to show instead of the chart, or a link to a table elsewhere; absent if a table follows the chart. */
  readonly table?: (() => ChartTable) | { readonly open: () => void };
  readonly children: ReactNode;
}

export function ChartFrame({ title, heading, pictured = title, note, legend, tools, table, children }: Props) {
  const { t } = useText();
  const [asTable, setAsTable] = useState(false);
  const own = typeof table === 'function';
  return (
    <figure className={styles.frame} aria-label={title}>
      <figcaption className={styles.head}>
        <h2>{heading ?? title}</h2>
        {note}
        {legend}
        {tools}
        <span className={styles.own}>
          {!(own && asTable) && <SaveMenu title={pictured} />}
          {table && (
            <ToolButton
              label={t('chart.table', { title })}
              pressed={own ? asTable : undefined}
              onClick={() => (own ? setAsTable(!asTable) : table.open())}
            >
              {t('chart.table.short')}
            </ToolButton>
          )}
        </span>
      </figcaption>
      {own && asTable ? <TableOf caption={title} {...table()} /> : children}
    </figure>
  );
}

function TableOf({ caption, head, rows }: ChartTable & { readonly caption: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <div className={styles.tableRoom} tabIndex={0} role="region" aria-label={caption}>
      <table className={styles.table}>
        <caption className="hidden-text">{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, i) => (
                <td key={head[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
