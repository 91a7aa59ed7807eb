import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from './packing.ts';
import { migrate, MIGRATIONS } from './decode.ts';
import { isRowKey } from './rules.ts';
import { allRows, strategyOfKey } from './scenario-rows.ts';
import { SCENARIO_VERSION } from './schema.ts';
import { runs } from '../engine/testing/scale.ts';

describe('rows', () => {
  const rows = [
    { key: 'hybrid~10', strategy: 'hybrid', params: {} },
    { key: 'hybrid~2', strategy: 'hybrid', params: { confidence: 0.7 } },
    { key: 'summary', strategy: 'summary', params: { maxTokens: 500 } },
    { key: 'gone', strategy: 'gone', params: {} },
  ];
  test('every strategy once in registry order, duplicates behind their strategy', () => {
    expect(allRows(rows, [{ id: 'summary' }, { id: 'hybrid' }, { id: 'head-tail' }]).map((r) => r.key)).toEqual([
      'summary',
      'hybrid',
      'hybrid~2',
      'hybrid~10',
      'head-tail',
    ]);
    expect(allRows(rows, [{ id: 'summary' }])[0]?.params).toEqual({ maxTokens: 500 });
    expect(allRows([], [{ id: 'summary' }])).toEqual([{ key: 'summary', strategy: 'summary', params: {} }]);
  });
  test('keys', () => {
    expect(['hybrid', 'hybrid~2', 'hybrid~17', 'hybrid~1', 'hybrid~02', 'hybrid~', 'hybridx', 'x~hybrid'].map((k) => isRowKey(k, 'hybrid'))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(strategyOfKey('hybrid~12')).toBe('hybrid');
    expect(strategyOfKey('hybrid')).toBe('hybrid');
  });
});

test('migrations run from the version of the link to the newest, in order', () => {
  const steps = [(raw: unknown) => [raw, 'to 2'], (raw: unknown) => [raw, 'to 3']];
  expect(migrate('data', 1, steps)).toEqual([['data', 'to 2'], 'to 3']);
  expect(migrate('data', 2, steps)).toEqual(['data', 'to 3']);
  expect(migrate('data', 3, steps)).toBe('data');
  expect(MIGRATIONS).toHaveLength(SCENARIO_VERSION - 1);
});

test('sha-256 of any bytes, with and without the platform', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (input) => {
      const bytes = new Uint8Array(input);
      const expected = createHash('sha256').update(bytes).digest('hex');
      expect(await sha256(bytes)).toBe(expected);
      expect(await sha256(bytes, undefined)).toBe(expected);
    }),
    { numRuns: runs(100) },
  );
});
