/** The history of every run: each attempt with its trigger and numbers; open one to see what it replaced and what undoing gives back. */
import { columnsFor } from '../table/columns.tsx';
import { useMemo, useState } from 'react';
import { formatReason, lookup, numbers, t } from '../../i18n/index.ts';
import type { ReplayReply } from '../../worker/loss-protocol.ts';
import { Button } from '../components/Button.tsx';
import { client, useAsk, useText } from '../store/index.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { DataTable, Disclose } from '../table/DataTable.tsx';
import { useDataTable } from '../table/useDataTable.ts';
import { createColumnHelper } from '@tanstack/react-table';
import type { CompactionPoint, ReplayMiss } from '../../engine/replay/contract.ts';
import { byNumber, type ColumnDef, type features } from '../table/features.ts';
import type { RunLine } from './lanes.ts';
import styles from './replay.module.css';
import { RunFilter, strategyColumn } from './Lane.tsx';
import { openContext, useReplay } from './replay-state.ts';

interface Attempt {
  readonly id: string;
  readonly line: RunLine;
  readonly point: CompactionPoint;
  /** The first fact that it lost and an answer used again; null where there is none, or none is known yet. */
  readonly missed: ReplayMiss | null;
}

const attemptsOf = (lines: readonly RunLine[], misses: ReadonlyMap<string, readonly ReplayMiss[]>): readonly Attempt[] =>
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
  point.outcome === 'compacted' ? t('replay.level', { level: point.level }) : t(`compare.note.${point.outcome}`);

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

const rangeOf = (first: number, last: number): string => `${whole(first)}${last > first ? `–${whole(last)}` : ''}`;

function FirstLost({ fact, request }: ReplayMiss) {
  const at = t('replay.firstLost', { at: whole(request) });
  return (
    <span title={`${fact} ${at}`}>
      <code className={`code inlineBlock ellipsis ${styles.fact}`}>{fact}</code> {at}
    </span>
  );
}

const columns = columnsFor<Attempt>();
const triggerOf = ({ point }: Attempt): string => t(`replay.trigger.${point.trigger.kind}`);

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
  columns.number('firstLost', {
    title: 'replay.column.firstLost',
    help: () => t('replay.attempt.firstLost.help'),
    width: 210,
    value: ({ missed }) => missed?.request ?? null,
    cell: ({ missed }) => missed && <FirstLost {...missed} />,
    lowFirst: true,
    words: true,
  }),
  columns.words('trigger', {
    title: 'replay.column.trigger',
    help: () => t('replay.attempt.trigger.help'),
    width: 140,
    value: triggerOf,
    cell: (attempt) => <span title={formatReason(attempt.point.trigger.reason)}>{triggerOf(attempt)}</span>,
    group: { title: (kind) => kind },
  }),
  columns.words('outcome', {
    title: 'replay.column.outcome',
    help: () => t('replay.attempt.outcome.help'),
    width: 160,
    value: outcomeOf,
    cell: (attempt) => (
      <span title={attempt.point.why ? formatReason(attempt.point.why) : undefined}>
        {outcomeOf(attempt)}
        {attempt.point.skipped > 0 && <small>{t('row.more', { count: attempt.point.skipped })}</small>}
      </span>
    ),
    grow: true,
  }),
  number(
    'messages',
    90,
    (point) => point.messagesAfter,
    (_, point) => `${whole(point.messagesBefore)} → ${whole(point.messagesAfter)}`,
  ),
]);

const COMPACTIONS = 'compactions';
const LISTED = 100;
const NO_PRICES: Readonly<Record<string, boolean>> = { summaryCost: false, breakEven: false };
const ALL: Readonly<Record<string, boolean>> = {};

const idOf = ({ id }: Attempt): string => id;

export function Compactions({ reply, lines }: { readonly reply: ReplayReply; readonly lines: readonly RunLine[] }) {
  const { t } = useText();
  const [listed, setListed] = useState(LISTED);
  const misses = useReplay((s) => s.misses);
  const attempts = useMemo(() => attemptsOf(lines, misses), [lines, misses]);
  const shown = reply.priced.prices === null ? NO_PRICES : ALL;
  const data = useDataTable({ name: COMPACTIONS, data: attempts, columns: compactionColumns, rowId: idOf, shown });
  const { rows } = data.table.getRowModel();
  const found = data.table.getFilteredRowModel().rows.length;
  return (
    <>
      <div className={`row wrap fixed second pad4-12 gap4-10 ${styles.bar}`}>
        <RunFilter
          lines={lines}
          value={data.view.filters?.strategy ?? ''}
          count={({ series }) => series.points.length}
          onChange={(key) => data.change({ filters: { ...data.view.filters, strategy: key } })}
        />
        <span>{t('replay.attempts', { count: found })}</span>
        <ColumnChooser atEnd name={COMPACTIONS} columns={compactionColumns} defaults={data.defaults} away={Object.keys(shown)} />
      </div>
      <DataTable
        data={data}
        label={t('replay.panel.compactions')}
        rows={rows.slice(0, listed)}
        details={(attempt) => <Details id={reply.id} requests={reply.requests} attempt={attempt} />}
      >
        {rows.length > listed && (
          <Button kind="link" onClick={() => setListed(listed + LISTED)} text={t('row.more', { count: rows.length - listed })} />
        )}
        {found === 0 && <p className="pad6-12 second">{t('replay.attempts.none')}</p>}
      </DataTable>
    </>
  );
}

function Details({ id, requests, attempt: { line, point } }: { readonly id: number; readonly requests: number; readonly attempt: Attempt }) {
  const { t, n } = useText();
  const { answer, late } = useAsk(client.replayRecord, point.level > 0 ? [id, line.key, point.level] : null, []);
  const record = late ? null : answer;
  const value = (name: string, x: unknown): string =>
    typeof x === 'number'
      ? n.plain(x)
      : typeof x === 'string'
        ? (lookup(`param.${name}.${x}`) ?? x)
        : typeof x === 'boolean'
          ? x
            ? '✓'
            : '✕'
          : JSON.stringify(x);
  return (
    <div className={styles.record}>
      <p>{formatReason(point.trigger.reason)}</p>
      {point.asked && <p>{t('replay.asked', { question: formatReason(point.asked) })}</p>}
      {point.why && <p>{formatReason(point.why)}</p>}
      <p className="muted breaks">
        {Object.entries(point.params)
          .map(([name, x]) => `${lookup(`param.${name}`) ?? name} ${value(name, x)}`)
          .join(' · ')}
      </p>
      {point.summaries.length > 0 && (
        <p>
          {point.summaries
            .slice(0, 20)
            .map((summary, i) =>
              t('replay.summary.one', { number: i + 1, tokens: summary.tokens, input: summary.input, generation: summary.generation }),
            )
            .join(' · ')}
          {point.summariesOver !== undefined && ` · ${t('replay.summary.over', { count: point.summariesOver })}`}
          {point.summaryFailures > 0 && ` · ${t('facts.set.failed', { count: point.summaryFailures })}`}
        </p>
      )}
      <div className={`row wrap fixed second pad4-12 gap4-10 ${styles.bar}`}>
        {point.at > 1 && <Button onClick={() => openContext(line.key, point.at - 1)} text={t('replay.context.before')} />}
        <Button onClick={() => openContext(line.key, Math.min(requests + 1, point.at))} text={t('replay.context.after')} />
      </div>
      {record && (
        <>
          <p>{t(record.restored.recorded ? 'replay.restored' : 'replay.restored.not', { count: record.restored.messages })}</p>
          {record.summaries.map((text, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: summaries have no identity but their place
            <details key={i}>
              <summary>{t('replay.summary.text', { number: i + 1 })}</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
              <pre tabIndex={0}>{text}</pre>
            </details>
          ))}
          {record.replaced.map((run) => (
            <details key={run.first}>
              <summary>{t('replay.replaced', { count: run.count, places: rangeOf(run.first + 1, run.first + run.count) })}</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
              <ul tabIndex={0}>
                {run.originals.map((original, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: originals have no identity but their place
                  <li key={i}>
                    <b>#{n.whole(run.first + i + 1)}</b> {t(`strip.role.${original.role}`)} <span>{original.title}</span>{' '}
                    <em className="num">{n.whole(original.tokens)}</em>
                    {original.preview !== '' && <p className={original.mono ? `clamp code` : 'clamp'}>{original.preview}</p>}
                  </li>
                ))}
              </ul>
            </details>
          ))}
          {record.more > 0 && <p className="pad6-12 second">{t('row.more', { count: record.more })}</p>}
        </>
      )}
    </div>
  );
}
