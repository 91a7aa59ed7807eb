import { lookup } from '../../i18n/index.ts';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { actions } from '../store/actions.ts';
import { awaited, useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import classes from './frame.module.css';
import shared from '../theme/shared.module.css';

/** The accent line under the header while something runs, and one line of notice. */
export function Notices() {
  const { t } = useText();
  const notice = useApp((s) => s.notice);
  const loading = useApp((s) => s.load);
  const progress = useApp((s) => (s.load.phase === 'loading' ? s.load.progress : (awaited(s)?.progress ?? null)));
  const busy = useApp((s) => s.load.phase === 'loading' || awaited(s) !== null);
  const share = progress && progress.of > 0 ? progress.done / progress.of : null;
  return (
    <aside className={classes.notices} aria-label={t('notices.label')}>
      {busy && (
        <div
          role="progressbar"
          aria-label={loading.phase === 'loading' ? t('progress.loading', { name: loading.name }) : t('progress.label')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share === null ? undefined : Math.round(share * 100)}
          className={classes.progress}
        >
          <div className={share === null ? classes.unknown : undefined} style={share === null ? undefined : { width: `${share * 100}%` }} />
        </div>
      )}
      <div aria-live="polite">
        {notice && (
          <div className={classes.notice} data-tone={notice.tone}>
            {notice.tone !== 'info' && <Icon name="warning" />}
            <span className={shared.fill}>{lookup(notice.key, notice.values) ?? notice.key}</span>
            <Button kind="ghost" icon="close" aria-label={t('notice.close')} onClick={() => actions.notify(null)} />
          </div>
        )}
      </div>
    </aside>
  );
}
