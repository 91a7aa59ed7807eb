import { useEffect } from 'react';
import { isTextField, ownsUndo } from '../store/text-field.ts';
import { actions } from '../store/store-actions.ts';
import { BUDGETS } from '../../scenario/schema.ts';
import { openTab, VIEWS } from '../store/tabs.ts';
import { useApp } from '../store/store.ts';
import { openDialog, openLoss, openUse, toggleBeside, useUi, type DialogName } from '../store/ui.ts';
import { BESIDE, FIND, findBox, KEYS, SHORTCUTS, STEPS } from './commands.ts';

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

export const keyNames = (shortcut: string): string => shortcut.replace('mod+', isMac() ? '⌘' : 'Ctrl ').replace('shift+', isMac() ? '⇧' : 'Shift ');

const pressed = (e: KeyboardEvent, shortcut: string): boolean => {
  const mod = e.metaKey || e.ctrlKey;
  const key = shortcut.replace('mod+', '').replace('shift+', '');
  if (shortcut.startsWith('mod+') && e.shiftKey !== shortcut.includes('shift+')) return false;
  return e.key.toUpperCase() === key && mod === shortcut.startsWith('mod+') && !e.altKey;
};

const STEP = 5;

function press(act: string): boolean {
  const control = document.querySelector<HTMLElement>(`[data-act="${act}"]`);
  if (control instanceof HTMLSelectElement) control.focus();
  else control?.click();
  return control !== null;
}

function actOn(e: KeyboardEvent): boolean {
  const { scenario, comparison, compared } = useApp.getState();
  const inTable = e.target instanceof Element && e.target.closest('tr, [role="listbox"], [data-beside]') !== null;
  if (/^[1-9]$/.test(e.key) && !inTable) {
    const view = VIEWS[Number(e.key) - 1];
    if (view) openTab(view);
    return view !== undefined;
  }
  const key = e.key.toUpperCase();
  if (key === KEYS.open && !inTable) openDialog('import');
  else if (comparison === null) return false;
  else if (key === BESIDE) toggleBeside();
  else if (key === KEYS.lost) openLoss(compared[0]!);
  else if (key === KEYS.why) return press('why');
  else if (key === KEYS.use) openUse(compared[1]!);
  else if (key === KEYS.other && !inTable) return press('other');
  else if (key === KEYS.budget) actions.set('budget', BUDGETS[(BUDGETS.indexOf(scenario.settings.budget) + 1) % BUDGETS.length]!);
  else if (key === KEYS.less || key === KEYS.more) {
    const { target } = scenario.settings;
    const share = target <= 1 ? target : target / Math.max(1, comparison.transcript.total);
    const next = Math.round(share * 100) + (key === KEYS.more ? STEP : -STEP);
    actions.set('target', Math.min(100, Math.max(STEP, next)) / 100);
  } else return false;
  return true;
}

/** Shortcuts of the frame, anywhere on the page; without ⌘ or Ctrl not while somebody types. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      for (const [dialog, shortcut] of Object.entries(SHORTCUTS) as [DialogName, string][]) {
        if (!pressed(e, shortcut) || (!shortcut.startsWith('mod+') && isTextField(e.target))) continue;
        e.preventDefault();
        openDialog(useUi.getState().dialog === dialog ? null : dialog);
        return;
      }
      if (!isTextField(e.target) && !e.ctrlKey && !e.metaKey && !e.altKey && !document.querySelector('dialog:modal') && actOn(e)) {
        e.preventDefault();
        return;
      }
      // From the box itself the browser's own search opens.
      const find = pressed(e, FIND) || (e.key === '/' && !e.ctrlKey && !e.metaKey && !e.altKey && !isTextField(e.target)) ? findBox() : null;
      if (find && find !== e.target) {
        e.preventDefault();
        find.select();
        return;
      }
      if (ownsUndo(e.target)) return;
      for (const step of ['undo', 'redo'] as const) {
        if (!pressed(e, STEPS[step])) continue;
        e.preventDefault();
        actions[step]();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
