import { useEffect, useState } from 'react';
import type { DiffOp } from '../../worker/protocol.ts';
import { useApp, useText } from '../store/index.ts';
import { useDiff } from './context.ts';
import styles from './diff.module.css';
import { shortenEqual, shortenRemoved } from './model.ts';

/** Words that were cut are struck through, inserted ones marked; a long cut shows its ends until it is asked for. */
export function WordDiff({ index, rowKey, clamp }: { readonly index: number; readonly rowKey: string; readonly clamp: boolean }) {
  const { t } = useText();
  const { reads } = useDiff();
  const comparison = useApp((s) => s.comparison);
  const [ops, setOps] = useState<readonly DiffOp[] | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [all, setAll] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new comparison makes the diff stale
  useEffect(() => {
    let live = true;
    void reads.diff(index, rowKey).then((reply) => {
      if (!live) return;
      if (reply.ok) setOps(reply.value);
      else setFailed(reply.error.message);
    });
    return () => {
      live = false;
    };
  }, [index, rowKey, comparison, reads]);

  if (failed !== null) return <p className={styles.muted}>{t('diff.failed', { message: failed })}</p>;
  if (!ops) return <p className={styles.muted}>{t('diff.loading')}</p>;
  return (
    <div className={`${styles.body} ${styles.mono} ${clamp ? styles.clamp4 : styles.full}`}>
      {ops.map((op, i) => {
        // Operations have no identity of their own; their order is it.
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
