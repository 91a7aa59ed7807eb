/** The charts' data as a table: size and cost of every run at each visible request. */
import { createColumnHelper } from '@tanstack/react-table';
import { useDeferredValue, useMemo, useState } from 'react';
import { t } from '../../i18n/index.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import type { Range } from '../charts/scale.ts';
import { Button } from '../components/Button.tsx';
import { Segmented } from '../components/Segmented.tsx';
import { useText } from '../store/index.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { DataTable } from '../table/DataTable.tsx';
import type { ColumnDef, features } from '../table/features.ts';
import { byNumber } from '../table/sort.ts';
import { useDataTable } from '../table/useDataTable.ts';
import { Letter } from './RunMarks.tsx';
import type { RunLine } from './replay-lines.ts';
import styles from './panels.module.css';
import { openContext, showRequests, useReplay } from './replay-state.ts';

const REQUESTS = 'requests';
const PAGE = 100;

interface Props {
  readonly reply: ReplayReply;
  readonly lines: readonly RunLine[];
  readonly range: Range;
}

interface Request {
  readonly at: number;
}
type RequestMeasure = 'size' | 'cost';

const helper = createColumnHelper<typeof features, Request>();
const idOf = ({ at }: Request): string => String(at);
const known = (value: number | undefined): number | undefined => (value === undefined || Number.isNaN(value) ? undefined : value);

function Say({ value, what }: { readonly value: number | undefined; readonly what: RequestMeasure }) {
  const { n } = useText();
  return value === undefined ? '—' : what === 'size' ? n.whole(value) : n.money(value);
}

function RunCell({
  line,
  at,
  what,
  value,
}: {
  readonly line: RunLine;
  readonly at: number;
  readonly what: RequestMeasure;
  readonly value: number | undefined;
}) {
  const { t, n } = useText();
  const point = what === 'size' ? line.series.points.find((one) => one.at === at) : undefined;
  return (
    <button type="button" className={styles.link} aria-label={t('replay.open', { at, title: line.title })} onClick={() => openContext(line.key, at)}>
      {point && (
        <small title={t(`replay.outcome.${point.outcome}`)}>
          {point.outcome === 'compacted' ? `▾ ${n.wholeDelta(point.after - point.before)}` : t(`replay.outcome.${point.outcome}`)}
        </small>
      )}{' '}
      <Say value={value} what={what} />
    </button>
  );
}

function columnsOf(reply: ReplayReply, lines: readonly RunLine[], what: RequestMeasure): readonly ColumnDef<Request>[] {
  const others = [
    { id: '(none)', title: () => t('replay.baseline'), series: reply.baseline[what] },
    ...(reply.recorded ? [{ id: '(recorded)', title: () => t('replay.recorded'), series: reply.recorded[what === 'size' ? 'size' : 'costs'] }] : []),
  ];
  return helper.columns([
    helper.accessor('at', {
      id: 'request',
      cell: ({ row }) => <Say value={row.original.at} what="size" />,
      sortFn: byNumber,
      sortDescFirst: false,
      enableHiding: false,
      size: 84,
      meta: { title: () => t('replay.column.request'), locked: true, rowHeader: true },
    }),
    helper.accessor(({ at }) => (reply.answers[at - 1] ?? 0) + 1, {
      id: 'message',
      cell: ({ getValue }) => (
        <>
          #<Say value={getValue()} what="size" />
        </>
      ),
      sortFn: byNumber,
      sortDescFirst: false,
      size: 84,
      meta: { title: () => t('replay.column.message') },
    }),
    ...lines.map((line, i) =>
      helper.accessor(({ at }) => known(line.series[what][at - 1]), {
        id: line.key,
        cell: ({ row, getValue }) => <RunCell line={line} at={row.original.at} what={what} value={getValue()} />,
        sortFn: byNumber,
        size: 170,
        meta: {
          title: () => line.title,
          mark: () => <Letter letter={line.letter} color={line.color} />,
          grow: i === 0,
        },
      }),
    ),
    ...others.map(({ id, title, series }) =>
      helper.accessor(({ at }) => known(series[at - 1]), {
        id,
        cell: ({ getValue }) => <Say value={getValue()} what={what} />,
        sortFn: byNumber,
        size: 140,
        meta: { title },
      }),
    ),
  ]);
}

export function RequestsTable({ reply, lines, range: newest }: Props) {
  const { t } = useText();
  const at = useReplay((s) => s.at);
  const [page, setPage] = useState(0);
  const wanted = useReplay((s) => s.amount);
  const priced = reply.priced.prices !== null;
  const what = priced ? wanted : 'size';
  const range = useDeferredValue(newest);
  const first = Math.max(1, Math.ceil(range[0]));
  const last = Math.min(reply.requests, Math.floor(range[1]));
  const requests = useMemo(() => Array.from({ length: Math.max(0, last - first + 1) }, (_, i): Request => ({ at: first + i })), [first, last]);
  const columns = useMemo(() => columnsOf(reply, lines, what), [reply, lines, what]);
  const data = useDataTable({ name: REQUESTS, data: requests, columns, rowId: idOf });
  const { rows } = data.table.getRowModel();
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  const shown = Math.min(page, pages - 1);
  const listed = rows.slice(shown * PAGE, (shown + 1) * PAGE);
  const inOrder = data.sorting.length === 0;
  const words = { from: inOrder ? first + shown * PAGE : shown * PAGE + 1, to: (inOrder ? first : 1) + shown * PAGE + listed.length - 1 };
  return (
    <>
      <div className={styles.bar}>
        {priced && (
          <Segmented
            label={t('replay.requests.what')}
            value={what}
            options={[
              { value: 'size', label: t('replay.chart.size') },
              { value: 'cost', label: t('replay.chart.cost') },
            ]}
            onChange={showRequests}
          />
        )}
        <span className="num">
          {inOrder ? t('replay.requests.range', { ...words, count: reply.requests }) : t('replay.requests.rows', { ...words, count: rows.length })}
        </span>
        <Button disabled={shown === 0} onClick={() => setPage(shown - 1)}>
          {t('replay.requests.earlier')}
        </Button>
        <Button disabled={shown >= pages - 1} onClick={() => setPage(shown + 1)}>
          {t('replay.requests.later')}
        </Button>
        <ColumnChooser atEnd name={REQUESTS} columns={columns} defaults={data.defaults} />
      </div>
      <DataTable
        data={data}
        label={t('replay.panel.requests')}
        caption={t('replay.requests.caption')}
        rows={listed}
        rowProps={(request) => ({ 'aria-current': request.at === at || undefined })}
      />
    </>
  );
}
