/** All actions on a column as a list: every drag of the mouse has a button here. */
import type { TextKey } from '../../i18n/index.ts';
import { useText } from '../store/index.ts';
import { Popover } from '../components/Popover.tsx';
import { type Acting, addSort, freeze, groupBy, hide, isChanged, moveColumn, resetLayout, resetWidth, setSort, widen } from './acts.ts';
import { type AnyColumn, metaOf } from './features.ts';
import { useHeadControl } from './heads.ts';
import menus from './menus.module.css';
import { saveTable } from './saved.ts';
import styles from './table.module.css';

interface Props {
  readonly column: AnyColumn;
  readonly acting: Acting;
  readonly opened: boolean;
  onChange(opened: boolean): void;
}

export function HeadMenu({ column, acting, opened, onChange }: Props) {
  const { t } = useText();
  const { 'data-head': _head, ...control } = useHeadControl(column);
  const { title, grow, group } = metaOf(column);
  const sortable = column.getCanSort();
  const sorted = acting.sorting.some(({ id }) => id === column.id);
  const edge = column.getIsPinned();
  /** `stays`: for actions that are repeated. */
  const item = (key: TextKey, act: () => void, stays = false) => (
    <button
      type="button"
      onClick={() => {
        if (!stays) onChange(false);
        act();
      }}
    >
      {t(key)}
    </button>
  );
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position="bottom-start"
      takesFocus
      label={t('table.menu', { title: title() })}
      target={
        <button
          type="button"
          className={styles.menuButton}
          aria-label={t('table.menu', { title: title() })}
          aria-expanded={opened}
          onClick={() => onChange(!opened)}
          {...control}
          // Without a sort, this button represents the head.
          {...(sortable ? {} : { 'data-head': true })}
        >
          <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.4">
            <path d="M2.5 4.5L6 8l3.5-3.5" />
          </svg>
        </button>
      }
    >
      <div className={menus.menu}>
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
