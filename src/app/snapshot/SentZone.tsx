/** Where the file of a sent run is dropped; a file with another hash is told. */
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { pickFile } from '../import/DropZone.tsx';
import { actions, useApp, useText } from '../store/index.ts';
import styles from './snapshot.module.css';

export function SentZone() {
  const { t } = useText();
  const sent = useApp((s) => s.sent);
  const wrong = useApp((s) => s.expected?.wrong ?? null);
  if (!sent) return null;
  const { name, hash } = sent.transcript;
  return (
    <section className={styles.zone} aria-label={t('sent.zone', { name })}>
      <Icon name="import" size={22} />
      <h3>{t('sent.zone', { name })}</h3>
      <p>{t('sent.zone.text', { hash: hash.slice(0, 8) })}</p>
      {wrong && (
        <p role="alert" className={styles.wrong}>
          {t('sent.wrong', { name: wrong.name, hash: wrong.hash.slice(0, 8) })}
        </p>
      )}
      {wrong ? (
        <Button onClick={() => void actions.openAnyway()}>{t('sent.anyway')}</Button>
      ) : (
        <Button kind="link" onClick={pickFile}>
          {t('sent.zone.choose')}
        </Button>
      )}
      <small>
        {t('sent.zone.rows', { count: sent.snapshot.rows.length })} · {t('sent.zone.after')}
      </small>
    </section>
  );
}
