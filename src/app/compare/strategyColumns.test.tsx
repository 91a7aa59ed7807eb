import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { numberFormats } from '../../i18n/index.ts';
import type { TableView } from '../../scenario/schema.ts';
import { useTableWith } from '../table/useDataTable.ts';
import { BY_ANSWER, STRATEGIES, type TableRow, tableRows } from '../rows/compare-rows.ts';
import { ALWAYS_FIRST, strategyColumns } from './strategyColumns.tsx';
import { WISHES } from '../../engine/answer/contract.ts';
import { answered } from '../rows/useTableRows.ts';
import { comparison, description, result, standing } from './testing/fixture.ts';

const SEEDS = { 'sliding-window': 'S0', 'hard-limit': 'S4', 'random-removal': 'control' } as const;
const described = {
  ...description,
  strategies: description.strategies.map((info) => ({ ...info, source: { seed: SEEDS[info.id as keyof typeof SEEDS] ?? ('S2' as const) } })),
};
const rows = answered(
  tableRows(
    [],
    described,
    comparison([
      result('middle-removal', 'KKDDDK', { efficiency: 0.4, tokensAfter: 300 }),
      result('oldest-removal', 'KDDKDK', { efficiency: 0.6, tokensAfter: 300 }),
      result('sliding-window', 'KSSSSK', { efficiency: null, tokensAfter: 100 }),
      standing('hard-limit', 'unchanged'),
      result('random-removal', 'DDDDDK', { efficiency: 0.5, tokensAfter: 100 }),
    ]),
    numberFormats('en'),
  ),
  WISHES,
  null,
  null,
).rows;

const keyOf = ({ key }: TableRow): string => key;

/** Ids of rows and groups from top to bottom, for a state of the table in the scenario. */
function order(view: TableView = {}): readonly string[] {
  function Probe() {
    const setup = { name: STRATEGIES, data: rows, columns: strategyColumns, rowId: keyOf, sort: BY_ANSWER, first: ALWAYS_FIRST };
    const { table } = useTableWith(setup, view);
    return table
      .getRowModel()
      .rows.map(({ id }) => id)
      .join();
  }
  return renderToStaticMarkup(<Probe />).split(',');
}

describe('the order of the strategies', () => {
  it('puts rows without scores behind the others in either direction, and controls behind those', () => {
    expect(order()).toEqual(['middle-removal', 'oldest-removal', 'sliding-window', 'hard-limit', 'random-removal']);
    expect(order({ sort: ['efficiency'] })).toEqual(['middle-removal', 'oldest-removal', 'sliding-window', 'hard-limit', 'random-removal']);
  });

  it('goes by several columns, the first decides', () => {
    expect(order({ sort: ['-tokens', 'efficiency'] })).toEqual([
      'middle-removal',
      'oldest-removal',
      'sliding-window',
      'hard-limit',
      'random-removal',
    ]);
    expect(order({ sort: ['-tokens', '-efficiency'] }).slice(0, 2)).toEqual(['oldest-removal', 'middle-removal']);
  });

  it('without a sort is that of the registry; with a column that this build does not have, the default', () => {
    expect(order({ sort: [] })).toEqual(['middle-removal', 'oldest-removal', 'sliding-window', 'hard-limit', 'random-removal']);
    expect(order({ sort: ['gone'] })).toEqual(order());
  });

  it('by family has groups in the order of the families', () => {
    expect(order({ group: 'family' })).toEqual([
      'family:removal',
      'middle-removal',
      'oldest-removal',
      'family:summaries',
      'sliding-window',
      'family:limits',
      'hard-limit',
      'family:controls',
      'random-removal',
    ]);
    expect(order({ group: 'family', open: { 'family:removal': false } }).slice(0, 2)).toEqual(['family:removal', 'family:summaries']);
  });

  it('by system has groups, each sorted; a closed one shows its name alone', () => {
    expect(order({ group: 'system' })).toEqual([
      'system:S0',
      'sliding-window',
      'system:S2',
      'middle-removal',
      'oldest-removal',
      'system:S4',
      'hard-limit',
      'system:control',
      'random-removal',
    ]);
    expect(order({ group: 'system', open: { 'system:S2': false }, filters: { search: '@S0 @S2' } })).toEqual([
      'system:S0',
      'sliding-window',
      'system:S2',
    ]);
    expect(order({ group: 'gone' })).toEqual(order());
  });

  it('has only the rows that pass the filter', () => {
    expect(order({ filters: { search: 'oldest' } })).toEqual(['oldest-removal']);
  });
});
