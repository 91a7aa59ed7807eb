/** The messages of a sent run: role, size and what pinned rows do with each. There are no texts. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { EDIT, FATES } from '../../engine/strategies/contract.ts';
import { useTableRows } from '../compare/useTableRows.ts';
import { FateChip, PinLetter } from '../diff/Chips.tsx';
import { actions, useApp, useText } from '../store/index.ts';
import styles from './snapshot.module.css';

const ROLES = ['system', 'user', 'assistant', 'tool'] as const;
/** Height of a row and of the head, px. */
const ROW = 26;
const HEAD = 28;

export function SentCells() {
  const { t, n } = useText();
  const comparison = useApp((s) => s.comparison);
  const sent = useApp((s) => s.sent);
  const selected = useApp((s) => s.scenario.view.selected);
  const rows = useTableRows(comparison);
  const scroller = useRef<HTMLDivElement>(null);
  const count = comparison?.transcript.n ?? 0;
  const list = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 12, scrollPaddingStart: HEAD });
  const { scrollToIndex } = list;
  useEffect(() => {
    if (selected !== null) scrollToIndex(selected, { align: 'auto' });
  }, [selected, scrollToIndex]);
  const items = list.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => actions.setVisible(count > 0 ? [first, last] : null), [first, last, count]);
  if (!comparison || !sent) return null;
  const { transcript } = comparison;
  const { counts } = sent.snapshot.cells;
  const pins = rows.filter((row) => row.pin && row.result).sort((a, b) => a.pin!.localeCompare(b.pin!));
  const runs = counts.length < sent.snapshot.original.messages;
  const after = list.getTotalSize() - (items.at(-1)?.end ?? 0);
  const space = (height: number) =>
    height > 0 && (
      <tr aria-hidden>
        <td data-space style={{ height }} colSpan={3 + Number(runs) + pins.length} />
      </tr>
    );
  return (
    // A list that scrolls is reached by the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls
    <div ref={scroller} className={styles.cells} tabIndex={0} role="region" aria-label={t('diff.title')}>
      <table>
        <colgroup>
          <col className={styles.no} />
          <col className={styles.role} />
          {runs && <col className={styles.count} />}
          <col className={styles.count} />
          {pins.map(({ key }) => (
            <col key={key} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('sent.no')}</th>
            <th scope="col">{t('sent.role')}</th>
            {runs && (
              <th scope="col" className={styles.number}>
                {t('sent.messages')}
              </th>
            )}
            <th scope="col" className={styles.number}>
              {t('sent.tokens')}
            </th>
            {pins.map(({ key, pin, title }) => (
              <th key={key} scope="col" title={title} data-pin>
                <PinLetter letter={pin!} /> {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {space(items[0]?.start ?? 0)}
          {items.map(({ index }) => (
            <tr key={index} data-selected={index === selected || undefined}>
              <td className="num">
                #{sent.starts[index]! + 1}
                {counts[index]! > 1 && `–${sent.starts[index]! + counts[index]!}`}
              </td>
              <td>{t(`strip.role.${ROLES[transcript.roles[index]!] ?? 'user'}`)}</td>
              {runs && <td className={styles.number}>{n.whole(counts[index]!)}</td>}
              <td className={styles.number}>{n.whole(transcript.tokens[index]!)}</td>
              {pins.map(({ key, result }) => {
                const fate = FATES[result!.fates[index]!] ?? 'keep';
                return (
                  <td key={key}>
                    <span className={styles.fate}>
                      <FateChip fate={fate} />
                      {result!.fates[index] === EDIT
                        ? t('sent.left', { left: result!.left[index]!, tokens: transcript.tokens[index]! })
                        : t(`diff.fate.${fate}`)}
                    </span>
                  </td>
                );
              })}
            </tr>
          ))}
          {space(after)}
        </tbody>
      </table>
    </div>
  );
}
