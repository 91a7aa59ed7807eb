import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import styles from './diff.module.css';

export interface TextLine {
  readonly text: string;
  readonly op?: ' ' | '-' | '+' | '@';
}

/** Longer lines are split into pieces of this many characters, so that one cannot fill the page. */
const WRAP = 4_000;

/** Splits text into lines a browser can lay out: no line over 4,000 characters. */
export function toLines(text: string): TextLine[] {
  return text.split('\n').flatMap((line) => {
    if (line.length <= WRAP) return [{ text: line }];
    const pieces: TextLine[] = [];
    for (let at = 0; at < line.length; at += WRAP) pieces.push({ text: line.slice(at, at + WRAP) });
    return pieces;
  });
}

const KINDS = { ' ': undefined, '-': 'removed', '+': 'added', '@': 'mark' } as const;

/** Monospaced text, virtual by line. */
export function TextView({ lines, label }: { readonly lines: readonly TextLine[]; readonly label: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: lines.length, getScrollElement: () => scroller.current, estimateSize: () => 16, overscan: 20 });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <div className={styles.scroller} ref={scroller} tabIndex={0} role="group" aria-label={label}>
      <div className={styles.canvas} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((v) => {
          const line = lines[v.index]!;
          return (
            <div
              key={v.key}
              ref={virtual.measureElement}
              data-index={v.index}
              className={`${styles.item} ${styles.textLine}`}
              data-op={KINDS[line.op ?? ' ']}
              style={{ transform: `translateY(${v.start}px)` }}
            >
              {line.op && line.op !== '@' && <span className={styles.op}>{line.op}</span>}
              {line.text || ' '}
            </div>
          );
        })}
      </div>
    </div>
  );
}
