import { formatReason } from '../../i18n/index.ts';
import { strategyTitle } from '../compare/rows.ts';
import { Definition } from '../components/Definition.tsx';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import classes from './settings.module.css';

/** Whether the trigger of A, with its settings, would fire on the session as it is; the triggers of all others stand in Replay. */
export function Fires() {
  const { t } = useText();
  const row = useApp((s) => s.comparison?.rows.find(({ key }) => key === s.compared[0]));
  if (!row?.fires) return null;
  const { fires, reason } = row.fires;
  const state = fires ? t('fires.yes') : t('fires.no');
  const title = strategyTitle(row.strategy, row.key, row.params);
  return (
    <div className={classes.fires}>
      <span>{t('fires.title')}</span>
      <Definition
        className={fires ? `${classes.fire} ${classes.yes}` : classes.fire}
        title={`${title}: ${state}`}
        link={{ document: 'words', anchor: 'would-fire-now', label: t('word.more') }}
        text={[formatReason(reason), t('fires.help')]}
      >
        <i aria-hidden="true" />
        {title}
        <span className="hidden-text">{state}</span>
      </Definition>
    </div>
  );
}
