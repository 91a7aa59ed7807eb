/** The visible part of a chart over an ordered axis; charts that share it move together. */
import { create } from 'zustand';
import type { Range } from './scale.ts';

export interface ChartView {
  /** Visible part; null = all. */
  readonly range: Range | null;
  /** Step under the pointer. */
  readonly hover: number | null;
  /** Selected step, by pointer or keyboard. */
  readonly at: number | null;
}

/** A store that holds a view, and may hold more. */
export interface ViewStore {
  <T>(select: (view: ChartView) => T): T;
  getState(): ChartView;
  setState(change: Partial<ChartView>): void;
}

export const createView = (): ViewStore => create<ChartView>()(() => ({ range: null, hover: null, at: null }));
