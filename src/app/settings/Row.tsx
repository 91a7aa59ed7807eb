import type { ReactNode } from 'react';
import { Definition } from '../components/Definition.tsx';
import { NumberField } from '../components/NumberField.tsx';
import { Slider } from '../components/Slider.tsx';
import { actions } from '../store/actions.ts';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { FileSetting, Settings } from '../../scenario/schema.ts';
import { readField, settingValue, shownValue, type Field } from './fields.ts';
import { Pin } from './Pin.tsx';
import classes from './settings.module.css';

export const DEFAULTS: Settings = defaultScenario().settings;

/** Whether it differs from the default; a link brings objects of its own that may be equal. */
export function isChanged(settings: Settings, key: keyof Settings): boolean {
  const value = settings[key];
  // Lists and tables are empty by default.
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== DEFAULTS[key];
}

interface RowProps {
  readonly label: string;
  /** What stands in the row, where the label is too long beside its control. */
  readonly short?: string;
  readonly help: string;
  /** Settings of the row; the dot resets them. */
  readonly settings: readonly (keyof Settings)[];
  /** The default in words, for the name of the reset button. */
  readonly initial: string;
  /** The setting belongs to the file, so it can be pinned. */
  readonly file?: FileSetting;
  readonly children: ReactNode;
}

/** Label with its definition, dot when changed, and the control. */
export function Row({ label, short, help, settings, initial, file, children }: RowProps) {
  const { t } = useText();
  const changed = useApp((s) => settings.some((key) => isChanged(s.scenario.settings, key)));
  const reset = t('control.resetTo', { label, value: initial });
  return (
    <div className={classes.row} data-setting={settings[0]}>
      {changed && (
        <button
          type="button"
          className={classes.reset}
          aria-label={reset}
          title={reset}
          onClick={() => actions.setSettings(Object.fromEntries(settings.map((key) => [key, DEFAULTS[key]])))}
        />
      )}
      <Definition title={label} text={help.split('\n')}>
        {short ?? label}
      </Definition>
      {children}
      {file && <Pin name={file} className={classes.inGutter} />}
    </div>
  );
}

/** Slider and field of one number setting. */
export function NumberRow({ field }: { readonly field: Field }) {
  const { t, n } = useText();
  const value = useApp((s) => s.scenario.settings[field.name]);
  const shown = shownValue(field, value);
  const label = t(field.label);
  const unit = field.unit ? t(field.unit) : undefined;
  const show = (x: number) => field.show?.(x, n) ?? n.plain(x);
  const set = (next: number | null): boolean => {
    if (next === null) return false;
    actions.set(field.name, next);
    return true;
  };
  return (
    <Row label={label} help={t(field.help)} settings={[field.name]} initial={`${show(shownValue(field, DEFAULTS[field.name]))} ${unit ?? ''}`.trim()}>
      <Slider
        label={label}
        value={shown}
        {...field.slider}
        text={unit ? `${show(shown)} ${unit}` : show(shown)}
        onChange={(x) => set(settingValue(field, x))}
      />
      <NumberField
        label={t('control.value', { label })}
        text={show(shown)}
        unit={unit}
        onCommit={(typed) => set(readField(field, typed))}
        onStep={(steps) => set(settingValue(field, shown + steps * field.slider.step))}
      />
    </Row>
  );
}
