/** The numbers at a position of a chart. Keyboard users get them elsewhere, so this is hidden from screen readers. */
import type { ReactNode } from 'react';
import styles from './charts.module.css';

interface Props {
  /** Position inside the axes, px, and their width: the tip is on the side with more room. */
  readonly x: number;
  readonly y?: number;
  readonly width: number;
  readonly children: ReactNode;
}

export function Tip({ x, y = 4, width, children }: Props) {
  return (
    <div className={x > width / 2 ? `${styles.tip} ${styles.left}` : styles.tip} style={{ left: x, top: y }} aria-hidden="true">
      {children}
    </div>
  );
}

interface Numbers {
  readonly key: string;
  /** Letter or swatch of the line. */
  readonly mark: ReactNode;
  readonly title: string;
  readonly values: readonly string[];
}

/** A row of numbers for each line. */
export function TipNumbers({ rows }: { readonly rows: readonly Numbers[] }) {
  return (
    <table className={styles.numbers}>
      <tbody>
        {rows.map(({ key, mark, title, values }) => (
          <tr key={key}>
            <td>{mark}</td>
            <th scope="row">{title}</th>
            {values.map((value, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same values in the same order in every row
              <td key={i}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
