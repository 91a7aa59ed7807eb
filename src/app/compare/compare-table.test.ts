import { describe, expect, it } from 'vitest';
import { numberFormats } from '../../i18n/index.ts';
import { chipCounts, filterRows, readFilter, tableRows, writeFilter } from '../rows/compare-rows.ts';
import { comparison, description, result, standing } from './testing/fixture.ts';

/** Systems of the fixture's strategies, so that every chip and group has something to tell apart. */
const SEEDS = { 'sliding-window': 'S0', 'hard-limit': 'S4', 'random-removal': 'control' } as const;
const described = {
  ...description,
  strategies: description.strategies.map((info) => ({
    ...info,
    kind: info.id === 'oldest-removal' ? ('pipeline' as const) : info.kind,
    source: { seed: SEEDS[info.id as keyof typeof SEEDS] ?? ('S2' as const) },
  })),
};
const rows = tableRows(
  [],
  described,
  comparison([
    result('middle-removal', 'KKDDDK', { efficiency: 0.4 }),
    result('oldest-removal', 'KDDKDK', { efficiency: 0.6 }),
    result('sliding-window', 'KSSSSK', { efficiency: null }),
    standing('hard-limit', 'unchanged'),
    result('random-removal', 'DDDDDK', { efficiency: 0.5 }),
  ]),
  numberFormats('en'),
);
const keys = (list: readonly { readonly key: string }[]): string[] => list.map((row) => row.key);

describe('the filter', () => {
  it('travels as one text: chips, then words', () => {
    expect(readFilter('@S0 @control head tail')).toEqual({ chips: ['S0', 'control'], text: 'head tail' });
    expect(readFilter('plain')).toEqual({ chips: [], text: 'plain' });
    expect(readFilter('@nothing x')).toEqual({ chips: [], text: '@nothing x' });
    for (const filter of ['', '@S0', '@S0 @S4 a b ', 'a ']) expect(writeFilter(readFilter(filter))).toBe(filter);
  });

  it('shows rows that have any of the chips and every word', () => {
    expect(keys(filterRows(rows, ''))).toEqual(keys(rows));
    expect(keys(filterRows(rows, '@S2'))).toEqual(['middle-removal', 'oldest-removal']);
    expect(keys(filterRows(rows, '@S2 oldest'))).toEqual(['oldest-removal']);
    expect(keys(filterRows(rows, '@pipeline @control'))).toEqual(['oldest-removal', 'random-removal']);
    expect(keys(filterRows(rows, 'removal random'))).toEqual(['random-removal']);
    expect(keys(filterRows(rows, '@S3'))).toEqual([]);
  });

  it('counts the rows of every chip that has some', () => {
    expect(chipCounts(rows).map(({ chip, count }) => `${chip} ${count}`)).toEqual(['S0 1', 'S2 2', 'S4 1', 'control 1', 'pipeline 1']);
  });
});
