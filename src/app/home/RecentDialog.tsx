import { useState } from 'react';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { MOST_KEPT, MOST_KEPT_BYTES, MOST_SCENARIOS } from '../store/storage.ts';
import { useText } from '../store/useAsk.ts';
import { deleteEverything, RecentList, storageText, useRecents, wantNothing } from './RecentList.tsx';
import classes from './home.module.css';
import shared from '../theme/shared.module.css';

export function RecentDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, n } = useText();
  const recents = useRecents();
  const [sure, setSure] = useState(false);
  return (
    <Dialog title={t('recent.title')} onClose={onClose} wide>
      <RecentList onOpen={onClose} />
      <div className={classes.foot}>
        <label className={`${shared.row} ${shared.gap6}`}>
          <input type="checkbox" checked={!recents?.nothing} onChange={(e) => wantNothing(!e.currentTarget.checked)} />
          {t('recent.keep')}
        </label>
        <p className={`${shared.small} ${shared.muted}`}>
          {t('recent.bound', { most: MOST_KEPT, size: MOST_KEPT_BYTES, scenarios: MOST_SCENARIOS })}
        </p>
        <div className={`${shared.row} ${shared.wrap} ${shared.spread} ${shared.gap8}`}>
          <span className="num">{recents && storageText(recents, { t, n })}</span>
          {sure ? (
            <span className={`${shared.row} ${shared.gap8}`}>
              {t('recent.deleteAll.sure')}
              <Button
                onClick={() => {
                  setSure(false);
                  void deleteEverything();
                }}
              >
                {t('recent.delete')}
              </Button>
              <Button kind="link" onClick={() => setSure(false)}>
                {t('control.keep')}
              </Button>
            </span>
          ) : (
            <Button onClick={() => setSure(true)}>{t('recent.deleteAll')}</Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
