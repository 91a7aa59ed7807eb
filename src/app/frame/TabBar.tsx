import { createPortal } from 'react-dom';
import { useSyncExternalStore, type ReactNode } from 'react';
import { Button } from '../components/Button.tsx';
import { useChanged } from '../settings/Controls.tsx';
import { showControls, useUi } from '../store/ui.ts';
import { useText } from '../store/useText.ts';
import classes from './frame.module.css';

let slot: HTMLElement | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const setSlot = (element: HTMLElement | null): void => {
  slot = element;
  for (const listener of listeners) listener();
};

/** Puts tools of the open tab (legend, filter, columns) at the right end of the bar of tabs. */
export function TabTools({ children }: { readonly children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => slot);
  return element ? createPortal(children, element) : null;
}

/** Tabs of the work below; only those that exist. Left of them, where the controls are a drawer, its button. */
export function TabBar({ drawer }: { readonly drawer: boolean }) {
  const { t } = useText();
  const open = useUi((s) => s.controls);
  const changed = useChanged();
  return (
    <div className={classes.tabs}>
      {drawer && (
        <Button kind="ghost" icon="tune" aria-expanded={open} data-opens-controls onClick={() => showControls(!open)}>
          {changed > 0 ? t('frame.controls.changed', { count: changed }) : t('frame.controls')}
        </Button>
      )}
      <div role="tablist" aria-label={t('frame.tabs')} className={classes.tablist}>
        <button type="button" role="tab" id="tab-compare" aria-selected className={classes.tab}>
          {t('tab.compare')}
        </button>
      </div>
      <div ref={setSlot} className={classes.tools} />
    </div>
  );
}
