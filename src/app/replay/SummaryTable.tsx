/** Every run in one row: requests, compactions, tokens, cost, summaries; against no compaction and against the recording. */
import { createColumnHelper } from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import { type TextKey, t } from '../../i18n/index.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { useText } from '../store/index.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { DataTable } from '../table/DataTable.tsx';
import type { ColumnDef, features } from '../table/features.ts';
import { byNumber, byText } from '../table/sort.ts';
import { useDataTable } from '../table/useDataTable.ts';
import { Letter } from './Letter.tsx';
import type { RunLine } from './lines.ts';
import styles from './panels.module.css';
import { useReplay } from './state.ts';
import { type Cell, type RunRow, runRows, type RunValues } from './summary.ts';

const SUMMARY = 'summary';
const helper = createColumnHelper<typeof features, RunRow>();
const keyOf = ({ key }: RunRow): string => key;
/** The runs come before doing nothing and what was recorded, whatever the sort. */
const FIRST: readonly string[] = ['kind'];

/** Width (px), and whether the small end is the one to look for. What decides between runs comes first, and all else is there to be chosen. */
const COLUMNS: Readonly<Record<keyof RunValues, readonly [width: number, better?: 'low' | 'high']>> = {
  compactions: [92, 'low'],
  peak: [78, 'low'],
  over: [78, 'low'],
  refused: [76, 'low'],
  misses: [66, 'low'],
  prompt: [104, 'low'],
  read: [96],
  cost: [76, 'low'],
  againstRecorded: [84, 'low'],
  againstNone: [92, 'low'],
  requests: [74],
  triggered: [76, 'low'],
  new: [88, 'low'],
  written: [96],
  output: [80],
  summaryCost: [80, 'low'],
  breakEven: [84, 'low'],
  paidBack: [82, 'low'],
  summaries: [84],
  summaryTokens: [78],
  generation: [92, 'low'],
  success: [74],
  meanMs: [78, 'low'],
  removed: [86],
  freed: [96],
  ms: [74, 'low'],
};
/** How many of them stand in the table before a person chooses. */
const FIRST_COLUMNS = 10;

const title = (id: string): string => t(`replay.column.${id as 'peak'}` satisfies TextKey);
const help = (id: string): string => t(`replay.column.${id as 'peak'}.help` satisfies TextKey);

const COLUMN_DEFS: readonly ColumnDef<RunRow>[] = helper.columns([
  helper.accessor('title', {
    id: 'strategy',
    cell: ({ row: { original } }) => (
      <>
        {original.line && <Letter letter={original.line.letter} color={original.line.color} />} {original.title}
      </>
    ),
    sortFn: byText,
    sortDescFirst: false,
    enableHiding: false,
    size: 190,
    meta: { title: () => title('strategy'), words: true, grow: true, locked: true, rowHeader: true },
  }),
  ...(Object.keys(COLUMNS) as (keyof RunValues)[]).map((id, i) =>
    helper.accessor((row) => row.values[id]?.value ?? undefined, {
      id,
      cell: ({ row }) => <Value cell={row.original.values[id]} />,
      sortFn: byNumber,
      sortDescFirst: COLUMNS[id][1] !== 'low',
      size: COLUMNS[id][0],
      meta: { title: () => title(id), help: () => help(id), optional: i >= FIRST_COLUMNS },
    }),
  ),
  helper.accessor('kind', { id: 'kind', sortFn: byNumber, meta: { internal: true, title: () => '' } }),
]);

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

export function SummaryTable({ reply, lines }: { readonly reply: ReplayReply; readonly lines: readonly RunLine[] }) {
  const { t, language } = useText();
  const misses = useReplay((s) => s.misses);
  const priced = reply.priced.prices !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: numbers are written in the language
  const rows = useMemo(() => runRows(reply, lines, misses), [reply, lines, misses, language]);
  const held = reply.recorded?.cost && reply.recorded.comparable;
  const shown = useMemo((): Readonly<Record<string, boolean>> => {
    const costs = ['cost', 'againstNone', 'summaryCost', 'breakEven', 'paidBack'] as const;
    return { ...(priced ? {} : Object.fromEntries(costs.map((id) => [id, false]))), ...(priced && held ? {} : { againstRecorded: false }) };
  }, [priced, held]);
  const data = useDataTable({ name: SUMMARY, data: rows, columns: COLUMN_DEFS, rowId: keyOf, first: FIRST, shown });
  return (
    <>
      <div className={styles.bar}>
        <span>{t('replay.summary.caption')}</span>
        <ColumnChooser atEnd name={SUMMARY} columns={COLUMN_DEFS} defaults={data.defaults} away={Object.keys(shown)} />
      </div>
      <DataTable
        data={data}
        label={t('replay.panel.summary')}
        caption={t('replay.summary.caption')}
        rowProps={({ line }) => ({ className: line ? undefined : styles.softRow })}
      >
        {!priced && (
          <p className={styles.note}>
            {reply.priced.model === null
              ? t('replay.cost.noModel')
              : t('replay.cost.unknown', { model: reply.priced.model, list: reply.priced.list, date: reply.priced.date })}
          </p>
        )}
      </DataTable>
    </>
  );
}
