import { formatReason } from '../../i18n/index.ts';
import { Definition } from '../components/Definition.tsx';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import classes from './settings.module.css';

const ORDER = ['S1', 'S0', 'S2', 'S3', 'S4'] as const;

/** Would the trigger of each seed fire on the transcript as it is now? A dot per seed; each opens its rule with today's numbers. */
export function Fires() {
  const { t } = useText();
  const triggers = useApp((s) => s.comparison?.transcript.triggers);
  return (
    <div className={classes.fires}>
      <span>{t('fires.title')}</span>
      {ORDER.map((seed) => {
        const trigger = triggers?.find((x) => x.seed === seed);
        const state = trigger?.fires ? t('fires.yes') : t('fires.no');
        return (
          <Definition
            key={seed}
            className={trigger?.fires ? `${classes.fire} ${classes.yes}` : classes.fire}
            title={`${seed}: ${state}`}
            text={[t(`fires.${seed}`), ...(trigger ? [formatReason(trigger.reason)] : [])]}
          >
            <i aria-hidden="true" />
            {seed}
            <span className="hidden-text">{state}</span>
          </Definition>
        );
      })}
    </div>
  );
}
