import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { frontOf, placesOf, spanOf } from './Curves.tsx';
import { targetField, targetsOf } from './tune-state.ts';
import { axisOf } from './useRow.ts';

it('an axis never magnifies noise: shares span a fifth at least, costs half of the highest, and both hold all values', () => {
  for (const values of [
    [0.5, 0.51],
    [0.99, 1],
    [0, 0.01],
    [0.1, 0.9],
  ]) {
    const [low, high] = spanOf(values, 'kept');
    expect(high - low).toBeGreaterThan(0.2 - 1e-9);
    expect([low >= 0, high <= 1, low <= values[0]!, high >= values[1]!]).toEqual([true, true, true, true]);
  }
  const [low, high] = spanOf([0.2, 0.201], 'cost');
  expect(high - low).toBeGreaterThan(0.1);
});

it('an axis of a parameter names its unit, or that it has none', () => {
  const number = { kind: 'number', min: 0, max: 1, step: 0.05, default: 0.5, advanced: false } as const;
  expect(axisOf('ledgerShare', { ...number, unit: 'share' })).toBe('Ledger share, %');
  expect(axisOf('ledgerShare', { ...number, unit: 'tokens' })).toBe('Ledger share, tokens');
  expect(axisOf('ledgerShare', { ...number, unit: 'none' })).toBe('Ledger share, no unit');
  expect(axisOf('ledgerShare', { kind: 'boolean', unit: 'none', default: true })).toBe('Ledger share');
});

describe('budgets as they are written', () => {
  it.each([
    ['30', [0.3]],
    ['30 %', [0.3]],
    ['10, 20；30', null],
    ['10, 20, 30', [0.1, 0.2, 0.3]],
    ['10，20', [0.1, 0.2]],
    ['100', [1]],
    ['101', [101]],
    ['50000, own', [50_000, 'own']],
    ['20, 20 %', [0.2]],
    ['', null],
    ['0', null],
    ['-5', null],
    ['100.5', null],
    ['many', null],
  ])('%s', (text, expected) => expect(targetsOf(text)).toEqual(expected));

  test.prop([
    fc.oneof(
      fc.integer({ min: 1, max: 100 }).map((p) => p / 100),
      fc.integer({ min: 101, max: 1_000_000 }),
      fc.constant('own' as const),
    ),
  ])('are written as they are read', (target) => {
    expect(targetsOf(targetField(target))).toEqual([target]);
  });
});

describe('places on an axis', () => {
  it('are the values; of wide whole numbers by ratio, of everything else one after the other', () => {
    expect(placesOf([0.1, 0.5, 1])).toEqual([0.1, 0.5, 1]);
    expect(placesOf([0, 1, 49])).toEqual([0, 1, 49]);
    expect(placesOf([0, 9, 99])).toEqual([0, 1, 2]);
    expect(placesOf(['a', 'b'])).toEqual([0, 1]);
    expect(placesOf([false, true])).toEqual([0, 1]);
  });
});

describe('the front', () => {
  it('has the points that none beats in both measures', () => {
    const points = [
      { x: 1, y: 5 },
      { x: 2, y: 4 },
      { x: 2, y: 3 },
      { x: 3, y: 4 },
    ];
    expect(frontOf(points, 'efficiency', 'kept')).toEqual([points[0], points[3]]);
    // Of a price less is better.
    expect(frontOf(points, 'cost', 'kept')).toEqual([points[0]]);
  });

  test.prop([fc.array(fc.record({ x: fc.integer({ min: 0, max: 9 }), y: fc.integer({ min: 0, max: 9 }) }))])('rises nowhere', (points) => {
    const front = frontOf(points, 'efficiency', 'kept');
    for (const [i, point] of front.entries()) if (i > 0) expect(point.y).toBeLessThanOrEqual(front[i - 1]!.y);
    expect(front.length > 0).toBe(points.length > 0);
  });
});
