/** An offloaded message: the placeholder that is sent, and on request the original. */
import { useState } from 'react';
import { copyText } from '../share/files.ts';
import { useText } from '../store/index.ts';
import { useDiff } from './context.ts';
import styles from './cells.module.css';
import bar from './diff.module.css';
import shared from '../theme/shared.module.css';
import { FullText } from './FullText.tsx';

export function Offloaded({ index, placeholder }: { readonly index: number; readonly placeholder: string }) {
  const { t } = useText();
  const { reads } = useDiff();
  const [shown, setShown] = useState(false);
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async (): Promise<void> => {
    const reply = await reads.full(index);
    setCopied(reply.ok && (await copyText(reply.value.parts.map((part) => part.text).join('\n\n'))));
  };
  return (
    <>
      <div className={`${styles.body} ${styles.offloaded}`}>{placeholder}</div>
      <div className={styles.offloadBar}>
        <button type="button" className={bar.smallButton} aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'diff.offload.hide' : 'diff.offload.show')}
        </button>
        {shown && (
          <>
            <button type="button" className={bar.smallButton} onClick={() => void copy()}>
              {t(copied ? 'diff.request.copied' : 'diff.request.copy')}
            </button>
            <span className={copied === false ? `${shared.warn} ${shared.strong} ${shared.caption}` : bar.muted} role="status">
              {t(copied === false ? 'diff.offload.copyFailed' : 'diff.offload.note')}
            </span>
          </>
        )}
      </div>
      {shown && (
        <div className={styles.offloadedText}>
          <FullText index={index} />
        </div>
      )}
    </>
  );
}
