import type { BooleanParam, ChoiceParam, NumberParam, TextParam } from '../../strategies/params.ts';

type More = Partial<Pick<NumberParam, 'knob' | 'min' | 'max'>>;

const whole =
  (unit: NumberParam['unit'], { min, max, step }: Pick<NumberParam, 'min' | 'max' | 'step'>) =>
  (value: number, more: More = {}): NumberParam => ({ kind: 'number', unit, default: value, min, max, step, coarse: true, ...more });

/** Tokens by the product's own estimate. */
export const tokens = whole('tokens', { min: 0, max: 2_000_000, step: 250 });
export const characters = whole('characters', { min: 0, max: 1_000_000, step: 50 });
/** At least one: slices of "the newest 0" are everything in the products' languages. */
export const messages = whole('messages', { min: 1, max: 100_000, step: 1 });
export const events = whole('events', { min: 1, max: 100_000, step: 1 });
/** Tool uses. */
export const blocks = whole('blocks', { min: 0, max: 100_000, step: 1 });
export const rounds = whole('rounds', { min: 1, max: 10_000, step: 1 });
export const number = whole('none', { min: 0, max: 1000, step: 1 });

export const share = (value: number, more: More = {}): NumberParam => ({
  kind: 'number',
  unit: 'share',
  default: value,
  min: 0,
  max: 1,
  step: 0.01,
  ...more,
});
export const flag = (value: boolean): BooleanParam => ({ kind: 'boolean', unit: 'none', default: value });
export const choice = (value: string, options: readonly string[]): ChoiceParam => ({ kind: 'choice', unit: 'none', default: value, options });
/** Names with commas between. */
export const text = (value: string): TextParam => ({ kind: 'text', unit: 'none', default: value, maxLength: 500 });
