import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { strategies } from '../pipelines/index.ts';
import { type ParamSchema, resolveParams } from '../strategies/params.ts';
import { MOST_STEPS } from './contract.ts';
import { axisOf, between, gridOf, onGrid, searchable, settingNow, settingOf, tunable, wayBetween } from './tune.ts';

const schema = {
  share: { kind: 'number', unit: 'share', default: 0.5, min: 0.05, max: 1, step: 0.05 },
  window: { kind: 'number', unit: 'none', default: 5, min: 3, max: 11, step: 2 },
  limit: { kind: 'number', unit: 'tokens', default: 8000, min: 100, max: 100_000, step: 100, coarse: true },
  keep: { kind: 'number', unit: 'messages', default: 4, min: 0, max: 40, step: 1, knob: 'up', shared: 'keepRecent' },
  mode: { kind: 'choice', unit: 'none', default: 'b', options: ['c', 'b', 'a'] },
  strict: { kind: 'boolean', unit: 'none', default: true },
  enabled: { kind: 'boolean', unit: 'none', default: true },
  title: { kind: 'text', unit: 'none', default: '', maxLength: 10 },
} as const satisfies ParamSchema;

const axis = (param: string, asked: Parameters<typeof axisOf>[2] = {}, own: Readonly<Record<string, unknown>> = {}) => {
  const made = axisOf(schema, param, asked, own);
  if (!made.ok) throw new Error(`${made.error.code}: ${made.error.expected}`);
  return made.value;
};
const failure = (param: string, asked: Parameters<typeof axisOf>[2] = {}) => {
  const made = axisOf(schema, param, asked, {});
  return made.ok ? null : [made.error.code, made.error.expected];
};

describe('values of a parameter', () => {
  it('are spread over its range, on its steps, with what is set now among them', () => {
    expect(axis('share', { from: 0.1, to: 0.9, steps: 5 })).toEqual({ param: 'share', now: 0.5, values: [0.1, 0.3, 0.5, 0.7, 0.9] });
    expect(axis('share', { from: 0.1, to: 0.9, steps: 2 }).values).toEqual([0.1, 0.5, 0.9]);
    expect(axis('window').values).toEqual([3, 5, 7, 9, 11]);
    expect(axis('share').values).toHaveLength(12);
  });

  it('are given ones, in order and once each, or all that a switch or a choice has', () => {
    expect(axis('keep', { values: [10, 2, 2] }).values).toEqual([2, 4, 10]);
    expect(axis('mode').values).toEqual(['c', 'b', 'a']);
    expect(axis('mode', { values: ['a'] }).values).toEqual(['b', 'a']);
    expect(axis('strict').values).toEqual([false, true]);
  });

  it('now: the default, the shared control, or what a person set', () => {
    expect(axis('keep').now).toBe(4);
    expect(axisOf(schema, 'keep', {}, {}, { keepRecent: 7 })).toMatchObject({ value: { now: 7 } });
    expect(axisOf(schema, 'keep', {}, { keep: 9 }, { keepRecent: 7 })).toMatchObject({ value: { now: 9 } });
  });

  it('over a wide range are spread by ratio: more than 50 times, and not 50 times', () => {
    const whole = { step: 1 };
    expect(between(whole, 0, 49, 0.5)).toBe(24.5);
    expect(between(whole, 0, 50, 0.5)).toBeCloseTo(Math.sqrt(51) - 1, 9);
    expect(between(whole, 1, 99, 0.5)).toBe(50);
    expect(between(whole, 1, 100, 0.5)).toBeCloseTo(2 * Math.sqrt(101 / 2) - 1, 9);
    // Shares are spread evenly, however fine their steps are.
    expect(between({ step: 0.01 }, 0, 1, 0.5)).toBe(0.5);
    expect(axis('limit', { steps: 4 }).values).toEqual([100, 1488, 8000, 12_508, 100_000]);
  });

  it('that cannot be are an error that says what can', () => {
    expect(failure('nothing')).toEqual(['unknown', 'share, window, limit, keep, mode, strict, enabled']);
    expect(failure('title')?.[0]).toBe('kind');
    expect(failure('share', { from: 0.04, to: 1 })).toEqual(['range', '0.05:1']);
    expect(failure('share', { from: 0.5, to: 0.5 })?.[0]).toBe('range');
    expect(failure('strict', { from: 0, to: 1 })).toEqual(['range', 'true | false']);
    expect(failure('share', { values: [2] })?.[0]).toBe('value');
    expect(failure('window', { values: [4] })?.[0]).toBe('value');
    expect(failure('share', { steps: 1 })).toEqual(['steps', '2 to 100']);
    expect(failure('share', { steps: MOST_STEPS })).toBeNull();
    expect(failure('share', { steps: MOST_STEPS + 1 })?.[0]).toBe('steps');
  });

  test.prop([fc.double({ min: -10, max: 200_000, noNaN: true }), fc.constantFrom('share', 'window', 'limit', 'keep')])(
    'on the grid are allowed ones',
    (value, name) => {
      expect(resolveParams(schema, { [name]: onGrid(schema[name as 'share'], value) }).ok).toBe(true);
    },
  );

  it.each(strategies.map(({ id, params }) => [id, params] as const))('of %s can all be set', (_, params) => {
    for (const param of tunable(params)) {
      const made = axisOf(params, param, {}, {});
      if (!made.ok) throw new Error(`${param}: ${made.error.expected}`);
      expect(made.value.values).toContain(made.value.now);
      for (const value of made.value.values) expect(resolveParams(params, { [param]: value })).toMatchObject({ ok: true });
    }
  });
});

describe('settings', () => {
  const axes = [axis('share', { values: [0.1, 0.9] }), axis('strict')];

  it('are every combination, the last axis fastest', () => {
    expect(gridOf({ axes }).map(({ key }) => key)).toEqual([
      'share=0.1,strict=false',
      'share=0.1,strict=true',
      'share=0.5,strict=false',
      'share=0.5,strict=true',
      'share=0.9,strict=false',
      'share=0.9,strict=true',
    ]);
    expect(settingNow({ axes }).key).toBe('share=0.5,strict=true');
  });

  it('are as far from each other as their values are on the axes; what has no order is a whole axis apart', () => {
    const [a, b] = [settingOf({ share: 0.1, strict: true }), settingOf({ share: 0.5, strict: false })];
    expect(wayBetween({ axes }, a, b)).toBe(1.5);
    expect(wayBetween({ axes }, b, a)).toBe(1.5);
    expect(wayBetween({ axes }, a, a)).toBe(0);
  });

  it('of a search leave out the knob, which the target turns, and the switch of the whole system', () => {
    expect(searchable(schema)).toEqual(['share', 'window', 'limit', 'mode', 'strict']);
  });
});
