/** Where the comparison stands: at the end of the conversation, or right before a compaction of the recorded agent. */
import { actions, useApp, useText } from '../store/index.ts';
import shared from '../theme/shared.module.css';
import styles from './compare.module.css';

const END = '';

export function RecordedPlaces() {
  const { t } = useText();
  const info = useApp((s) => s.loaded?.reply.conversations[s.scenario.conversation]);
  const until = useApp((s) => s.scenario.until ?? null);
  if (!info || info.places.length === 0) return null;
  const { places, compactions } = info;
  return (
    <p className={styles.banner}>
      <label>
        {t('compare.place')}{' '}
        <select
          value={until !== null && places.includes(until) ? until : END}
          onChange={(e) => actions.chooseUntil(e.currentTarget.value === END ? null : Number(e.currentTarget.value))}
        >
          <option value={END}>{t('compare.place.end')}</option>
          {places.map((number) => (
            <option key={number} value={number}>
              {t('compare.place.at', { number, of: compactions })}
            </option>
          ))}
        </select>
      </label>{' '}
      <span className={shared.muted}>{t(until === null ? 'compare.place.end.help' : 'compare.place.at.help')}</span>
    </p>
  );
}
