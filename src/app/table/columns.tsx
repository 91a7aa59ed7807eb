/** Columns of the usual kinds: words and numbers. */
import { createColumnHelper } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { numbers, t, type TextKey } from '../../i18n/index.ts';
import { byNumber, byText, type ColumnDef, type ColumnMeta, type features } from './features.ts';

type FieldOf<T, V> = { [K in keyof T]: T[K] extends V ? K : never }[keyof T];

interface ColumnBase<T> extends Omit<ColumnMeta, 'title' | 'words' | 'rowHeader' | 'locked'> {
  readonly title: TextKey | (() => string);
  /** px; of the column that grows the least. */
  readonly width: number;
  /** What the cell shows, where the value alone does not say it. */
  cell?(row: T): ReactNode;
  readonly names?: true;
}

interface Words<T> extends ColumnBase<T> {
  /** A function, or the field of the row; absent = the field of the column's name. */
  readonly value?: FieldOf<T, string> | ((row: T) => string);
  /** Values in their order, where that is not the alphabet's. */
  readonly order?: readonly string[];
}

interface Numbers<T> extends ColumnBase<T> {
  /** null = there is none, "—": it stays last whatever the direction. */
  readonly value?: FieldOf<T, number | null> | ((row: T) => number | null);
  say?(value: number): string;
  readonly lowFirst?: true;
  /** Its cells are words: they stand at the left. */
  readonly words?: true;
}

const titleOf = (title: TextKey | (() => string)) => (typeof title === 'string' ? () => t(title) : title);

export function columnsFor<T extends object>() {
  const helper = createColumnHelper<typeof features, T>();
  const reader = <V,>(id: string, value: keyof T | ((row: T) => V) = id as keyof T) =>
    typeof value === 'function' ? value : (row: T) => row[value] as V;
  const words = (id: string, { title, width, value: of, cell, names, order, ...meta }: Words<T>): ColumnDef<T> => {
    const value = reader<string>(id, of);
    return helper.accessor(value, {
      id,
      cell: ({ row }) => (cell ? cell(row.original) : value(row.original)),
      sortFn: order ? (a, b) => order.indexOf(value(a.original)) - order.indexOf(value(b.original)) : byText,
      sortDescFirst: false,
      enableHiding: !names,
      size: width,
      meta: { ...meta, title: titleOf(title), words: true, ...(names && { locked: true, rowHeader: true }) },
    }) as ColumnDef<T>;
  };
  const number = (id: string, { title, width, value: of, say, cell, names, lowFirst, ...meta }: Numbers<T>): ColumnDef<T> => {
    const value = reader<number | null>(id, of);
    return helper.accessor((row) => value(row) ?? undefined, {
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
      meta: { ...meta, title: titleOf(title), ...(names && { locked: true, rowHeader: true }) },
    }) as ColumnDef<T>;
  };
  /** Never shown: rows with a lower number stay above the others whatever the sort (`TableSetup.first`). */
  const rank = (id: string, value: (row: T) => number): ColumnDef<T> =>
    helper.accessor(value, { id, sortFn: byNumber, meta: { internal: true, title: () => '' } }) as ColumnDef<T>;
  return { words, number, rank };
}
