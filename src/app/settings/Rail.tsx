import { Icon } from '../components/Icon.tsx';
import { useApp } from '../store/store.ts';
import { showControls, useUi } from '../store/ui.ts';
import { useText } from '../store/useText.ts';
import { useChanged } from './Controls.tsx';
import { targetTokens } from './numbers.ts';
import { useTarget, useWindow } from './useWindow.ts';
import classes from './settings.module.css';

/** The settings where they have no room: use of the window and target, and one button that opens them over the page. */
export function Rail() {
  const { t, n } = useText();
  const open = useUi((s) => s.controls);
  const changed = useChanged();
  const window = useWindow();
  const total = useApp((s) => s.comparison?.transcript.total);
  const target = useTarget();
  const used = total === undefined ? null : total / window;
  const aim = total === undefined ? null : targetTokens(target, total, window);
  const name = changed > 0 ? t('frame.controls.changed', { count: changed }) : t('frame.controls');
  const says = [
    name,
    ...(used === null || aim === null
      ? []
      : [t('control.used', { share: Math.round(used * 100) / 100 }), t('gauge.target', { value: n.whole(aim) })]),
  ];
  return (
    <button
      type="button"
      className={classes.rail}
      aria-expanded={open}
      aria-label={says.join(', ')}
      title={says.join('\n')}
      data-opens-controls
      onClick={() => showControls(!open)}
    >
      <Icon name="tune" />
      {changed > 0 && <b className={classes.count}>{n.whole(changed)}</b>}
      {used !== null && aim !== null && (
        <>
          <span>{n.percent(Math.round(used * 100) / 100)}</span>
          <span className={classes.column}>
            <i style={{ height: `${Math.min(1, used) * 100}%` }} data-over={used > 1 || undefined} />
            <b style={{ bottom: `${Math.min(1, aim / window) * 100}%` }} />
          </span>
          <span>
            {t('control.rail.target')}
            <br />
            <b>{target <= 1 ? n.percent(target) : n.axis(target)}</b>
          </span>
        </>
      )}
    </button>
  );
}
