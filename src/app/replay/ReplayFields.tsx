/** A labelled setting of the replay, and the two kinds of numbers in it. */
import { type ReactNode, useEffect, useState } from 'react';
import { Definition } from '../components/Definition.tsx';
import { NumberField } from '../components/NumberField.tsx';
import { parseNumber } from '../settings/numbers.ts';
import { useText } from '../store/index.ts';
import { type ListedTrigger, readShare, readWhole } from './trigger-fields.ts';
import styles from './replay.module.css';
import shared from '../theme/shared.module.css';

export function Field({ label, help, children }: { readonly label: string; readonly help: string; readonly children: ReactNode }) {
  return (
    <div className={styles.field}>
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
  readonly least?: number;
  readonly most?: number;
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

// The numbers of one trigger, and a text that is applied when it is finished.

export function TriggerFields({ trigger, onChange }: { readonly trigger: ListedTrigger; onChange(trigger: ListedTrigger): void }) {
  const { t } = useText();
  switch (trigger.kind) {
    case 'ratio':
      return (
        <>
          <ShareField label={t('replay.trigger.share')} value={trigger.share} onChange={(share) => onChange({ ...trigger, share })} />
          <span className={shared.muted}>{t('replay.trigger.every')}</span>
          <WholeField
            label={t('replay.trigger.interval')}
            value={trigger.interval ?? 0}
            least={0}
            most={86_400}
            unit="s"
            onChange={(interval) => onChange({ ...trigger, interval })}
          />
        </>
      );
    case 'tokens':
      return (
        <WholeField
          label={t('replay.trigger.tokens')}
          value={trigger.tokens}
          least={1}
          most={1e9}
          step={1000}
          onChange={(tokens) => onChange({ ...trigger, tokens })}
        />
      );
    case 'remaining':
      return <ShareField label={t('replay.trigger.share')} value={trigger.share} least={0} onChange={(share) => onChange({ ...trigger, share })} />;
    case 'answer':
      return <ShareField label={t('replay.trigger.share')} value={trigger.share} onChange={(share) => onChange({ ...trigger, share })} />;
    case 'tool-result':
      return (
        <>
          <ShareField label={t('replay.trigger.share')} value={trigger.share} onChange={(share) => onChange({ ...trigger, share })} />
          <span className={shared.muted}>{t('replay.trigger.buffer')}</span>
          <ShareField
            label={t('replay.trigger.buffer')}
            value={trigger.buffer ?? 0}
            least={0}
            most={0.5}
            onChange={(buffer) => onChange({ ...trigger, buffer })}
          />
        </>
      );
    case 'turns':
      return (
        <>
          <WholeField
            label={t('replay.trigger.count')}
            value={trigger.count}
            least={1}
            most={100_000}
            onChange={(count) => onChange({ ...trigger, count })}
          />
          <select
            aria-label={t('replay.trigger.unit')}
            value={trigger.unit ?? 'auto'}
            onChange={(e) => onChange({ ...trigger, unit: e.currentTarget.value as 'auto' })}
          >
            {(['auto', 'turns', 'steps'] as const).map((unit) => (
              <option key={unit} value={unit}>
                {t(`replay.unit.${unit}`)}
              </option>
            ))}
          </select>
        </>
      );
    case 'marker':
      return <TextField label={t('replay.trigger.text')} value={trigger.text} onCommit={(text) => text !== '' && onChange({ ...trigger, text })} />;
    case 'result':
      return (
        <>
          <WholeField
            label={t('replay.trigger.result')}
            value={trigger.tokens}
            least={1}
            most={1_000_000}
            onChange={(tokens) => onChange({ ...trigger, tokens })}
          />
          <WholeField
            label={t('replay.trigger.spare')}
            value={trigger.spare ?? 0}
            least={0}
            most={1000}
            onChange={(spare) => onChange({ ...trigger, spare })}
          />
        </>
      );
    case 'messages':
      return (
        <WholeField
          label={t('replay.trigger.messages')}
          value={trigger.count}
          least={1}
          most={100_000}
          onChange={(count) => onChange({ ...trigger, count })}
        />
      );
    case 'requests':
    case 'hard-limit':
      return null;
  }
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
      className={styles.text}
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
