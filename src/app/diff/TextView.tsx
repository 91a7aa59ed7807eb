import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import styles from './diff.module.css';
import { type Find, useLineHits } from './find.ts';
import { Found } from './Marked.tsx';
import { bringIntoView } from '../components/into-view.ts';
import type { TextLine } from './text-lines.ts';

const KINDS = { ' ': undefined, '-': 'removed', '+': 'added', '@': 'mark' } as const;

interface Props {
  readonly lines: readonly TextLine[];
  readonly label: string;
  readonly find: Find;
}

/** Monospaced text, virtual by line; what is looked for is marked, and the hit that was gone to stands in the middle. */
export function TextView({ lines, label, find }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: lines.length, getScrollElement: () => scroller.current, estimateSize: () => 16, overscan: 20 });
  const { words, at, found, search } = find;
  const hits = useLineHits(lines, words);
  const first = useRef(0);
  useEffect(() => {
    first.current = virtual.range?.startIndex ?? 0;
  });
  useEffect(() => {
    if (words === '') return;
    if (hits) found(hits, first.current);
    else search();
  }, [hits, words, found, search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another hit scrolls
  useEffect(() => {
    const list = scroller.current;
    if (!at || !list) return;
    // A line may be higher than the list: its words are brought there, not the line.
    return bringIntoView(
      list,
      () => list.querySelector('[aria-current] mark'),
      'center',
      () => virtual.scrollToIndex(at.index, { align: 'center' }),
    );
  }, [at]);
  const shown = virtual.getVirtualItems();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <div className={styles.scroller} ref={scroller} tabIndex={0} role="group" aria-label={label}>
      <div className={styles.canvas} style={{ height: virtual.getTotalSize() }}>
        <div className={styles.drawn} style={{ transform: `translateY(${shown[0]?.start ?? 0}px)` }}>
          {shown.map((v) => {
            const line = lines[v.index]!;
            return (
              <div
                key={v.key}
                ref={virtual.measureElement}
                data-index={v.index}
                className={styles.textLine}
                data-op={KINDS[line.op ?? ' ']}
                aria-current={v.index === at?.index || undefined}
              >
                {line.op && line.op !== '@' && <span className={styles.op}>{line.op}</span>}
                {line.text ? <Found text={line.text} words={words} /> : ' '}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
