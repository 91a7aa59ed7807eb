/** The columns of the list of compactions: one row for every attempt of every run. */
import { createColumnHelper } from '@tanstack/react-table';
import type { CompactionPoint, ReplayMiss } from '../../engine/replay/contract.ts';
import { formatReason, numbers, t } from '../../i18n/index.ts';
import { Disclose } from '../table/DataTable.tsx';
import type { ColumnDef, features } from '../table/features.ts';
import { byNumber, byText } from '../table/sort.ts';
import type { RunLine } from './lines.ts';
import styles from './panels.module.css';
import { strategyColumn } from './strategyColumn.tsx';

export interface Attempt {
  readonly id: string;
  readonly line: RunLine;
  readonly point: CompactionPoint;
  /** The first fact that it lost and an answer used again; null where there is none, or none is known yet. */
  readonly missed: ReplayMiss | null;
}

export const attemptsOf = (lines: readonly RunLine[], misses: ReadonlyMap<string, readonly ReplayMiss[]>): readonly Attempt[] =>
  lines
    .flatMap((line) => {
      const first = new Map<number, ReplayMiss>();
      for (const miss of misses.get(line.key) ?? []) {
        const before = first.get(miss.lostBy);
        if (!before || miss.request < before.request) first.set(miss.lostBy, miss);
      }
      return line.series.points.map((point, i): Attempt => ({ id: `${line.key} ${i}`, line, point, missed: first.get(i) ?? null }));
    })
    .sort((a, b) => a.point.at - b.point.at);

const helper = createColumnHelper<typeof features, Attempt>();
const whole = (value: number): string => numbers().whole(value);

const outcomeOf = ({ point }: Attempt): string =>
  point.outcome === 'compacted' ? t('replay.level', { level: point.level }) : t(`replay.outcome.${point.outcome}`);

/** A number of an attempt, and how it is written. */
const number = (
  id: 'before' | 'after' | 'messages' | 'summaries' | 'freed' | 'summaryCost' | 'breakEven',
  size: number,
  value: (point: CompactionPoint) => number | null,
  say: (value: number, point: CompactionPoint) => string = whole,
  optional = false,
) =>
  helper.accessor(({ point }) => value(point) ?? undefined, {
    id,
    cell: ({ row, getValue }) => {
      const known = getValue();
      return known === undefined ? '—' : say(known, row.original.point);
    },
    sortFn: byNumber,
    size,
    meta: { title: () => t(`replay.column.${id}`), help: () => t(`replay.attempt.${id}.help`), optional },
  });

function FirstLost({ fact, request }: ReplayMiss) {
  const at = t('replay.firstLost', { at: whole(request) });
  return (
    <span title={`${fact} ${at}`}>
      <code className={styles.fact}>{fact}</code> {at}
    </span>
  );
}

export const compactionColumns: readonly ColumnDef<Attempt>[] = helper.columns([
  helper.accessor(({ point }) => point.at, {
    id: 'request',
    cell: ({ row }) => (
      <Disclose opened={row.getIsExpanded()} onToggle={() => row.toggleExpanded()}>
        {whole(row.original.point.at)}
      </Disclose>
    ),
    sortFn: byNumber,
    sortDescFirst: false,
    enableHiding: false,
    size: 84,
    meta: { title: () => t('replay.column.request'), locked: true, rowHeader: true },
  }),
  strategyColumn<Attempt>(170),
  number('before', 84, (point) => point.before),
  number('after', 84, (point) => point.after),
  number('freed', 96, (point) => point.before - point.after, whole, true),
  number(
    'summaries',
    130,
    (point) => (point.summaries.length > 0 ? point.summaryTokens : null),
    (_, point) => t('replay.summaries', { count: point.summaries.length, tokens: point.summaryTokens }),
  ),
  number(
    'summaryCost',
    88,
    (point) => point.summaryCost,
    (value) => numbers().money(value),
  ),
  number(
    'breakEven',
    84,
    (point) => point.breakEven,
    (value) => whole(Math.ceil(value)),
  ),
  helper.accessor(({ missed }) => missed?.request, {
    id: 'firstLost',
    cell: ({ row: { original } }) => original.missed && <FirstLost {...original.missed} />,
    sortFn: byNumber,
    sortDescFirst: false,
    size: 210,
    meta: { title: () => t('replay.column.firstLost'), help: () => t('replay.attempt.firstLost.help'), words: true },
  }),
  helper.accessor(({ point }) => t(`replay.trigger.${point.trigger.kind}`), {
    id: 'trigger',
    cell: ({ row, getValue }) => <span title={formatReason(row.original.point.trigger.reason)}>{getValue()}</span>,
    sortFn: byText,
    sortDescFirst: false,
    size: 140,
    meta: { title: () => t('replay.column.trigger'), help: () => t('replay.attempt.trigger.help'), words: true, group: { title: (kind) => kind } },
  }),
  helper.accessor(outcomeOf, {
    id: 'outcome',
    cell: ({ row: { original }, getValue }) => (
      <span title={original.point.why ? formatReason(original.point.why) : undefined}>
        {getValue()}
        {original.point.skipped > 0 && <small>{t('replay.skipped', { count: original.point.skipped })}</small>}
      </span>
    ),
    sortFn: byText,
    sortDescFirst: false,
    size: 160,
    meta: { title: () => t('replay.column.outcome'), help: () => t('replay.attempt.outcome.help'), words: true, grow: true },
  }),
  number(
    'messages',
    90,
    (point) => point.messagesAfter,
    (_, point) => `${whole(point.messagesBefore)} → ${whole(point.messagesAfter)}`,
  ),
]);
