import { useState } from 'react';
import { formatReason } from '../../i18n/index.ts';
import { useApp, useAsk, useText } from '../store/index.ts';
import { useDiff } from './context.ts';
import styles from './cells.module.css';
import bar from './diff.module.css';
import shared from '../theme/shared.module.css';
import { shortenEqual, shortenRemoved } from './model.ts';

/** Removed words are struck through, inserted ones marked; a long removal shows only its ends until it is opened. */
export function WordDiff({ index, rowKey, clamp }: { readonly index: number; readonly rowKey: string; readonly clamp: boolean }) {
  const { t } = useText();
  const { reads } = useDiff();
  const comparison = useApp((s) => s.comparison);
  const { answer: ops, failed } = useAsk(reads.diff, [index, rowKey], [comparison]);
  const [all, setAll] = useState(false);

  if (failed) return <p className={bar.muted}>{t('diff.failed', { message: formatReason(failed) })}</p>;
  if (!ops) return <p className={bar.muted}>{t('diff.loading')}</p>;
  return (
    <div className={`${styles.body} ${styles.edited} ${shared.mono} ${clamp ? styles.clamp4 : styles.full}`}>
      {ops.map((op, i) => {
        // Operations are identified by their order.
        const key = `${i}`;
        if (op.op === 'insert') return <ins key={key}>{op.text}</ins>;
        if (op.op === 'equal') return <span key={key}>{clamp ? shortenEqual(op.text, i === 0, i === ops.length - 1) : op.text}</span>;
        const short = all ? null : shortenRemoved(op.text);
        if (!short) return <del key={key}>{op.text}</del>;
        return (
          <del key={key}>
            {short[0]}
            <button
              type="button"
              className={styles.more}
              title={t('diff.removed.show')}
              aria-label={t('diff.removed.show')}
              onClick={() => setAll(true)}
            >
              …
            </button>
            {short[1]}
          </del>
        );
      })}
    </div>
  );
}
