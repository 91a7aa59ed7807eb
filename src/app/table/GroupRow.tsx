/** The name of a group above its rows; closes and opens them. */
import type { ComponentPropsWithRef } from 'react';
import { useText } from '../store/index.ts';
import { Icon } from '../components/Icon.tsx';
import { metaOf, type Row } from './features.ts';
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
        <button type="button" aria-expanded={row.getIsExpanded()} onClick={() => row.toggleExpanded()}>
          <Icon name="chevron" size={10} />
          {group?.title(value, row.original) ?? value} <small>{[n.whole(row.subRows.length), help].filter(Boolean).join(' · ')}</small>
        </button>
      </th>
    </tr>
  );
}
