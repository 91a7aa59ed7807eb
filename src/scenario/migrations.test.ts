import { describe, expect, it } from 'vitest';
import { byId } from '../engine/pipelines/index.ts';
import { resolveParams } from '../engine/strategies/params.ts';
import { migrate, MIGRATIONS } from './migrations.ts';

/** As links of version 6 were. */
const toSix = (raw: unknown, from: number): unknown => migrate(raw, from, MIGRATIONS.slice(0, 5));

describe('the tabs that no page had', () => {
  it.each([
    ['tune', 4, {}],
    ['log', 1, {}],
    ['replay', 4, { tab: 'replay' }],
  ])('%s in a link of version %i', (tab, version, left) => {
    expect((toSix({ view: { tab, deltas: true } }, version) as { view: object }).view).toEqual({ deltas: true, ...left });
  });
  it.each([null, { view: null }, { view: 'tune' }])('accepts anything: %j', (raw) => expect(migrate(raw, 4)).toEqual(raw));
});

describe('the parameter summaryModel of S4, which nothing read', () => {
  const stage = { strategy: 'auto-compression', params: { summaryModel: 'm', keepRecentCount: 3 } };
  const old = {
    rows: [
      { key: 'auto-compression', ...stage },
      { key: 'composed', strategy: 'composed', params: { stages: [stage, { strategy: 'summary', params: {} }] } },
      { key: 'other', strategy: 'summary', params: { summaryModel: 'kept: not S4' } },
    ],
    applied: [{ ...stage, at: '2026-01-01T00:00:00.000Z' }],
  };

  it.each([1, 2, 3])('is taken out of links of version %i, wherever it stands', (version) => {
    const { rows, applied } = migrate(old, version) as typeof old;
    const cleaned = { strategy: 'auto-compression', params: { keepRecentCount: 3 } };
    expect(rows[0]).toEqual({ key: 'auto-compression', ...cleaned });
    expect(rows[1]!.params).toEqual({ stages: [cleaned, { strategy: 'summary', params: {} }] });
    expect(rows[2]).toEqual(old.rows[2]);
    expect(applied).toEqual([{ ...cleaned, at: '2026-01-01T00:00:00.000Z' }]);
    expect(resolveParams(byId.get('auto-compression')!.params, rows[0]!.params).ok).toBe(true);
  });

  it.each([null, 7, 'x', [], { rows: 7 }, { rows: [null, { params: null }, { strategy: 'auto-compression', params: { stages: 7 } }] }])(
    'accepts anything: %j',
    (raw) => expect(() => migrate(raw, 1)).not.toThrow(),
  );
});

describe('sort, columns and filter of the strategies', () => {
  const tables = (view: unknown) => (toSix({ view }, 4) as { view: { tables?: unknown } }).view.tables;

  it('become those of the table of strategies', () => {
    expect(tables({ sort: { column: 'tokens', desc: false }, columns: { time: false }, filter: '@S0 x', tab: 'replay' })).toEqual({
      strategies: { sort: ['tokens'], columns: { time: false }, filters: { search: '@S0 x' } },
    });
    expect(tables({ sort: { column: 'saved', desc: true } })).toEqual({ strategies: { sort: ['-saved'] } });
    expect(migrate({ view: { filter: 'x', tab: 'replay' } }, 4)).toMatchObject({ view: { tab: 'replay' } });
  });

  it('by system are a group, its rows in the order of the registry', () => {
    expect(tables({ sort: { column: 'system', desc: false } })).toEqual({ strategies: { sort: [], group: 'system' } });
  });

  it('that equal the defaults, as a scenario file holds them, leave nothing', () => {
    const view = { sort: { column: 'efficiency', desc: true }, columns: {}, filter: '', tab: 'compare' };
    expect(toSix({ view }, 4)).toEqual({ view: { tab: 'compare' } });
  });

  it.each([null, 7, { view: 7 }, { view: { sort: 7, columns: 7, filter: 7 } }, { view: { sort: { column: 7 } } }])('accept anything: %j', (raw) =>
    expect(() => migrate(raw, 4)).not.toThrow(),
  );
});

describe('the rows of links from before there was a short list', () => {
  it('are all rows, without groups', () => {
    const every = { tables: { strategies: { group: '' } }, allRows: true };
    expect(migrate({}, 6)).toEqual({ view: every });
    expect(migrate({ view: { deltas: true } }, 1)).toMatchObject({ view: { deltas: true, ...every } });
  });

  it('keep the groups that a person chose, and what was changed of other tables', () => {
    const tables = { strategies: { group: 'system', sort: ['tokens'] }, misses: { sort: ['-tokens'] } };
    expect(migrate({ view: { tables } }, 6)).toEqual({ view: { tables, allRows: true } });
  });

  it.each([null, 7, { view: null }, { view: 7 }])('what is no view stays for the validation to name: %j', (raw) =>
    expect(migrate(raw, 6)).toEqual(raw),
  );
  it.each([{ view: { tables: 7 } }, { view: { tables: { strategies: 7 } } }])('what is no table does too: %j', (raw) =>
    expect(migrate(raw, 6)).toMatchObject(raw),
  );
});
