import { useState } from 'react';
import { Button } from '../components/Button.tsx';
import { readStored, writeStored } from '../store/storage.ts';
import { useApp } from '../store/store.ts';
import { openDialog, useUi } from '../store/ui.ts';
import { useText } from '../store/useText.ts';
import classes from './first.module.css';
import shared from '../theme/shared.module.css';

/** Set where the line was dismissed. */
const DISMISSED = 'first-visit-dismissed';

/** One line above the sample: what this is, and where to bring a session. It goes with the sample, or for good when it is dismissed. */
export function FirstVisit() {
  const { t } = useText();
  const sample = useApp((s) => s.loaded?.ref.kind === 'sample');
  // A set of the person's own is no sample.
  const set = useUi((s) => s.sessions > 0);
  const [dismissed, setDismissed] = useState(() => readStored(DISMISSED) !== null);
  if (!sample || set || dismissed) return null;
  return (
    <aside className={classes.first} aria-label={t('start.first.label')}>
      <p className={shared.fill}>
        {t('start.first')}{' '}
        <Button kind="link" onClick={() => openDialog('start')}>
          {t('start.first.bring')}
        </Button>
      </p>
      <Button
        kind="ghost"
        icon="close"
        aria-label={t('start.first.dismiss')}
        onClick={() => {
          writeStored(DISMISSED, '1');
          setDismissed(true);
        }}
      />
    </aside>
  );
}
