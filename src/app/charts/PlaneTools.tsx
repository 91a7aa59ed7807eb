/** Buttons of a plot: zoom, everything, and the line around points. Each is also a key or a drag. */
import { useText } from '../store/index.ts';
import shared from '../theme/shared.module.css';
import { type PlaneStore, zoomedAt } from './plane.ts';
import { ToolButton } from './ToolButton.tsx';
import { ZOOM } from './Zoom.tsx';

const BUTTON = ZOOM * ZOOM;

export function PlaneTools({ plane }: { readonly plane: PlaneStore }) {
  const { t } = useText();
  const { whole, part, lasso } = plane();
  if (!whole) return null;
  const now = part ?? whole;
  const middle = [(now.x[0] + now.x[1]) / 2, (now.y[0] + now.y[1]) / 2] as const;
  const zoom = (factor: number): void => plane.setState({ part: zoomedAt(now, whole, middle, factor) });
  return (
    <span className={`${shared.inline} ${shared.gap2}`} role="group" aria-label={t('chart.tools')}>
      <ToolButton label={t('chart.lasso')} pressed={lasso} onClick={() => plane.setState({ lasso: !lasso })}>
        <span aria-hidden>◌</span>
      </ToolButton>
      <ToolButton label={t('chart.zoom.out')} disabled={part === null} onClick={() => zoom(BUTTON)}>
        −
      </ToolButton>
      <ToolButton label={t('chart.zoom.in')} onClick={() => zoom(1 / BUTTON)}>
        +
      </ToolButton>
      <ToolButton label={t('chart.zoom.all')} disabled={part === null} onClick={() => plane.setState({ part: null })}>
        0
      </ToolButton>
    </span>
  );
}
