import { describe, expect, it } from 'vitest';
import { knobOf, type ParamSchema, resolveParams } from './params.ts';

const schema = {
  keep: { kind: 'number', unit: 'messages', default: 10, min: 0, max: 50, step: 1, knob: 'up', shared: 'keepRecent' },
  share: { kind: 'number', unit: 'share', default: 0.5, min: 0, max: 1, step: 0.05 },
  unit: { kind: 'choice', unit: 'none', default: 'auto', options: ['auto', 'turns'] },
  safe: { kind: 'boolean', unit: 'none', default: false },
} as const satisfies ParamSchema;

describe('resolveParams', () => {
  it('takes defaults, then shared controls, then the row', () => {
    expect(resolveParams(schema)).toEqual({ ok: true, value: { keep: 10, share: 0.5, unit: 'auto', safe: false } });
    expect(resolveParams(schema, {}, { keepRecent: 3 })).toMatchObject({ value: { keep: 3 } });
    expect(resolveParams(schema, { keep: 7 }, { keepRecent: 3 })).toMatchObject({ value: { keep: 7 } });
  });

  it.each([
    [{ keep: 51 }, 'parameter "keep": expected a number from 0 to 50, whole'],
    [{ keep: 2.5 }, 'parameter "keep": expected a number from 0 to 50, whole'],
    [{ share: -1 }, 'parameter "share": expected a number from 0 to 1'],
    [{ unit: 'days' }, 'parameter "unit": expected auto | turns'],
    [{ safe: 'yes' }, 'parameter "safe": expected boolean'],
    [{ keeep: 1 }, 'parameter "keeep": expected one of: keep, share, unit, safe'],
  ])('says what is wrong with %j', (own, error) => {
    expect(resolveParams(schema, own)).toMatchObject({ ok: false, error });
  });

  it('takes any fraction within a range', () => {
    expect(resolveParams(schema, { share: 0.123 })).toMatchObject({ ok: true, value: { share: 0.123 } });
  });

  it('finds the knob', () => {
    expect(knobOf(schema)?.[0]).toBe('keep');
    expect(knobOf({ safe: schema.safe })).toBeUndefined();
  });
});
