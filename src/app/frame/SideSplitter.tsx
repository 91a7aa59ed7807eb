/** The bar between two columns: drag, arrow keys, double click for the default. It sets the width of the right one. */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useText } from '../store/useText.ts';
import classes from './frame.module.css';

interface Props {
  readonly label: string;
  /** Width of the right column, px. */
  readonly width: number;
  /** @param room px of both columns */
  readonly set: (width: number, room: number) => void;
  readonly reset: () => void;
}

export function SideSplitter({ label, width, set, reset }: Props) {
  const { t } = useText();
  const element = useRef<HTMLDivElement>(null);
  const box = () => element.current?.parentElement?.getBoundingClientRect() ?? null;
  const move = (e: PointerEvent): void => {
    const b = box();
    if (b && e.currentTarget.hasPointerCapture(e.pointerId)) set(b.right - e.clientX, b.width);
  };
  const key = (e: KeyboardEvent): void => {
    const b = box();
    if (!b) return;
    const step = e.shiftKey ? 96 : 24;
    if (e.key === 'ArrowLeft') set(width + step, b.width);
    else if (e.key === 'ArrowRight') set(width - step, b.width);
    else if (e.key === 'Home') set(b.width, b.width);
    else if (e.key === 'End') set(0, b.width);
    else if (e.key === 'Enter') reset();
    else return;
    e.preventDefault();
  };
  return (
    <div
      ref={element}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={4000}
      aria-valuenow={Math.round(width)}
      tabIndex={0}
      title={t('frame.split.side.help')}
      className={`${classes.splitter} ${classes.side}`}
      onPointerDown={(e) => e.currentTarget.setPointerCapture(e.pointerId)}
      onPointerMove={move}
      onDoubleClick={reset}
      onKeyDown={key}
    />
  );
}
