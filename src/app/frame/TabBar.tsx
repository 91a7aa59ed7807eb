import { createPortal } from 'react-dom';
import { useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react';
import { actions } from '../store/actions.ts';
import { useApp } from '../store/store.ts';
import { showSet, showTune, useUi } from '../store/ui.ts';
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

const TABS = ['compare', 'set', 'tune', 'replay'] as const;
type Tab = (typeof TABS)[number];

/** Set and tuning are of this page only: their tabs lie over the one of the scenario. */
export function useTab(): Tab {
  const set = useUi((s) => s.set);
  const tune = useUi((s) => s.tune);
  const tab = useApp((s) => s.scenario.view.tab);
  return tune ? 'tune' : set ? 'set' : tab;
}

function openTab(tab: Tab): void {
  if (tab === 'set') showSet(true);
  else if (tab === 'tune') showTune();
  else actions.setView('tab', tab);
}

/** Tabs of the work below, and at their right the tools of the open one. */
export function TabBar() {
  const { t } = useText();
  const tab = useTab();
  const inSet = useUi((s) => s.sessions);
  // Without a set, the conversations of the file are one.
  const conversations = useApp((s) => s.loaded?.reply.conversations.length ?? 0);
  const sessions = inSet || (conversations > 1 ? conversations : 0);
  const keyDown = (e: KeyboardEvent<HTMLDivElement>): void => {
    const by = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    e.preventDefault();
    const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length]!;
    openTab(next);
    e.currentTarget.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div className={classes.tabs}>
      <div role="tablist" aria-label={t('frame.tabs')} className={classes.tablist} onKeyDown={keyDown}>
        {TABS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            aria-selected={one === tab}
            tabIndex={one === tab ? 0 : -1}
            className={classes.tab}
            onClick={() => openTab(one)}
          >
            {t(`tab.${one}`)}
            {one === 'set' && sessions > 0 && ' '}
            {one === 'set' && sessions > 0 && <small className={classes.count}>{t('tab.set.count', { count: sessions })}</small>}
          </button>
        ))}
      </div>
      <div ref={setSlot} className={classes.tools} />
    </div>
  );
}
