import { useEffect, useState } from 'react';
import { client, useText } from '../store/index.ts';
import styles from './diff.module.css';
import { nextStop } from './model.ts';

interface Props {
  onHits(hits: readonly number[]): void;
  onGo(index: number): void;
  /** A new comparison (another transcript) makes hits stale. */
  readonly comparison: object | null;
}

/** Finds text in the original messages; Enter goes to the next hit, Shift+Enter to the previous one. */
export function FindBox({ onHits, onGo, comparison }: Props) {
  const { t } = useText();
  const [text, setText] = useState('');
  const [hits, setHits] = useState<readonly number[]>([]);
  const [at, setAt] = useState(-1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new comparison makes the hits stale
  useEffect(() => {
    let live = true;
    const query = text.trim();
    const timer = setTimeout(async () => {
      const reply = query ? await client.find(query) : null;
      if (!live) return;
      const found = reply?.ok ? reply.value : [];
      setHits(found);
      setAt(-1);
      onHits(found);
    }, 120);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [text, comparison, onHits]);

  const go = (direction: 1 | -1): void => {
    if (!hits.length) return;
    const next = nextStop(hits, at, direction) ?? (direction === 1 ? hits[0]! : hits.at(-1)!);
    setAt(next);
    onGo(next);
  };
  return (
    <search className={styles.find}>
      <input
        type="search"
        className={styles.findInput}
        aria-label={t('diff.find')}
        placeholder={t('diff.find')}
        value={text}
        onChange={(e) => setText(e.target.value)}
        onKeyDown={(e) => {
          if (e.key === 'Enter') go(e.shiftKey ? -1 : 1);
          if (e.key === 'Escape') setText('');
        }}
      />
      {text.trim() && (
        <span className={styles.muted} aria-live="polite">
          {hits.length ? t('diff.find.hits', { at: at < 0 ? 0 : hits.indexOf(at) + 1, count: hits.length }) : t('diff.find.none')}
        </span>
      )}
    </search>
  );
}
