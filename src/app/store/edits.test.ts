import { describe, expect, test } from 'vitest';
import { strategyOfKey } from '../../scenario/rows.ts';
import { withBaseline, withDuplicate, withMark, withParam, withPin, withoutParams } from './edits.ts';

describe('parameters of rows', () => {
  test('the first own value makes the row, the last one taken away removes it', () => {
    const one = withParam([], 'hybrid', 'hybrid', 'confidence', 0.7);
    expect(one).toEqual([{ key: 'hybrid', strategy: 'hybrid', params: { confidence: 0.7 } }]);
    expect(withParam(one, 'hybrid', 'hybrid', 'confidence', undefined)).toEqual([]);
  });
  test('a duplicate stays without own values', () => {
    const { rows, key } = withDuplicate(withParam([], 'hybrid', 'hybrid', 'confidence', 0.7), 'hybrid');
    expect(key).toBe('hybrid~2');
    expect(rows.at(-1)?.params).toEqual({ confidence: 0.7 });
    expect(withParam(rows, key, 'hybrid', 'confidence', undefined).at(-1)).toEqual({ key, strategy: 'hybrid', params: {} });
    expect(withoutParams(rows, key).at(-1)?.params).toEqual({});
    expect(withoutParams(rows, 'hybrid').map((r) => r.key)).toEqual([key]);
  });
  test('keys of duplicates are free ones', () => {
    const twice = withDuplicate(withDuplicate([], 'hybrid').rows, 'hybrid~2');
    expect(twice.key).toBe('hybrid~3');
    expect(strategyOfKey(twice.key)).toBe('hybrid');
  });
});

describe('pins', () => {
  test('toggle, and the fourth replaces the third', () => {
    expect(withPin(['a', 'b'], 'a')).toEqual(['b']);
    expect(withPin(['a', 'b', 'c'], 'd')).toEqual(['a', 'b', 'd']);
  });
  test('the baseline comes first and there are never more than three', () => {
    expect(withBaseline(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c']);
    expect(withBaseline(['a', 'b', 'c'], 'd')).toEqual(['d', 'a', 'b']);
  });
});

test('a mark is replaced and taken back', () => {
  expect(withMark({ m1: 'pin' }, 'm1', 'LOW')).toEqual({ m1: 'LOW' });
  expect(withMark({ m1: 'pin' }, 'm1', null)).toEqual({});
});
