/** A table among other content: its columns and rows are all that it needs. Long ones show their first rows and a button for the rest. */
import { useState } from 'react';
import { Button } from '../components/Button.tsx';
import { useText } from '../store/index.ts';
import { DataTable, type RowProps } from './DataTable.tsx';
import { type TableSetup, useDataTable } from './useDataTable.ts';
import styles from './table.module.css';

export const FEW = 12;
/** and never more than this: a log of ten thousand lines belongs into an export. */
export const MOST = 500;

interface Props<T extends object> extends TableSetup<T> {
  readonly label: string;
  readonly all?: boolean;
  readonly stacks?: boolean;
  rowProps?(row: T): RowProps;
}

export function ListTable<T extends object>({ label, rowProps, stacks, all: whole = false, ...setup }: Props<T>) {
  const { t } = useText();
  const [all, setAll] = useState(false);
  const data = useDataTable(setup);
  const { rows } = data.table.getRowModel();
  const few = whole ? rows.length : FEW;
  return (
    <DataTable data={data} label={label} inline stacks={stacks} rows={rows.slice(0, all ? MOST : few)} rowProps={rowProps}>
      {all && rows.length > MOST && <p className={styles.more}>{t('row.more', { count: rows.length - MOST })}</p>}
      {rows.length > few && (
        <Button kind="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('row.fewer') : t('row.all', { count: rows.length })}
        </Button>
      )}
    </DataTable>
  );
}
