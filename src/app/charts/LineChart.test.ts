import { describe, expect, it } from 'vitest';
import { END_LINE, endPlaces, joined } from './LineChart.tsx';

describe('names at the ends of lines', () => {
  it('stand beside their lines where these are far apart', () => {
    expect(endPlaces([10, 80, 40], 100)).toEqual([10, 80, 40]);
  });
  it('stand a line apart, in the order of the lines, and inside', () => {
    expect(endPlaces([50, 51, 50], 100)).toEqual([50, 50 + 2 * END_LINE, 50 + END_LINE]);
    expect(endPlaces([99, 100, 98], 100)).toEqual([100 - END_LINE, 100, 100 - 2 * END_LINE]);
  });
  it('of more than fit the last have none', () => {
    expect(endPlaces([5, 5, 5, 5], 2 * END_LINE)).toEqual([0, END_LINE, 2 * END_LINE, null]);
    expect(endPlaces([], 100)).toEqual([]);
  });
});

it('lines that lie on each other have one name; others keep theirs', () => {
  const end = (key: string, y: number, value = '$1.67') => ({ key, text: `${key} of ${value}`, short: [key, value] as const, x: 10, y });
  const alone = { key: 'D', text: 'D', x: 10, y: 5 };
  expect(joined([end('A', 5), end('B', 5.4), end('C', 40), alone, end('E', 5, '$1.68')]).map(({ text }) => text)).toEqual([
    'A, B $1.67',
    'C of $1.67',
    'D',
    'E of $1.68',
  ]);
});
