/** Cells of a table: position of frozen columns, and alignment of values. */
import type { ComponentPropsWithRef, CSSProperties } from 'react';
import { Icon, Tap } from '../components/Button.tsx';
import { useText, useUi } from '../store/index.ts';
import { type AnyColumn, metaOf, type Row, type Table } from './features.ts';
import styles from './table.module.css';

interface Props<T extends object> {
  readonly row: Row<T>;
  readonly columns: number;
  readonly rowProps?: ComponentPropsWithRef<'tr'>;
}

export function GroupRow<T extends object>({ row, columns, rowProps }: Props<T>) {
  const { n } = useText();
  const column = row.table.getColumn(row.groupingColumnId!);
  const group = column && metaOf(column).group;
  const value = String(row.groupingValue);
  const help = group?.help?.(value);
  return (
    <tr {...rowProps} className={styles.group} data-group={row.id}>
      <th scope="colgroup" colSpan={columns}>
        <Tap className="sticky middle gap6 high24" aria-expanded={row.getIsExpanded()} onClick={() => row.toggleExpanded()}>
          <Icon name="chevron" size={10} />
          {group?.title(value, row.original) ?? value} <small>{[n.whole(row.subRows.length), help].filter(Boolean).join(' · ')}</small>
        </Tap>
      </th>
    </tr>
  );
}

export function frame(column: AnyColumn): { readonly className: string; readonly style: CSSProperties | undefined } {
  const edge = column.getIsPinned();
  const { words, wraps } = metaOf(column);
  const className = [words ? styles.words : styles.number, wraps && styles.wraps, edge && styles.frozen].filter(Boolean).join(' ');
  if (edge === 'start') return { className, style: { left: column.getStart('start') } };
  if (edge === 'end') return { className, style: { right: column.getAfter('end') } };
  return { className, style: undefined };
}

export function Td({ column, className, style, ...rest }: ComponentPropsWithRef<'td'> & { readonly column: AnyColumn }) {
  const place = frame(column);
  return (
    <td {...rest} className={[place.className, className].filter(Boolean).join(' ')} style={place.style ? { ...style, ...place.style } : style} />
  );
}

export function RowTh({ column, className, ...rest }: ComponentPropsWithRef<'th'> & { readonly column: AnyColumn }) {
  const place = frame(column);
  return <th scope="row" {...rest} className={[place.className, className].filter(Boolean).join(' ')} style={place.style} />;
}

export function ColGroup<T extends object>({ table }: { readonly table: Table<T> }) {
  return (
    <colgroup>
      {table.getVisibleLeafColumns().map((column) => (
        <col key={column.id} style={metaOf(column).grow ? undefined : { width: column.getSize() }} />
      ))}
    </colgroup>
  );
}

/** All properties of the shown columns for which a row must be redrawn. */
export const layoutOf = <T extends object>(table: Table<T>): string =>
  table
    .getVisibleLeafColumns()
    .map((column) => `${column.id} ${column.getIsPinned() || ''} ${column.getSize()}`)
    .join();

export const announce = (table: string, text: string): void =>
  // Repeated words are read again only if they differ: by an invisible space.
  useUi.setState(({ said }) => ({ said: { table, text: said.text === text ? `${text}\u00a0` : text } }));

/** Beside the table itself: content behind an open dialog is not read. */
export function Announcer({ id, name }: { readonly id: string; readonly name: string }) {
  const text = useUi(({ said }) => (said.table === id || said.table === name ? said.text : ''));
  return (
    <div className="hidden-text" aria-live="polite" data-announcer>
      {text}
    </div>
  );
}
