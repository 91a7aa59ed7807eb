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
  /** Heading in the list of columns. */
  readonly section: 'context' | 'compactions' | 'tokens' | 'cost' | 'summaries';
  /** px */
  readonly width: number;
  /** The end to look for. */
  readonly better?: 'low' | 'high';
  readonly unit?: 'times' | 'tokens' | 'requests' | 'dollars' | '%';
  /** Stands in the table before a person chooses: always, or where it has room. */
  readonly first?: 'always' | 'wide';
}

const COLUMNS: Readonly<Record<keyof RunValues, Column>> = {
  compactions: { section: 'compactions', width: 80, better: 'low', unit: 'times', first: 'always' },
  peak: { section: 'context', width: 70, better: 'low', unit: 'tokens', first: 'always' },
  unsendable: { section: 'context', width: 68, better: 'low', unit: 'requests', first: 'always' },
  misses: { section: 'context', width: 78, better: 'low', first: 'always' },
  prompt: { section: 'tokens', width: 92, better: 'low', unit: 'tokens', first: 'wide' },
  cached: { section: 'tokens', width: 62, better: 'high', unit: '%', first: 'wide' },
  cost: { section: 'cost', width: 72, better: 'low', unit: 'dollars', first: 'always' },
  againstRecorded: { section: 'cost', width: 78, better: 'low', first: 'always' },
  over: { section: 'context', width: 78, better: 'low' },
  refused: { section: 'context', width: 76, better: 'low' },
  read: { section: 'tokens', width: 96 },
  againstNone: { section: 'cost', width: 92, better: 'low' },
  requests: { section: 'context', width: 74 },
  triggered: { section: 'compactions', width: 76, better: 'low' },
  new: { section: 'tokens', width: 88, better: 'low' },
  written: { section: 'tokens', width: 96 },
  output: { section: 'tokens', width: 80 },
  summaryCost: { section: 'cost', width: 80, better: 'low' },
  breakEven: { section: 'cost', width: 84, better: 'low' },
  paidBack: { section: 'cost', width: 82, better: 'low' },
  summaries: { section: 'summaries', width: 84 },
  summaryTokens: { section: 'summaries', width: 78 },
  generation: { section: 'summaries', width: 92, better: 'low' },
  success: { section: 'summaries', width: 74 },
  meanMs: { section: 'summaries', width: 78, better: 'low' },
  removed: { section: 'compactions', width: 86 },
  freed: { section: 'compactions', width: 96 },
  ms: { section: 'compactions', width: 74, better: 'low' },
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
        meta: {
          title: () => title(id),
          section: () => t(`replay.columns.${column.section}`),
          help: () => help(id),
          optional: !shown(column),
          ...(column.unit && { unit: () => unitOf(column.unit!) }),
        },
      }),
    ),
    helper.accessor('kind', { id: 'kind', sortFn: byNumber, meta: { internal: true, title: () => '' } }),
  ]) as readonly ColumnDef<RunRow>[];
}

export const RUN_COLUMNS = { wide: columnsFor('wide'), narrow: columnsFor('narrow') } as const;
