import { useEffect } from 'react';
import { isTextField, ownsUndo } from '../components/text-field.ts';
import { actions } from '../store/actions.ts';
import { openDialog, useUi, type DialogName } from '../store/ui.ts';
import { FIND, findBox, SHORTCUTS, STEPS } from './commands.ts';

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** `mod+K` as the keys on this machine are called. */
export const keyNames = (shortcut: string): string => shortcut.replace('mod+', isMac() ? '⌘' : 'Ctrl ').replace('shift+', isMac() ? '⇧' : 'Shift ');

const pressed = (e: KeyboardEvent, shortcut: string): boolean => {
  const mod = e.metaKey || e.ctrlKey;
  const key = shortcut.replace('mod+', '').replace('shift+', '');
  if (shortcut.startsWith('mod+') && e.shiftKey !== shortcut.includes('shift+')) return false;
  return e.key.toUpperCase() === key && mod === shortcut.startsWith('mod+') && !e.altKey;
};

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
      // From the box itself the browser's own search opens.
      const find = pressed(e, FIND) || (e.key === '/' && !e.ctrlKey && !e.metaKey && !e.altKey && !isTextField(e.target)) ? findBox() : null;
      if (find && find !== e.target) {
        e.preventDefault();
        find.select();
        return;
      }
      // A text field takes back what was typed into it.
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
