/** Below the table: what the runs have cost so far, and beside it their data. Either takes all the room on request. */
import { columnsFor } from '../table/columns.tsx';
import { Search, Select } from '../components/NumberField.tsx';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { marksOf } from '../../engine/measures/types.ts';
import type { ReplayLine, ReplayMiss } from '../../engine/replay/contract.ts';
import { LOG_LEVELS, type LogLevel } from '../../engine/strategies/contract.ts';
import { formatReason, lookup, numbers, t } from '../../i18n/index.ts';
import type { ReplayReply } from '../../worker/loss-protocol.ts';
import { ChartFrame, TipNumbers, ToolButton } from '../charts/ChartFrame.tsx';
import { type ChartLine, LineChart, type LineEnd } from '../charts/LineChart.tsx';
import { highest } from '../charts/thin.ts';
import { Button, Tap } from '../components/Button.tsx';
import { goTab, download, fileName, useElementSize, listen } from '../components/elements.ts';
import { useApp, useText } from '../store/index.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { DataTable } from '../table/DataTable.tsx';
import type { ColumnDef } from '../table/features.ts';
import { useDataTable } from '../table/useDataTable.ts';
import { Compactions } from './Compactions.tsx';
import { ContextPanel, RequestsTable } from './RequestsTable.tsx';
import { Letter, RunFilter, strategyColumn } from './Lane.tsx';
import { FIRST, RECORDED, type RunLine, wholeOf, type RunsProps } from './lanes.ts';
import styles from './replay.module.css';
import { openContext, openInContext, type Panel, PANELS, type ReplayState, show, showRequests, useReplay } from './replay-state.ts';

interface LogRow {
  readonly id: string;
  readonly line: RunLine;
  readonly entry: ReplayLine;
}

interface LogFilter {
  readonly level: LogLevel;
  readonly key: string;
  readonly search: string;
}

export function logRows(lines: readonly RunLine[]): readonly LogRow[] {
  return lines
    .flatMap((line) => line.series.log.map((entry, i): LogRow => ({ id: `${line.key} ${i}`, line, entry })))
    .sort((a, b) => a.entry.at - b.entry.at);
}

export function textOf({ entry }: LogRow): string {
  const fields = Object.entries(entry.reason.values ?? {}).map(([name, value]) => `${name}=${value}`);
  return [entry.event ?? '', formatReason(entry.reason), ...fields].filter(Boolean).join(' ');
}

export function filterLog(rows: readonly LogRow[], { level, key, search }: LogFilter): readonly LogRow[] {
  const least = LOG_LEVELS.indexOf(level);
  const words = search.trim().toLocaleLowerCase();
  return rows.filter(
    (row) =>
      LOG_LEVELS.indexOf(row.entry.level) >= least &&
      (key === '' || row.line.key === key) &&
      (words === '' || textOf(row).toLocaleLowerCase().includes(words)),
  );
}

export function logJsonl(rows: readonly LogRow[]): string {
  return rows
    .map(({ line, entry }) =>
      JSON.stringify({
        request: entry.at,
        strategy: line.series.strategy,
        row: line.key,
        level: entry.level,
        ...(entry.event !== undefined && { event: entry.event }),
        key: entry.reason.key,
        message: formatReason(entry.reason),
        fields: entry.reason.values ?? {},
      }),
    )
    .map((text) => `${text}\n`)
    .join('');
}

const LISTED_ATTEMPTS = 150;

function fieldsOf({ reason }: ReplayLine): string {
  const n = numbers();
  return Object.entries(reason.values ?? {})
    .map(([name, value]) => `${name} ${typeof value === 'number' ? n.plain(value) : value}`)
    .join(' · ');
}

function LogPanel({ lines, requests }: { readonly lines: readonly RunLine[]; readonly requests: number }) {
  const { t, n, language } = useText();
  const name = useApp((s) => s.loaded?.name ?? '');
  const [level, setLevel] = useState<LogLevel>('debug');
  const [key, setKey] = useState('');
  const [search, setSearch] = useState('');
  const [listed, setListed] = useState(LISTED_ATTEMPTS);
  const words = useDeferredValue(search);
  const all = useMemo(() => logRows(lines), [lines]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sentences change with the language
  const rows = useMemo(() => filterLog(all, { level, key, search: words }), [all, level, key, words, language]);
  return (
    <>
      <div className={`row wrap fixed second pad4-12 gap4-10 ${styles.bar}`}>
        <Select
          aria-label={t('row.log.level')}
          value={level}
          options={LOG_LEVELS.map((one) => [one, t('replay.log.from', { level: one })])}
          onChange={setLevel}
        />
        <Select
          aria-label={t('label.policy')}
          value={key}
          none={t('tab.policies')}
          options={lines.map((line) => [line.key, `${line.letter} ${line.title}`])}
          onChange={setKey}
        />
        <Search className="wide150" label={t('replay.log.search')} value={search} onChange={setSearch} />
        <span role="status">{t('replay.log.count', { shown: rows.length, count: all.length })}</span>
        <Button
          icon="export"
          disabled={rows.length === 0}
          onClick={() => download(fileName(name, 'replay-log', 'jsonl'), logJsonl(rows), 'application/jsonl')}
          text={t('replay.log.export')}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={`fillHeight scrolls outlinesInside ${styles.scroll}`} tabIndex={0} role="region" aria-label={t('replay.panel.log')}>
        <ol className="log">
          {rows.slice(0, listed).map(({ id, line, entry }) => (
            <li key={id} className={`ruled gap8 grid ${styles.entry}`} data-level={entry.level}>
              <Tap
                className="second toRight rounded underlines hovers pad0-2 leastHighHit"
                onClick={() => openContext(line.key, Math.min(entry.at, requests + 1))}
                text={n.whole(entry.at)}
              />
              <b>{entry.level}</b>
              <Letter letter={line.letter} color={line.color} />
              <span>
                {entry.event && <code>{entry.event}</code>} {formatReason(entry.reason)}
                <small>{fieldsOf(entry)}</small>
              </span>
            </li>
          ))}
        </ol>
        {rows.length > listed && (
          <Button kind="link" onClick={() => setListed(listed + LISTED_ATTEMPTS)} text={t('row.more', { count: rows.length - listed })} />
        )}
        {rows.length === 0 && <p className="pad6-12 second">{t('list.none')}</p>}
      </div>
    </>
  );
}

interface MissRow {
  readonly line: RunLine;
  readonly miss: ReplayMiss;
  readonly last: number;
}

const idOf = ({ line, miss }: MissRow): string => `${line.key} ${miss.request} ${miss.kind} ${miss.fact}`;

const kindOf = ({ miss }: MissRow): string => lookup(`loss.kind.${miss.kind}`) ?? miss.kind;

function Go({ missed: { line, miss }, request, index }: { readonly missed: MissRow; readonly request: number; readonly index: number }) {
  return (
    <Button
      kind="link"
      className="pad0 accent"
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
    <Button
      kind="link"
      className="pad0 accent"
      onClick={() => openContext(line.key, Math.min(last, point.at))}
      text={t('replay.lostBy', { level: point.level, at: point.at })}
    />
  );
}

const { words, number } = columnsFor<MissRow>();
export const missColumns: readonly ColumnDef<MissRow>[] = [
  number('request', { title: 'replay.column.request', width: 84, value: ({ miss }) => miss.request, lowFirst: true, names: true }),
  strategyColumn<MissRow>(190),
  words('fact', {
    title: 'replay.column.fact',
    help: () => t('replay.column.fact.help'),
    width: 240,
    value: ({ miss }) => miss.fact,
    cell: ({ miss }) => (
      <code className={`code inlineBlock ellipsis ${styles.fact}`} title={miss.fact}>
        {miss.fact}
      </code>
    ),
    grow: true,
  }),
  words('kind', { title: 'loss.kind', width: 110, value: kindOf, group: { title: (kind) => kind } }),
  number('seen', {
    title: 'replay.column.seen',
    help: () => t('replay.column.seen.help'),
    width: 100,
    value: ({ miss }) => miss.seenAt,
    cell: (row) => <Go missed={row} request={row.miss.request} index={row.miss.seenAt} />,
    saved: (row) => (row as MissRow).miss.seenAt + 1,
    lowFirst: true,
    words: true,
  }),
  number('needed', {
    title: 'replay.column.needed',
    help: () => t('replay.column.needed.help'),
    width: 100,
    value: ({ miss }) => miss.neededAt,
    cell: (row) => <Go missed={row} request={Math.min(row.last, row.miss.request + 1)} index={row.miss.neededAt} />,
    saved: (row) => (row as MissRow).miss.neededAt + 1,
    lowFirst: true,
    words: true,
  }),
  number('lostBy', {
    title: 'replay.column.lostBy',
    help: () => t('replay.column.lostBy.help'),
    width: 210,
    value: ({ line, miss }) => line.series.points[miss.lostBy]?.at ?? null,
    cell: (row) => <LostBy {...row} />,
    lowFirst: true,
    words: true,
  }),
];

/** px; it is never lower than that. */
const LEAST = 110;

function CostChart({ reply, lines, range }: RunsProps) {
  const { t, n } = useText();
  const { ref, height } = useElementSize<HTMLDivElement>();
  const others = useReplay((s) => s.others);
  const drawn = useMemo((): readonly ChartLine[] => {
    const runs = lines.map(({ key, series, color, dash }): ChartLine => ({ key, values: series.cost, look: color, dash }));
    if (!others) return runs;
    const recorded: ChartLine[] = reply.recorded ? [{ key: RECORDED, values: reply.recorded.costs, look: 'recorded', dash: '' }] : [];
    return [{ key: reply.baseline.key, values: reply.baseline.cost, look: 'baseline', dash: '' }, ...recorded, ...runs];
  }, [lines, others, reply]);
  const ends = useMemo(() => {
    const said = (key: string, name: string, values: Float64Array, title = name): LineEnd => {
      const cost = n.money(values.at(-1) ?? 0);
      return { key, text: `${title} ${cost}`, short: [name, cost] };
    };
    return [
      ...(reply.recorded && others ? [said(RECORDED, t('family.recorded'), reply.recorded.costs)] : []),
      ...lines.map(({ key, letter, title, series }) => said(key, letter, series.cost, `${letter} ${title}`)),
      ...(others ? [said(reply.baseline.key, t('replay.baseline'), reply.baseline.cost)] : []),
    ];
  }, [reply, lines, others, t, n]);
  const max = Math.max(...drawn.map(({ values }) => highest(values, FIRST, range)), 0) * 1.08;
  const costs = useCallback(
    (at: number) => {
      const costOf = (values: Float64Array): string => (values[at - 1] === undefined ? '—' : n.money(values[at - 1]!));
      return [
        ...lines.map(({ key, letter, color, title, series }) => ({
          key,
          mark: <Letter letter={letter} color={color} />,
          title,
          values: [costOf(series.cost)],
        })),
        { key: reply.baseline.key, mark: null, title: t('replay.baseline'), values: [costOf(reply.baseline.cost)] },
        ...(reply.recorded ? [{ key: RECORDED, mark: null, title: t('replay.recorded'), values: [costOf(reply.recorded.costs)] }] : []),
      ];
    },
    [lines, reply, t, n],
  );
  const words = (at: number): string =>
    [
      t('replay.request', { at }),
      ...lines.map(({ title, series }) => `${title} ${series.cost[at - 1] === undefined ? '—' : n.money(series.cost[at - 1]!)}`),
      ...(reply.recorded ? [`${t('replay.recorded')} ${n.money(reply.recorded.costs[at - 1] ?? 0)}`] : []),
    ].join(', ');
  return (
    <div ref={ref} className={`clips grows ${styles.costRoom}`}>
      {height > 0 && (
        <LineChart
          label={t('replay.chart.cost')}
          height={Math.max(LEAST, height)}
          ends={ends}
          view={useReplay}
          whole={wholeOf(reply)}
          range={range}
          max={max}
          lines={drawn}
          x={{ name: null, format: n.whole }}
          y={{ name: null, format: n.money }}
          tooltip={(at) => (
            <>
              <b>{t('replay.request', { at })}</b>
              <TipNumbers rows={costs(at)} />
            </>
          )}
          words={words}
          keys={t('replay.chart.keys')}
          onPick={(at, key) => openContext(key ?? lines[0]?.key ?? reply.baseline.key, at)}
        />
      )}
    </div>
  );
}

const MISSES = 'misses';
const LISTED = 100;

function missedOf(lines: readonly RunLine[], misses: ReadonlyMap<string, readonly ReplayMiss[]>, last: number): readonly MissRow[] {
  return lines
    .flatMap((line) => (misses.get(line.key) ?? []).map((miss): MissRow => ({ line, miss, last })))
    .sort((a, b) => a.miss.request - b.miss.request);
}

function Misses({ reply, lines }: { readonly reply: ReplayReply; readonly lines: readonly RunLine[] }) {
  const { t, n } = useText();
  const misses = useReplay((s) => s.misses);
  const [listed, setListed] = useState(LISTED);
  const all = useMemo(() => missedOf(lines, misses, reply.requests + 1), [lines, misses, reply]);
  const data = useDataTable({ name: MISSES, data: all, columns: missColumns, rowId: idOf });
  const { rows } = data.table.getRowModel();
  const found = data.table.getFilteredRowModel().rows.length;
  const waiting = lines.some((line) => !line.series.failed && !misses.has(line.key));
  return (
    <>
      <div className={`row wrap fixed second pad4-12 gap4-10 ${styles.bar}`}>
        <RunFilter
          lines={lines}
          value={data.view.filters?.strategy ?? ''}
          after={({ key }) => `(${misses.has(key) ? n.whole(misses.get(key)!.length) : '…'})`}
          onChange={(key) => data.change({ filters: { ...data.view.filters, strategy: key } })}
        />
        <span role="status">{waiting ? t('list.looking') : t('replay.tip.missed', { count: found })}</span>
        <ColumnChooser atEnd name={MISSES} columns={missColumns} defaults={data.defaults} />
      </div>
      <p className="pad6-12 second">{t('replay.misses.help')}</p>
      {found > 0 && <DataTable data={data} label={t('replay.panel.misses')} rows={rows.slice(0, listed)} />}
      {rows.length > listed && (
        <Button kind="link" onClick={() => setListed(listed + LISTED)} text={t('row.more', { count: rows.length - listed })} />
      )}
      {found === 0 && !waiting && <p className="pad6-12 second">{t('replay.misses.none')}</p>}
    </>
  );
}

export function Lower({ reply, lines, range }: RunsProps) {
  const alone = useReplay((s) => s.alone);
  useEffect(() => {
    if (alone === null) return;
    const back = (e: globalThis.KeyboardEvent): void => {
      if (e.key === 'Escape' && !e.defaultPrevented) show({ alone: null });
    };
    return listen(window, { keydown: back });
  }, [alone]);
  // Full size belongs to this visit: the tab opens with its table.
  useEffect(() => () => show({ alone: null }), []);
  return (
    <div className={`grid narrowBlock ${styles.lower}`}>
      {alone !== 'panel' && <Cost reply={reply} lines={lines} range={range} />}
      {alone !== 'cost' && (
        <div className="stack shrinks shrinksHeight">
          <div className={`row gap8 surface ruled fixed ${styles.panels}`}>
            <Tabs />
            <AloneButton of="panel" />
          </div>
          <PanelBody reply={reply} lines={lines} range={range} />
        </div>
      )}
    </div>
  );
}

function AloneButton({ of }: { readonly of: NonNullable<ReplayState['alone']> }) {
  const { t } = useText();
  const alone = useReplay((s) => s.alone === of);
  return (
    <ToolButton label={t(alone ? 'replay.beside' : 'replay.full')} pressed={alone} onClick={() => show({ alone: alone ? null : of })}>
      <span aria-hidden>{alone ? '⤡' : '⤢'}</span>
    </ToolButton>
  );
}

function Cost({ reply, lines, range }: RunsProps) {
  const { t } = useText();
  return (
    <div className={`stack shrinksHeight ${styles.cost}`}>
      {reply.priced.prices ? (
        <ChartFrame
          title={t('replay.chart.cost')}
          note={
            <span className="second" data-axis="x y">
              {t('replay.cost.unit')}
            </span>
          }
          tools={<AloneButton of="cost" />}
          table={{ open: () => showRequests('cost') }}
        >
          <CostChart reply={reply} lines={lines} range={range} />
        </ChartFrame>
      ) : (
        <p className="pad6-12 second">
          {reply.priced.model === null
            ? t('replay.cost.noModel')
            : t('replay.cost.unknown', { model: reply.priced.model, list: reply.priced.list, date: reply.priced.date })}
        </p>
      )}
    </div>
  );
}

function Tabs() {
  const { t } = useText();
  const panel = useReplay((s) => s.panel);
  const open = (next: Panel): void => show({ panel: next });
  return (
    <div
      className="fill flex scrollsAcross"
      role="tablist"
      aria-label={t('replay.panels')}
      onKeyDown={(e) => goTab(e, PANELS, panel, open, 'replay-tab-')}
    >
      {PANELS.map((one: Panel) => (
        <Tap
          key={one}
          role="tab"
          id={`replay-tab-${one}`}
          aria-selected={panel === one}
          aria-controls="replay-panel"
          tabIndex={panel === one ? 0 : -1}
          className={`tab fixed ${styles.tab}`}
          onClick={() => open(one)}
          text={t(`replay.panel.${one}`)}
        />
      ))}
    </div>
  );
}

function PanelBody({ reply, lines, range }: RunsProps) {
  const panel = useReplay((s) => s.panel);
  return (
    <div role="tabpanel" id="replay-panel" aria-labelledby={`replay-tab-${panel}`} className="stack fillHeight narrowHighAuto">
      {panel === 'requests' && <RequestsTable reply={reply} lines={lines} range={range} />}
      {panel === 'compactions' && <Compactions reply={reply} lines={lines} />}
      {panel === 'misses' && <Misses reply={reply} lines={lines} />}
      {panel === 'log' && <LogPanel lines={lines} requests={reply.requests} />}
      {panel === 'context' && <ContextPanel reply={reply} lines={lines} />}
    </div>
  );
}
