import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { actions } from '../store/actions.ts';
import { useApp } from '../store/store.ts';
import { openDialog } from '../store/ui.ts';
import { useText } from '../store/useText.ts';
import { pickFile } from './DropZone.tsx';
import classes from './import.module.css';
import shared from '../theme/shared.module.css';

/** For a link that expects a file: asks for it, checks its hash, and reports a different one. */
export function ExpectedFile() {
  const { t, n } = useText();
  const expected = useApp((s) => s.expected);
  const loading = useApp((s) => s.load.phase === 'loading');
  if (!expected) return null;
  const { wrong } = expected;
  return (
    <section className={classes.panel} aria-label={t('expected.title')}>
      <h2>
        <Icon name="file" size={16} />
        {t('expected.title')}
      </h2>
      <p>{t('expected.text')}</p>
      <dl className="num">
        <dt>{t('expected.name')}</dt>
        <dd>{expected.name}</dd>
        <dt>{t('details.size')}</dt>
        <dd>{n.bytes(expected.bytes)}</dd>
        <dt>{t('details.hash')}</dt>
        <dd className="mono">{expected.hash.slice(0, 16)}…</dd>
      </dl>
      {wrong && (
        <p role="alert" className={classes.wrong}>
          <Icon name="warning" />
          {t('expected.wrong', { name: wrong.name, hash: wrong.hash.slice(0, 16) })}
        </p>
      )}
      <div className={`${shared.row} ${shared.wrap} ${shared.gap8}`}>
        <Button kind="primary" icon="file" disabled={loading} onClick={pickFile}>
          {t('import.choose')}
        </Button>
        {wrong && <Button onClick={() => void actions.openAnyway()}>{t('expected.anyway')}</Button>}
        <Button icon="samples" onClick={() => openDialog('samples')}>
          {t('header.samples')}
        </Button>
        <span className={shared.muted}>{t('expected.drop')}</span>
      </div>
    </section>
  );
}
