import { Button } from '../components/Button.tsx';
import { useText } from '../store/useText.ts';
import { loadUpdate, useOffline } from './offline.ts';
import shared from '../theme/shared.module.css';

/** Whether the page works without a network, and the newer page as an offer; nobody is interrupted. */
export function OfflineStatus({ className }: { readonly className?: string }) {
  const { t } = useText();
  const { ready, update, others } = useOffline();
  if (update)
    return (
      <span role="group" aria-label={t('offline.update')} className={`${shared.row} ${shared.gap6}`}>
        {others > 0 ? t('offline.others', { count: others }) : t('offline.update')}
        <Button kind="link" onClick={loadUpdate} title={t('offline.load.help')}>
          {t('offline.load')}
        </Button>
      </span>
    );
  return ready ? <span className={className}>{t('offline.ready')}</span> : null;
}
