/** A whole table of plain cells, in a region that scrolls: heads, groups, rows, and what a row opens. */
import { Fragment, type ReactNode } from 'react';
import { Announcer } from './announce.tsx';
import { ColGroup, layoutOf, RowTh, Td } from './Cells.tsx';
import { type DataTable as Data, metaOf, type Row } from './features.ts';
import { GroupRow } from './GroupRow.tsx';
import { HeadRow } from './Head.tsx';
import styles from './table.module.css';

interface Props<T extends object> {
  readonly data: Data<T>;
  /** Name of the region. */
  readonly label: string;
  /** What the table is, where its region does not say so. */
  readonly caption?: string;
  /** Rows that are drawn, of those of the table; all by default. */
  readonly rows?: readonly Row<T>[];
  /** Class and marks of a row. */
  rowProps?(row: T): { readonly className?: string | undefined; readonly 'aria-current'?: boolean | undefined };
  /** What an open row shows below itself. */
  details?(row: T): ReactNode;
  /** Behind the table, in the same region. */
  readonly children?: ReactNode;
}

export function DataTable<T extends object>({ data, label, caption, rows, rowProps, details, children }: Props<T>) {
  const { table, name } = data;
  const columns = table.getVisibleLeafColumns();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table} style={{ minWidth: table.getTotalSize() }}>
        <caption className="hidden-text">{caption ?? label}</caption>
        <ColGroup table={table} />
        <thead>
          <HeadRow data={data} layoutKey={layoutOf(table)} />
        </thead>
        <tbody>
          {(rows ?? table.getRowModel().rows).map((row) =>
            row.groupingColumnId ? (
              <GroupRow key={row.id} row={row} columns={columns.length} />
            ) : (
              <Fragment key={row.id}>
                <tr {...rowProps?.(row.original)}>
                  {row.getVisibleCells().map((cell) => {
                    const Cell = metaOf(cell.column).rowHeader ? RowTh : Td;
                    return (
                      <Cell key={cell.id} column={cell.column}>
                        {(cell.column.columnDef.cell as (context: unknown) => ReactNode)(cell.getContext())}
                      </Cell>
                    );
                  })}
                </tr>
                {details && row.getIsExpanded() && (
                  <tr>
                    <td colSpan={columns.length} className={styles.opened}>
                      {details(row.original)}
                    </td>
                  </tr>
                )}
              </Fragment>
            ),
          )}
        </tbody>
      </table>
      {children}
      <Announcer table={name} />
    </div>
  );
}

/** The first cell of a row that opens: a click shows its details. */
export function Disclose({ opened, onToggle, children }: { readonly opened: boolean; onToggle(): void; readonly children: ReactNode }) {
  return (
    <button type="button" className={styles.disclose} aria-expanded={opened} onClick={onToggle}>
      {children}
    </button>
  );
}
