/** How much room the plot has: a width beside the table, the whole work area, or none. Kept in this browser, in no link. */
import { create } from 'zustand';
import { readStored, writeStored } from '../store/storage.ts';

/** px at first. */
export const PLOT_WIDTH = 376;
/** Least width of the plot, and of the table beside it, px. */
export const LEAST_PLOT = 240;
const LEAST_TABLE = 420;

interface PlotRoom {
  /** px */
  readonly width: number;
  readonly open: boolean;
  /** The plot alone, until Escape. A reload begins without it. */
  readonly full: boolean;
}

const WIDTH = 'plot-width';
const CLOSED = 'plot-closed';

function storedWidth(): number {
  const width = Number.parseFloat(readStored(WIDTH) ?? '');
  return width >= LEAST_PLOT ? width : PLOT_WIDTH;
}

export const usePlotRoom = create<PlotRoom>()(() => ({ width: storedWidth(), open: readStored(CLOSED) === null, full: false }));

/** A width that leaves the table its own, px; at least the plot's least one. */
export const fitting = (width: number, room: number): number => Math.round(Math.max(LEAST_PLOT, Math.min(width, room - LEAST_TABLE)));

export function setPlotWidth(width: number): void {
  usePlotRoom.setState({ width });
  writeStored(WIDTH, width === PLOT_WIDTH ? null : String(width));
}

export function openPlot(open: boolean): void {
  usePlotRoom.setState({ open, full: false });
  writeStored(CLOSED, open ? null : '1');
}

export const showPlotAlone = (full: boolean): void => usePlotRoom.setState({ full });
