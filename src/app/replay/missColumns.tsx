/** The columns of the list of misses: facts that answers used and that the context held no more. */
import { createColumnHelper } from '@tanstack/react-table';
import type { ReplayMiss } from '../../engine/replay/contract.ts';
import { lookup, numbers, t } from '../../i18n/index.ts';
import { Button } from '../components/Button.tsx';
import { marksOf } from '../../engine/measures/types.ts';
import type { ColumnDef, features } from '../table/features.ts';
import { byNumber, byText } from '../table/sort.ts';
import type { RunLine } from './replay-lines.ts';
import { strategyColumn } from './RunMarks.tsx';
import styles from './panels.module.css';
import { openContext, openInContext } from './replay-state.ts';

export interface MissRow {
  readonly line: RunLine;
  readonly miss: ReplayMiss;
  readonly last: number;
}

export const idOf = ({ line, miss }: MissRow): string => `${line.key} ${miss.request} ${miss.kind} ${miss.fact}`;

const helper = createColumnHelper<typeof features, MissRow>();
const kindOf = ({ miss }: MissRow): string => lookup(`loss.kind.${miss.kind}`) ?? miss.kind;

function Go({ missed: { line, miss }, request, index }: { readonly missed: MissRow; readonly request: number; readonly index: number }) {
  return (
    <Button
      kind="link"
      className={styles.go}
      title={t('loss.go')}
      onClick={() => openInContext(line.key, request, index, marksOf(miss.kind, miss.fact))}
    >
      #{index + 1}
    </Button>
  );
}

function LostBy({ line, miss, last }: MissRow) {
  const point = line.series.points[miss.lostBy];
  if (!point) return '—';
  return (
    <Button kind="link" className={styles.go} onClick={() => openContext(line.key, Math.min(last, point.at))}>
      {t('replay.lostBy', { level: point.level, at: point.at })}
    </Button>
  );
}

export const missColumns: readonly ColumnDef<MissRow>[] = helper.columns([
  helper.accessor(({ miss }) => miss.request, {
    id: 'request',
    cell: ({ getValue }) => numbers().whole(getValue()),
    sortFn: byNumber,
    sortDescFirst: false,
    enableHiding: false,
    size: 84,
    meta: { title: () => t('replay.column.request'), locked: true, rowHeader: true },
  }),
  strategyColumn<MissRow>(190),
  helper.accessor(({ miss }) => miss.fact, {
    id: 'fact',
    cell: ({ getValue }) => (
      <code className={styles.fact} title={getValue()}>
        {getValue()}
      </code>
    ),
    sortFn: byText,
    sortDescFirst: false,
    size: 240,
    meta: { title: () => t('replay.column.fact'), help: () => t('replay.column.fact.help'), words: true, grow: true },
  }),
  helper.accessor(kindOf, {
    id: 'kind',
    cell: ({ getValue }) => getValue(),
    sortFn: byText,
    sortDescFirst: false,
    size: 110,
    meta: { title: () => t('loss.kind'), words: true, group: { title: (kind) => kind } },
  }),
  helper.accessor(({ miss }) => miss.seenAt, {
    id: 'seen',
    cell: ({ row: { original } }) => <Go missed={original} request={original.miss.request} index={original.miss.seenAt} />,
    sortFn: byNumber,
    sortDescFirst: false,
    size: 100,
    meta: {
      title: () => t('replay.column.seen'),
      help: () => t('replay.column.seen.help'),
      saved: (row) => (row as MissRow).miss.seenAt + 1,
      words: true,
    },
  }),
  helper.accessor(({ miss }) => miss.neededAt, {
    id: 'needed',
    cell: ({ row: { original } }) => (
      <Go missed={original} request={Math.min(original.last, original.miss.request + 1)} index={original.miss.neededAt} />
    ),
    sortFn: byNumber,
    sortDescFirst: false,
    size: 100,
    meta: {
      title: () => t('replay.column.needed'),
      help: () => t('replay.column.needed.help'),
      saved: (row) => (row as MissRow).miss.neededAt + 1,
      words: true,
    },
  }),
  helper.accessor(({ line, miss }) => line.series.points[miss.lostBy]?.at, {
    id: 'lostBy',
    cell: ({ row }) => <LostBy {...row.original} />,
    sortFn: byNumber,
    sortDescFirst: false,
    size: 210,
    meta: { title: () => t('replay.column.lostBy'), help: () => t('replay.column.lostBy.help'), words: true },
  }),
]);
