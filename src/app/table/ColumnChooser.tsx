/** Which columns a table shows, and what its rows are grouped by. */
import { Check, Select } from '../components/NumberField.tsx';
import { type ReactNode, useState } from 'react';
import { Button } from '../components/Button.tsx';
import { Popover } from '../components/Popover.tsx';
import { useText } from '../store/index.ts';
import { groupBy, isChanged, resetLayout } from './acts.ts';
import { type ColumnDef, groupOf, orderOf, SAVED_AS, saveTable, type TableDefaults, visibilityOf } from './features.ts';
import styles from './table.module.css';
import { changeTable, useTableView } from './useDataTable.ts';

interface Props<T extends object> {
  readonly name: string;
  readonly columns: readonly ColumnDef<T>[];
  readonly defaults: TableDefaults;
  readonly away?: readonly string[];
  readonly atEnd?: boolean;
  readonly children?: ReactNode;
}

function sectionsOf<T extends object>(columns: readonly ColumnDef<T>[]): readonly (readonly [section: string, columns: readonly ColumnDef<T>[]])[] {
  const sections = new Map<string, ColumnDef<T>[]>();
  for (const column of columns) {
    const section = column.meta?.section?.() ?? '';
    sections.set(section, [...(sections.get(section) ?? []), column]);
  }
  return [...sections];
}

export function ColumnChooser<T extends object>({ name, columns, defaults, away = [], atEnd = false, children }: Props<T>) {
  const { t } = useText();
  const view = useTableView(name);
  const [opened, setOpened] = useState(false);
  const visible = visibilityOf(view, defaults);
  const group = groupOf(view, defaults);
  const byId = new Map(columns.map((column) => [column.id!, column]));
  const listed = orderOf(view, defaults).flatMap((id) => {
    const column = byId.get(id)!;
    return column.meta?.internal || column.meta?.locked || column.enableHiding === false || away.includes(id) ? [] : column;
  });
  const groups = columns.filter(({ meta }) => meta?.group);
  const acting = {
    id: name,
    defaults,
    change: (change: Parameters<typeof changeTable>[1]) => changeTable(name, change),
    titleOf: (id: string) => byId.get(id)?.meta?.title() ?? id,
  };
  const toggle = (id: string, on: boolean): void => {
    const { [id]: _old, ...rest } = view.columns ?? {};
    const byDefault = !defaults.hidden.includes(id);
    // Values equal to the default stay out of the link, except a column that is wanted despite the lack of room.
    changeTable(name, { columns: on === byDefault ? rest : { ...rest, [id]: on } });
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      takesFocus
      label={t('compare.columns')}
      target={
        <Button
          kind="ghost"
          icon="columns"
          className={atEnd ? 'atEnd' : undefined}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
          text={t('compare.columns')}
        />
      }
    >
      <div className={`stack scrolls ${styles.chooser}`}>
        {children}
        {groups.length > 0 && (
          <label className={`row leastHigh24 gap7 pressable ${styles.choice}`}>
            {t('table.group')}
            <Select
              value={group ?? ''}
              none={t('table.group.none')}
              options={groups.map(({ id, meta }) => [id!, meta!.title()])}
              onChange={(chosen) => groupBy(acting, chosen || null)}
            />
          </label>
        )}
        {(children || groups.length > 0) && <hr />}
        {sectionsOf(listed).map(([section, own]) => (
          <div key={section} className={`stack ${styles.section}`} role="group" aria-label={section || t('compare.columns')}>
            {section && <small aria-hidden="true">{section}</small>}
            {own.map(({ id, meta }) => (
              <Check key={id} className={`row leastHigh24 gap7 pressable ${styles.choice}`} checked={visible[id!]} onChange={(on) => toggle(id!, on)}>
                {meta!.title()}
                <small>{meta!.unit?.()}</small>
              </Check>
            ))}
          </div>
        ))}
        <Button kind="link" disabled={!isChanged(view)} onClick={() => resetLayout(acting)} text={t('compare.columns.reset')} />
        <hr />
        {SAVED_AS.map((as) => (
          <Button key={as} kind="link" title={t('table.save.help')} onClick={() => saveTable(name, as)} text={t(`table.save.${as}`)} />
        ))}
      </div>
    </Popover>
  );
}
