/** Types shared by the parts of a chart. No React and no drawing here. */
import type { ReactNode } from 'react';
import type { AxisView, Scale } from './scale.ts';

/** Pixels around the axes. */
export interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A point of a plot, in the units of its axes. */
export interface PlotPoint {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

/** A picture with two axes. */
export interface DrawingProps {
  readonly margins: Margins;
  readonly scale: Scale;
  readonly x: AxisView;
  readonly y: AxisView;
  /** Layers under the points: SVG whose origin is the upper left corner of the axes. */
  readonly children: ReactNode;
  readonly points: readonly PlotPoint[];
  /** The sign of a point at its place in the whole picture, px. */
  readonly sign: (key: string, x: number, y: number) => ReactNode;
}
