/** The list of losses, virtual; every line leads to its message. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef } from 'react';
import { lookup } from '../../i18n/index.ts';
import type { ListedLine } from '../../worker/loss-protocol.ts';
import { useMediaQuery } from '../components/useMedia.ts';
import { useText } from '../store/index.ts';
import { showMarked } from './jump.ts';
import styles from './loss.module.css';

/** Heights before a line has been measured, px. */
const HEIGHT = 30;
const HEIGHT_NARROW = 66;

export function LossLines({ lines, onGo }: { readonly lines: readonly ListedLine[]; onGo(): void }) {
  const { t } = useText();
  const narrow = useMediaQuery('(max-width: 720px)');
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (narrow ? HEIGHT_NARROW : HEIGHT),
    getItemKey: (i) => lines[i]!.id,
    overscan: 8,
  });
  const go = (line: ListedLine, message: number): void => {
    onGo();
    showMarked(message, line.marks);
  };
  /** ↑ ↓ Home End go from line to line. */
  const keyDown = (event: KeyboardEvent): void => {
    const item = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-index]') : null;
    const at = Number(item?.dataset.index ?? -1);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
    if (to === undefined || to < 0 || to >= lines.length) return;
    event.preventDefault();
    virtual.scrollToIndex(to);
    // The line is drawn in the next frame.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"] button`)?.focus());
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <div className={styles.scroller} ref={scroller} tabIndex={0} role="group" aria-label={t('loss.list')} onKeyDown={keyDown}>
      <ul className={styles.lines} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index]!;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={styles.line}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
            >
              <span className={styles.kind}>{lookup(`loss.kind.${line.kind}`) ?? line.kind}</span>
              <span className={styles.words} title={line.text}>
                <span className={styles.fact}>{line.text}</span>
                {line.beside && line.beside.value !== '' && (
                  <small title={line.beside.value}>
                    {t(`loss.beside.${line.beside.what}`, {
                      value: line.beside.what === 'told' ? (lookup(`loss.kind.${line.beside.value}`) ?? line.beside.value) : line.beside.value,
                    })}
                  </small>
                )}
              </span>
              <span className={styles.fate} data-fate={line.fate}>
                {t(`loss.fate.${line.fate}`)}
              </span>
              <span className={styles.spots}>
                {line.spots.map(({ role, message }) => (
                  <button key={role} type="button" data-role={role} title={t('loss.go')} onClick={() => go(line, message)}>
                    {t(`loss.spot.${role}`, { number: message + 1 })}
                  </button>
                ))}
                {line.cut > 0 && <small>{t('loss.cut', { cut: line.cut })}</small>}
                {line.messages > 1 && <small>{t('loss.messages', { count: line.messages })}</small>}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
