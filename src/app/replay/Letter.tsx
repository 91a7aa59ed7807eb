import chart from '../charts/chart.module.css';
import styles from './replay.module.css';

/** The letter of a run in its colour. */
export function Letter({ letter, color }: { readonly letter: string; readonly color: number }) {
  return (
    <span className={`${styles.letter} ${chart[`series${color + 1}`]}`} aria-hidden="true">
      {letter}
    </span>
  );
}
