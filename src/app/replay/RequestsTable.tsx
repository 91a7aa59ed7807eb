/** The charts' data as a table: size and cost of every run at each visible request. */
import { columnsFor } from '../table/columns.tsx';
import { Check, Select } from '../components/NumberField.tsx';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Result } from '../../engine/transcript/types.ts';
import { numbers, formatReason, t } from '../../i18n/index.ts';
import type { InsertionView, WorkerError } from '../../worker/protocol.ts';
import type { ContextView, ReplayReply } from '../../worker/loss-protocol.ts';
import { Button, Segmented, Tap } from '../components/Button.tsx';
import { useMediaQuery } from '../components/elements.ts';
import { ColumnsView } from '../diff/ColumnsView.tsx';
import { DiffContext, type DiffContextValue, type PinnedRow, useRowSource } from '../diff/diff-rows.ts';
import { buildItems } from '../diff/model.ts';
import { client, useApp, useAsk, useText } from '../store/index.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { DataTable } from '../table/DataTable.tsx';
import type { ColumnDef } from '../table/features.ts';
import { useDataTable } from '../table/useDataTable.ts';
import { WholeField } from './ReplayFields.tsx';
import { Letter } from './Lane.tsx';
import { type RunLine, runTitle, type RunsProps } from './lanes.ts';
import { openContext, show, showRequests, useReplay } from './replay-state.ts';
import replayStyles from './replay.module.css';

const REQUESTS = 'requests';
const PAGE = 100;

interface Request {
  readonly at: number;
}
type RequestMeasure = 'size' | 'cost';

const { number } = columnsFor<Request>();
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
    <Tap
      className="rounded underlines hovers pad0-2 leastHighHit"
      aria-label={t('replay.open', { at, title: line.title })}
      onClick={() => openContext(line.key, at)}
    >
      {point && (
        <small title={t(`compare.note.${point.outcome}`)}>
          {point.outcome === 'compacted' ? `▾ ${n.wholeDelta(point.after - point.before)}` : t(`compare.note.${point.outcome}`)}
        </small>
      )}{' '}
      <Say value={value} what={what} />
    </Tap>
  );
}

function columnsOf(reply: ReplayReply, lines: readonly RunLine[], what: RequestMeasure): readonly ColumnDef<Request>[] {
  const others = [
    { id: '(none)', title: () => t('replay.baseline'), series: reply.baseline[what] },
    ...(reply.recorded ? [{ id: '(recorded)', title: () => t('replay.recorded'), series: reply.recorded[what === 'size' ? 'size' : 'costs'] }] : []),
  ];
  return [
    number('request', { title: 'replay.column.request', width: 84, value: 'at', lowFirst: true, names: true }),
    number('message', {
      title: 'replay.column.message',
      width: 84,
      value: ({ at }) => (reply.answers[at - 1] ?? 0) + 1,
      say: (value) => `#${numbers().whole(value)}`,
      lowFirst: true,
    }),
    ...lines.map((line, i) =>
      number(line.key, {
        title: () => line.title,
        width: 170,
        value: ({ at }) => known(line.series[what][at - 1]) ?? null,
        cell: ({ at }) => <RunCell line={line} at={at} what={what} value={known(line.series[what][at - 1])} />,
        mark: () => <Letter letter={line.letter} color={line.color} />,
        grow: i === 0,
      }),
    ),
    ...others.map(({ id, title, series }) =>
      number(id, {
        title,
        width: 140,
        value: ({ at }) => known(series[at - 1]) ?? null,
        say: (value) => (what === 'size' ? numbers().whole(value) : numbers().money(value)),
      }),
    ),
  ];
}

export function RequestsTable({ reply, lines, range: newest }: RunsProps) {
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
      <div className={`row wrap fixed second pad4-12 gap4-10 ${replayStyles.bar}`}>
        {priced && (
          <Segmented
            label={t('replay.requests.what')}
            value={what}
            options={[
              ['size', t('replay.chart.size')],
              ['cost', t('replay.chart.cost')],
            ]}
            onChange={showRequests}
          />
        )}
        <span className="num">
          {inOrder ? t('replay.requests.range', { ...words, count: reply.requests }) : t('replay.requests.rows', { ...words, count: rows.length })}
        </span>
        <Button disabled={shown === 0} onClick={() => setPage(shown - 1)} text={t('replay.requests.earlier')} />
        <Button disabled={shown >= pages - 1} onClick={() => setPage(shown + 1)} text={t('replay.requests.later')} />
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

const PACE = 450;
const NONE: ReadonlySet<number> = new Set();

interface LoadedContext {
  readonly view: ContextView;
  readonly insertions: readonly InsertionView[];
  readonly key: string;
}

async function contextOf(id: number, key: string, at: number): Promise<Result<LoadedContext, WorkerError>> {
  const [context, insertions] = await Promise.all([client.replayContext(id, key, at), client.replayInsertions(id, key, at)]);
  if (!context.ok) return context;
  return { ok: true, value: { key, view: context.value, insertions: insertions.ok ? insertions.value : [] } };
}

function usePlay(requests: number): void {
  const playing = useReplay((s) => s.playing);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      const at = (useReplay.getState().at ?? 0) + 1;
      show(at > requests ? { playing: false } : { at, playing: at < requests });
    }, PACE);
    return () => clearInterval(timer);
  }, [playing, requests]);
  // Nobody sees it any more.
  useEffect(() => () => show({ playing: false }), []);
}

export function ContextPanel({ reply, lines }: { readonly reply: ReplayReply; readonly lines: readonly RunLine[] }) {
  const { t, n } = useText();
  const at = useReplay((s) => s.at) ?? 1;
  const chosen = useReplay((s) => s.key);
  const playing = useReplay((s) => s.playing);
  const key = chosen ?? lines[0]?.key ?? reply.baseline.key;
  const line = lines.find((one) => one.key === key);
  const series = line?.series ?? reply.baseline;
  const { stopped } = series;
  const last = Math.min(stopped?.at ?? reply.requests + 1, reply.requests + 1);
  const { answer: found, failed } = useAsk(contextOf, at <= last ? [reply.id, key, at] : null, []);
  usePlay(Math.min(last, reply.requests));
  const go = (to: number) => show({ at: Math.max(1, Math.min(last, to)), playing: false });
  const compactions = series.points.filter((point) => point.level > 0).map((point) => point.at);
  const previous = compactions.findLast((x) => x < at);
  const next = compactions.find((x) => x > at);
  const read = series.cacheRead[at - 1];
  const written = series.cacheWrite[at - 1];
  const view = found?.view;
  return (
    <>
      <div className={`row wrap fixed second pad4-12 gap4-10 ${replayStyles.bar}`}>
        <Select
          aria-label={t('action.run')}
          value={key}
          options={[...lines.map((one) => [one.key, `${one.letter} ${one.title}`] as const), [reply.baseline.key, t('replay.baseline')] as const]}
          onChange={(chosen) => show({ key: chosen })}
        />
        <span className={`row wrap ${replayStyles.steps}`}>
          <Button aria-label={t('replay.context.back')} title={t('replay.context.back')} disabled={at <= 1} onClick={() => go(at - 1)} text="‹" />
          <span className={`inline gap4 ${replayStyles.tokens}`}>
            <WholeField label={t('replay.column.request')} value={at} least={1} most={last} onChange={go} />
          </span>
          <Button
            aria-label={t('replay.context.forward')}
            title={t('replay.context.forward')}
            disabled={at >= last}
            onClick={() => go(at + 1)}
            text="›"
          />
        </span>
        <Button
          aria-pressed={playing}
          onClick={() => show({ playing: !playing, ...(at >= Math.min(last, reply.requests) ? { at: 1 } : {}) })}
          text={t(playing ? 'replay.context.pause' : 'replay.context.play')}
        />
        <Button disabled={previous === undefined} onClick={() => previous !== undefined && go(previous)} text={t('replay.context.previous')} />
        <Button disabled={next === undefined} onClick={() => next !== undefined && go(next)} text={t('replay.context.next')} />
        {view && (
          <span className="num" role="status">
            {line && <Letter letter={line.letter} color={line.color} />}{' '}
            {t('replay.context.facts', {
              tokens: n.whole(view.total),
              share: view.total / reply.window,
              messages: n.whole(view.messages),
              of: n.whole(view.n),
              count: view.levels,
            })}
            {read !== undefined && written !== undefined && (
              <>
                {' · '}
                {t('replay.context.cache', { read, written, fresh: Math.max(0, (series.size[at - 1] ?? 0) - read - written) })}
              </>
            )}
          </span>
        )}
      </div>
      {stopped && at > last && (
        <p className="pad6-12 second" role="status">
          {t('replay.context.stopped', { at: stopped.at })} {formatReason(stopped.reason)}
        </p>
      )}
      {failed && <p className="pad6-12 second">{t('failed.run', { message: formatReason(failed) })}</p>}
      {found && <Aligned reply={reply} found={found} title={runTitle(lines, found.key)} letter={line?.letter ?? '–'} />}
    </>
  );
}

function Aligned({
  reply,
  found,
  title,
  letter,
}: {
  readonly reply: ReplayReply;
  readonly found: LoadedContext;
  readonly title: string;
  readonly letter: string;
}) {
  const { t } = useText();
  const narrow = useMediaQuery('(max-width: 720px)');
  const color = useApp((s) => s.scenario.view.color);
  const [onlyChanged, setOnlyChanged] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<number>>(NONE);
  const [selected, setSelected] = useState<number | null>(null);
  const [target, setTarget] = useState<{ readonly index: number } | null>(null);
  const { view, key } = found;
  const { id, transcript } = reply;
  const { at, n } = view;
  const pins = useMemo((): readonly PinnedRow[] => [{ letter, title, result: { key, ...view } }], [letter, title, key, view]);
  const keys = useMemo(() => [key], [key]);
  const fetch = useMemo(() => (indexes: readonly number[]) => client.replayRows(id, key, at, indexes), [id, key, at]);
  const source = useRowSource(fetch, view, keys);
  const reads = useMemo(
    (): DiffContextValue['reads'] => ({
      full: (index) => client.replayFull(id, index),
      diff: (index) => client.replayDiff(id, key, at, index),
      why: (index) => client.replayWhy(id, key, at, index),
    }),
    [id, key, at],
  );
  const items = useMemo(
    () =>
      buildItems(
        n,
        pins.map(({ result }) => ({ key: result.key, fates: result.fates, insertionsBefore: result.insertions.map((one) => one.before) })),
        { onlyDifferences: onlyChanged, opened, forced: (i) => i === selected, prefix: transcript.prefix },
      ),
    [n, pins, onlyChanged, opened, selected, transcript],
  );
  const open = useReplay((s) => s.open);
  useEffect(() => {
    if (open) setSelected(open.index);
  }, [open]);
  // A later request scrolls to what is new: its last message, unless one is open.
  useEffect(() => {
    setTarget({ index: selected !== null && selected < n ? selected : Math.max(0, n - 1) });
  }, [n, selected]);
  const value = useMemo(
    (): DiffContextValue => ({
      transcript: { ...transcript, n },
      reads,
      pins,
      source,
      insertions: new Map([[key, found.insertions]]),
      color,
      selected,
      hits: NONE,
      narrow,
      toggle: (index) => setSelected((now) => (now === index ? null : index)),
      select: setSelected,
      reveal: (index) => setTarget({ index }),
    }),
    [transcript, n, reads, pins, source, key, found, color, selected, narrow],
  );
  return (
    <div className={`stack fillHeight ${replayStyles.aligned}`}>
      <div className={`row wrap fixed second pad4-12 gap4-10 ${replayStyles.bar}`}>
        <Check className="inline gap6 leastHighHit" checked={onlyChanged} onChange={setOnlyChanged} text={t('replay.context.only')} />
      </div>
      <DiffContext.Provider value={value}>
        <ColumnsView items={items} target={target} onUnfold={(first) => setOpened(new Set([...opened, first]))} />
      </DiffContext.Provider>
    </div>
  );
}
