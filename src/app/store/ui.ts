/** What is open on this page: dialogs, the controls drawer, toasts. Never in a link, never in the scenario. */
import { create } from 'zustand';
import type { Values, TextKey } from '../../i18n/index.ts';

export type DialogName =
  | 'import'
  | 'samples'
  | 'share'
  | 'export'
  | 'palette'
  | 'shortcuts'
  | 'fates'
  | 'keywords'
  | 'history'
  | 'question'
  | 'models'
  | 'send'
  | 'config';

export interface Toast {
  readonly id: number;
  readonly key: TextKey;
  readonly values?: Values;
  readonly undo?: () => void;
}

interface Ui {
  readonly dialog: DialogName | null;
  /** Row whose strategy asks before it is carried out (dialog `question`). */
  readonly asked: string | null;
  /** Key of the attempt that the dialog `history` opens with. */
  readonly entry: string | null;
  /** The controls are open as a drawer or sheet (below 1100 px). */
  readonly controls: boolean;
  /** A file hangs over the page. */
  readonly dragging: boolean;
  readonly toasts: readonly Toast[];
}

export const useUi = create<Ui>()(() => ({ dialog: null, asked: null, entry: null, controls: false, dragging: false, toasts: [] }));

export const openDialog = (dialog: DialogName | null): void => useUi.setState({ dialog });
export const askFirst = (rowKey: string): void => useUi.setState({ dialog: 'question', asked: rowKey });
export const openHistory = (entry: string | null): void => useUi.setState({ dialog: 'history', entry });
export const showControls = (controls: boolean): void => useUi.setState({ controls });
export const setDragging = (dragging: boolean): void => {
  if (useUi.getState().dragging !== dragging) useUi.setState({ dragging });
};

const TOAST_MS = 6000;
let lastToast = 0;

export function dismissToast(id: number): void {
  useUi.setState((s) => ({ toasts: s.toasts.filter((x) => x.id !== id) }));
}

/** Takes away the toasts of a part of the page, by the beginning of their keys. */
export function dismissToasts(part: string): void {
  useUi.setState((s) => ({ toasts: s.toasts.filter((x) => !x.key.startsWith(part)) }));
}

/** Says what the person just did, with a way back where there is one. Nothing else is a toast. */
export function toast(key: TextKey, values?: Values, undo?: () => void): void {
  lastToast += 1;
  const id = lastToast;
  useUi.setState((s) => ({ toasts: [...s.toasts.slice(-2), { id, key, values, undo }] }));
  setTimeout(() => dismissToast(id), TOAST_MS);
}
