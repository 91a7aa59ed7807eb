/** One parameter: label with its definition, the dot that removes the person's value, and the control. */
import type { BooleanParam, ChoiceParam, NumberParam, Param, TableParam, TableValue, TextParam } from '../../engine/strategies/params.ts';
import { lookup, type NumberFormats } from '../../i18n/index.ts';
import { Definition } from '../documents/DocumentLink.tsx';
import { parseNumber, useApp, useText } from '../store/index.ts';
import type { StrategyInfo } from '../../worker/protocol.ts';
import styles from './stages.module.css';
import { paramText } from '../rows/compare-rows.ts';
import { NumberField, Select, Slider } from '../components/NumberField.tsx';
import { Button, Tap } from '../components/Button.tsx';

// Controls of single values, made from a parameter's schema: slider and field, switch, choice, text.

export type Value = Param['default'];

interface Control<P extends Param> {
  readonly label: string;
  readonly param: P;
  readonly value: Value;
  set(value: Value): void;
}

export function onStep(param: NumberParam, value: number): number {
  if (param.coarse) return Math.round(Math.min(param.max, Math.max(param.min, value)));
  const steps = Math.round((Math.min(param.max, Math.max(param.min, value)) - param.min) / param.step);
  return Number((param.min + steps * param.step).toPrecision(12));
}

function unitOf(param: Param): string | undefined {
  if (param.unit === 'none' || param.unit === 'seed') return undefined;
  if (param.unit === 'share') return '%';
  return lookup(`unit.${param.unit}`) ?? undefined;
}

const scaleOf = (param: NumberParam): number => (param.unit === 'share' ? 100 : 1);

function NumberControl({ label, param, value, set, n }: Control<NumberParam> & { readonly n: NumberFormats }) {
  const { t } = useText();
  const now = typeof value === 'number' ? value : param.default;
  const scale = scaleOf(param);
  const text = n.plain(now * scale);
  const unit = unitOf(param);
  const messages = useApp((s) => s.comparison?.transcript.n ?? 0);
  // Values above the number of messages change nothing; an aimed knob may exceed the schema's range.
  const counted = (param.unit === 'messages' || param.unit === 'rounds' || param.unit === 'topics') && messages > 0;
  const max = Math.max(now, counted ? Math.min(param.max, Math.max(param.min + param.step, messages)) : param.max);
  return (
    <>
      <Slider
        label={label}
        value={now}
        min={param.min}
        max={max}
        step={param.step}
        text={unit ? `${text} ${unit}` : text}
        onChange={(v) => set(onStep(param, v))}
      />
      <NumberField
        label={t('control.value', { label })}
        text={text}
        unit={unit === '%' ? '%' : undefined}
        onCommit={(typed) => {
          const read = parseNumber(typed.replace('%', ''));
          if (read === null) return false;
          const next = read / scale;
          if (next < param.min || next > param.max) return false;
          set(onStep(param, next));
          return true;
        }}
        onStep={(steps) => set(onStep(param, now + steps * param.step))}
      />
    </>
  );
}

function BooleanControl({ label, value, set }: Control<BooleanParam>) {
  return (
    <span className="row fromSecond">
      <input type="checkbox" aria-label={label} checked={value === true} onChange={(e) => set(e.currentTarget.checked)} />
    </span>
  );
}

const NOTHING = '—';

/** `words`: the parameter whose words its options have; null = they are a product's own, in every language. */
function ChoiceControl({ label, param, value, set, words }: Control<ChoiceParam> & { readonly words: string | null }) {
  return (
    <span className="row fromSecond">
      <Select
        className="wideFull pad0-4"
        aria-label={label}
        value={String(value)}
        options={param.options.map((option) => [option, (words !== null && lookup(`param.${words}.${option}`)) || option || NOTHING])}
        onChange={set}
      />
    </span>
  );
}

const LONG = 300;
const MOST_LINES = 8;

function TextControl({ label, param, value, set }: Control<TextParam>) {
  if (param.maxLength >= LONG) {
    const lines = String(value).split('\n').length + Math.floor(String(value).length / 60);
    return (
      <textarea
        className={`code whole ${styles.area}`}
        aria-label={label}
        maxLength={param.maxLength}
        rows={Math.min(MOST_LINES, Math.max(2, lines))}
        spellCheck={false}
        value={String(value)}
        onChange={(e) => set(e.currentTarget.value)}
      />
    );
  }
  return (
    <span className="row fromSecond">
      <input
        type="text"
        className="wideFull pad0-4"
        aria-label={label}
        maxLength={param.maxLength}
        value={String(value)}
        onChange={(e) => set(e.currentTarget.value)}
      />
    </span>
  );
}

// A table's value holds only the cells that a person changed.

type Cell = number | string;

export const cellOf = (param: TableParam, own: TableValue | undefined, row: string, column: string): Cell =>
  own?.[row]?.[column] ?? param.default[row]?.[column] ?? '';

const isChanged = (own: TableValue | undefined, row: string, column: string): boolean => own?.[row]?.[column] !== undefined;

export const changedCells = (own: TableValue | undefined): number => Object.values(own ?? {}).reduce((sum, row) => sum + Object.keys(row).length, 0);

/** The value with one more cell set; cells equal to the default are removed, and an empty value is undefined. */
export function withCell(param: TableParam, own: TableValue | undefined, row: string, column: string, value: Cell): TableValue | undefined {
  const { [column]: _old, ...others } = own?.[row] ?? {};
  const cells = value === param.default[row]?.[column] ? others : { ...others, [column]: value };
  const { [row]: _row, ...rows } = own ?? {};
  const next = Object.keys(cells).length > 0 ? { ...rows, [row]: cells } : rows;
  return Object.keys(next).length > 0 ? next : undefined;
}

interface TableControlProps {
  readonly name: string;
  readonly title: string;
  readonly param: TableParam;
  readonly own: Value | undefined;
  set(value: Value | undefined): void;
}

function TableControl({ name, title, param, own: value, set }: TableControlProps) {
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
    <div className={`shrinks whole scrollsAcross ${styles.tableBox}`}>
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
                const reset = t('control.resetTo', { label, value: typeof initial === 'number' ? n.plain(initial) : optionWord(initial) });
                return (
                  <td key={column}>
                    {isChanged(own, row, column) && (
                      <Tap
                        className={`absolute high24 top1 layer1 wide24 ${styles.dot}`}
                        aria-label={reset}
                        title={reset}
                        onClick={() => setCell(initial)}
                      />
                    )}
                    {cell.kind === 'choice' ? (
                      <Select
                        className="wideFull pad0-4"
                        aria-label={label}
                        value={String(now)}
                        options={cell.options.map((option) => [option, optionWord(option)])}
                        onChange={setCell}
                      />
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
      {changed > 0 && <Button kind="link" onClick={() => set(undefined)} text={t('row.table.reset', { count: changed })} />}
    </div>
  );
}

interface Props {
  readonly info: StrategyInfo;
  readonly title: string;
  readonly name: string;
  readonly param: Exclude<Param, { kind: 'stages' }>;
  readonly own: Value | undefined;
  /** Value found by the runner for a knob that nobody set. */
  readonly aimed: number | undefined;
  set(value: Value | undefined): void;
}

export function ParamLine({ info, title, name, param, own, aimed: found, set }: Props) {
  const { t, n } = useText();
  const shared = useApp((s) => (param.shared ? s.scenario.settings[param.shared] : undefined));
  const initial: Value = shared ?? param.default;
  const aimed = own === undefined && found !== undefined;
  const value: Value = own ?? found ?? initial;
  const word = lookup(`param.${name}`) ?? name;
  const knob = param.kind === 'number' && param.knob ? lookup(`param.knob.${param.knob}`) : null;
  const help = lookup(`strategy.${info.id}.param.${name}`) ?? lookup(`param.${name}.help`) ?? knob;
  const control = { label: t('row.param.of', { label: word, title }), value, set };
  const reset =
    param.kind === 'table'
      ? t('row.param.reset.table', { label: word })
      : t('control.resetTo', { label: word, value: paramText(info, name, initial, n) });
  const explained = [...(help === null ? [] : [help]), ...(aimed ? [t('row.param.aimed.help')] : [])];
  const notes = [aimed ? t('row.param.aimed') : '', own === undefined && !aimed && param.shared ? t('row.param.shared') : ''].filter(Boolean);
  return (
    <div
      className={`relative grid middle gap0-8 leastHigh26 ${styles.param}`}
      data-aimed={aimed || undefined}
      data-wide={param.kind === 'table' || undefined}
    >
      {own !== undefined && (
        <Tap className={`absolute high24 top1 layer1 wide24 ${styles.dot}`} aria-label={reset} title={reset} onClick={() => set(undefined)} />
      )}
      {explained.length > 0 ? (
        <Definition title={word} text={explained}>
          {word}
        </Definition>
      ) : (
        <span>{word}</span>
      )}
      {param.kind === 'number' && <NumberControl {...control} param={param} n={n} />}
      {param.kind === 'boolean' && <BooleanControl {...control} param={param} />}
      {param.kind === 'choice' && <ChoiceControl {...control} param={param} words={info.preset ? null : name} />}
      {param.kind === 'text' && <TextControl {...control} param={param} />}
      {param.kind === 'table' && <TableControl name={name} title={title} param={param} own={own} set={set} />}
      {notes.length > 0 && <span className={`muted caption fromSecond ${styles.paramNote}`}>{notes.join(' · ')}</span>}
    </div>
  );
}
