/** The numbers at a position of a chart. Keyboard users get them elsewhere, so this is hidden from screen readers. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './charts.module.css';

interface Props {
  /** Position inside the axes, px, and their width: the tip is on the side with more room. */
  readonly x: number;
  readonly y?: number;
  readonly width: number;
  readonly children: ReactNode;
}

/** Least px between the tip and the edge of the page. */
const EDGE = 4;

export function Tip({ x, y = 4, width, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // On a narrow page neither side has room for all of it: without this the page scrolls sideways.
  useLayoutEffect(() => {
    const tip = box.current!;
    tip.style.translate = '';
    const { left, right } = tip.getBoundingClientRect();
    const over = Math.max(0, right + EDGE - document.documentElement.clientWidth) || Math.min(0, left - EDGE);
    if (over !== 0) tip.style.translate = `${-over}px`;
  });
  return (
    <div ref={box} className={x > width / 2 ? `${styles.tip} ${styles.left}` : styles.tip} style={{ left: x, top: y }} aria-hidden="true">
      {children}
    </div>
  );
}

interface Numbers {
  readonly key: string;
  readonly mark: ReactNode;
  readonly title: string;
  readonly values: readonly string[];
}

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
