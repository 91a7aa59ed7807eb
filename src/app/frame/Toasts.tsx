import { Button } from '../components/Button.tsx';
import { dismissToast, useUi } from '../store/ui.ts';
import { useText } from '../store/useText.ts';
import classes from './status.module.css';

/** What the person just did, with its undo. */
export function Toasts() {
  const { t } = useText();
  const toasts = useUi((s) => s.toasts);
  return (
    <div className={classes.toasts} aria-live="polite">
      {toasts.map(({ id, key, values, undo }) => (
        <div key={id} className={classes.toast} data-toast>
          <span>{t(key, values)}</span>
          {undo && (
            <Button
              kind="link"
              onClick={() => {
                undo();
                dismissToast(id);
              }}
            >
              {t('toast.undo')}
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
