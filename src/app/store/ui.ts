/** What is open on this page: dialogs, the controls drawer, toasts. Never in a link, never in the scenario. */
import { create } from 'zustand';
import type { Values, TextKey } from '../../i18n/index.ts';
import { readStored, writeStored } from './storage.ts';

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
  | 'recent'
  | 'start'
  | 'models'
  | 'send'
  | 'config'
  | 'loss'
  | 'report'
  | 'set-report'
  | 'use';

/** What the loss view opens with. */
export interface LossTarget {
  /** Row whose losses are listed. */
  readonly key: string;
  /** Id of the measure whose list is shown. */
  readonly list: string;
  /** Only this kind of the list; null = all. */
  readonly kind: string | null;
}

/** Words marked in an open message, because somebody came from a list of them. */
export interface MarkedText {
  readonly index: number;
  /** The exact text, or as near as is known; the first match counts. */
  readonly texts: readonly string[];
}

export interface Toast {
  readonly id: number;
  readonly key: TextKey;
  readonly values?: Values;
  readonly undo?: () => void;
}

/** The document that lies over the page. */
export interface OpenDocument {
  readonly id: string;
  /** Heading that it is opened at. */
  readonly anchor: string | null;
  /** Documents that were opened one from the other; 0 = it came with the address. */
  readonly steps: number;
  /** How far it was scrolled when it was left for another one; null = it is new. */
  readonly top: number | null;
}

interface Ui {
  readonly document: OpenDocument | null;
  readonly dialog: DialogName | null;
  /** Row whose strategy asks before it is carried out (dialog `question`). */
  readonly asked: string | null;
  /** Key of the attempt that the dialog `history` opens with. */
  readonly entry: string | null;
  readonly loss: LossTarget | null;
  /** Row whose code the dialog `use` writes. */
  readonly used: string | null;
  /** Row for whose recall the dialog `send` asks; null = it asks for the comparison. */
  readonly paid: string | null;
  readonly marked: MarkedText | null;
  /** The controls are open as a drawer or sheet (below 1367 px). */
  readonly controls: boolean;
  /** The tab of the set is open. Not in the scenario, because a link cannot bring a set. */
  readonly set: boolean;
  /** The same of tuning, which is over both. */
  readonly tune: boolean;
  /** The set: its name, sessions, tokens and formats; 0 sessions = there is none. */
  readonly sessions: number;
  readonly facts: {
    readonly name: string;
    readonly tokens: number;
    readonly exact: boolean;
    readonly formats: number;
    readonly failed: number;
    readonly compactions: number;
  };
  /** The side by side is open, below every view. */
  readonly beside: boolean;
  /** A file is dragged over the page. */
  readonly dragging: boolean;
  readonly toasts: readonly Toast[];
  /** Step of the guide that is open, from 0; null = it is not. */
  readonly guide: number | null;
}

/** A later visit finds the side by side as it was left. */
const BESIDE = 'beside';
/** A reload finds the tab open that was. */
const SET_OPEN = 'set-open';

export const useUi = create<Ui>()(() => ({
  document: null,
  dialog: null,
  asked: null,
  entry: null,
  loss: null,
  used: null,
  paid: null,
  marked: null,
  controls: false,
  set: readStored(SET_OPEN, 'sessionStorage') === '1',
  tune: false,
  sessions: 0,
  facts: { name: '', tokens: 0, exact: true, formats: 0, failed: 0, compactions: 0 },
  beside: readStored(BESIDE) === '1',
  dragging: false,
  toasts: [],
  guide: null,
}));

export const openDialog = (dialog: DialogName | null): void => useUi.setState({ dialog, paid: null });
/** Asks before the recall of a row is measured with its own model. */
export const askForRecall = (paid: string): void => useUi.setState({ dialog: 'send', paid });
export const askFirst = (rowKey: string): void => useUi.setState({ dialog: 'question', asked: rowKey });
export const openHistory = (entry: string | null): void => useUi.setState({ dialog: 'history', entry });
/** The code of a row for a person's own agent. */
export const openUse = (used: string): void => useUi.setState({ dialog: 'use', used });
/** The list that joins what A, B and C lost over all checkpoints. */
export const NEEDED = 'needed';
export const openLoss = (key: string, list: string = NEEDED, kind: string | null = null): void =>
  useUi.setState({ dialog: 'loss', loss: { key, list, kind } });
/** The guide in five steps, from its beginning. */
export const startGuide = (): void => useUi.setState({ guide: 0 });
export const markText = (marked: MarkedText | null): void => useUi.setState({ marked });
export const showControls = (controls: boolean): void => useUi.setState({ controls });
export const showTune = (): void => useUi.setState({ tune: true });
export function showSet(set: boolean): void {
  useUi.setState({ tune: false });
  if (useUi.getState().set === set) return;
  useUi.setState({ set });
  writeStored(SET_OPEN, set ? '1' : null, 'sessionStorage');
}
export function showBeside(beside: boolean): void {
  if (useUi.getState().beside === beside) return;
  useUi.setState({ beside });
  writeStored(BESIDE, beside ? '1' : null);
}
export const toggleBeside = (): void => showBeside(!useUi.getState().beside);
export const setDragging = (dragging: boolean): void => {
  if (useUi.getState().dragging !== dragging) useUi.setState({ dragging });
};

const TOAST_MS = 6000;
let lastToast = 0;

export function dismissToast(id: number): void {
  useUi.setState((s) => ({ toasts: s.toasts.filter((x) => x.id !== id) }));
}

/** Removes the toasts of a part of the page, by the beginning of their keys. */
export function dismissToasts(part: string): void {
  useUi.setState((s) => ({ toasts: s.toasts.filter((x) => !x.key.startsWith(part)) }));
}

/** Reports what the person just did, with an undo if possible. Nothing else is a toast. */
export function toast(key: TextKey, values?: Values, undo?: () => void): void {
  lastToast += 1;
  const id = lastToast;
  useUi.setState((s) => ({ toasts: [...s.toasts.slice(-2), { id, key, values, undo }] }));
  setTimeout(() => dismissToast(id), TOAST_MS);
}
