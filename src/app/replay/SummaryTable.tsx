/** Every run in one row, drawn over the requests, with what it cost: what was recorded above them, no compaction below. */
import { Tap } from '../components/Button.tsx';
import { type KeyboardEvent, type ReactNode, use, useDeferredValue, useMemo } from 'react';
import { createColumnHelper } from '@tanstack/react-table';
import { lookup, t } from '../../i18n/index.ts';
import type { ReplayReply } from '../../worker/loss-protocol.ts';
import { stepByKey } from '../charts/ChartFrame.tsx';
import { xOf } from '../charts/scale.ts';
import { useElementWidth, useMediaQuery } from '../components/elements.ts';
import { agentIn, isTheirs, useApp, useText } from '../store/index.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { SortButton } from '../table/Head.tsx';
import { type AnyColumn, byNumber, byText, type ColumnDef, type features } from '../table/features.ts';
import { changeTable, defaultsOf, useDataTable } from '../table/useDataTable.ts';
import { LANE_PAD, LaneCell, LaneContext, type LaneView, Letter, scaleOf, stepAt } from './Lane.tsx';
import { triggerWords } from './ReplayFields.tsx';
import { FIRST, lanesOf, levelsOf, RECORDED, ticksOf, wholeOf, type RunsProps } from './lanes.ts';
import styles from './replay.module.css';
import { openContext, show, useReplay } from './replay-state.ts';
import { type Cell, type RunRow, runRows, type RunValues } from './replay-summary.ts';

/** Half of the words at the cursor, px: they stay above the lanes. */
const HALF = 52;

function LaneAxis() {
  const view = use(LaneContext)!;
  const { t, n } = useText();
  const { ref, width } = useElementWidth<HTMLDivElement>();
  const { reply, lines, range, lanes } = view;
  const whole = wholeOf(reply);
  const selected = useReplay((s) => s.at);
  const at = Math.max(FIRST, Math.min(whole[1], selected ?? FIRST));
  const scale = scaleOf(view, width);
  const sizeAt = (values: Float64Array): string => {
    const value = values[at - FIRST];
    return value === undefined || Number.isNaN(value) ? '—' : n.whole(value);
  };
  const keyDown = (e: KeyboardEvent): void => {
    const onEnter = (step: number): void => openContext(useReplay.getState().key ?? lines[0]?.key ?? reply.baseline.key, step);
    stepByKey(e, { view: useReplay, whole, range, onEnter });
  };
  return (
    <div
      ref={ref}
      className="stack toLeft relative toEnd crosshair panY unselectable outlinesInside"
      style={{ height: 34 }}
      role="slider"
      tabIndex={0}
      aria-label={t('replay.chart.size')}
      aria-valuemin={whole[0]}
      aria-valuemax={whole[1]}
      aria-valuenow={at}
      aria-valuetext={[
        t('replay.request', { at }),
        ...lines.map(({ title, series }) => `${title} ${sizeAt(series.size)}`),
        ...(reply.recorded ? [`${t('replay.recorded')} ${sizeAt(lanes.reference)}`] : []),
      ].join(', ')}
      aria-description={t('replay.chart.keys')}
      onKeyDown={keyDown}
      onPointerMove={(e) => show({ hover: stepAt(e, scale) })}
      onPointerLeave={() => show({ hover: null })}
      onClick={(e) => show({ at: stepAt(e, scale) })}
    >
      <span className="medium pad0-6 ellipsis" title={t('replay.lane')} data-axis="x y">
        {t('replay.lane')}
      </span>
      {width > 0 && (
        <svg className="fixed" width={width} height={14} aria-hidden="true">
          {ticksOf(scale).map(({ tick, x, anchor }) => (
            <text key={tick} className="plain10 num" fill="var(--text-3)" x={x + LANE_PAD} y={10} textAnchor={anchor}>
              {n.whole(tick)}
            </text>
          ))}
        </svg>
      )}
      {width > 0 && <At view={view} width={width} />}
    </div>
  );
}

function At({ view, width }: { readonly view: LaneView; readonly width: number }) {
  const { t, n } = useText();
  const at = useReplay((s) => s.hover ?? s.at);
  if (at === null) return null;
  const { requests } = view.reply;
  const step = Math.min(at, requests);
  const [from, to] = view.range;
  if (step < from || step > to) return null;
  const x = xOf(scaleOf(view, width), step) + LANE_PAD;
  return (
    <span
      className="num small oneLine rounded absolute through top1 pad0-6 bgText inverse"
      style={{ translate: '-50%', left: Math.max(HALF, Math.min(width - HALF, x)) }}
      aria-hidden="true"
    >
      {t('replay.at', { at: n.whole(step), of: n.whole(requests) })}
    </span>
  );
}

function select(key: string): void {
  changeTable('compactions', { filters: { strategy: key } });
  show({ key, panel: 'compactions' });
}

function RunName({ row: { key, title, line } }: { readonly row: RunRow }) {
  const { t } = useText();
  const agent = useApp(agentIn);
  const theirs = useApp(isTheirs);
  if (!line) {
    const what = t(key === RECORDED ? 'replay.row.recorded.what' : 'replay.row.baseline.what');
    return (
      <span className={`grid middle ${styles.runName}`} data-run>
        <b>{title}</b>
        <small title={what}>{what}</small>
      </span>
    );
  }
  return (
    <span className={`grid middle ${styles.runName}`} data-run data-pinned={line.pinned || undefined}>
      <Letter letter={line.letter} color={line.color} pinned={line.pinned} />
      <Tap
        className="rounded leastHigh24 underlines medium toLeft ellipsis"
        title={t('replay.select', { title })}
        onClick={() => select(key)}
        text={title}
      />
      {line.series.strategy === agent && <em className="pad0-4 framedAccent edge accent">{t(theirs ? 'compare.agent.theirs' : 'compare.agent')}</em>}
      <Fires row={line.series} />
    </span>
  );
}

function Fires({ row }: { readonly row: NonNullable<RunRow['line']>['series'] }) {
  const { t, n } = useText();
  const window = useReplay((s) => s.reply?.window ?? 0);
  const listed = row.trigger.triggers.filter(({ kind }) => kind !== 'hand');
  const words = listed.length === 0 ? t('replay.triggers.never') : listed.map(triggerWords).join(' · ');
  const [level, ...others] = levelsOf(row, window);
  const short = level !== undefined && others.length === 0 && listed.length === 1 ? t('replay.fires', { tokens: n.whole(level) }) : words;
  return <small title={short === words ? words : `${short} (${words})`}>{short}</small>;
}

const helper = createColumnHelper<typeof features, RunRow>();

interface Column {
  readonly section: 'context' | 'compactions' | 'tokens' | 'cost' | 'summaries';
  readonly width: number;
  readonly better?: 'low' | 'high';
  readonly unit?: 'times' | 'tokens' | 'requests' | 'dollars' | '%';
  readonly first?: 'always' | 'wide';
}

const COLUMNS: Readonly<Record<keyof RunValues, Column>> = {
  compactions: { section: 'compactions', width: 80, better: 'low', unit: 'times', first: 'always' },
  peak: { section: 'context', width: 70, better: 'low', unit: 'tokens', first: 'always' },
  unsendable: { section: 'context', width: 68, better: 'low', unit: 'requests', first: 'always' },
  misses: { section: 'context', width: 96, better: 'low', first: 'always' },
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

const title = (id: keyof RunValues): string => t(id === 'misses' ? 'replay.panel.misses' : `replay.column.${id}`);
/** A head that says all of its definition has none. */
const help = (id: string): string | undefined => lookup(`replay.column.${id}.help`) ?? undefined;
const unitOf = (unit: NonNullable<Column['unit']>): string => lookup(`replay.column.unit.${unit}`) ?? unit;

function Value({ cell }: { readonly cell: Cell | undefined }): ReactNode {
  if (!cell) return '';
  const { text, full = text, below, tone } = cell;
  return (
    <span className={styles.value} data-tone={tone} title={below ? `${full} · ${below}` : full === text ? undefined : full}>
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
      meta: { title: () => t('label.policy'), words: true, locked: true, rowHeader: true },
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
          section: () => t(`replay.panel.${column.section}`),
          help: () => help(id) ?? '',
          optional: !shown(column),
          ...(column.unit && { unit: () => unitOf(column.unit!) }),
        },
      }),
    ),
    helper.accessor('kind', { id: 'kind', sortFn: byNumber, meta: { internal: true, title: () => '' } }),
  ]) as readonly ColumnDef<RunRow>[];
}

const RUN_COLUMNS = { wide: columnsFor('wide'), narrow: columnsFor('narrow') } as const;

const SUMMARY = 'summary';
const keyOf = ({ key }: RunRow): string => key;
const LEADING: readonly string[] = ['kind'];
/** px of a lane, and in a low window. */
const LANE = 76;
const LOW_LANE = 52;

const useColumns = () => RUN_COLUMNS[useMediaQuery('(max-width: 1366px)') ? 'narrow' : 'wide'];

function useShown(reply: ReplayReply, overlay: boolean): Readonly<Record<string, boolean>> {
  const priced = reply.priced.prices !== null;
  const held = Boolean(reply.recorded?.cost) && reply.recorded?.comparable;
  return useMemo(() => {
    const costs = ['cost', 'againstNone', 'summaryCost', 'breakEven', 'paidBack'] as const;
    return {
      ...(overlay ? { lane: false } : {}),
      ...(priced ? {} : Object.fromEntries(costs.map((id) => [id, false]))),
      ...(priced && held ? {} : { againstRecorded: false }),
    };
  }, [priced, held, overlay]);
}

export function RunColumns({ reply }: Pick<RunsProps, 'reply'>) {
  const overlay = useReplay((s) => s.overlay);
  const columns = useColumns();
  const defaults = useMemo(() => defaultsOf(columns, []), [columns]);
  return <ColumnChooser name={SUMMARY} columns={columns} defaults={defaults} away={Object.keys(useShown(reply, overlay))} />;
}

export function SummaryTable({ reply, lines, range: newest }: RunsProps) {
  const range = useDeferredValue(newest);
  const { t, language } = useText();
  const misses = useReplay((s) => s.misses);
  const overlay = useReplay((s) => s.overlay);
  const tall = useReplay((s) => s.tall);
  const selected = useReplay((s) => s.key);
  const height = useMediaQuery('(max-height: 799px)') ? LOW_LANE : LANE;
  const columns = useColumns();
  // biome-ignore lint/correctness/useExhaustiveDependencies: numbers are written in the language
  const rows = useMemo(() => runRows(reply, lines, misses), [reply, lines, misses, language]);
  const shown = useShown(reply, overlay);
  const data = useDataTable({ name: SUMMARY, data: rows, columns, rowId: keyOf, first: LEADING, shown });
  const lanes = useMemo(() => lanesOf(reply, lines, tall), [reply, lines, tall]);
  const view = useMemo((): LaneView => ({ reply, lines, lanes, range, height }), [reply, lines, lanes, range, height]);
  return (
    <LaneContext value={view}>
      <div className={`stack fillHeight ${styles.runs}`}>
        <DataTable
          data={data}
          label={t('replay.panel.summary')}
          caption={t('replay.summary.caption')}
          stacks
          rowProps={({ key, line }) => ({
            className: line ? (line.pinned ? styles.pinnedRow : undefined) : key === RECORDED ? styles.recordedRow : styles.softRow,
            'aria-current': key === selected || undefined,
          })}
        />
      </div>
    </LaneContext>
  );
}
