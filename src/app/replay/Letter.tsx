import { lookOf } from '../charts/Swatch.tsx';
import styles from './replay.module.css';

/** The letter of a run in its colour; in the table that of a pinned row is the one of the comparison. */
export function Letter({ letter, color, pinned }: { readonly letter: string; readonly color: number; readonly pinned?: boolean }) {
  return pinned === undefined ? (
    <span {...lookOf(color, styles.letter)} aria-hidden="true">
      {letter}
    </span>
  ) : (
    <span className={pinned ? styles.pin : styles.free} aria-hidden="true">
      {letter}
    </span>
  );
}
