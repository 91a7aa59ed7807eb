import type { ReactNode } from 'react';
import type { AxisView, Scale } from './scale.ts';

export interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface PlotPoint {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

export interface DrawingProps {
  readonly margins: Margins;
  readonly scale: Scale;
  readonly x: AxisView;
  readonly y: AxisView;
  readonly children: ReactNode;
  readonly points: readonly PlotPoint[];
  /** The sign of a point at its place in the whole picture, px. */
  readonly sign: (key: string, x: number, y: number) => ReactNode;
}
