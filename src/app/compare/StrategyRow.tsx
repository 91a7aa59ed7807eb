/** One row of the table, and the sheet with its details when it is open. */
import type { CSSProperties, MouseEvent, ReactNode, RefObject } from 'react';
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Parts, part } from '../components/part.tsx';
import { isSent, useApp } from '../store/index.ts';
import type { Row } from '../table/features.ts';
import styles from './compare.module.css';
import { RowContext, type RowState, type TableContext } from './row-context.ts';
import { linkRow, showRow, useIsLinked } from '../rows/useTableRows.ts';
import { LETTERS, type TableRow } from '../rows/compare-rows.ts';

/** Margin around the view (px): rows are drawn before they scroll in. */
const MARGIN = '160px 0px';

interface ViewObserver {
  follow(element: Element, onChange: (inView: boolean) => void): () => void;
}

/** @param root what scrolls; null = the page */
export function useInView(root: RefObject<Element | null> | null): ViewObserver {
  const observer = useRef<IntersectionObserver | null>(null);
  const listeners = useRef(new Map<Element, (inView: boolean) => void>());
  useEffect(() => {
    const followed = listeners.current;
    const made = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) followed.get(target)?.(isIntersecting);
      },
      { root: root?.current ?? null, rootMargin: MARGIN },
    );
    observer.current = made;
    for (const element of followed.keys()) made.observe(element);
    return () => {
      observer.current = null;
      made.disconnect();
    };
  }, [root]);
  return useMemo(
    () => ({
      follow(element, onChange) {
        listeners.current.set(element, onChange);
        observer.current?.observe(element);
        return () => {
          listeners.current.delete(element);
          observer.current?.unobserve(element);
        };
      },
    }),
    [],
  );
}

function useIsInView(ref: RefObject<Element | null>, { follow }: ViewObserver, initially: boolean): boolean {
  const [inView, setInView] = useState(initially);
  useEffect(() => (ref.current ? follow(ref.current, setInView) : undefined), [ref, follow]);
  return inView;
}

const loadDetails = () => import('./RowDetails.tsx');
const RowDetails = part(loadDetails, 'RowDetails');
const SentDetails = part(() => import('./RowDetails.tsx'), 'SentDetails');
if (typeof requestIdleCallback === 'function') requestIdleCallback(() => void loadDetails().catch(() => undefined), { timeout: 10_000 });

interface Props extends Pick<RowState, 'expanded' | 'tabbable' | 'onFocus' | 'onToggle' | 'shared'> {
  readonly row: Row<TableRow>;
  readonly layout: string;
  readonly inView: ViewObserver;
  readonly old: boolean;
  readonly sought: boolean;
  readonly early: boolean;
}

/** Redrawn only for another row, layout or state: not because another row moved. */
const Cells = memo(function Cells({ row, state }: { readonly row: Row<TableRow>; readonly state: RowState; readonly layout: string }) {
  return (
    <RowContext value={state}>
      {row.getVisibleCells().map((cell) => (
        <CellOf key={cell.column.id}>{(cell.column.columnDef.cell as (context: unknown) => ReactNode)(cell.getContext())}</CellOf>
      ))}
    </RowContext>
  );
});
const CellOf = ({ children }: { readonly children: ReactNode }) => children;

export function RowSheet({ row, onClose }: { readonly row: TableRow; onClose(): void }) {
  const sent = useApp(isSent);
  const sheet = useRef<HTMLElement>(null);
  // Only from the table: a sheet that a link opens leaves the focus where it is.
  useEffect(() => {
    if (document.activeElement?.closest('table')) sheet.current?.focus();
  }, []);
  return (
    <aside
      ref={sheet}
      tabIndex={-1}
      className={`surface scrolls fixed ${styles.sheet}`}
      data-details
      aria-label={row.title}
      onKeyDown={(e) => {
        if (e.key === 'Escape' && !e.defaultPrevented) onClose();
      }}
    >
      <Parts fallback={<div style={{ height: 180 }} />}>{sent ? <SentDetails row={row} /> : <RowDetails row={row} onClose={onClose} />}</Parts>
    </aside>
  );
}

export const StrategyRow = memo(function StrategyRow({
  row: newest,
  shared,
  layout,
  expanded,
  tabbable,
  inView,
  old,
  sought,
  early,
  onFocus,
  onToggle,
}: Props) {
  const element = useRef<HTMLTableRowElement>(null);
  const painted = useIsInView(element, inView, early);
  // Out of view, numbers may follow a moment later: while a slider moves, visible rows come first.
  const live = useMemo((): readonly [Row<TableRow>, TableContext] => [newest, shared], [newest, shared]);
  const later = useDeferredValue(live);
  const [row, sharedNow] = painted || expanded ? live : later;
  const { key, pin, state, info } = row.original;
  const linked = useIsLinked(key);
  const cells = useMemo(
    (): RowState => ({ shared: sharedNow, painted, expanded, tabbable, onFocus, onToggle, onOpen: () => showRow(key, 'violations') }),
    [sharedNow, painted, expanded, tabbable, onFocus, onToggle, key],
  );
  const click = (event: MouseEvent): void => {
    if (!(event.target as Element).closest('button, a, input, [data-strip]')) onToggle(key);
  };
  return (
    <tr
      ref={element}
      data-key={key}
      className={`pressable ${styles.row}`}
      data-pinned={pin ? true : undefined}
      style={pin ? ({ '--at': LETTERS.indexOf(pin) } as CSSProperties) : undefined}
      data-state={state}
      data-control={info.kind === 'control' || undefined}
      data-old={old || undefined}
      data-sought={sought || undefined}
      data-linked={linked || undefined}
      data-expanded={expanded || undefined}
      onClick={click}
      onPointerEnter={() => linkRow(key)}
      onPointerLeave={() => linkRow(null)}
    >
      <Cells row={row} state={cells} layout={layout} />
    </tr>
  );
});
