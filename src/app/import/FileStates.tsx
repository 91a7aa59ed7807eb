import { errorText, formatReason } from '../../i18n/index.ts';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { actions } from '../store/store-actions.ts';
import { useApp } from '../store/store.ts';
import { openDialog } from '../store/ui.ts';
import { useText } from '../store/useText.ts';
import { FormatSelect } from './FormatSelect.tsx';
import classes from './import.module.css';
import shared from '../theme/shared.module.css';
import { pickFile } from './DropZone.tsx';

export function NotUnderstood() {
  const { t } = useText();
  const state = useApp((s) => s.load);
  const before = useApp((s) => s.loaded?.name ?? null);
  if (state.phase !== 'failed') return null;
  const { error, name } = state;
  const place =
    'expects' in error ? [error.line !== undefined ? t('warning.line', { line: error.line }) : null, error.path].filter(Boolean).join(' · ') : '';
  return (
    <section className={classes.panel} aria-label={t('failed.title', { name })} role="alert">
      <h2>
        <Icon name="warning" size={16} />
        {t('failed.title', { name })}
      </h2>
      <p>
        {errorText(error)}
        {place && <code className="mono"> {place}</code>}
      </p>
      {'expects' in error && (
        <div className={classes.expected}>
          <strong>{t('failed.expected')}</strong>
          <ul className={shared.bullets}>
            {error.expects.map(formatReason).map((shape) => (
              <li key={shape}>{shape}</li>
            ))}
          </ul>
        </div>
      )}
      {'excerpt' in error && error.excerpt && (
        <>
          <p className={classes.muted}>{t('failed.excerpt')}</p>
          <pre className="mono">{error.excerpt}</pre>
        </>
      )}
      <div className={`${shared.row} ${shared.wrap} ${shared.gap8}`}>
        <FormatSelect />
        <Button icon="samples" onClick={() => openDialog('samples')}>
          {t('header.samples')}
        </Button>
        {before && <Button onClick={actions.cancel}>{t('failed.back', { name: before })}</Button>}
      </div>
    </section>
  );
}

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
