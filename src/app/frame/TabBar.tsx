import { createPortal } from 'react-dom';
import { useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react';
import type { Tab } from '../../scenario/schema.ts';
import { Button } from '../components/Button.tsx';
import { BESIDE } from '../palette/commands.ts';
import { actions } from '../store/store-actions.ts';
import { useApp } from '../store/store.ts';
import { isSent } from '../store/store-state.ts';
import { showSet, showTune, toggleBeside, useUi } from '../store/ui.ts';
import { useText } from '../store/useAsk.ts';
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

export function TabTools({ children }: { readonly children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => slot);
  return element ? createPortal(children, element) : null;
}

export const VIEWS = ['answer', 'policies', 'plot', 'replay', 'set', 'tune'] as const satisfies readonly (Tab | 'set' | 'tune')[];
type View = (typeof VIEWS)[number];

export function useTab(): View {
  const set = useUi((s) => s.set);
  const tune = useUi((s) => s.tune);
  const tab = useApp((s) => s.scenario.view.tab);
  return tune ? 'tune' : set ? 'set' : tab;
}

export function openTab(tab: View): void {
  if (tab === 'set') showSet(true);
  else if (tab === 'tune') showTune();
  else actions.setView('tab', tab);
}

export function TabBar() {
  const { t } = useText();
  const tab = useTab();
  const inSet = useUi((s) => s.sessions);
  const conversations = useApp((s) => s.loaded?.reply.conversations.length ?? 0);
  const sessions = inSet || (conversations > 1 ? conversations : 0);
  const beside = useUi((s) => s.beside);
  const compares = useApp((s) => s.comparison !== null && !isSent(s));
  const keyDown = (e: KeyboardEvent<HTMLDivElement>): void => {
    const by = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    e.preventDefault();
    const next = VIEWS[(VIEWS.indexOf(tab) + by + VIEWS.length) % VIEWS.length]!;
    openTab(next);
    e.currentTarget.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div className={classes.tabs}>
      <div role="tablist" aria-label={t('frame.tabs')} className={classes.tablist} onKeyDown={keyDown}>
        {VIEWS.map((one) => (
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
            {one === 'set' && sessions > 0 && (
              <>
                {' '}
                <small className={classes.count}>{t('tab.set.count', { count: sessions })}</small>
              </>
            )}
          </button>
        ))}
      </div>
      <div ref={setSlot} className={classes.tools} />
      {compares && (
        <Button kind="ghost" aria-expanded={beside} onClick={toggleBeside}>
          {t('diff.title')} <kbd>{BESIDE}</kbd>
        </Button>
      )}
    </div>
  );
}
