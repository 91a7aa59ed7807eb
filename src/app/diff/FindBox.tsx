import { useEffect, useState } from 'react';
import type { View } from '../../scenario/schema.ts';
import { Icon } from '../components/Icon.tsx';
import { soon } from '../store/idle.ts';
import { useText } from '../store/index.ts';
import styles from './diff.module.css';
import shared from '../theme/shared.module.css';
import type { Find } from './find.ts';

/** Pause after the last key before the text is looked for. */
const PAUSE_MS = 120;

interface Props {
  readonly find: Find;
  readonly layout: View['layout'];
  /** A second Escape leaves the box. */
  onLeave(): void;
}

/** Finds text in the view that is open, as it is typed; Enter and arrows go from hit to hit. */
export function FindBox({ find, layout, onLeave }: Props) {
  const { t } = useText();
  const [text, setText] = useState('');
  const { look, go, hits, at, searching, words } = find;
  useEffect(() => soon(() => look(text.trim()), PAUSE_MS), [text, look]);
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: () => go(1),
    ArrowUp: () => go(-1),
    Escape: () => (text === '' ? onLeave() : setText('')),
  };
  return (
    <search className={`${shared.inline} ${shared.gap4}`}>
      <input
        type="search"
        className={styles.findInput}
        aria-label={t('diff.find')}
        aria-keyshortcuts="/ Control+F"
        placeholder={t('diff.find')}
        title={t(`diff.find.${layout}`)}
        data-find
        value={text}
        onChange={(e) => setText(e.target.value)}
        onKeyDown={(e) => {
          const act = e.key === 'Enter' ? () => go(e.shiftKey ? -1 : 1) : keys[e.key];
          if (!act) return;
          e.preventDefault();
          act();
        }}
      />
      {text.trim() && (
        <>
          <span className={styles.findCount} data-none={(words !== '' && !searching && hits.length === 0) || undefined} role="status">
            {searching || words === ''
              ? '…'
              : hits.length
                ? t('diff.find.hits', { at: at === null ? 0 : hits.indexOf(at.index) + 1, count: hits.length })
                : t('diff.find.none')}
          </span>
          {([-1, 1] as const).map((direction) => {
            const name = t(direction === 1 ? 'diff.find.next' : 'diff.find.previous');
            return (
              <button
                key={direction}
                type="button"
                className={shared.icon}
                disabled={!hits.length}
                aria-label={name}
                title={name}
                onClick={() => go(direction)}
              >
                <Icon name={direction === 1 ? 'down' : 'up'} />
              </button>
            );
          })}
        </>
      )}
    </search>
  );
}
