/** A table of rules (S3's by item type): rows and columns are fixed, every cell can be set and reset. */
import type { TableParam, TableValue } from '../../../engine/strategies/params.ts';
import { lookup } from '../../../i18n/index.ts';
import { Button } from '../../components/Button.tsx';
import { NumberField } from '../../components/NumberField.tsx';
import { parseNumber } from '../../settings/numbers.ts';
import { useText } from '../../store/index.ts';
import styles from './params.module.css';
import { onStep, type Value } from './simple.tsx';
import { cellOf, changedCells, isChanged, withCell } from './table-value.ts';

interface Props {
  readonly name: string;
  /** Of the row or stage, for accessible names. */
  readonly title: string;
  readonly param: TableParam;
  readonly own: Value | undefined;
  set(value: Value | undefined): void;
}

export function TableControl({ name, title, param, own: value, set }: Props) {
  const { t, n } = useText();
  const own = value as TableValue | undefined;
  const columns = Object.entries(param.columns);
  /** Words of a row, a column or an option: the table's own, else what the word means everywhere. */
  const word = (...keys: readonly string[]): string =>
    keys.reduce<string | null>((found, key) => found ?? lookup(key), null) ?? keys[0]!.split('.').at(-1)!;
  const columnWord = (column: string): string => word(`param.${name}.${column}`, `param.${column}`);
  const rowWord = (row: string): string => word(`param.${name}.${row}`, `item-type.${row}`);
  const changed = changedCells(own);
  return (
    <div className={styles.tableBox}>
      <table data-wide className={styles.rules} aria-label={t('row.param.of', { label: lookup(`param.${name}`) ?? name, title })}>
        <thead>
          <tr>
            <td />
            {columns.map(([column]) => (
              <th key={column} scope="col" title={lookup(`param.${name}.${column}.help`) ?? undefined}>
                {columnWord(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.keys(param.default).map((row) => (
            <tr key={row}>
              <th scope="row">{rowWord(row)}</th>
              {columns.map(([column, cell]) => {
                const now = cellOf(param, own, row, column);
                const label = t('row.table.cell', { row: rowWord(row), column: columnWord(column) });
                const setCell = (next: number | string): void => set(withCell(param, own, row, column, next));
                const initial = param.default[row]?.[column] ?? '';
                const optionWord = (option: string): string => word(`param.${name}.${column}.${option}`, `param.${column}.${option}`);
                const reset = t('row.param.reset', {
                  label,
                  value: typeof initial === 'number' ? n.plain(initial) : optionWord(initial),
                });
                return (
                  <td key={column}>
                    {isChanged(own, row, column) && (
                      <button type="button" className={styles.dot} aria-label={reset} title={reset} onClick={() => setCell(initial)} />
                    )}
                    {cell.kind === 'choice' ? (
                      <select className={styles.select} aria-label={label} value={String(now)} onChange={(e) => setCell(e.currentTarget.value)}>
                        {cell.options.map((option) => (
                          <option key={option} value={option}>
                            {optionWord(option)}
                          </option>
                        ))}
                      </select>
                    ) : (
                      <NumberField
                        label={label}
                        text={n.plain(Number(now))}
                        onCommit={(typed) => {
                          const read = parseNumber(typed);
                          if (read === null || read < cell.min || read > cell.max) return false;
                          setCell(onStep(cell, read));
                          return true;
                        }}
                        onStep={(steps) => setCell(onStep(cell, Number(now) + steps * cell.step))}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {changed > 0 && (
        <Button kind="link" onClick={() => set(undefined)}>
          {t('row.table.reset', { count: changed })}
        </Button>
      )}
    </div>
  );
}
