/** A whole table of plain cells, in a region that scrolls: heads, groups, rows, and what a row opens. */
import { type ComponentPropsWithRef, type CSSProperties, Fragment, type ReactNode, type Ref } from 'react';
import { Announcer } from './announce.tsx';
import { ColGroup, GroupRow, layoutOf, RowTh, Td } from './TableCells.tsx';
import { type DataTable as Data, metaOf, type Row } from './features.ts';
import { HeadRow } from './Head.tsx';
import styles from './table.module.css';
import shared from '../theme/shared.module.css';

export interface RowProps {
  readonly className?: string | undefined;
  readonly 'aria-current'?: boolean | undefined;
  readonly 'data-tone'?: 'bad' | 'warn' | 'soft' | undefined;
  readonly 'data-index'?: number;
}

interface Props<T extends object> {
  readonly data: Data<T>;
  readonly label: string;
  /** What the table is, where its region does not say so. */
  readonly caption?: string;
  readonly rows?: readonly Row<T>[];
  readonly inline?: boolean;
  readonly stacks?: boolean;
  readonly busy?: boolean;
  rowProps?(row: T): RowProps;
  details?(row: T): ReactNode;
  readonly children?: ReactNode;
}

export function DataTable<T extends object>({ rows, rowProps, details, ...frame }: Props<T>) {
  const { table } = frame.data;
  const columns = table.getVisibleLeafColumns().length;
  return (
    <Frame
      {...frame}
      body={
        <tbody>
          {(rows ?? table.getRowModel().rows).map((row) => (
            <Fragment key={row.id}>
              <BodyRow row={row} columns={columns} tr={row.groupingColumnId ? undefined : rowProps?.(row.original)} />
              {details && !row.groupingColumnId && row.getIsExpanded() && (
                <tr>
                  <td colSpan={columns} className={styles.opened}>
                    {details(row.original)}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      }
    />
  );
}

interface FrameProps<T extends object> extends Omit<Props<T>, 'rows' | 'rowProps' | 'details'> {
  readonly body: ReactNode;
  readonly region?: Ref<HTMLDivElement>;
  /** Of all rows, where not all are drawn. */
  readonly rowCount?: number;
}

export function Frame<T extends object>({ data, label, caption, inline, stacks, busy, region, rowCount, body, children }: FrameProps<T>) {
  const { table, id, name } = data;
  const place = inline ? {} : ({ tabIndex: 0, role: 'region', 'aria-label': label } as const);
  return (
    <div
      ref={region}
      className={[`${shared.shrinks} ${shared.scrolls}`, inline && styles.inline, stacks && styles.stacks].filter(Boolean).join(' ')}
      {...place}
    >
      <table className={styles.table} style={{ '--least': `${table.getTotalSize()}px` } as CSSProperties} aria-busy={busy} aria-rowcount={rowCount}>
        <caption className="hidden-text">{caption ?? label}</caption>
        <ColGroup table={table} />
        <thead>
          <HeadRow data={data} layoutKey={layoutOf(table)} />
        </thead>
        {body}
      </table>
      {children}
      <Announcer id={id} name={name} />
    </div>
  );
}

export function BodyRow<T extends object>({
  row,
  columns,
  tr,
}: {
  readonly row: Row<T>;
  readonly columns: number;
  readonly tr?: ComponentPropsWithRef<'tr'> & RowProps;
}) {
  if (row.groupingColumnId) return <GroupRow row={row} columns={columns} rowProps={tr} />;
  return (
    <tr {...tr}>
      {row.getVisibleCells().map((cell) => {
        const meta = metaOf(cell.column);
        const Cell = meta.rowHeader ? RowTh : Td;
        const shown = (cell.column.columnDef.cell as (context: unknown) => ReactNode)(cell.getContext());
        const whole = meta.words && !meta.wraps && typeof shown === 'string' ? shown : undefined;
        return (
          <Cell key={cell.id} column={cell.column} title={whole} data-label={meta.rowHeader ? undefined : meta.title()}>
            {shown}
          </Cell>
        );
      })}
    </tr>
  );
}

export function Disclose({ opened, onToggle, children }: { readonly opened: boolean; onToggle(): void; readonly children: ReactNode }) {
  return (
    <button type="button" className={styles.disclose} aria-expanded={opened} onClick={onToggle}>
      {children}
    </button>
  );
}
