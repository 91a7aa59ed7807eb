import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { readStored, useText, writeStored } from '../store/index.ts';
import classes from './components.module.css';

const MIN = 120;

interface Split {
  /** Share of the height for the table, in percent; null = as high as its rows, up to the limit in the style sheet. */
  readonly share: number | null;
  readonly set: (share: number | null) => void;
  readonly style: CSSProperties | undefined;
}

export function useSplit(name = 'split'): Split {
  const [share, setShare] = useState<number | null>(() => {
    const stored = Number.parseFloat(readStored(name) ?? '');
    return Number.isFinite(stored) ? stored : null;
  });
  return {
    share,
    set(next) {
      setShare(next);
      writeStored(name, next === null ? null : String(next));
    },
    style: share === null ? undefined : { flex: `0 0 ${share}%`, maxHeight: 'none' },
  };
}

interface Props {
  readonly split: Split;
  /** What it divides; absent = table and side by side. */
  readonly label?: string;
}

export function Splitter({ split, label }: Props) {
  const { t } = useText();
  const element = useRef<HTMLDivElement>(null);
  const box = () => {
    const column = element.current?.parentElement?.getBoundingClientRect();
    const table = element.current?.previousElementSibling?.getBoundingClientRect();
    return column && table ? { height: column.height, room: column.bottom - table.top, top: table.top, table: table.height } : null;
  };
  const place = (tableHeight: number) => {
    const b = box();
    if (!b) return;
    const height = Math.min(b.room - MIN, Math.max(MIN, tableHeight));
    split.set(Number(((height / b.height) * 100).toFixed(2)));
  };
  const move = (e: PointerEvent) => {
    const b = box();
    if (b && e.currentTarget.hasPointerCapture(e.pointerId)) place(e.clientY - b.top);
  };
  const key = (e: KeyboardEvent) => {
    const b = box();
    if (!b) return;
    const step = e.shiftKey ? 104 : 26;
    if (e.key === 'ArrowUp') place(b.table - step);
    else if (e.key === 'ArrowDown') place(b.table + step);
    else if (e.key === 'Home') place(0);
    else if (e.key === 'End') place(b.height);
    else if (e.key === 'Enter') split.set(null);
    else return;
    e.preventDefault();
  };
  return (
    <div
      ref={element}
      role="separator"
      aria-orientation="horizontal"
      aria-label={label ?? t('frame.split')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(split.share ?? 50)}
      tabIndex={0}
      title={t('table.width.help')}
      className={`relative fixed ruled bgApp untouched narrowGone outlinesInside ${classes.splitter}`}
      onPointerDown={(e) => e.currentTarget.setPointerCapture(e.pointerId)}
      onPointerMove={move}
      onDoubleClick={() => split.set(null)}
      onKeyDown={key}
    />
  );
}
