/** A whole table of plain cells, in a region that scrolls: heads, groups, rows, and what a row opens. */
import { type ComponentPropsWithRef, type CSSProperties, Fragment, type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Button, Tap } from '../components/Button.tsx';
import { useMediaQuery } from '../components/elements.ts';
import { useText } from '../store/index.ts';
import { HeadRow } from './Head.tsx';
import { Announcer, ColGroup, GroupRow, layoutOf, RowTh, Td } from './TableCells.tsx';
import { type DataTable as Data, metaOf, type Row } from './features.ts';
import styles from './table.module.css';
import { type TableSetup, useDataTable } from './useDataTable.ts';

interface RowProps {
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

function Frame<T extends object>({ data, label, caption, inline, stacks, busy, region, rowCount, body, children }: FrameProps<T>) {
  const { table, id, name } = data;
  const place = inline ? {} : ({ tabIndex: 0, role: 'region', 'aria-label': label } as const);
  return (
    <div ref={region} className={[`shrinks scrolls`, inline && styles.inline, stacks && styles.stacks].filter(Boolean).join(' ')} {...place}>
      <table
        className={`separate ${styles.table}`}
        style={{ '--least': `${table.getTotalSize()}px` } as CSSProperties}
        aria-busy={busy}
        aria-rowcount={rowCount}
      >
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

function BodyRow<T extends object>({
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
  return <Tap className="accent rounded leastHigh24 pad0-2 dotted narrowLeastHigh36" aria-expanded={opened} onClick={onToggle} text={children} />;
}

export const FEW = 12;
/** and never more than this: a log of ten thousand lines belongs into an export. */
export const MOST = 500;

interface ListTableProps<T extends object> extends TableSetup<T> {
  readonly label: string;
  readonly all?: boolean;
  readonly stacks?: boolean;
  rowProps?(row: T): RowProps;
}

export function ListTable<T extends object>({ label, rowProps, stacks, all: whole = false, ...setup }: ListTableProps<T>) {
  const { t } = useText();
  const [all, setAll] = useState(false);
  const data = useDataTable(setup);
  const { rows } = data.table.getRowModel();
  const few = whole ? rows.length : FEW;
  return (
    <DataTable data={data} label={label} inline stacks={stacks} rows={rows.slice(0, all ? MOST : few)} rowProps={rowProps}>
      {all && rows.length > MOST && <p className="caption muted marginTop4">{t('row.more', { count: rows.length - MOST })}</p>}
      {rows.length > few && (
        <Button kind="link" aria-expanded={all} onClick={() => setAll(!all)} text={all ? t('compare.fewer') : t('row.all', { count: rows.length })} />
      )}
    </DataTable>
  );
}

/** px of the heads, which cover the rows behind them, and of a row before it is measured. */
const HEAD = 36;
const ROW = 30;
const ROW_NARROW = 66;

interface VirtualTableProps<T extends object> {
  readonly data: Data<T>;
  readonly label: string;
  readonly stacks?: boolean;
}

export function VirtualTable<T extends object>({ data, label, stacks = false }: VirtualTableProps<T>) {
  const narrow = useMediaQuery('(max-width: 720px)');
  const region = useRef<HTMLDivElement>(null);
  const { rows } = data.table.getRowModel();
  const columns = data.table.getVisibleLeafColumns().length;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: () => (narrow && stacks ? ROW_NARROW : ROW),
    getItemKey: (i) => rows[i]!.id,
    scrollPaddingEnd: HEAD,
    overscan: 8,
  });
  const drawn = virtual.getVirtualItems();
  const before = drawn[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  /** The row whose drawing the focus waits for: a held key goes on from there. */
  const awaited = useRef<number | null>(null);
  const focusRow = (at: number): boolean => {
    const button = region.current?.querySelector<HTMLElement>(`[data-index="${at}"] button`);
    button?.focus();
    return button !== null && button !== undefined;
  };
  const keyDown = (event: KeyboardEvent): void => {
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-index]') : null;
    if (!row) return;
    const at = awaited.current ?? Number(row.dataset.index);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to === undefined || to < 0 || to >= rows.length) return;
    event.preventDefault();
    virtual.scrollToIndex(to);
    awaited.current = focusRow(to) ? null : to;
    if (awaited.current === null) return;
    requestAnimationFrame(() => {
      if (awaited.current !== to) return;
      focusRow(to);
      awaited.current = null;
    });
  };
  const space = (height: number) =>
    height > 0 && (
      <tr aria-hidden className={styles.space}>
        <td colSpan={columns} style={{ height }} />
      </tr>
    );
  return (
    <Frame
      data={data}
      label={label}
      stacks={stacks}
      region={region}
      rowCount={rows.length + 1}
      body={
        <tbody onKeyDown={keyDown}>
          {space(before)}
          {drawn.map(({ index, key }) => (
            <BodyRow
              key={key}
              row={rows[index]!}
              columns={columns}
              tr={{ ref: virtual.measureElement, 'data-index': index, 'aria-rowindex': index + 2 }}
            />
          ))}
          {space(after)}
        </tbody>
      }
    />
  );
}
