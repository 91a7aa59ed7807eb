import { useEffect, useRef, useState } from 'react';
import { formatReason } from '../../i18n/index.ts';
import { soon } from '../store/idle.ts';
import { useApp, useAsk, useText } from '../store/index.ts';
import { useUi } from '../store/ui.ts';
import { useDiff } from './context.ts';
import styles from './diff-cells.module.css';
import bar from './diff.module.css';
import shared from '../theme/shared.module.css';
import { foundIn, Marked, piecesOf, wordsIn } from './Marked.tsx';
import { shortenEqual, shortenRemoved } from './model.ts';

/** Milliseconds until the messages around a jump target have their heights. */
const SETTLED_MS = 250;

export function FullText({ index }: { readonly index: number }) {
  const { t, n } = useText();
  const { reads, find } = useDiff();
  const comparison = useApp((s) => s.comparison);
  const { answer: message, failed } = useAsk(reads.full, [index], [comparison]);
  const marked = useUi((s) => (s.marked?.index === index ? s.marked : null));
  const box = useRef<HTMLDivElement>(null);
  const words = message && marked ? wordsIn(message.parts, marked.texts) : null;
  const sought = find?.words ?? '';
  const hit = find?.at?.index === index ? find.at : null;

  const isThere = message !== null;
  useEffect(() => {
    if (!marked || !isThere) return;
    const show = (): void => (box.current?.querySelector('mark') ?? box.current)?.scrollIntoView({ block: 'center' });
    show();
    // Content that arrives a moment later would push it away.
    return soon(show, SETTLED_MS);
  }, [isThere, marked]);
  // The list brings the message into its middle; here its first hit comes into view.
  useEffect(() => {
    if (hit && isThere) box.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [hit, isThere]);

  if (failed) return <p className={bar.muted}>{t('diff.failed', { message: formatReason(failed) })}</p>;
  if (!message) return <p className={bar.muted}>{t('diff.loading')}</p>;
  if (!message.parts.length) return <p className={bar.muted}>{t('diff.empty.message')}</p>;
  const single = message.parts.length === 1 && message.parts[0]!.kind === 'text';
  return (
    // Scrollable regions must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region
    <div ref={box} className={styles.fullText} tabIndex={0} role="group" aria-label={t('diff.message.open')}>
      {message.parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
        <div key={`${i}-${part.kind}`} className={styles.part}>
          {!single && (
            <div className={`${styles.partHead} ${part.isError ? shared.bad : ''}`}>
              <span>
                {t(part.isError ? 'diff.part.error' : `diff.part.${part.kind}`)}
                {part.label && <span className={shared.mono}> {part.label}</span>}
              </span>
              <span className={styles.tokens}>{n.whole(part.tokens)}</span>
            </div>
          )}
          <div className={part.kind === 'text' || part.kind === 'reasoning' ? shared.prose : `${shared.prose} ${shared.mono}`}>
            {words !== null && !hit ? (
              <Marked pieces={piecesOf(part.text, words)} />
            ) : sought ? (
              <Marked pieces={foundIn(part.text, sought)} />
            ) : (
              part.text
            )}
          </div>
        </div>
      ))}
    </div>
  );
}

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
