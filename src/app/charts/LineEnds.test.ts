import { describe, expect, it } from 'vitest';
import { END_LINE, endPlaces } from './LineEnds.tsx';

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
