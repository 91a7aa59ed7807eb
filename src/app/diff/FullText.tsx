import { useEffect, useState } from 'react';
import type { FullMessage } from '../../worker/protocol.ts';
import { useText } from '../store/index.ts';
import { useDiff } from './context.ts';
import styles from './diff.module.css';

/** The whole text of one message, part by part, as plain text. */
export function FullText({ index }: { readonly index: number }) {
  const { t, n } = useText();
  const { reads } = useDiff();
  const [message, setMessage] = useState<FullMessage | null>(null);
  const [failed, setFailed] = useState<string | null>(null);

  useEffect(() => {
    let live = true;
    void reads.full(index).then((reply) => {
      if (!live) return;
      if (reply.ok) setMessage(reply.value);
      else setFailed(reply.error.message);
    });
    return () => {
      live = false;
    };
  }, [index, reads]);

  if (failed !== null) return <p className={styles.muted}>{t('diff.failed', { message: failed })}</p>;
  if (!message) return <p className={styles.muted}>{t('diff.loading')}</p>;
  if (!message.parts.length) return <p className={styles.muted}>{t('diff.empty.message')}</p>;
  const single = message.parts.length === 1 && message.parts[0]!.kind === 'text';
  return (
    // Scrollable regions must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region
    <div className={styles.fullText} tabIndex={0} role="group" aria-label={t('diff.message.open')}>
      {message.parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
        <div key={`${i}-${part.kind}`} className={styles.part}>
          {!single && (
            <div className={`${styles.partHead} ${part.isError ? styles.bad : ''}`}>
              <span>
                {t(part.isError ? 'diff.part.error' : `diff.part.${part.kind}`)}
                {part.label && <span className={styles.mono}> {part.label}</span>}
              </span>
              <span className={styles.tokens}>{n.whole(part.tokens)}</span>
            </div>
          )}
          <div className={part.kind === 'text' || part.kind === 'reasoning' ? styles.prose : `${styles.prose} ${styles.mono}`}>{part.text}</div>
        </div>
      ))}
    </div>
  );
}
