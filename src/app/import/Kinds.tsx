import { useState } from 'react';
import { formatTitle } from '../../i18n/index.ts';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import classes from './import.module.css';

/** What can be dropped: one line, and behind it every kind of file that is recognised, by search. */
export function Kinds() {
  const { t } = useText();
  const formats = useApp((s) => s.description?.formats);
  const [search, setSearch] = useState('');
  if (!formats) return null;
  const wanted = search.trim().toLowerCase();
  const found = formats.filter(({ id }) => `${formatTitle(id)} ${id}`.toLowerCase().includes(wanted));
  return (
    <details className={classes.kinds}>
      <summary>{t('import.kinds', { kinds: formats.length })}</summary>
      <input
        type="search"
        aria-label={t('import.kinds.search')}
        placeholder={t('import.kinds.search')}
        value={search}
        onChange={(e) => setSearch(e.currentTarget.value)}
      />
      <ul>
        {found.map(({ id }) => (
          <li key={id}>{formatTitle(id)}</li>
        ))}
        {found.length === 0 && <li className={classes.none}>{t('import.kinds.none', { search })}</li>}
      </ul>
    </details>
  );
}
