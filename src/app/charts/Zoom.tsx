/** Zoom in and out as buttons, equivalent to wheel, brush and keys. */
import type { ReactNode } from 'react';
import { useText } from '../store/index.ts';
import { moved, type Range, zoomed } from './scale.ts';
import { ToolButton } from './ToolButton.tsx';
import type { ViewStore } from './view.ts';
import shared from '../theme/shared.module.css';

/** Share of the range kept by one step of the wheel or a key. */
export const ZOOM = 1.25;
const BUTTON = ZOOM * ZOOM;

interface Props {
  readonly view: ViewStore;
  /** First and last step. */
  readonly whole: Range;
  /** More buttons. */
  readonly children?: ReactNode;
}

export function ZoomButtons({ view, whole, children }: Props) {
  const { t } = useText();
  const range = view((s) => s.range);
  const at = view((s) => s.at);
  const now = range ?? whole;
  const middle = at !== null && at >= now[0] && at <= now[1] ? at : (now[0] + now[1]) / 2;
  const shift = (direction: 1 | -1): void => view.setState({ range: range && moved(range, whole, (direction * (range[1] - range[0])) / 2) });
  const button = (text: string, label: string, onClick: () => void, disabled: boolean) => (
    <ToolButton label={label} disabled={disabled} onClick={onClick}>
      {text}
    </ToolButton>
  );
  return (
    <span className={`${shared.inline} ${shared.gap2}`} role="group" aria-label={t('chart.zoom')}>
      {button('‹', t('chart.zoom.earlier'), () => shift(-1), range === null || range[0] <= whole[0])}
      {button('−', t('chart.zoom.out'), () => view.setState({ range: zoomed(now, whole, middle, BUTTON) }), range === null)}
      {button('+', t('chart.zoom.in'), () => view.setState({ range: zoomed(now, whole, middle, 1 / BUTTON) }), now[1] - now[0] <= 8)}
      {button('›', t('chart.zoom.later'), () => shift(1), range === null || range[1] >= whole[1])}
      {button('0', t('chart.zoom.all'), () => view.setState({ range: null }), range === null)}
      {children}
    </span>
  );
}
