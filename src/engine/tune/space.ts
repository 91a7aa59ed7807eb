/** Where a search looks: values of one parameter, their combinations, and how far two of these are from each other. */
import type { Result } from '../transcript/types.ts';
import type { NumberParam, Param, ParamSchema, SharedParam } from '../strategies/params.ts';
import { knobOf, resolveParams } from '../strategies/params.ts';
import {
  type AskedAxis,
  type AskedRange,
  type Axis,
  type AxisError,
  MOST_STEPS,
  type Setting,
  type Space,
  type TunedValue,
  USUAL_STEPS,
} from './contract.ts';

const WIDE = 50;

const fail = (code: AxisError['code'], param: string, expected: string): Result<Axis, AxisError> => ({
  ok: false,
  error: { code, param, expected },
});

const isTunable = (p: Param | undefined): p is Extract<Param, { kind: 'number' | 'boolean' | 'choice' }> =>
  p !== undefined && (p.kind === 'number' || p.kind === 'boolean' || p.kind === 'choice');

export const tunable = (schema: ParamSchema): readonly string[] => Object.keys(schema).filter((name) => isTunable(schema[name]));

const WHOLE = 'enabled';

export const searchable = (schema: ParamSchema): readonly string[] =>
  tunable(schema).filter((name) => name !== knobOf(schema)?.[0] && name !== WHOLE);

export function onGrid(p: NumberParam, value: number): number {
  const step = p.coarse ? 1 : p.step;
  const held = p.min + Math.round((Math.min(p.max, Math.max(p.min, value)) - p.min) / step) * step;
  const rounded = Number(held.toPrecision(12));
  return rounded > p.max ? Number((held - step).toPrecision(12)) : rounded;
}

export function between({ step }: Pick<NumberParam, 'step'>, from: number, to: number, share: number): number {
  const isWide = Number.isInteger(step) && from >= 0 && (to + step) / (from + step) > WIDE;
  return isWide ? (from + step) * ((to + step) / (from + step)) ** share - step : from + share * (to - from);
}

function rangeOf(p: NumberParam, { from = p.min, to = p.max, steps = USUAL_STEPS }: AskedRange): readonly number[] {
  return Array.from({ length: steps }, (_, i) => onGrid(p, between(p, from, to, steps === 1 ? 0 : i / (steps - 1))));
}

function ordered(p: Param, values: readonly TunedValue[]): readonly TunedValue[] {
  const once = [...new Set(values)];
  if (p.kind === 'choice') return once.sort((a, b) => p.options.indexOf(String(a)) - p.options.indexOf(String(b)));
  return once.sort((a, b) => Number(a) - Number(b));
}

export function axisOf(
  schema: ParamSchema,
  param: string,
  asked: AskedAxis,
  own: Readonly<Record<string, unknown>>,
  shared: Readonly<Partial<Record<SharedParam, number>>> = {},
): Result<Axis, AxisError> {
  const p = schema[param];
  if (!p) return fail('unknown', param, tunable(schema).join(', '));
  if (!isTunable(p)) return fail('kind', param, tunable(schema).join(', '));
  const resolved = resolveParams(schema, own, shared);
  if (!resolved.ok) return fail('value', param, resolved.error);
  const now = resolved.value[param] as TunedValue;
  if ('values' in asked) {
    for (const value of asked.values) {
      const checked = resolveParams(schema, { ...own, [param]: value }, shared);
      if (!checked.ok) return fail('value', param, checked.error);
    }
    return { ok: true, value: { param, now, values: ordered(p, [...asked.values, now]) } };
  }
  if (p.kind !== 'number') {
    if (asked.from !== undefined || asked.to !== undefined) return fail('range', param, p.kind === 'choice' ? p.options.join(' | ') : 'true | false');
    return { ok: true, value: { param, now, values: p.kind === 'choice' ? [...p.options] : [false, true] } };
  }
  const { from = p.min, to = p.max, steps = USUAL_STEPS } = asked;
  if (!(from >= p.min && to <= p.max && from < to)) return fail('range', param, `${p.min}:${p.max}`);
  if (!Number.isInteger(steps) || steps < 2 || steps > MOST_STEPS) return fail('steps', param, `2 to ${MOST_STEPS}`);
  return { ok: true, value: { param, now, values: ordered(p, [...rangeOf(p, { from, to, steps }), now]) } };
}

const keyOf = (values: Readonly<Record<string, TunedValue>>): string =>
  Object.entries(values)
    .map(([param, value]) => `${param}=${value}`)
    .join(',');

export const settingOf = (values: Readonly<Record<string, TunedValue>>): Setting => ({ key: keyOf(values), values });

export const settingNow = ({ axes }: Pick<Space, 'axes'>): Setting => settingOf(Object.fromEntries(axes.map(({ param, now }) => [param, now])));

export function gridOf({ axes }: Pick<Space, 'axes'>): readonly Setting[] {
  let all: readonly Readonly<Record<string, TunedValue>>[] = [{}];
  for (const { param, values } of axes) all = all.flatMap((one) => values.map((value) => ({ ...one, [param]: value })));
  return all.map(settingOf);
}

export const paramsOf = ({ params }: Pick<Space, 'params'>, { values }: Setting): Readonly<Record<string, unknown>> => ({ ...params, ...values });

export function wayBetween({ axes }: Pick<Space, 'axes'>, a: Setting, b: Setting): number {
  return axes.reduce((sum, { param, values }) => {
    const [from, to] = [a.values[param]!, b.values[param]!];
    if (from === to) return sum;
    if (typeof from !== 'number' || typeof to !== 'number') return sum + 1;
    const [least, most] = [values[0] as number, values.at(-1) as number];
    return sum + Math.abs(to - from) / (most - least);
  }, 0);
}
