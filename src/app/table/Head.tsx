/** Heads of a table's columns: sort, order, width, edge; one of them is in the order of tabs, the arrow keys go from head to head. */
import { Tap } from '../components/Button.tsx';
import type { KeyboardEvent, MouseEvent, PointerEvent as ReactPointerEvent, ReactNode } from 'react';
import { memo, useEffect, useMemo, useState } from 'react';
import { t, type TextKey } from '../../i18n/index.ts';
import { COLUMN_WIDTHS } from '../../scenario/defaults.ts';
import { Popover } from '../components/Popover.tsx';
import { type HeadDrag, useText, useUi } from '../store/index.ts';
import { frame } from './TableCells.tsx';
import {
  addSort,
  clickSort,
  dropColumn,
  freeze,
  groupBy,
  type Heads,
  HeadsContext,
  hide,
  isChanged,
  moveColumn,
  resetLayout,
  resetWidth,
  setSort,
  sortedOf,
  type TableHandle,
  useHeadControl,
  useHeads,
  widen,
} from './acts.ts';
import { type AnyColumn, type AnyHeader, type DataTable, knowTable, metaOf, saveTable, type Table } from './features.ts';
import styles from './table.module.css';

/** What a drag means for a column: it is dragged itself, or the dragged one would be before or behind it. */
const useDragged = (table: string, column: string): 'itself' | 'before' | 'behind' | null =>
  useUi(({ drag }) => (drag?.table !== table ? null : drag.column === column ? 'itself' : drag.over?.column === column ? drag.over.side : null));

/** px that a pointer moves before a press is a drag. */
const SLACK = 5;
/** Nearer than this (px) to an edge of what scrolls, a drag scrolls by as much at each move. */
const EDGE = 20;

function scrollAt(x: number, from: Element): void {
  let region = from.parentElement;
  while (region && region.scrollWidth <= region.clientWidth) region = region.parentElement;
  if (!region) return;
  const { left, right } = region.getBoundingClientRect();
  if (x < left + EDGE) region.scrollLeft -= EDGE;
  else if (x > right - EDGE) region.scrollLeft += EDGE;
}

function startDrag(event: ReactPointerEvent, acting: TableHandle, column: AnyColumn): void {
  const { clientX, clientY, pointerId, button, isPrimary, currentTarget } = event;
  const onOther = event.target instanceof Element && event.target.closest('[role="separator"], [popover]') !== null;
  if (button !== 0 || !isPrimary || onOther) return;
  const heads = currentTarget.closest('tr');
  let drag: HeadDrag | null = null;
  const show = (next: HeadDrag | null): void => {
    drag = next;
    useUi.setState({ drag: next });
  };
  const overAt = (x: number, y: number): HeadDrag['over'] => {
    const head = document.elementFromPoint(x, y)?.closest<HTMLElement>('th[data-column]');
    const id = head?.dataset.column;
    if (!head || !id || id === column.id || head.closest('tr') !== heads) return null;
    const { left, width } = head.getBoundingClientRect();
    return { column: id, side: x < left + width / 2 ? 'before' : 'behind' };
  };
  const move = (e: PointerEvent): void => {
    if (e.pointerId !== pointerId) return;
    if (!drag && Math.hypot(e.clientX - clientX, e.clientY - clientY) < SLACK) return;
    scrollAt(e.clientX, currentTarget);
    show({ table: acting.id, column: column.id, over: overAt(e.clientX, e.clientY) });
  };
  const end = (): void => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', end);
    removeEventListener('keydown', leave, true);
    if (drag) show(null);
  };
  const up = (e: PointerEvent): void => {
    if (e.pointerId !== pointerId) return;
    const over = drag?.over;
    if (drag) {
      const stop = (click: Event): void => click.stopPropagation();
      addEventListener('click', stop, true);
      setTimeout(() => removeEventListener('click', stop, true));
    }
    end();
    if (over) dropColumn(acting, column, over.column, over.side);
  };
  const leave = (e: globalThis.KeyboardEvent): void => {
    if (e.key !== 'Escape' || !drag) return;
    e.stopPropagation();
    e.preventDefault();
    end();
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', end);
  addEventListener('keydown', leave, true);
}

// All actions on a column as a list: every drag of the mouse has a button here.

interface Props {
  readonly column: AnyColumn;
  readonly acting: TableHandle;
  readonly opened: boolean;
  onChange(opened: boolean): void;
}

function HeadMenu({ column, acting, opened, onChange }: Props) {
  const { t } = useText();
  const { 'data-head': _head, ...control } = useHeadControl(column);
  const { title, grow, group } = metaOf(column);
  const sortable = column.getCanSort();
  const sorted = acting.sorting.some(({ id }) => id === column.id);
  const edge = column.getIsPinned();
  const item = (key: TextKey, act: () => void, stays = false) => (
    <Tap
      onClick={() => {
        if (!stays) onChange(false);
        act();
      }}
      text={t(key)}
    />
  );
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position="bottom-start"
      takesFocus
      label={t('table.menu', { title: title() })}
      target={
        <Tap
          className={`muted rounded absolute top0 high24 left0 wide24 emerges lights ${styles.menuButton}`}
          aria-label={t('table.menu', { title: title() })}
          aria-expanded={opened}
          onClick={() => onChange(!opened)}
          {...control}
          {...(sortable ? {} : { 'data-head': true })}
        >
          <svg
            className="block surface"
            width="12"
            height="12"
            viewBox="0 0 12 12"
            aria-hidden="true"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
          >
            <path d="M2.5 4.5L6 8l3.5-3.5" />
          </svg>
        </Tap>
      }
    >
      <div className={`stack ${styles.menu}`}>
        {sortable && (
          <>
            {item('table.menu.up', () => setSort(acting, column, false))}
            {item('table.menu.down', () => setSort(acting, column, true))}
            {acting.sorting.length > 0 &&
              !(sorted && acting.sorting.length === 1) &&
              item(sorted ? 'table.menu.turn' : 'table.menu.add', () => addSort(acting, column))}
            <hr />
          </>
        )}
        {item('table.menu.left', () => moveColumn(acting, column, -1))}
        {item('table.menu.right', () => moveColumn(acting, column, 1))}
        {column.getCanResize() && !grow && (
          <>
            <hr />
            {item('table.menu.wider', () => widen(acting, column, 1), true)}
            {item('table.menu.narrower', () => widen(acting, column, -1), true)}
            {acting.view.widths?.[column.id] !== undefined && item('table.menu.width', () => resetWidth(acting, column))}
          </>
        )}
        {column.getCanPin() && (
          <>
            <hr />
            {edge !== 'start' && item('table.menu.start', () => freeze(acting, column, 'start'))}
            {edge !== 'end' && item('table.menu.end', () => freeze(acting, column, 'end'))}
            {edge && item('table.menu.loose', () => freeze(acting, column, null))}
          </>
        )}
        {(group || column.getCanHide()) && <hr />}
        {group && acting.group !== column.id && item('table.menu.group', () => groupBy(acting, column.id))}
        {group && acting.group === column.id && item('table.menu.ungroup', () => groupBy(acting, null))}
        {column.getCanHide() && item('table.menu.hide', () => hide(acting, column))}
        <hr />
        {item('table.save.csv', () => saveTable(acting.id, 'csv'))}
        {item('table.save.json', () => saveTable(acting.id, 'json'))}
        {/* The way back for tables without a list of columns. */}
        {isChanged(acting.view) && item('compare.columns.reset', () => resetLayout(acting))}
      </div>
    </Popover>
  );
}

export function SortButton({
  column,
  help,
  onAltClick,
  children,
}: {
  readonly column: AnyColumn;
  readonly help?: string | undefined;
  readonly onAltClick?: (() => void) | undefined;
  readonly children?: ReactNode;
}) {
  const { t } = useText();
  const { acting } = useHeads();
  const control = useHeadControl(column);
  const { title, mark } = metaOf(column);
  const sorted = sortedOf(acting, column);
  const click = (event: MouseEvent): void => {
    if (event.altKey && onAltClick) onAltClick();
    else if (event.shiftKey) addSort(acting, column);
    else clickSort(acting, column);
  };
  return (
    <Tap
      className={`inlineBlock pad0-6 clips edge medium dots ${styles.sort}`}
      title={help ?? t('compare.sort', { title: title() })}
      onClick={click}
      {...control}
    >
      <span className="block ellipsis">
        {mark?.()} {title()}
        {sorted && (
          <span aria-hidden>
            {sorted.desc ? ' ↓' : ' ↑'}
            {sorted.key !== null && <sub>{sorted.key}</sub>}
          </span>
        )}
        {sorted?.key && <span className="hidden-text">{t(sorted.desc ? 'table.key.down' : 'table.key.up', { key: sorted.key })}</span>}
      </span>
      {children}
    </Tap>
  );
}

/** In the head of a column whose cells show a second value: sorts by the column of that one, which need not be shown. */
export function PairButton({
  column,
  other,
  label,
  title,
}: {
  readonly column: AnyColumn;
  readonly other: string;
  readonly label: string;
  readonly title: string;
}) {
  const { acting, active, onFocus } = useHeads();
  const paired = column.table.getColumn(other);
  if (!paired) return null;
  const sorted = sortedOf(acting, paired);
  return (
    <Tap
      className={`rounded pad0 fontInherit ${styles.pair}`}
      title={title}
      aria-label={title}
      aria-pressed={sorted !== null}
      tabIndex={active === column.id ? 0 : -1}
      onFocus={() => onFocus(column.id)}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => (event.shiftKey ? addSort(acting, paired) : clickSort(acting, paired))}
    >
      / {label}
      {sorted && <span aria-hidden>{sorted.desc ? ' ↓' : ' ↑'}</span>}
    </Tap>
  );
}

function DefaultHead({ column }: { readonly column: AnyColumn }) {
  const { title, help } = metaOf(column);
  return column.getCanSort() ? (
    <SortButton column={column} help={help?.()} />
  ) : (
    <span className={`inlineBlock pad0-6 clips edge medium dots ${styles.plain}`}>{title()}</span>
  );
}

export const defaultHead = ({ column }: { readonly column: AnyColumn }) => <DefaultHead column={column} />;

function Resizer({ header }: { readonly header: AnyHeader }) {
  const { acting, active } = useHeads();
  const { column } = header;
  const handler = header.getResizeHandler();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') widen(acting, column, event.key === 'ArrowLeft' ? -1 : 1);
    else if (event.key === 'Enter') resetWidth(acting, column);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('table.width', { title: metaOf(column).title() })}
      aria-valuemin={column.columnDef.minSize ?? COLUMN_WIDTHS.min}
      aria-valuemax={COLUMN_WIDTHS.max}
      aria-valuenow={Math.round(column.getSize())}
      title={t('table.width.help')}
      tabIndex={active === column.id ? 0 : -1}
      className={`absolute top0 layer1 bottom0 untouched ${styles.resizer}`}
      onMouseDown={(event) => {
        // Otherwise the drag would select text.
        event.preventDefault();
        handler(event);
      }}
      onTouchStart={handler}
      onDoubleClick={() => resetWidth(acting, column)}
      onKeyDown={onKeyDown}
    />
  );
}

interface CellProps {
  readonly header: AnyHeader;
  readonly className: string | undefined;
  /** px from the start of a resize, while one is under way. */
  readonly pulled: number | null;
  readonly layout: string;
}

const HeadCell = memo(function HeadCell({ header, className, pulled }: CellProps) {
  const { acting, menu, openMenu } = useHeads();
  const { column } = header;
  const dragged = useDragged(acting.id, column.id);
  const meta = metaOf(column);
  const sorted = sortedOf(acting, column);
  const first = acting.sorting[0]?.id === column.id;
  const place = frame(column);
  const movable = !meta.locked;
  // Without a sort, the head may have something of its own to drag.
  const draggable = movable && column.getCanSort();
  return (
    <th
      scope="col"
      style={place.style}
      className={[`second surface caption sticky top0 layer3 ${styles.head}`, place.className, className].filter(Boolean).join(' ')}
      data-column={column.id}
      data-sorted={sorted ? true : undefined}
      data-dragged={dragged === 'itself' || undefined}
      data-over={dragged === 'itself' ? undefined : (dragged ?? undefined)}
      // Of several keys only the first: screen readers would take each for the sort of the table.
      aria-sort={sorted && first ? (sorted.desc ? 'descending' : 'ascending') : undefined}
      aria-label={meta.title()}
      data-movable={draggable || undefined}
      onPointerDown={draggable ? (event) => startDrag(event, acting, column) : undefined}
      onContextMenu={(event) => {
        if (!movable) return;
        event.preventDefault();
        openMenu(column.id);
      }}
    >
      {header.isPlaceholder ? null : (column.columnDef.header as (context: unknown) => ReactNode)(header.getContext())}
      {movable && <HeadMenu column={column} acting={acting} opened={menu === column.id} onChange={(on) => openMenu(on ? column.id : null)} />}
      {column.getCanResize() && !meta.grow && <Resizer header={header} />}
      {pulled !== null && <i className={`absolute top0 through wide1 ${styles.guide}`} style={{ translate: `${pulled}px` }} aria-hidden />}
    </th>
  );
});

export function HeadRow<T extends object>({
  data,
  layoutKey,
  classOf,
}: {
  readonly data: DataTable<T>;
  readonly layoutKey: string;
  classOf?(id: string): string | undefined;
}) {
  const { language } = useText();
  const { table, id, name, view, defaults, sorting, group, change } = data;
  const [focused, setFocused] = useState<string | null>(null);
  const [menu, openMenu] = useState<string | null>(null);
  const headers = table.getHeaderGroups()[0]!.headers;
  const reachable = headers.filter(({ column }) => !metaOf(column).locked || column.getCanSort()).map(({ column }) => column.id);
  const active = focused !== null && reachable.includes(focused) ? focused : (reachable[0] ?? null);
  const core = headers[0]!.column.table;
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles change with the language
  const heads = useMemo((): Heads => {
    const titleOf = (columnId: string): string => {
      const column = core.getColumn(columnId);
      return column ? metaOf(column).title() : columnId;
    };
    const isShown = (columnId: string): boolean => core.getColumn(columnId)?.getIsVisible() ?? false;
    return { acting: { id, view, defaults, sorting, group, change, titleOf, isShown }, active, menu, openMenu, onFocus: setFocused };
  }, [id, view, defaults, sorting, group, change, core, active, menu, language]);
  useEffect(() => knowTable({ id, name, group }, core as unknown as Table<T>), [id, name, core, group]);
  const pulled = table.state.columnResizing;
  return (
    <HeadsContext value={heads}>
      <tr>
        {headers.map((header) => (
          <HeadCell
            key={header.id}
            header={header}
            className={classOf?.(header.column.id)}
            pulled={pulled.isResizingColumn === header.column.id ? (pulled.deltaOffset ?? 0) : null}
            layout={layoutKey}
          />
        ))}
      </tr>
    </HeadsContext>
  );
}
