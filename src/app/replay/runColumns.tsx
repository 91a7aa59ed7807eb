/** The columns of the table of runs: ten that decide between them, and all others to be chosen. */
import { createColumnHelper } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { lookup, type TextKey, t } from '../../i18n/index.ts';
import type { AnyColumn, ColumnDef, features } from '../table/features.ts';
import { SortButton } from '../table/Head.tsx';
import { byNumber, byText } from '../table/sort.ts';
import { LaneCell } from './Lane.tsx';
import { LaneAxis } from './LaneAxis.tsx';
import styles from './panels.module.css';
import { RunName } from './RunName.tsx';
import type { Cell, RunRow, RunValues } from './summary.ts';

const helper = createColumnHelper<typeof features, RunRow>();

interface Column {
  /** px */
  readonly width: number;
  /** The end to look for. */
  readonly better?: 'low' | 'high';
  readonly unit?: 'times' | 'tokens' | 'requests' | 'dollars' | '%';
  /** Stands in the table before a person chooses: always, or where it has room. */
  readonly first?: 'always' | 'wide';
}

const COLUMNS: Readonly<Record<keyof RunValues, Column>> = {
  compactions: { width: 80, better: 'low', unit: 'times', first: 'always' },
  peak: { width: 70, better: 'low', unit: 'tokens', first: 'always' },
  unsendable: { width: 68, better: 'low', unit: 'requests', first: 'always' },
  misses: { width: 78, better: 'low', first: 'always' },
  prompt: { width: 92, better: 'low', unit: 'tokens', first: 'wide' },
  cached: { width: 62, better: 'high', unit: '%', first: 'wide' },
  cost: { width: 72, better: 'low', unit: 'dollars', first: 'always' },
  againstRecorded: { width: 78, better: 'low', first: 'always' },
  over: { width: 78, better: 'low' },
  refused: { width: 76, better: 'low' },
  read: { width: 96 },
  againstNone: { width: 92, better: 'low' },
  requests: { width: 74 },
  triggered: { width: 76, better: 'low' },
  new: { width: 88, better: 'low' },
  written: { width: 96 },
  output: { width: 80 },
  summaryCost: { width: 80, better: 'low' },
  breakEven: { width: 84, better: 'low' },
  paidBack: { width: 82, better: 'low' },
  summaries: { width: 84 },
  summaryTokens: { width: 78 },
  generation: { width: 92, better: 'low' },
  success: { width: 74 },
  meanMs: { width: 78, better: 'low' },
  removed: { width: 86 },
  freed: { width: 96 },
  ms: { width: 74, better: 'low' },
};

const title = (id: string): string => t(`replay.column.${id as 'peak'}` satisfies TextKey);
const help = (id: string): string => t(`replay.column.${id as 'peak'}.help` satisfies TextKey);
const unitOf = (unit: NonNullable<Column['unit']>): string => lookup(`replay.column.unit.${unit}`) ?? unit;

/** A value with what stands small below it. */
function Value({ cell }: { readonly cell: Cell | undefined }): ReactNode {
  if (!cell) return '';
  const { text, below, tone } = cell;
  return (
    <span className={styles.value} data-tone={tone} title={below ? `${text} · ${below}` : undefined}>
      {text}
      {below && <small>{below}</small>}
    </span>
  );
}

function columnsFor(room: 'wide' | 'narrow'): readonly ColumnDef<RunRow>[] {
  const shown = ({ first }: Column): boolean => first === 'always' || (first === 'wide' && room === 'wide');
  return helper.columns([
    helper.accessor('title', {
      id: 'strategy',
      cell: ({ row }) => <RunName row={row.original} />,
      sortFn: byText,
      sortDescFirst: false,
      enableHiding: false,
      size: 196,
      meta: { title: () => title('strategy'), words: true, locked: true, rowHeader: true },
    }),
    helper.display({
      id: 'lane',
      header: () => <LaneAxis />,
      cell: ({ row }) => <LaneCell rowKey={row.original.key} />,
      enableSorting: false,
      enableHiding: false,
      size: 280,
      meta: { title: () => t('replay.lane'), words: true, wraps: true, grow: true },
    }),
    ...(Object.entries(COLUMNS) as [keyof RunValues, Column][]).map(([id, column]) =>
      helper.accessor((row) => row.values[id]?.value ?? undefined, {
        id,
        header: ({ column: head }: { readonly column: AnyColumn }) => (
          <SortButton column={head} help={help(id)}>
            {column.unit && <small>{unitOf(column.unit)}</small>}
          </SortButton>
        ),
        cell: ({ row }) => <Value cell={row.original.values[id]} />,
        sortFn: byNumber,
        sortDescFirst: column.better !== 'low',
        size: column.width,
        meta: { title: () => title(id), help: () => help(id), optional: !shown(column), ...(column.unit && { unit: () => unitOf(column.unit!) }) },
      }),
    ),
    helper.accessor('kind', { id: 'kind', sortFn: byNumber, meta: { internal: true, title: () => '' } }),
  ]) as readonly ColumnDef<RunRow>[];
}

export const RUN_COLUMNS = { wide: columnsFor('wide'), narrow: columnsFor('narrow') } as const;
