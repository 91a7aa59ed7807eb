/** Zoom in and out as buttons, equivalent to wheel, brush and keys. */
import type { KeyboardEvent, ReactNode } from 'react';
import { useText } from '../store/index.ts';
import { moved, type Range, showing, zoomed } from './scale.ts';
import { ToolButton } from './ToolButton.tsx';
import { create } from 'zustand';
import shared from '../theme/shared.module.css';

// The visible part of a chart over an ordered axis; charts that share it move together.

export interface ChartView {
  /** Visible part; null = all. */
  readonly range: Range | null;
  readonly hover: number | null;
  readonly at: number | null;
}

export interface ViewStore {
  <T>(select: (view: ChartView) => T): T;
  getState(): ChartView;
  setState(change: Partial<ChartView>): void;
}

export const createView = (): ViewStore => create<ChartView>()(() => ({ range: null, hover: null, at: null }));

export const ZOOM = 1.25;
const BUTTON = ZOOM * ZOOM;

interface Props {
  readonly view: ViewStore;
  readonly whole: Range;
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

// The keys of a slider over the steps of a chart: move, zoom, and open what stands at a step.

interface Steps {
  readonly view: ViewStore;
  readonly whole: Range;
  readonly range: Range;
  readonly onEnter?: (at: number) => void;
}

export function stepByKey(e: KeyboardEvent, { view, whole, range, onEnter }: Steps): boolean {
  if (e.ctrlKey || e.metaKey || e.altKey) return false;
  const [first, last] = whole;
  const { at } = view.getState();
  const now = Math.max(first, Math.min(last, at ?? first));
  const page = Math.max(1, Math.round((range[1] - range[0]) / 10));
  const go = (to: number): void => {
    const step = Math.max(first, Math.min(last, to));
    view.setState({ at: step, hover: null, range: view.getState().range && showing(range, whole, step) });
  };
  const setRange = (next: Range | null): void => view.setState({ range: next });
  if (e.key === 'ArrowRight' || e.key === 'ArrowUp') go(now + (at === null ? 0 : e.shiftKey ? page : 1));
  else if (e.key === 'ArrowLeft' || e.key === 'ArrowDown') go(now - (e.shiftKey ? page : 1));
  else if (e.key === 'PageUp') go(now + page);
  else if (e.key === 'PageDown') go(now - page);
  else if (e.key === 'Home') go(first);
  else if (e.key === 'End') go(last);
  else if (onEnter && (e.key === 'Enter' || e.key === ' ')) onEnter(now);
  else if (e.key === '+' || e.key === '=') setRange(zoomed(range, whole, now, 1 / ZOOM));
  else if (e.key === '-') setRange(zoomed(range, whole, now, ZOOM));
  else if (e.key === '0') setRange(null);
  else return false;
  e.preventDefault();
  return true;
}
