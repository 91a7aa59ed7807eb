/** Name, origin and buttons of a sent run, in the place of those of an open transcript. */
import '../../i18n/sent-words.ts';
import { Button } from '../components/Button.tsx';
import { pickFile } from '../import/DropZone.tsx';
import { useApp, useText } from '../store/index.ts';
import { openDialog } from '../store/ui.ts';
import theme from '../theme/shared.module.css';
import styles from './snapshot.module.css';

export function SentName() {
  const { t } = useText();
  const name = useApp((s) => s.sent?.transcript.name ?? '');
  const snapshot = useApp((s) => s.sent?.snapshot ?? null);
  return (
    <>
      <b className={`${styles.name} ${theme.ellipsis}`}>{name}</b>
      <span className={styles.tag}>
        {t('sent.tag')}
        <span className={styles.wider}>
          {', '}
          {snapshot?.day}, {t('sent.engine', { version: snapshot?.engine ?? '' })}
        </span>
      </span>
    </>
  );
}

export function SentStatus() {
  const { t } = useText();
  const sent = useApp((s) => s.sent);
  if (!sent) return null;
  const count = sent.snapshot.rows.length;
  return <span className="num">{sent.length === null ? t('sent.status.file', { count }) : t('sent.status.link', { count, size: sent.length })}</span>;
}

export function SentButtons() {
  const { t } = useText();
  return (
    <>
      <Button kind="primary" icon="import" title={t('sent.drop.help')} onClick={pickFile}>
        {t('sent.drop')}
      </Button>
      <Button className={styles.own} onClick={() => openDialog('import')}>
        {t('sent.own')}
      </Button>
    </>
  );
}
