import { lookOf } from '../charts/Swatch.tsx';
import styles from './replay.module.css';

/** The letter of a run in its colour. */
export function Letter({ letter, color }: { readonly letter: string; readonly color: number }) {
  return (
    <span {...lookOf(color, styles.letter)} aria-hidden="true">
      {letter}
    </span>
  );
}
