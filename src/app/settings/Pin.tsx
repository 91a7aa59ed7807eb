import type { FileSetting } from '../../scenario/schema.ts';
import { isAutomatic } from '../../scenario/next-file.ts';
import { Icon } from '../components/Icon.tsx';
import { actions } from '../store/actions.ts';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import classes from './settings.module.css';

/** Beside a setting made for this file: pressed, it stays for the next one. Renders nothing for an automatic setting. */
export function Pin({ name, className = '' }: { readonly name: FileSetting; readonly className?: string | undefined }) {
  const { t } = useText();
  const automatic = useApp((s) => isAutomatic(s.scenario, name));
  const pinned = useApp((s) => s.scenario.kept?.includes(name) ?? false);
  if (automatic) return null;
  const label = t('pin.label', { setting: t(`setting.${name}`) });
  return (
    <button
      type="button"
      className={`${classes.pin} ${className}`}
      aria-pressed={pinned}
      aria-label={label}
      title={`${label}\n${t(pinned ? 'pin.on' : 'pin.off')}`}
      onClick={() => actions.pinSetting(name, !pinned)}
    >
      <Icon name="pin" size={12} />
    </button>
  );
}
