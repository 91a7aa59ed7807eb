/** Parameters of one row, made from the strategy's schema: slider and field, switch, choice or text, each with its reset. */
import { useApp, useText, actions } from '../store/index.ts';
import type { BooleanParam, ChoiceParam, NumberParam, Param, TextParam } from '../../engine/strategies/params.ts';
import { lookup } from '../../i18n/index.ts';
import type { NumberFormats } from '../../i18n/format.ts';
import { Button } from '../components/Button.tsx';
import { Definition } from '../components/Definition.tsx';
import { NumberField } from '../components/NumberField.tsx';
import { Slider } from '../components/Slider.tsx';
import { parseNumber } from '../settings/numbers.ts';
import styles from './details.module.css';
import { paramText, type TableRow } from './rows.ts';

type Value = Param['default'];

interface Control<P extends Param> {
  readonly label: string;
  readonly param: P;
  readonly value: Value;
  set(value: Value): void;
}

/** The nearest value that the schema takes: inside the range and on a step. */
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

/** Shown number and back: shares are shown in percent. */
const scaleOf = (param: NumberParam): number => (param.unit === 'share' ? 100 : 1);

function NumberControl({ label, param, value, set, n }: Control<NumberParam> & { readonly n: NumberFormats }) {
  const { t } = useText();
  const now = typeof value === 'number' ? value : param.default;
  const scale = scaleOf(param);
  const text = n.plain(now * scale);
  const unit = unitOf(param);
  const messages = useApp((s) => s.comparison?.transcript.n ?? 0);
  // Beyond the transcript's messages nothing changes; an aimed knob may stand beyond the schema's end.
  const counted = (param.unit === 'messages' || param.unit === 'rounds') && messages > 0;
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
        label={t('row.param.value', { label })}
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
    <span className={styles.wide}>
      <input type="checkbox" aria-label={label} checked={value === true} onChange={(e) => set(e.currentTarget.checked)} />
    </span>
  );
}

function ChoiceControl({ label, param, value, set, name }: Control<ChoiceParam> & { readonly name: string }) {
  return (
    <span className={styles.wide}>
      <select className={styles.select} aria-label={label} value={String(value)} onChange={(e) => set(e.currentTarget.value)}>
        {param.options.map((option) => (
          <option key={option} value={option}>
            {lookup(`param.${name}.${option}`) ?? option}
          </option>
        ))}
      </select>
    </span>
  );
}

function TextControl({ label, param, value, set }: Control<TextParam>) {
  return (
    <span className={styles.wide}>
      <input
        type="text"
        className={styles.text}
        aria-label={label}
        maxLength={param.maxLength}
        value={String(value)}
        onChange={(e) => set(e.currentTarget.value)}
      />
    </span>
  );
}

function ParamRow({ row, name, param }: { readonly row: TableRow; readonly name: string; readonly param: Param }) {
  const { t, n } = useText();
  const own = useApp((s) => s.scenario.rows.find((r) => r.key === row.key)?.params[name]) as Value | undefined;
  const shared = useApp((s) => (param.shared ? s.scenario.settings[param.shared] : undefined));
  const knob = row.result?.knob?.param === name ? row.result.knob : null;
  const initial: Value = shared ?? param.default;
  const value: Value = own ?? (knob?.aimed ? knob.value : initial);
  const title = lookup(`param.${name}`) ?? name;
  const help = lookup(`param.${name}.help`);
  const aimed = own === undefined && knob?.aimed === true;
  const control = {
    label: t('row.param.of', { label: title, title: row.title }),
    value,
    set: (next: Value) => actions.setParam(row.key, row.info.id, name, next),
  };
  const reset = t('row.param.reset', { label: title, value: paramText(row.info, name, initial, n) });
  const notes = [aimed ? t('row.param.aimed') : '', own === undefined && !aimed && param.shared ? t('row.param.shared') : ''].filter(Boolean);
  return (
    <div className={styles.param} data-aimed={aimed || undefined}>
      {own !== undefined && (
        <button
          type="button"
          className={styles.dot}
          aria-label={reset}
          title={reset}
          onClick={() => actions.setParam(row.key, row.info.id, name, undefined)}
        />
      )}
      <Definition title={title} text={[help ?? title, ...(aimed ? [t('row.param.aimed.help')] : [])]}>
        {title}
      </Definition>
      {param.kind === 'number' && <NumberControl {...control} param={param} n={n} />}
      {param.kind === 'boolean' && <BooleanControl {...control} param={param} />}
      {param.kind === 'choice' && <ChoiceControl {...control} param={param} name={name} />}
      {param.kind === 'text' && <TextControl {...control} param={param} />}
      {notes.length > 0 && <span className={styles.paramNote}>{notes.join(' · ')}</span>}
    </div>
  );
}

export function ParamControls({ row }: { readonly row: TableRow }) {
  const { t } = useText();
  const params = Object.entries(row.info.params);
  return (
    <section className={styles.section}>
      <h3>
        {t('row.params')}
        {row.changed && (
          <Button kind="link" onClick={() => actions.resetRow(row.key)}>
            {t('row.params.reset')}
          </Button>
        )}
      </h3>
      {params.length === 0 && <p className={styles.note}>{t('row.params.none')}</p>}
      {params.map(([name, param]) => (
        <ParamRow key={name} row={row} name={name} param={param} />
      ))}
    </section>
  );
}
