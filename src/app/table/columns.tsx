/** Columns of the usual kinds: words and numbers. */
import { createColumnHelper } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { numbers } from '../../i18n/index.ts';
import { byNumber, byText, type ColumnDef, type ColumnMeta, type features } from './features.ts';

interface ColumnBase<T> extends Omit<ColumnMeta, 'title' | 'words' | 'rowHeader' | 'locked'> {
  title(): string;
  /** px; of the column that grows the least. */
  readonly width: number;
  /** What the cell shows, where the value alone does not say it. */
  cell?(row: T): ReactNode;
  readonly names?: true;
}

interface Words<T> extends ColumnBase<T> {
  value(row: T): string;
  /** Values in their order, where that is not the alphabet's. */
  readonly order?: readonly string[];
}

interface Numbers<T> extends ColumnBase<T> {
  /** null = there is none, "—": it stays last whatever the direction. */
  value(row: T): number | null;
  say?(value: number): string;
  readonly lowFirst?: true;
}

export function columnsFor<T extends object>() {
  const helper = createColumnHelper<typeof features, T>();
  const words = (id: string, { title, width, value, cell, names, order, ...meta }: Words<T>): ColumnDef<T> =>
    helper.accessor(value, {
      id,
      cell: ({ row }) => (cell ? cell(row.original) : value(row.original)),
      sortFn: order ? (a, b) => order.indexOf(value(a.original)) - order.indexOf(value(b.original)) : byText,
      sortDescFirst: false,
      enableHiding: !names,
      size: width,
      meta: { ...meta, title, words: true, ...(names && { locked: true, rowHeader: true }) },
    }) as ColumnDef<T>;
  const number = (id: string, { title, width, value, say, cell, names, lowFirst, ...meta }: Numbers<T>): ColumnDef<T> =>
    helper.accessor((row) => value(row) ?? undefined, {
      id,
      cell: ({ row, getValue }) => {
        if (cell) return cell(row.original);
        const known = getValue();
        return known === undefined ? '—' : say ? say(known) : numbers().whole(known);
      },
      sortFn: byNumber,
      sortDescFirst: !lowFirst,
      enableHiding: !names,
      size: width,
      meta: { ...meta, title, ...(names && { locked: true, rowHeader: true }) },
    }) as ColumnDef<T>;
  /** Never shown: rows with a lower number stay above the others whatever the sort (`TableSetup.first`). */
  const rank = (id: string, value: (row: T) => number): ColumnDef<T> =>
    helper.accessor(value, { id, sortFn: byNumber, meta: { internal: true, title: () => '' } }) as ColumnDef<T>;
  return { words, number, rank };
}
