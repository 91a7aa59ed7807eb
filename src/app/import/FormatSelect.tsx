import { formatTitle } from '../../i18n/index.ts';
import { actions } from '../store/store-actions.ts';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import classes from './import.module.css';

export function FormatSelect() {
  const { t } = useText();
  const formats = useApp((s) => s.description?.formats);
  const chosen = useApp((s) => (s.load.phase === 'failed' ? '' : (s.scenario.format ?? '')));
  const detected = useApp((s) => (s.load.phase === 'failed' ? null : s.loaded?.reply.candidates[0]?.format));
  const detectedTitle = detected ? formatTitle(detected) : t('format.unknown');
  return (
    <label className={classes.format}>
      <span>{t('format.choose')}</span>
      <select
        title={chosen ? formatTitle(chosen) : t('format.detected', { title: detectedTitle })}
        value={chosen}
        onChange={(e) => void actions.chooseFormat(e.currentTarget.value || null)}
      >
        <option value="">{t('format.detected', { title: detectedTitle })}</option>
        {formats?.map((f) => (
          <option key={f.id} value={f.id}>
            {formatTitle(f.id)}
          </option>
        ))}
      </select>
    </label>
  );
}
