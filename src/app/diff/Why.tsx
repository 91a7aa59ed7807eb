import type { ReactNode } from 'react';
import { PRIORITIES, type Priority } from '../../engine/signals/contract.ts';
import { formatReason, lookup } from '../../i18n/index.ts';
import type { CellView, MessageView } from '../../worker/protocol.ts';
import { actions, useApp, useAsk, useText } from '../store/index.ts';
import { openDialog, openLoss } from '../store/ui.ts';
import { type MessageReads, useDiff } from './context.ts';
import styles from './diff-cells.module.css';
import bar from './diff.module.css';

export function WhyPriority({ message }: { readonly message: MessageView }) {
  const { t } = useText();
  // The fates of all rows belong to the comparison; there are none elsewhere.
  const { reads } = useDiff();
  const pinned = message.mark === 'pin';
  const set = message.mark !== null && !pinned ? message.mark : '';
  return (
    <div className={styles.why}>
      <div className={styles.whyHead}>
        <span>{t('diff.why.priority', { priority: message.priority })}</span>
        {reads.why === undefined && (
          <button type="button" className={bar.smallButton} title={t('fates.help')} onClick={() => openDialog('fates')}>
            {t('fates.open')} <kbd>F</kbd>
          </button>
        )}
        <button
          type="button"
          className={bar.smallButton}
          aria-pressed={pinned}
          title={t('diff.pin.help')}
          onClick={() => actions.mark(message.id, pinned ? null : 'pin')}
        >
          {t(pinned ? 'diff.unpin' : 'diff.pin')}
        </button>
        <select
          className={bar.smallSelect}
          aria-label={t('diff.set')}
          value={set}
          onChange={(e) => actions.mark(message.id, e.target.value === '' ? null : (e.target.value as Priority))}
        >
          <option value="">{t('diff.set.auto')}</option>
          {[...PRIORITIES].reverse().map((p) => (
            <option key={p} value={p}>
              {p}
            </option>
          ))}
        </select>
      </div>
      {formatReason(message.priorityReason)}
      <p>
        {t('diff.item', { type: lookup(`item-type.${message.itemType}`) ?? message.itemType })}
        {message.cacheHint && ` · ${t(`diff.cache-hint.${message.cacheHint}`)}`}
      </p>
    </div>
  );
}

interface WhyFateProps {
  readonly index: number;
  readonly rowKey: string;
  readonly cell: CellView;
  readonly letter: string;
  readonly children?: ReactNode;
}

export function WhyFate({ index, rowKey, cell, letter, children }: WhyFateProps) {
  const { t } = useText();
  const { reads } = useDiff();
  return (
    <div className={styles.why}>
      <div className={styles.whyHead}>
        <span>{t(`diff.why.${cell.fate}`, { letter })}</span>
      </div>
      {reads.why ? <LateReason index={index} rowKey={rowKey} why={reads.why} /> : formatReason(cell.reason)}
      {reads.lossesIn && cell.fate !== 'keep' && <Lost index={index} rowKey={rowKey} lossesIn={reads.lossesIn} />}
      {children}
    </div>
  );
}

function Lost({
  index,
  rowKey,
  lossesIn,
}: {
  readonly index: number;
  readonly rowKey: string;
  readonly lossesIn: NonNullable<MessageReads['lossesIn']>;
}) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const { answer: losses, late } = useAsk(lossesIn, [index, rowKey], [comparison]);
  if (!losses || late) return null;
  const { constraints, lost, recoverable } = losses;
  return (
    <>
      {constraints.map(({ text, fate }) => (
        <p key={text} className={styles.lost}>
          <span aria-hidden>⚠</span> {t(`diff.constraint.${fate}`, { text })}
        </p>
      ))}
      {lost > 0 && (
        <p className={styles.lost}>
          <span aria-hidden>⚠</span> {t('diff.facts.lost', { count: lost })}{' '}
          <button type="button" className={bar.smallButton} onClick={() => openLoss(rowKey)}>
            {t('diff.facts.list')}
          </button>
        </p>
      )}
      {recoverable > 0 && (
        <p className={styles.lost} data-recoverable>
          {t('diff.facts.recoverable', { count: recoverable })}
        </p>
      )}
    </>
  );
}

function LateReason({ index, rowKey, why }: { readonly index: number; readonly rowKey: string; readonly why: NonNullable<MessageReads['why']> }) {
  const { t } = useText();
  const { answer: found, late, failed } = useAsk(why, [index, rowKey], []);
  if (failed) return formatReason(failed);
  if (!found || late) return t('diff.loading');
  return (
    <>
      {found.level > 0 && `${lookup('replay.level', { level: found.level }) ?? found.level}: `}
      {formatReason(found.reason)}
    </>
  );
}
