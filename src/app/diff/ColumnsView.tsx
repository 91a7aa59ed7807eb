import { Tap } from '../components/Button.tsx';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { SUMMARIZE } from '../../engine/strategies/contract.ts';
import { actions, useText } from '../store/index.ts';
import { FateCell, InsertionCell, OriginalCell, SummaryCell } from './Cells.tsx';
import { useDiff, useWanted } from './diff-rows.ts';
import styles from './diff.module.css';
import { bringIntoView, CALM, FRAMES_TO_DRAW, MOST_FRAMES, untilScrolled } from '../components/elements.ts';
import { type Item, itemOf, type GridLine, summaryOf, summarySpans } from './model.ts';

/** Heights before a group has been measured, px. */
const LINE_ESTIMATE = 62;
const FOLD_HEIGHT = 25;

function isSeen(element: Element, list: Element): boolean {
  const [a, b] = [element.getBoundingClientRect(), list.getBoundingClientRect()];
  return a.bottom > b.top && a.top < b.bottom;
}

interface Props {
  readonly items: readonly Item[];
  readonly target: { readonly index: number; readonly middle?: boolean } | null;
  onUnfold(first: number): void;
}

export function ColumnsView({ items, target, onUnfold }: Props) {
  const { t, n } = useText();
  const { source, pins, narrow } = useDiff();
  const scroller = useRef<HTMLDivElement>(null);
  const estimateSize = useCallback(
    (i: number) => {
      const item = items[i]!;
      return item.kind === 'fold' ? FOLD_HEIGHT : item.lines.length * LINE_ESTIMATE;
    },
    [items],
  );
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey: (i) => `${items[i]!.kind}-${items[i]!.first}`,
    overscan: 2,
  });
  const shown = virtual.getVirtualItems();

  const wanted = useMemo(() => {
    const indexes: number[] = [];
    for (const { index } of shown) {
      const item = items[index];
      if (item?.kind === 'group') for (const line of item.lines) if (line.kind === 'message') indexes.push(line.index);
    }
    return indexes;
  }, [shown, items]);
  useWanted(source, wanted);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new target scrolls; new items under the same target must not
  useEffect(() => {
    const region = scroller.current;
    if (!target || !region) return;
    const cell = () => region.querySelector(`[data-message="${target.index}"]`);
    const seek = (): void => virtual.scrollToIndex(itemOf(items, target.index), { align: 'start' });
    if (target.middle)
      return bringIntoView(region, () => cell()?.querySelector('mark') ?? cell()?.querySelector(':scope > button') ?? cell(), 'center', seek);
    let [frame, frames, calm] = [0, 0, 0];
    // Groups are measured once they are drawn, and their texts come later: both move the message until all of them are there.
    const settle = (): void => {
      const found = cell();
      if (found && (frames === 0 || !isSeen(found, region))) {
        // The head of the message rather than all of it, because an open message may be taller than the list.
        (found.querySelector(':scope > button') ?? found).scrollIntoView({ block: 'nearest' });
        calm = 0;
      } else if (found) calm++;
      else if (frames % FRAMES_TO_DRAW === 0) seek();
      if (calm < CALM && ++frames < MOST_FRAMES) frame = requestAnimationFrame(settle);
    };
    settle();
    return untilScrolled(region, () => cancelAnimationFrame(frame));
  }, [target]);

  const offset = virtual.scrollOffset ?? 0;
  const height = virtual.scrollRect?.height ?? 0;
  const inView = shown.filter((v) => v.end > offset && v.start < offset + height);
  const first = inView.length ? items[inView[0]!.index]!.first : null;
  const last = inView.length ? items[inView.at(-1)!.index]!.last : null;
  useEffect(() => {
    actions.setVisible(first === null || last === null ? null : [first, last]);
  }, [first, last]);

  return (
    <div
      className={`fillHeight scrolls relative stableGutter ${styles.scroller}`}
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      role="group"
      aria-label={t('diff.title')}
    >
      <div className="relative wideFull" style={{ height: virtual.getTotalSize() }}>
        <div className="absolute wideFull top0 left0" style={{ transform: `translateY(${shown[0]?.start ?? 0}px)` }}>
          {shown.map((v) => {
            const item = items[v.index]!;
            return (
              <div key={v.key} ref={virtual.measureElement} data-index={v.index}>
                {item.kind === 'fold' ? (
                  <div className="row gap8 num oneLine ruled caption bgApp pad0-12 clips textDropText" style={{ height: 25 }}>
                    <span className={`grows ${styles.dash}`} />
                    {t(`diff.fold.${item.why}`, { count: item.last - item.first + 1, tokens: n.whole(item.tokens) })}
                    <span className={`fixed muted regular num caption ${styles.id}`}>
                      #{item.first + 1}–{item.last + 1}
                    </span>
                    <Tap
                      className={`card oneLine surface hovers plainText high20 ${styles.smallButton}`}
                      onClick={() => onUnfold(item.first)}
                      text={t('diff.fold.show')}
                    />
                    <span className={`grows ${styles.dash}`} />
                  </div>
                ) : (
                  <Group lines={item.lines} columns={narrow ? 0 : pins.length} />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Lines of one group. Cells are placed by row and column, so that a summary can span its messages. */
function Group({ lines, columns }: { readonly lines: readonly GridLine[]; readonly columns: number }) {
  const { pins } = useDiff();
  const shownPins = pins.slice(0, columns);
  return (
    <div className={`grid shrinks ${styles.grid}`} style={{ '--columns': columns } as CSSProperties}>
      {lines.map((line, l) =>
        line.kind === 'message' ? (
          <GridCell key={`o${line.index}`} row={l} column={0} length={1}>
            <OriginalCell index={line.index} />
          </GridCell>
        ) : (
          <GridCell key={`i${line.before}`} row={l} column={0} length={1}>
            {columns > 0 ? (
              <div className={`relative ${styles.cell} ${styles.insertionEmpty}`} />
            ) : (
              <div>
                {pins.map((pin) => (
                  <InsertionCell key={pin.result.key} before={line.before} pin={pin} />
                ))}
              </div>
            )}
          </GridCell>
        ),
      )}
      {shownPins.map((pin, column) => {
        const { fates } = pin.result;
        // Adjacent messages of the same summary, without an insertion between them, share a cell.
        const spans = summarySpans(lines, (i) => (fates[i] === SUMMARIZE ? summaryOf(pin.result, i) : null));
        const covered = new Set(spans.flatMap((s) => Array.from({ length: s.length }, (_, k) => s.line + k)));
        return [
          ...spans.map((span) => {
            const a = lines[span.line];
            const b = lines[span.line + span.length - 1];
            if (a?.kind !== 'message' || b?.kind !== 'message') return null;
            return (
              <GridCell key={`${pin.result.key}-s${a.index}`} row={span.line} column={column + 1} length={span.length}>
                <SummaryCell first={a.index} last={b.index} pin={pin} column={column} />
              </GridCell>
            );
          }),
          ...lines.map((line, l) => {
            if (covered.has(l)) return null;
            const key = `${pin.result.key}-${line.kind}${line.kind === 'message' ? line.index : line.before}`;
            return (
              <GridCell key={key} row={l} column={column + 1} length={1}>
                {line.kind === 'message' ? (
                  <FateCell index={line.index} pin={pin} column={column} />
                ) : (
                  <InsertionCell before={line.before} pin={pin} />
                )}
              </GridCell>
            );
          }),
        ];
      })}
    </div>
  );
}

function GridCell({
  row,
  column,
  length,
  children,
}: {
  readonly row: number;
  readonly column: number;
  readonly length: number;
  readonly children: ReactNode;
}) {
  return (
    <div className={`shrinks ruled flex ${styles.place}`} style={{ gridRow: `${row + 1} / span ${length}`, gridColumn: column + 1 }}>
      {children}
    </div>
  );
}
