import { useEffect, useState } from 'react';
import { client, useAsk, useText } from '../store/index.ts';
import styles from './diff.module.css';
import shared from '../theme/shared.module.css';
import { nextStop } from './model.ts';

/** Pause after the last key before the text is looked for. */
const PAUSE_MS = 120;
const NONE: readonly number[] = [];

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
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(-1);
  const { answer, failed } = useAsk(client.find, query === '' ? null : [query], [comparison]);
  const found = failed ? NONE : (answer ?? NONE);
  const [hits, setHits] = useState(NONE);

  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // A comparison that changes no message finds the same again: the place in the list stays.
  useEffect(() => {
    setHits((before) => (before.length === found.length && before.every((hit, i) => hit === found[i]) ? before : found));
  }, [found]);
  useEffect(() => {
    setAt(-1);
    onHits(hits);
  }, [hits, onHits]);

  const go = (direction: 1 | -1): void => {
    if (!hits.length) return;
    const next = nextStop(hits, at, direction) ?? (direction === 1 ? hits[0]! : hits.at(-1)!);
    setAt(next);
    onGo(next);
  };
  return (
    <search className={`${shared.inline} ${shared.gap6}`}>
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
