import type { KeyboardEvent } from 'react';
import { Button } from '../components/Button.tsx';
import { setSlot } from '../components/TabTools.tsx';
import { BESIDE } from '../palette/commands.ts';
import { useApp } from '../store/store.ts';
import { isSent } from '../store/store-state.ts';
import { openTab, useTab, VIEWS } from '../store/tabs.ts';
import { toggleBeside, useUi } from '../store/ui.ts';
import { useText } from '../store/useAsk.ts';
import classes from './frame.module.css';

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
