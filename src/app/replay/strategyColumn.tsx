import { createColumnHelper } from '@tanstack/react-table';
import { t } from '../../i18n/index.ts';
import type { ColumnDef, features } from '../table/features.ts';
import { isEqual } from '../table/sort.ts';
import { Letter } from './Letter.tsx';
import type { RunLine } from './lines.ts';

/** The column that says which run a row is of: by letter, filtered and grouped by it. `size` in px. */
export const strategyColumn = <T extends { readonly line: RunLine }>(size: number): ColumnDef<T> =>
  createColumnHelper<typeof features, T>().accessor(({ line }) => line.key, {
    id: 'strategy',
    cell: ({ row: { original } }) => (
      <>
        <Letter letter={original.line.letter} color={original.line.color} /> {original.line.title}
      </>
    ),
    sortFn: (a, b) => a.original.line.letter.localeCompare(b.original.line.letter),
    sortDescFirst: false,
    filterFn: isEqual,
    size,
    meta: {
      title: () => t('replay.column.strategy'),
      words: true,
      saved: (row) => (row as T).line.title,
      group: { title: (_key, row) => (row as T).line.title },
    },
  }) as ColumnDef<T>;
