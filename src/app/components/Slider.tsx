import type { CSSProperties } from 'react';
import classes from './Slider.module.css';

interface Props {
  /** Accessible name. */
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value in words for screen readers, if the slider's number is not the value itself. */
  readonly text?: string;
  readonly onChange: (value: number) => void;
}

/**
 * The browser's own range input with our style, including its keyboard, touch and screen reader support. `onChange` runs on every movement.
 */
export function Slider({ label, value, min, max, step, text, onChange }: Props) {
  const share = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  // The centre of the thumb moves between 6 px from either end; the fill ends under it.
  const style = { '--fill': `calc(${share * 100}% + ${6 - share * 12}px)` } as CSSProperties;
  return (
    <input
      type="range"
      className={classes.slider}
      style={style}
      aria-label={label}
      aria-valuetext={text}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(e) => onChange(e.currentTarget.valueAsNumber)}
    />
  );
}
