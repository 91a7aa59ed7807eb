/** The number settings of the left column as data: scale of the slider, range and look of the field. */
import type { TextKey } from '../../i18n/index.ts';
import type { NumberFormats } from '../../i18n/format.ts';
import { RANGES } from '../../scenario/limits.ts';
import { parseNumber } from './numbers.ts';

export type FieldName =
  | 'trigger'
  | 'keepRecent'
  | 'preserveStart'
  | 'preserveEnd'
  | 'longTokens'
  | 'shortTokens'
  | 'edgeStart'
  | 'edgeEnd'
  | 'weight'
  | 'overhead'
  | 'seed';

export interface Field {
  readonly name: FieldName;
  readonly label: TextKey;
  readonly help: TextKey;
  /** Range of the slider in shown units; the field takes more (RANGES of the scenario). */
  readonly slider: { readonly min: number; readonly max: number; readonly step: number };
  /** Shown = value × scale: 100 for shares. */
  readonly scale: 1 | 100;
  readonly unit?: TextKey;
  /** Shown in the field instead of the plain number. */
  readonly show?: (shown: number, n: NumberFormats) => string;
}

const count = (name: FieldName, max: number, step = 1, unit?: TextKey): Field => ({
  name,
  label: `control.${name}` as TextKey,
  help: `control.${name}.help` as TextKey,
  slider: { min: 0, max, step },
  scale: 1,
  unit,
});

export const TRIGGER: Field = { ...count('trigger', 100), slider: { min: 1, max: 100, step: 1 }, scale: 100, unit: 'unit.percent' };
export const KEEP: readonly Field[] = [count('keepRecent', 50), count('preserveStart', 20), count('preserveEnd', 20)];
export const PRIORITY: readonly Field[] = [
  count('longTokens', 2000, 25, 'unit.tok'),
  count('shortTokens', 100, 1, 'unit.tok'),
  count('edgeStart', 10),
  count('edgeEnd', 10),
  { ...count('weight', 100), scale: 100, show: (shown, n) => `${n.plain(shown)} / ${n.plain(100 - shown)}` },
];
export const COUNTING: readonly Field[] = [count('overhead', 20, 1, 'unit.tok')];

/** Removes the scale's floating-point residue (0.29 × 100 = 28.999…). */
export const shownValue = (field: Field, value: number): number => Number((value * field.scale).toFixed(3));

/** Value of the setting for a shown number, or null if it is not allowed. */
export function settingValue(field: Field, shown: number): number | null {
  const { min, max, whole } = RANGES[field.name];
  const value = Number((shown / field.scale).toFixed(6));
  if (value < min || value > max) return null;
  return whole ? Math.round(value) : value;
}

/** Reads the field; of `60 / 40` the first number counts. */
export function readField(field: Field, typed: string): number | null {
  const shown = parseNumber(typed.split('/')[0]!.replace('%', ''));
  return shown === null ? null : settingValue(field, shown);
}
