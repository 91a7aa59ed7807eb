/** The name of a group above its rows; closes and opens them. */
import { useText } from '../store/index.ts';
import { Icon } from '../components/Icon.tsx';
import { metaOf, type Row } from './features.ts';
import styles from './table.module.css';
import { toggleGroup } from './useDataTable.ts';

export function GroupRow<T extends object>({ table, row, columns }: { readonly table: string; readonly row: Row<T>; readonly columns: number }) {
  const { n } = useText();
  const column = row.table.getColumn(row.groupingColumnId!);
  const group = column && metaOf(column).group;
  const value = String(row.groupingValue);
  const help = group?.help?.(value);
  return (
    <tr className={styles.group} data-group={row.id}>
      <th scope="colgroup" colSpan={columns}>
        <button type="button" aria-expanded={row.getIsExpanded()} onClick={() => toggleGroup(table, row)}>
          <Icon name="chevron" size={10} />
          {group?.title(value) ?? value} <small>{[n.whole(row.subRows.length), help].filter(Boolean).join(' · ')}</small>
        </button>
      </th>
    </tr>
  );
}
