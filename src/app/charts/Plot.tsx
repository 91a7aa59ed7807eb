/** A picture with two axes; the chart library is loaded with the first one. */
import { Parts, part } from '../components/part.ts';
import type { AxisView } from './scale.ts';
import { textWidth } from './svg.ts';
import type { DrawingProps, Margins } from './plane.ts';

const Drawing = part(
  () => import('./Drawing.tsx'),
  (m) => m.Drawing,
);

export function Plot(props: DrawingProps) {
  return (
    <Parts>
      <Drawing {...props} />
    </Parts>
  );
}

export function marginsFor(y: AxisView, least = 28): Margins {
  const room = Math.ceil(Math.max(0, ...y.ticks.map((tick) => textWidth(y.format(tick), 10)))) + 10;
  return { left: Math.max(least, room), right: 14, top: y.name === null ? 8 : 20, bottom: 20 };
}
