/** A table of thousands of rows: only those in view are drawn. ↑ ↓ Home End go from row to row, along their first buttons. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef } from 'react';
import { useMediaQuery } from '../components/elements.ts';
import { BodyRow, Frame } from './DataTable.tsx';
import type { DataTable as Data } from './features.ts';
import styles from './table.module.css';

/** px of the heads, which cover the rows behind them, and of a row before it is measured. */
const HEAD = 36;
const ROW = 30;
const ROW_NARROW = 66;

interface Props<T extends object> {
  readonly data: Data<T>;
  readonly label: string;
  readonly stacks?: boolean;
}

export function VirtualTable<T extends object>({ data, label, stacks = false }: Props<T>) {
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
