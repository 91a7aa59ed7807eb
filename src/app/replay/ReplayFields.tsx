/** A labelled setting of the replay, and the two kinds of numbers in it. */
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { S3_BUFFER, SUMMARY_MARKER, type Trigger } from '../../engine/triggers/contract.ts';
import { numbers, t, type TextKey } from '../../i18n/index.ts';
import { Definition } from '../documents/DocumentLink.tsx';
import { NumberField, Select } from '../components/NumberField.tsx';
import { parseNumber, useText } from '../store/index.ts';
import styles from './replay.module.css';

export function triggerWords(trigger: Trigger): string {
  const n = numbers();
  const name = t(`replay.trigger.${trigger.kind}`);
  switch (trigger.kind) {
    case 'ratio':
      return [`${name} ${n.percent(trigger.share)}`, ...(trigger.interval ? [`${t('replay.trigger.every')} ${trigger.interval} s`] : [])].join(', ');
    case 'tokens':
      return `${name} ${n.whole(trigger.tokens)}`;
    case 'remaining':
    case 'answer':
      return `${name} ${n.percent(trigger.share)}`;
    case 'tool-result':
      return `${name} ${n.percent(trigger.share)}, ${t('replay.trigger.buffer')} ${n.percent(trigger.buffer ?? S3_BUFFER)}`;
    case 'result':
      return `${name} ${n.whole(trigger.tokens)}${trigger.spare ? `, ${t('replay.trigger.spare')} ${n.whole(trigger.spare)}` : ''}`;
    case 'turns':
    case 'messages':
      return `${name} ${n.whole(trigger.count)}`;
    case 'marker':
      return `${name} ${trigger.text}`;
    case 'hand':
    case 'requests':
    case 'recorded':
    case 'hard-limit':
      return name;
  }
}

export const LISTED = [
  'ratio',
  'tokens',
  'remaining',
  'turns',
  'marker',
  'tool-result',
  'answer',
  'result',
  'messages',
  'requests',
  'hard-limit',
] as const;
export type ListedKind = (typeof LISTED)[number];
export type ListedTrigger = Exclude<Trigger, { kind: 'hand' | 'recorded' }>;

export function newTrigger(kind: ListedKind, share: number): ListedTrigger {
  switch (kind) {
    case 'ratio':
    case 'answer':
      return { kind, share };
    case 'tokens':
      return { kind, tokens: 100_000 };
    case 'remaining':
      return { kind, share: 0.25 };
    case 'turns':
      return { kind, count: 20, unit: 'auto' };
    case 'marker':
      return { kind, text: SUMMARY_MARKER };
    case 'tool-result':
      return { kind, share, buffer: S3_BUFFER };
    case 'result':
      return { kind, tokens: 1000, spare: 5 };
    case 'messages':
      return { kind, count: 100 };
    case 'requests':
    case 'hard-limit':
      return { kind };
  }
}

/** `12, 40 55` → indexes from 0, ascending and unique; null if something is not a message number of the transcript. */
export function readHand(typed: string, messages: number): readonly number[] | null {
  const words = typed.split(/[\s,;，、]+/).filter(Boolean);
  const numbers = words.map((word) => (/^#?\d+$/.test(word) ? Number(word.replace('#', '')) : Number.NaN));
  if (numbers.some((x) => Number.isNaN(x) || x < 1 || x > messages)) return null;
  return [...new Set(numbers.map((x) => x - 1))].sort((a, b) => a - b);
}

export const writeHand = (hand: readonly number[]): string => hand.map((i) => i + 1).join(', ');

export function readShare(typed: string, least = 0.01, most = 1): number | null {
  const match = /^\s*(\d+(?:[.,]\d+)?)\s*%?\s*$/.exec(typed);
  const value = match ? Number(match[1]!.replace(',', '.')) / 100 : Number.NaN;
  return value >= least && value <= most ? Number(value.toFixed(6)) : null;
}

export function readWhole(typed: string, least: number, most: number): number | null {
  const digits = typed.replace(/[,\s']/g, '');
  const value = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

export function Field({ label, help, children }: { readonly label: string; readonly help: string; readonly children: ReactNode }) {
  return (
    <div className={`row gap6 shrinks second leastHigh26 narrowWrap ${styles.field}`}>
      <Definition title={label} text={help.split('\n')}>
        {label}
      </Definition>
      {children}
    </div>
  );
}

export function ShareField({
  label,
  value,
  least,
  most,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  onChange(value: number): void;
}) {
  const { n } = useText();
  const set = (next: number | null): boolean => {
    if (next === null) return false;
    onChange(next);
    return true;
  };
  return (
    <NumberField
      label={label}
      text={n.plain(Number((value * 100).toFixed(2)))}
      unit="%"
      onCommit={(typed) => set(readShare(typed, least, most))}
      onStep={(steps) => set(Math.min(most ?? 1, Math.max(least ?? 0.01, Number((value + steps / 100).toFixed(4)))))}
    />
  );
}

export function WholeField({
  label,
  value,
  least,
  most,
  unit,
  step = 1,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly unit?: string;
  readonly step?: number;
  onChange(value: number): void;
}) {
  const { n } = useText();
  return (
    <NumberField
      label={label}
      text={n.whole(value)}
      {...(unit !== undefined && { unit })}
      onCommit={(typed) => {
        const whole = readWhole(typed, least, most) ?? parseNumber(typed);
        if (whole === null || whole < least || whole > most) return false;
        onChange(Math.round(whole));
        return true;
      }}
      onStep={(steps) => onChange(Math.min(most, Math.max(least, value + steps * step)))}
    />
  );
}

interface TriggerNumber {
  readonly name: 'share' | 'interval' | 'tokens' | 'buffer' | 'count' | 'spare';
  readonly words: TextKey;
  /** Before the field. */
  readonly said?: TextKey;
  readonly least?: number;
  /** Of a share in percent: at most all. */
  readonly most?: number;
  readonly percent?: true;
  readonly step?: number;
  readonly unit?: string;
}

const SHARE: TriggerNumber = { name: 'share', words: 'replay.trigger.share', percent: true };
const BUFFER = 'replay.trigger.buffer';
const NUMBERS: Readonly<Partial<Record<ListedKind, readonly TriggerNumber[]>>> = {
  ratio: [SHARE, { name: 'interval', words: 'replay.trigger.interval', said: 'replay.trigger.every', least: 0, most: 86_400, unit: 's' }],
  tokens: [{ name: 'tokens', words: 'replay.trigger.tokens', most: 1e9, step: 1000 }],
  remaining: [{ ...SHARE, least: 0 }],
  answer: [SHARE],
  'tool-result': [SHARE, { name: 'buffer', words: BUFFER, said: BUFFER, percent: true, least: 0, most: 0.5 }],
  turns: [{ name: 'count', words: 'replay.trigger.count', most: 100_000 }],
  result: [
    { name: 'tokens', words: 'replay.trigger.result', most: 1_000_000 },
    { name: 'spare', words: 'replay.trigger.spare', least: 0, most: 1000 },
  ],
  messages: [{ name: 'count', words: 'replay.trigger.messages', most: 100_000 }],
};

export function TriggerFields({ trigger, onChange }: { readonly trigger: ListedTrigger; onChange(trigger: ListedTrigger): void }) {
  const { t } = useText();
  const values = trigger as Readonly<Partial<Record<TriggerNumber['name'], number>>>;
  return (
    <>
      {NUMBERS[trigger.kind]?.map(({ name, words, said, percent, least, most, ...rest }) => {
        const field = { label: t(words), value: values[name] ?? 0, onChange: (value: number) => onChange({ ...trigger, [name]: value }) };
        return (
          <Fragment key={name}>
            {said && <span className="muted">{t(said)}</span>}
            {percent ? <ShareField {...field} least={least} most={most} /> : <WholeField {...field} {...rest} least={least ?? 1} most={most!} />}
          </Fragment>
        );
      })}
      {trigger.kind === 'turns' && (
        <Select
          aria-label={t('replay.trigger.unit')}
          value={trigger.unit ?? 'auto'}
          options={(['auto', 'turns', 'steps'] as const).map((unit) => [unit, t(`param.unit.${unit}`)])}
          onChange={(unit) => onChange({ ...trigger, unit })}
        />
      )}
      {trigger.kind === 'marker' && (
        <TextField label={t('replay.trigger.text')} value={trigger.text} onCommit={(text) => text !== '' && onChange({ ...trigger, text })} />
      )}
    </>
  );
}

export function TextField({ label, value, onCommit }: { readonly label: string; readonly value: string; onCommit(text: string): unknown }) {
  const [typed, setTyped] = useState(value);
  const [wrong, setWrong] = useState(false);
  useEffect(() => {
    setTyped(value);
    setWrong(false);
  }, [value]);
  const commit = () => setWrong(typed !== value && onCommit(typed.trim()) === false);
  return (
    <input
      className="wide150"
      aria-label={label}
      aria-invalid={wrong}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      value={typed}
      onChange={(e) => setTyped(e.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(e) => {
        if (e.key === 'Enter') commit();
        else if (e.key === 'Escape') setTyped(value);
      }}
    />
  );
}
