import { describe, expect, it } from 'vitest';
import { fitting, LEAST_PLOT, PLOT_WIDTH, usePlotRoom } from './plotRoom.ts';

describe('room of the plot', () => {
  it('begins beside the table, 376 px wide', () => {
    expect(usePlotRoom.getState()).toEqual({ width: PLOT_WIDTH, open: true, full: false });
    expect(PLOT_WIDTH).toBe(376);
  });
  it('leaves the table its least width, and is never under its own', () => {
    expect([fitting(376, 1300), fitting(900, 1300), fitting(100, 1300), fitting(376, 500)]).toEqual([376, 880, LEAST_PLOT, LEAST_PLOT]);
  });
});
