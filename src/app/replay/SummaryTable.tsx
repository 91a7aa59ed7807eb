/** Every run in one row: requests, compactions, tokens, cost, summaries; against no compaction and against the recording. */
import type { ReactNode } from 'react';
import { useText } from '../store/index.ts';
import type { ReplayReply, SeriesView } from '../../worker/replay-protocol.ts';
import type { Line } from './lines.ts';
import styles from './replay.module.css';
import { Letter } from './Letter.tsx';
import { useReplay } from './state.ts';

interface Column {
  readonly id: string;
  readonly cell: (series: SeriesView) => ReactNode;
}

/** Median of the requests until a compaction has paid for itself; null where none of them does. */
export function medianBreakEven({ points }: SeriesView): number | null {
  const turns = points.flatMap(({ breakEven }) => (breakEven === null ? [] : [breakEven])).sort((a, b) => a - b);
  return turns[Math.floor(turns.length / 2)] ?? null;
}

export function SummaryTable({ reply, lines }: { readonly reply: ReplayReply; readonly lines: readonly Line[] }) {
  const { t, n } = useText();
  const priced = reply.priced.prices !== null;
  const misses = useReplay((s) => s.misses);
  const orNone = (value: number | null, say: (value: number) => string): string => (value === null ? '—' : say(value));
  const base = reply.baseline.totals;
  const unsendable = reply.baseline.overLimit.length;
  /** A value, with its change against the run without compaction below it. */
  const against = (value: number | null, other: number | null, say: (value: number) => string, series: SeriesView): ReactNode => {
    if (value === null) return '—';
    // A stopped run has done only part of the work, and requests that could not have been sent are no basis for a saving.
    const change = series !== reply.baseline && !series.stopped && unsendable === 0 && other ? value / other - 1 : null;
    return (
      <>
        {say(value)}
        {change !== null && <small>{t('replay.delta', { change: n.shareDelta(change) })}</small>}
      </>
    );
  };
  const percent = (change: number): string => t('replay.delta', { change: n.shareDelta(change) });
  const columns: readonly Column[] = [
    { id: 'requests', cell: (s) => n.whole(s.size.length) },
    { id: 'compactions', cell: (s) => n.whole(s.monitoring.compactions) },
    { id: 'triggered', cell: (s) => n.whole(s.monitoring.triggered) },
    { id: 'peak', cell: (s) => n.whole(s.peak) },
    { id: 'over', cell: (s) => <Bad count={s.overLimit.length} /> },
    { id: 'refused', cell: (s) => <Bad count={s.refused.length} /> },
    { id: 'prompt', cell: (s) => against(s.totals.promptTokens, base.promptTokens, n.whole, s) },
    { id: 'new', cell: (s) => n.whole(s.totals.input) },
    { id: 'read', cell: (s) => n.whole(s.totals.cacheRead) },
    { id: 'written', cell: (s) => n.whole(s.totals.cacheWrite) },
    { id: 'output', cell: (s) => n.whole(s.totals.output) },
    ...(priced
      ? [
          { id: 'cost', cell: (s: SeriesView) => orNone(s.totals.cost, n.money) },
          ...(reply.recorded?.cost && reply.recorded.comparable
            ? [{ id: 'againstRecorded', cell: (s: SeriesView) => orNone(s.against.recorded, percent) }]
            : []),
          {
            id: 'againstNone',
            cell: (s: SeriesView) =>
              s.against.none !== null && unsendable > 0 ? (
                <Unsendable change={percent(s.against.none)} count={unsendable} />
              ) : (
                orNone(s.against.none, percent)
              ),
          },
          { id: 'summaryCost', cell: (s: SeriesView) => orNone(s.totals.summaryCost, n.money) },
          { id: 'breakEven', cell: (s: SeriesView) => orNone(medianBreakEven(s), (x) => n.whole(Math.ceil(x))) },
          { id: 'paidBack', cell: (s: SeriesView) => orNone(s.paidBack, n.whole) },
        ]
      : []),
    {
      id: 'misses',
      cell: (s) => {
        if (s === reply.baseline) return n.whole(0);
        const list = misses.get(s.key);
        return list === undefined ? '…' : n.whole(list.length);
      },
    },
    { id: 'summaries', cell: (s) => n.whole(s.monitoring.summaries) },
    { id: 'summaryTokens', cell: (s) => (s.monitoring.summaries > 0 ? n.whole(s.monitoring.summaryTokens / s.monitoring.summaries) : '—') },
    { id: 'generation', cell: (s) => (s.monitoring.summaries > 0 ? n.whole(s.monitoring.highestGeneration) : '—') },
    { id: 'success', cell: (s) => orNone(s.monitoring.summarySuccess, n.percent) },
    { id: 'meanMs', cell: (s) => orNone(s.monitoring.meanSummaryMs, (ms) => `${n.ms(ms)} ms`) },
    { id: 'removed', cell: (s) => n.whole(s.monitoring.messagesRemoved) },
    { id: 'freed', cell: (s) => n.whole(s.monitoring.tokensFreed) },
    { id: 'ms', cell: (s) => `${n.ms(s.ms)} ms` },
  ];
  const { recorded } = reply;
  const recordedCells: Readonly<Record<string, ReactNode>> = recorded
    ? {
        requests: n.whole(recorded.requests),
        compactions: n.whole(recorded.compactions.length),
        peak: n.whole(recorded.size.reduce((most, x) => (Number.isNaN(x) ? most : Math.max(most, x)), 0)),
        prompt: n.whole(recorded.usage.input + recorded.usage.cacheRead + recorded.usage.cacheWrite),
        new: n.whole(recorded.usage.input),
        read: n.whole(recorded.usage.cacheRead),
        written: n.whole(recorded.usage.cacheWrite),
        output: n.whole(recorded.usage.output),
        cost: orNone(recorded.cost, n.money),
      }
    : {};
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('replay.panel.summary')}>
      <table className={styles.table}>
        <caption className="hidden-text">{t('replay.summary.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('replay.column.strategy')}</th>
            {columns.map(({ id }) => (
              <th key={id} scope="col" title={t(`replay.column.${id as 'peak'}.help`)}>
                {t(`replay.column.${id as 'peak'}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, letter, color, title, series }) => (
            <tr key={key}>
              <th scope="row">
                <Letter letter={letter} color={color} /> {title}
              </th>
              {columns.map(({ id, cell }) => (
                <td key={id}>{cell(series)}</td>
              ))}
            </tr>
          ))}
          <tr className={styles.softRow}>
            <th scope="row">{t('replay.baseline')}</th>
            {columns.map(({ id, cell }) => (
              <td key={id}>{cell(reply.baseline)}</td>
            ))}
          </tr>
          {recorded && (
            <tr className={styles.softRow}>
              <th scope="row">{t('replay.recorded')}</th>
              {columns.map(({ id }) => (
                <td key={id}>{recordedCells[id] ?? ''}</td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
      {!priced && (
        <p className={styles.note}>
          {reply.priced.model === null
            ? t('replay.cost.noModel')
            : t('replay.cost.unknown', { model: reply.priced.model, list: reply.priced.list, date: reply.priced.date })}
        </p>
      )}
    </div>
  );
}

/** A change against requests of which this many could not have been sent: not a saving. */
function Unsendable({ change, count }: { readonly change: string; readonly count: number }) {
  const { t } = useText();
  return (
    <span className={styles.unsendable}>
      {change}
      <small>{t('replay.unsendable.cell', { count })}</small>
    </span>
  );
}

/** A count that should be 0. */
function Bad({ count }: { readonly count: number }) {
  const { n } = useText();
  return count > 0 ? <span className={styles.bad}>⚠ {n.whole(count)}</span> : n.whole(0);
}
