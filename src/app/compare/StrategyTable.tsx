/** The table "Strategies": one row per strategy and setting, all strips on one axis. */
import { type CSSProperties, Fragment, useEffect, type RefObject, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useElementWidth } from '../components/useMedia.ts';
import { actions, useApp, useText } from '../store/index.ts';
import styles from './compare.module.css';
import { setColumnsLeft, toggleRow, useExpanded } from './linked.ts';
import { chooseColumns, NAME_WIDTH, PIN_WIDTH } from './columns.ts';
import { MeasureHead } from './MeasureHead.tsx';
import { fewRows, inOrder, useHeldOrder } from './order.ts';
import { OriginalRow } from './OriginalRow.tsx';
import { bestValues, PIN_LETTERS, withPinAt } from './rows.ts';
import { StrategyRow } from './StrategyRow.tsx';
import { StripHead } from './strip/StripHead.tsx';
import { StripOverlay } from './strip/StripOverlay.tsx';
import { useStripFrame, useStripKeys, useStripPointer } from './strip/useStrips.ts';
import { BY_SYSTEM, filterRows, readFilter, sortRows, systemOf } from './table.ts';
import { useSlow } from './useSlow.ts';
import { useTableRows } from './useTableRows.ts';
import { useInView } from './useInView.ts';

/** Rows that are taken to be in view before anything is measured: as many as a large window shows. */
const EARLY = 20;

/** How far a slow comparison is, as the length of the bars at the bottom of the rows. Only mounted while it is slow. */
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
  const view = useApp((s) => s.scenario.view);
  const { pinned, sort, filter, deltas: allDeltas, columns: switched } = view;
  const slow = useSlow();
  const expanded = useExpanded();
  const [focused, setFocused] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  const { ref: room, width } = useElementWidth<HTMLDivElement>();
  const area = useRef<HTMLDivElement>(null);

  const transcript = comparison?.transcript ?? null;
  const { ruler, frame } = useStripFrame(transcript, view.width);
  const stripKey = useStripKeys(frame);
  useStripPointer(area, ruler, frame);

  const rows = useTableRows(comparison);
  const baseline = rows.find((r) => r.pin === 'A') ?? null;
  const hasBaseline = baseline?.result?.outcome === 'compacted';
  const choice = useMemo(
    () => chooseColumns(narrow ? Infinity : width, switched, sort.column, allDeltas, hasBaseline),
    [narrow, width, switched, sort.column, allDeltas, hasBaseline],
  );
  useEffect(() => setColumnsLeft(choice.left), [choice]);
  const best = useMemo(() => bestValues(rows), [rows]);
  const held = useHeldOrder(area);
  const sorted = useMemo(() => inOrder(sortRows(filterRows(rows, filter), sort), held), [rows, filter, sort, held]);
  const bySystem = sort.column === BY_SYSTEM;
  const controls = bySystem ? [] : sorted.filter(({ info }) => info.kind === 'control');
  const answers = bySystem ? sorted : sorted.filter(({ info }) => info.kind !== 'control');
  const shown = narrow && !all && !bySystem ? fewRows(answers) : [...answers, ...controls];
  const roving = shown.some((r) => r.key === focused) ? focused : (shown[0]?.key ?? null);

  const inView = useInView(narrow ? null : room);

  const focusRow = (key: string | undefined): void => {
    if (!key) return;
    setFocused(key);
    area.current?.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(key)}"] [data-name]`)?.focus();
  };
  /** Shortcuts of the focused row; each of them has a control of its own as well. */
  const keyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLElement)) return;
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select, textarea, [role="slider"], [data-details]')) return;
    const key = target.closest<HTMLElement>('tr[data-key]')?.dataset.key;
    if (!key) return;
    const at = shown.findIndex((r) => r.key === key);
    if (/^[1-3]$/.test(event.key)) actions.setView('pinned', withPinAt(pinned, key, Number(event.key) - 1));
    else if (event.key === 'ArrowDown') focusRow(shown[at + 1]?.key);
    else if (event.key === 'ArrowUp') focusRow(shown[at - 1]?.key);
    else if (event.key === 'Home') focusRow(shown[0]?.key);
    else if (event.key === 'End') focusRow(shown.at(-1)?.key);
    else if (!stripKey(event.key, event.shiftKey)) return;
    event.preventDefault();
  });
  useEffect(() => {
    const element = area.current;
    const listener = (event: KeyboardEvent): void => keyDown(event);
    element?.addEventListener('keydown', listener);
    return () => element?.removeEventListener('keydown', listener);
  }, []);

  const results = useMemo(() => rows.flatMap((r) => r.result ?? []), [rows]);
  const layout = `${shown.map((r) => `${r.key}${expanded.has(r.key) ? '+' : ''}`).join()}|${choice.columns.map((c) => c.id).join()}|${narrow}`;
  const style = { '--table-least': `${choice.least}px`, '--room': `${width}px` } as CSSProperties;
  const columnCount = choice.columns.length + 3;

  return (
    <div ref={room} className={styles.scroll} style={style} data-slow={slow.slow || undefined}>
      <div ref={area} className={styles.area}>
        <table className={styles.table} aria-label={t('compare.strategies')} aria-busy={slow.slow}>
          <colgroup>
            <col style={{ width: PIN_WIDTH }} />
            <col style={{ width: NAME_WIDTH }} />
            <col />
            {choice.columns.map((c) => (
              <col key={c.id} style={{ width: choice.widthOf(c) }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th className={`${styles.pinCell} ${styles.sticky}`}>
                <span className="hidden-text">{t('compare.head.pin')}</span>
              </th>
              <MeasureHead
                id="strategy"
                unit={t('compare.strategy.facts', { count: rows.length, pinned: rows.filter((r) => r.pin).length })}
                sort={sort}
                className={`${styles.nameCell} ${styles.sticky}`}
              />
              <th className={styles.stripCell} scope="col">
                <StripHead frame={frame} onKey={stripKey} ruler={ruler} />
              </th>
              {choice.columns.map((column) => (
                <MeasureHead
                  key={column.id}
                  id={column.id}
                  column={column}
                  sort={sort}
                  delta={choice.deltas.has(column.id) && baseline ? PIN_LETTERS[0] : null}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            <OriginalRow
              transcript={transcript}
              frame={frame}
              ruler={ruler}
              color={view.color}
              baseline={baseline?.result ?? null}
              columns={choice.columns}
              deltas={choice.deltas}
              narrow={narrow}
            />
            {shown.map((row, i) => (
              <Fragment key={row.key}>
                {bySystem && (i === 0 || systemOf(shown[i - 1]!) !== systemOf(row)) && (
                  <tr className={styles.group}>
                    <th scope="colgroup" colSpan={columnCount}>
                      {t(`compare.chip.${systemOf(row)}`)} <small>{t(`compare.chip.${systemOf(row)}.help`)}</small>
                    </th>
                  </tr>
                )}
                {row === controls[0] && (
                  <tr className={styles.group}>
                    <th scope="colgroup" colSpan={columnCount}>
                      {t('compare.controls')} <small>{t('compare.controls.help')}</small>
                    </th>
                  </tr>
                )}
                <StrategyRow
                  row={row}
                  columns={choice.columns}
                  deltas={choice.deltas}
                  baseline={hasBaseline ? baseline : null}
                  best={best}
                  frame={frame}
                  narrow={narrow}
                  columnCount={columnCount}
                  expanded={expanded.has(row.key)}
                  tabbable={row.key === roving}
                  elapsed={slow.slow ? slow.elapsed : null}
                  inView={inView}
                  early={i < EARLY}
                  onFocus={setFocused}
                  onToggle={toggleRow}
                />
              </Fragment>
            ))}
            {rows.length > 0 && shown.length === 0 && (
              <tr>
                <td colSpan={columnCount} className={styles.noMatch}>
                  {readFilter(filter).text ? t('compare.filter.none', { filter: readFilter(filter).text }) : t('compare.filter.none.chips')} ·{' '}
                  <button type="button" className={styles.link} onClick={() => actions.setView('filter', '')}>
                    {t('compare.filter.clear')}
                  </button>
                </td>
              </tr>
            )}
          </tbody>
        </table>
        {narrow && !bySystem && sorted.length > fewRows(answers).length && (
          <button type="button" className={styles.more} onClick={() => setAll(!all)}>
            {all ? t('compare.fewer') : t('compare.more', { count: sorted.length - shown.length })}
          </button>
        )}
        {slow.slow && <ProgressBars area={area} width={width} />}
        {frame && <StripOverlay area={area} frame={frame} results={results} version={layout} />}
      </div>
    </div>
  );
}
