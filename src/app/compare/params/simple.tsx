/** Controls of single values, made from a parameter's schema: slider and field, switch, choice, text. */
import type { BooleanParam, ChoiceParam, NumberParam, Param, TextParam } from '../../../engine/strategies/params.ts';
import { lookup } from '../../../i18n/index.ts';
import type { NumberFormats } from '../../../i18n/format.ts';
import { NumberField } from '../../components/NumberField.tsx';
import { Slider } from '../../components/Slider.tsx';
import { parseNumber } from '../../settings/numbers.ts';
import { useApp, useText } from '../../store/index.ts';
import styles from './params.module.css';

export type Value = Param['default'];

export interface Control<P extends Param> {
  /** Accessible name. */
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

/** Displayed number and back: shares are shown in percent. */
const scaleOf = (param: NumberParam): number => (param.unit === 'share' ? 100 : 1);

export function NumberControl({ label, param, value, set, n }: Control<NumberParam> & { readonly n: NumberFormats }) {
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

export function BooleanControl({ label, value, set }: Control<BooleanParam>) {
  return (
    <span className={styles.wide}>
      <input type="checkbox" aria-label={label} checked={value === true} onChange={(e) => set(e.currentTarget.checked)} />
    </span>
  );
}

/** A product's option that is an empty text. */
const NOTHING = '—';

/** `words`: the parameter whose words its options have; null = they are a product's own, in every language. */
export function ChoiceControl({ label, param, value, set, words }: Control<ChoiceParam> & { readonly words: string | null }) {
  return (
    <span className={styles.wide}>
      <select className={styles.select} aria-label={label} value={String(value)} onChange={(e) => set(e.currentTarget.value)}>
        {param.options.map((option) => (
          <option key={option} value={option}>
            {(words !== null && lookup(`param.${words}.${option}`)) || option || NOTHING}
          </option>
        ))}
      </select>
    </span>
  );
}

/** A text from this length on is a list and gets several lines. */
const LONG = 300;
const MOST_LINES = 8;

export function TextControl({ label, param, value, set }: Control<TextParam>) {
  if (param.maxLength >= LONG) {
    const lines = String(value).split('\n').length + Math.floor(String(value).length / 60);
    return (
      <textarea
        className={styles.area}
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
