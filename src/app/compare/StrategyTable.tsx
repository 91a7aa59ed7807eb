/** The table "Strategies": one row per strategy and setting, all strips on one axis. */
import { keyAt } from '../components/acts.ts';
import { type CSSProperties, type FC, Fragment, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Violation } from '../../engine/measures/contract.ts';
import { Button, Tap } from '../components/Button.tsx';
import { Popover, usePopover } from '../components/Popover.tsx';
import { bringIntoView, useElementWidth, listen } from '../components/elements.ts';
import { Parts, part } from '../components/part.tsx';
import { isSameRun, openDetails, useSelectedRows, useSought, useTableRows } from '../rows/useTableRows.ts';
import { actions, checkedAgainst, useApp, useText } from '../store/index.ts';
import { HeadRow } from '../table/Head.tsx';
import { Announcer, ColGroup, GroupRow, layoutOf, RowTh, Td } from '../table/TableCells.tsx';
import { type AnyColumn, type Row, sortOf } from '../table/features.ts';
import { openRow, useDataTable, useTableView } from '../table/useDataTable.ts';
import { ALWAYS_FIRST, chooseColumns, clearFilter, strategyColumns, strategyDefaults } from './strategyColumns.tsx';
import { Missing, ValidMark } from './RowCells.tsx';
import { RowSheet, StrategyRow, useInView } from './StrategyRow.tsx';
import cells from './cells.module.css';
import {
  belowChance,
  bestValues,
  BY_ANSWER,
  filterOf,
  KIND,
  type Kind,
  LETTERS,
  PLACE,
  recallWords,
  rulesName,
  SIGNS,
  STRATEGIES,
  type TableRow,
} from '../rows/compare-rows.ts';
import styles from './compare.module.css';
import { formatValue, isLate, type MeasureColumn, measureColumns } from '../rows/measures.ts';
import { ElapsedContext, HeadContext, type HeadState, type TableContext, useHead } from './row-context.ts';
import { describeOriginal, OriginalStrip, useStripFrame, useStripKeys, useStripPointer } from './strip/Strip.tsx';
import { StripOverlay } from './strip/StripHead.tsx';

const INDEPENDENT = measureColumns.find(({ id }) => id === 'independent')!;

interface Props {
  readonly rows: readonly TableRow[];
  readonly room: number;
  onShow(): void;
}

function Value({ row }: { readonly row: TableRow }) {
  const { n } = useText();
  const value = INDEPENDENT.value(row);
  if (value === null) return <Missing row={row} measure={INDEPENDENT} late={isLate(row, INDEPENDENT)} />;
  const below = belowChance(row);
  return (
    <b data-missed={below || undefined}>
      {below && SIGNS.below}
      {formatValue(INDEPENDENT, value, n)}
    </b>
  );
}

/** Narrower rooms, px, have no words about what controls are for: they are in the tooltip. */
const ROOMY = 900;

function ControlsLine({ rows, room, onShow }: Props) {
  const { t } = useText();
  return (
    <div
      className={`row second gap8 fixed oneLine ruledAbove pad0-12 leastHigh26 ${styles.controls}`}
      role="group"
      aria-label={t('compare.kind.controls')}
    >
      <b title={t('compare.kind.controls.help')}>{t('compare.kind.controls')}</b>
      {room >= ROOMY && <small>{t('compare.kind.controls.help')}</small>}
      <small>{t('compare.controls.kept')}</small>
      <ul className="flex wrap gap0-8 pad3-0 fill">
        {rows.map((row) => (
          <li key={row.key} title={recallWords(row).join('\n') || undefined}>
            {row.title} <Value row={row} />
          </li>
        ))}
      </ul>
      <Button kind="link" onClick={onShow} text={t('compare.controls.show')} />
    </div>
  );
}

const STRIP = 22;
const STRIP_NARROW = 20;

interface OriginalRowProps {
  readonly column: AnyColumn;
}
type MeasuredProps = OriginalRowProps & { readonly measure: MeasureColumn };

function Name({ column }: OriginalRowProps) {
  const { t } = useText();
  const { color, baseline } = useHead();
  const level = useApp((s) => s.comparison?.history.levels.length ?? 0);
  const name = level > 0 ? t('history.original', { level }) : t('compare.original');
  const byFate = baseline?.result ? t('compare.original.fate', { letter: LETTERS[0] }) : t('compare.original.keep');
  const note = color === 'fate' ? byFate : t(color === 'role' ? 'compare.original.role' : 'compare.original.priority');
  return (
    <RowTh column={column} className={styles.nameCell} aria-label={name}>
      <span className={`row shrinks gap7 ${cells.name}`}>
        <b>{name}</b>
        <em>{note}</em>
      </span>
    </RowTh>
  );
}

function Pin({ column }: OriginalRowProps) {
  return (
    <Td column={column} className={styles.pinCell}>
      <span className="hidden-text">—</span>
    </Td>
  );
}

function StripOfAll({ column }: OriginalRowProps) {
  const { frame, ruler, color, baseline, narrow } = useHead();
  return (
    <Td column={column} className={styles.stripCell} data-strip>
      <div ref={ruler}>
        {frame && (
          <OriginalStrip
            frame={frame}
            color={color}
            baseline={baseline?.result ?? null}
            label={describeOriginal(frame.transcript)}
            height={narrow ? STRIP_NARROW : STRIP}
          />
        )}
      </div>
    </Td>
  );
}

const Violations = part(() => import('../rows/Violations.tsx'), 'Violations');

function OriginalValidity({ violations, rules }: { readonly violations: readonly Violation[]; readonly rules: string }) {
  const { t } = useText();
  const { popover, button, close } = usePopover();
  const selected = useApp((s) => s.scenario.view.selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another message closes it
  useEffect(close, [selected]);
  if (violations.length === 0) return <ValidMark violations={violations} rules={rules} />;
  // Here they are its own, and the only place where they count.
  const own = violations.map((one) => ({ ...one, original: false }));
  const name = t('compare.valid.own', { count: violations.length, provider: rulesName(rules) });
  return (
    <Popover
      {...popover}
      position="bottom-end"
      takesFocus
      label={name}
      target={<ValidMark violations={own} rules={rules} expanded={popover.opened} onOpen={button.onClick} />}
    >
      <div className="scrolls toLeft pad8-12 multiLine" style={{ width: 'min(480px, calc(100vw - 24px))', maxHeight: '50dvh' }}>
        <h3>{name}</h3>
        <Parts>
          <Violations name={name} violations={violations} />
        </Parts>
      </div>
    </Popover>
  );
}

function Validity({ column }: MeasuredProps) {
  const { transcript } = useHead();
  return (
    <Td column={column} className={styles.number} data-dash={!transcript || undefined}>
      {transcript ? <OriginalValidity violations={transcript.originalViolations} rules={transcript.rules} /> : '—'}
    </Td>
  );
}

function Measured({ column, measure }: MeasuredProps) {
  const { n } = useText();
  const { transcript, deltas } = useHead();
  const value = (transcript && measure.original?.(transcript)) ?? null;
  return (
    <Td column={column} className={styles.number} data-dash={value === null || undefined} data-brief={measure.brief}>
      {value === null ? '—' : formatValue(measure, value, n)}
      {value !== null && measure.beside && (
        <small className={`regular toRight inlineBlock second ${cells.beside}`} aria-hidden>
          {n.whole(100)}
        </small>
      )}
      {value !== null && deltas.has(measure.id) && (
        <span
          className={`regular toRight inlineBlock second clips muted ${cells.delta}`}
          style={{ '--delta': `${measure.deltaWidth}px` } as CSSProperties}
        />
      )}
    </Td>
  );
}

const CELLS: ReadonlyMap<string, FC<OriginalRowProps>> = new Map<string, FC<OriginalRowProps>>([
  ...measureColumns.map((measure) => {
    const Cell = measure.format === 'violations' ? Validity : Measured;
    return [measure.id, ({ column }: OriginalRowProps) => <Cell column={column} measure={measure} />] as const;
  }),
  ['pin', Pin],
  ['strategy', Name],
  ['strip', StripOfAll],
]);

function OriginalRow({ columns }: { readonly columns: readonly AnyColumn[] }) {
  return (
    <tr className={styles.original}>
      {columns.map((column) => {
        const Cell = CELLS.get(column.id)!;
        return <Cell key={column.id} column={column} />;
      })}
    </tr>
  );
}

/** Faster answers change nothing on the page but the numbers. */
const PATIENCE = 150;
const TICK = 500;

const QUICK = { slow: false, elapsed: 0 };

function useSlow(): { readonly slow: boolean; readonly elapsed: number } {
  const since = useApp((s) => s.running?.since ?? null);
  const [last, setLast] = useState<{ readonly since: number; readonly elapsed: number } | null>(null);
  useEffect(() => {
    if (since === null) return;
    const tick = (): void => {
      setLast({ since, elapsed: Math.round((performance.now() - since) / TICK) * TICK });
      timer = window.setTimeout(tick, TICK);
    };
    let timer = window.setTimeout(tick, PATIENCE);
    return () => window.clearTimeout(timer);
  }, [since]);
  return last !== null && last.since === since ? { slow: true, elapsed: last.elapsed } : QUICK;
}

type StrategyTableRow = Row<TableRow>;

const FEW = 6;

function fewRows(rows: readonly StrategyTableRow[]): readonly StrategyTableRow[] {
  const others = Math.max(0, FEW - rows.filter((r) => r.original.pin).length);
  const first = new Set(rows.filter((r) => !r.original.pin).slice(0, others));
  return rows.filter((r) => r.original.pin || first.has(r) || r.getIsExpanded());
}

const OtherRows = part(() => import('./OtherRows.tsx'), 'OtherRows');

const EARLY = 20;

/** Controls are one line below the table until somebody wants their rows, or looks for one. */
const CONTROLS = `${KIND}:${'controls' satisfies Kind}`;
const COMPARED = `${KIND}:${'compared' satisfies Kind}`;
const CONTROLS_CLOSED: readonly string[] = [CONTROLS];
const NONE_CLOSED: readonly string[] = [];

const keyOf = (row: TableRow): string => row.key;
const HEADS: Readonly<Record<string, string | undefined>> = { pin: styles.pinCell, strategy: styles.nameCell, strip: styles.stripCell };
const headClass = (id: string): string | undefined => (id in HEADS ? HEADS[id] : styles.number);

const toggleRow = (key: string): void => {
  const isOpen = useApp.getState().scenario.view.tables[STRATEGIES]?.open?.[key] === true;
  if (isOpen) openRow(STRATEGIES, key, false);
  else openDetails(key);
};

function ProgressBars({ area, width }: { readonly area: RefObject<HTMLElement | null>; readonly width: number }) {
  const share = useApp((s) =>
    s.running?.progress?.phase === 'comparing' && s.running.progress.of > 0 ? s.running.progress.done / s.running.progress.of : 1,
  );
  useLayoutEffect(() => {
    area.current?.style.setProperty('--progress', `${Math.round(share * width)}px`);
  }, [area, share, width]);
  return null;
}

export function StrategyTable({ narrow }: { readonly narrow: boolean }) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const { deltas: allDeltas, width: stripWidth, color } = useApp((s) => s.scenario.view);
  const view = useTableView(STRATEGIES);
  const slow = useSlow();
  // Rows that are finished are new, while a model still writes for others.
  const partly = (comparison?.waiting ?? 0) > 0;
  const [focused, setFocused] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  const { ref: room, width } = useElementWidth<HTMLDivElement>();
  const area = useRef<HTMLDivElement>(null);

  const transcript = comparison?.transcript ?? null;
  const { ruler, frame } = useStripFrame(transcript, stripWidth);
  const stripKey = useStripKeys(frame);
  useStripPointer(area, ruler, frame);

  const rows = useTableRows(comparison);
  const selected = useSelectedRows();
  const picked = useMemo(() => (rows.some(({ key }) => selected.has(key)) ? rows.filter(({ key }) => selected.has(key)) : rows), [rows, selected]);
  const baseline = rows.find((r) => r.pin === 'A') ?? null;
  const hasBaseline = baseline?.result?.outcome === 'compacted';
  const choice = useMemo(() => {
    // In the answer's order efficiency is beside it, with its difference to the baseline.
    const sorted = sortOf(view, strategyDefaults).map(({ id }) => (id === PLACE ? 'efficiency' : id));
    return chooseColumns(view.columns ?? {}, sorted, allDeltas, hasBaseline, view.widths);
  }, [view, allDeltas, hasBaseline]);
  const data = useDataTable({
    name: STRATEGIES,
    data: picked,
    columns: strategyColumns,
    rowId: keyOf,
    sort: BY_ANSWER,
    group: KIND,
    closed: narrow || filterOf(view) || picked !== rows ? NONE_CLOSED : CONTROLS_CLOSED,
    first: ALWAYS_FIRST,
    sizes: choice.sizes,
  });
  const { table, group } = data;
  const sorted = table.getRowModel().rows;
  const controls = group ? [] : sorted.filter(({ original }) => original.info.kind === 'control');
  const answers = group ? sorted : sorted.filter(({ original }) => original.info.kind !== 'control');
  // A narrow screen begins with a few rows, without the groups that the table has by itself.
  const folds = narrow && (!group || group === KIND);
  const few = folds ? fewRows(answers.filter((row) => !row.groupingColumnId)) : answers;
  const line = narrow ? undefined : answers.find((row) => row.id === CONTROLS && !row.getIsExpanded());
  const listed = folds && !all ? few : [...answers, ...controls].filter((row) => row !== line);
  const reachable = listed.filter((row) => !row.groupingColumnId);
  const left = sorted.filter((row) => !row.groupingColumnId).length - few.length;
  const roving = reachable.some(({ id }) => id === focused) ? focused : (reachable[0]?.id ?? null);
  const inView = useInView(narrow ? null : room);

  const checked = useApp(checkedAgainst);
  const sameRun = useApp((s) => checked !== null && isSameRun(s.scenario, checked.snapshot.scenario));
  const sent = sameRun ? checked : null;
  const { deltas } = choice;
  const base = hasBaseline ? baseline : null;
  const shared = useMemo(
    (): TableContext => ({ narrow, baseline: base, deltas, best: bestValues(rows), frame, sent }),
    [narrow, base, deltas, rows, frame, sent],
  );
  const head = useMemo(
    (): HeadState => ({ frame, ruler, onStripKey: stripKey, deltas, baseline, transcript, color, narrow, count: rows.length }),
    [frame, ruler, stripKey, deltas, baseline, transcript, color, narrow, rows.length],
  );

  const focusRow = (key: string | undefined): void => {
    if (!key) return;
    setFocused(key);
    area.current?.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(key)}"] [data-name]`)?.focus();
  };
  // A row that was added is where its answer puts it: it is looked for once it is there.
  const sought = useSought();
  const ending = useRef<(() => void) | null>(null);
  const [shownFor, setShownFor] = useState<object | null>(null);
  const open = sought !== null && sought !== shownFor ? sought.key : null;
  const there = open !== null && reachable.some(({ id }) => id === open);
  const hidden = open !== null && !there && rows.some(({ key }) => key === open);
  useEffect(() => {
    if (!hidden || open === null) return;
    setAll(true);
    clearFilter();
    for (const row of table.getRowModel().rows) if (row.groupingColumnId && row.subRows.some(({ id }) => id === open)) row.toggleExpanded(true);
  }, [hidden, open, table]);
  useEffect(() => {
    if (!there || open === null) return;
    setFocused(open);
    const row = (): Element | null => area.current?.querySelector(`tr[data-key="${CSS.escape(open)}"]`) ?? null;
    row()?.querySelector<HTMLElement>('[data-name]')?.focus({ preventScroll: true });
    setShownFor(sought);
    const part = sought?.part;
    ending.current?.();
    if (room.current) ending.current = bringIntoView(room.current, row, 'center');
    if (part) document.querySelector(`[data-details] [data-part="${part}"]`)?.scrollIntoView({ block: 'center' });
  }, [there, open, sought, room]);
  useEffect(() => () => ending.current?.(), []);

  const keyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLElement)) return;
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select, textarea, [role="slider"], [data-details]')) return;
    const key = target.closest<HTMLElement>('tr[data-key]')?.dataset.key;
    if (!key) return;
    const at = reachable.findIndex(({ id }) => id === key);
    if (keyAt('compare', event) === 0) actions.compareWith(key);
    else if (event.key === 'ArrowDown') focusRow(reachable[at + 1]?.id);
    else if (event.key === 'ArrowUp') focusRow(reachable[at - 1]?.id);
    else if (event.key === 'Home') focusRow(reachable[0]?.id);
    else if (event.key === 'End') focusRow(reachable.at(-1)?.id);
    else if (!stripKey(event)) return;
    event.preventDefault();
  });
  useEffect(() => {
    return listen(area.current, { keydown: (event: KeyboardEvent) => keyDown(event) });
  }, []);

  const results = useMemo(() => rows.flatMap((r) => r.result ?? []), [rows]);
  const columns = table.getVisibleLeafColumns();
  const layout = layoutOf(table);
  const version = `${listed.map((row) => `${row.id}${row.getIsExpanded() ? '+' : ''}`).join()}|${layout}|${narrow}`;
  const style = { '--table-least': `${table.getTotalSize()}px`, '--room': `${width}px` } as CSSProperties;

  const sheet = rows.find(({ key }) => view.open?.[key] === true) ?? null;
  return (
    <>
      <div className="fillHeight shrinks relative flex">
        <div ref={room} className="shrinks fillHeight scrolls relative stableGutter narrowSpills" style={style} data-slow={slow.slow || undefined}>
          <div ref={area} className={`relative ${styles.area}`}>
            <ElapsedContext value={slow.slow ? slow.elapsed : null}>
              <HeadContext value={head}>
                <table className={`separate ${styles.table}`} aria-label={t('compare.strategies')} aria-busy={slow.slow}>
                  <ColGroup table={table} />
                  <thead className="narrowHidden">
                    <HeadRow data={data} layoutKey={layout} classOf={headClass} />
                  </thead>
                  <tbody>
                    <OriginalRow columns={columns} />
                    {listed.map((row, i) => (
                      <Fragment key={row.id}>
                        {row === controls[0] && (
                          <tr className={styles.group}>
                            <th scope="colgroup" colSpan={columns.length}>
                              {t('compare.kind.controls')} <small className="fontInherit regular">{t('compare.kind.controls.help')}</small>
                            </th>
                          </tr>
                        )}
                        {row.id === COMPARED ? null : row.groupingColumnId ? (
                          <GroupRow row={row} columns={columns.length} />
                        ) : (
                          <StrategyRow
                            row={row}
                            shared={shared}
                            layout={layout}
                            expanded={row.getIsExpanded()}
                            tabbable={row.id === roving}
                            inView={inView}
                            old={slow.slow && (!partly || row.original.result === null)}
                            sought={row.id === sought?.key}
                            early={i < EARLY}
                            onFocus={setFocused}
                            onToggle={toggleRow}
                          />
                        )}
                      </Fragment>
                    ))}
                    {rows.length > 0 && listed.length === 0 && (
                      <tr>
                        <td colSpan={columns.length} className={styles.noMatch}>
                          {t('compare.filter.none.chips')} ·{' '}
                          <Tap
                            className={`accent medium rounded leastHigh24 pad0-4 ${styles.link}`}
                            onClick={clearFilter}
                            text={t('compare.filter.clear')}
                          />
                        </td>
                      </tr>
                    )}
                  </tbody>
                </table>
              </HeadContext>
            </ElapsedContext>
            {folds && left > 0 && (
              <Tap
                className="card medium surface block margin12"
                style={{ width: 'calc(100% - 24px)', height: 36 }}
                onClick={() => setAll(!all)}
                text={all ? t('compare.fewer') : t('compare.more', { count: left })}
              />
            )}
            {(!folds || all) && (
              <Parts>
                <OtherRows shown={rows.length} />
              </Parts>
            )}
            {slow.slow && <ProgressBars area={area} width={width} />}
            {frame && <StripOverlay area={area} frame={frame} results={results} version={version} />}
            <Announcer id={data.id} name={STRATEGIES} />
          </div>
        </div>
        {sheet && (
          <RowSheet
            key={sheet.key}
            row={sheet}
            onClose={() => {
              openRow(STRATEGIES, sheet.key, false);
              focusRow(sheet.key);
            }}
          />
        )}
      </div>
      {line && <ControlsLine rows={line.subRows.map(({ original }) => original)} room={width} onShow={() => line.toggleExpanded(true)} />}
    </>
  );
}
