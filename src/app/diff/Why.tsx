import type { ReactNode } from 'react';
import { PRIORITIES, type Priority } from '../../engine/signals/contract.ts';
import { formatReason } from '../../i18n/index.ts';
import type { CellView, MessageView } from '../../worker/protocol.ts';
import { actions, useText } from '../store/index.ts';
import { openDialog } from '../store/ui.ts';
import styles from './diff.module.css';

/** "why?" under the original: the rule that set its priority, and the person's own decision. */
export function WhyPriority({ message }: { readonly message: MessageView }) {
  const { t } = useText();
  const pinned = message.mark === 'pin';
  const set = message.mark !== null && !pinned ? message.mark : '';
  return (
    <div className={styles.why}>
      <div className={styles.whyHead}>
        <span>{t('diff.why.priority', { priority: message.priority })}</span>
        <button type="button" className={styles.smallButton} title={t('fates.help')} onClick={() => openDialog('fates')}>
          {t('fates.open')} <kbd>F</kbd>
        </button>
        <button
          type="button"
          className={styles.smallButton}
          aria-pressed={pinned}
          title={t('diff.pin.help')}
          onClick={() => actions.mark(message.id, pinned ? null : 'pin')}
        >
          {t(pinned ? 'diff.unpin' : 'diff.pin')}
        </button>
        <select
          className={styles.smallSelect}
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
    </div>
  );
}

/** "why?" under one strategy's cell. */
export function WhyFate({ cell, letter, children }: { readonly cell: CellView; readonly letter: string; readonly children?: ReactNode }) {
  const { t } = useText();
  return (
    <div className={styles.why}>
      <div className={styles.whyHead}>
        <span>{t(`diff.why.${cell.fate}`, { letter })}</span>
      </div>
      {formatReason(cell.reason)}
      {children}
    </div>
  );
}
