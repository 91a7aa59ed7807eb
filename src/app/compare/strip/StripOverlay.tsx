/** One layer over all strips: the crosshair and the letter of every row's fate at it. Moving it repaints no canvas and renders no row. */
import { useLayoutEffect, useState, type RefObject } from 'react';
import { FATES } from '../../../engine/strategies/contract.ts';
import type { RowResult } from '../../../worker/protocol.ts';
import { FateChip } from '../../diff/Chips.tsx';
import { centreOf } from './axis.ts';
import type { StripFrame } from './Strip.tsx';
import { useCrosshair } from './StripHead.tsx';
import styles from './strip.module.css';

interface Geometry {
  readonly left: number;
  readonly bottom: number;
  /** Middle of each strip by row key, px from the area's top. */
  readonly rows: ReadonlyMap<string, number>;
}

function useGeometry(area: RefObject<HTMLElement | null>): Geometry | null {
  const [geometry, setGeometry] = useState<Geometry | null>(null);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    const measure = (): void => {
      const origin = element.getBoundingClientRect();
      const rows = new Map<string, number>();
      let first: DOMRect | null = null;
      let last: DOMRect | null = null;
      for (const canvas of element.querySelectorAll<HTMLCanvasElement>('[data-strip] canvas')) {
        const box = canvas.getBoundingClientRect();
        if (box.height === 0) continue;
        first ??= box;
        last = box;
        const key = canvas.closest<HTMLElement>('[data-key]')?.dataset.key;
        if (key) rows.set(key, box.top + box.height / 2 - origin.top);
      }
      setGeometry(first && last ? { left: first.left - origin.left, bottom: last.bottom - origin.top, rows } : null);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [area]);
  return geometry;
}

interface Props {
  readonly area: RefObject<HTMLElement | null>;
  readonly frame: StripFrame;
  readonly results: readonly RowResult[];
  readonly version: string;
}

function Crosshair({ area, frame, results, index }: Omit<Props, 'version'> & { readonly index: number }) {
  const geometry = useGeometry(area);
  const x = centreOf(frame.axis, index, frame.width);
  if (!geometry || x < 0 || x > frame.width) return null;
  const left = geometry.left + x;
  return (
    <div className={styles.overlay} aria-hidden>
      <i className={styles.crosshair} style={{ left, top: 0, height: geometry.bottom + 4 }} />
      {results.map((result) => {
        const y = geometry.rows.get(result.key);
        return y === undefined ? null : (
          <span key={result.key} className={styles.chip} style={{ transform: `translate(${left}px, ${y}px) translate(-50%, -50%)` }}>
            <FateChip fate={FATES[result.fates[index] ?? 0] ?? 'keep'} />
          </span>
        );
      })}
    </div>
  );
}

export function StripOverlay({ version, ...props }: Props) {
  const index = useCrosshair();
  return index === null || index >= props.frame.transcript.n ? null : <Crosshair key={version} {...props} index={index} />;
}
