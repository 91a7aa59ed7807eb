/** What is open on this page: dialogs, the controls drawer, toasts. Never in a link, never in the scenario. */
import { create } from 'zustand';
import type { Values, TextKey } from '../../i18n/index.ts';
import { readStored, writeStored, type RecentLists } from './storage.ts';

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

export interface LossTarget {
  readonly key: string;
  readonly list: string;
  /** Only this kind of the list; null = all. */
  readonly kind: string | null;
}

/** Words marked in an open message, because somebody came from a list of them. */
export interface MarkedText {
  readonly index: number;
  readonly texts: readonly string[];
}

export interface Toast {
  readonly id: number;
  readonly key: TextKey;
  readonly values?: Values;
  readonly undo?: () => void;
}

export interface OpenDocument {
  readonly id: string;
  readonly anchor: string | null;
  readonly steps: number;
  /** How far it was scrolled when it was left for another one; null = it is new. */
  readonly top: number | null;
}

/** The row to bring into view, because it is new or somebody came from elsewhere; marked until the next one. A new object asks again. */
export interface SoughtRow {
  readonly key: string;
  readonly part?: 'violations' | undefined;
}

/** A head of a table that is dragged, and the side of the head that it is over. */
export interface HeadDrag {
  readonly table: string;
  readonly column: string;
  readonly over: { readonly column: string; readonly side: 'before' | 'behind' } | null;
}

export interface Recents extends RecentLists {
  /** Bytes that this page has in the browser's storage; null = the browser does not say. */
  readonly used: number | null;
  readonly nothing: boolean;
}

interface Ui {
  readonly document: OpenDocument | null;
  readonly dialog: DialogName | null;
  readonly asked: string | null;
  readonly entry: string | null;
  readonly loss: LossTarget | null;
  readonly used: string | null;
  /** Row for whose recall the dialog `send` asks; null = it asks for the comparison. */
  readonly paid: string | null;
  readonly marked: MarkedText | null;
  /** The controls are open as a drawer or sheet (below 1367 px). */
  readonly controls: boolean;
  /** The tab of the set is open. Not in the scenario, because a link cannot bring a set. */
  readonly set: boolean;
  readonly tune: boolean;
  readonly sessions: number;
  readonly facts: {
    readonly name: string;
    readonly tokens: number;
    readonly exact: boolean;
    readonly formats: number;
    readonly failed: number;
    readonly compactions: number;
  };
  readonly beside: boolean;
  readonly dragging: boolean;
  readonly toasts: readonly Toast[];
  /** Step of the guide that is open, from 0; null = it is not. */
  readonly guide: number | null;
  readonly scheme: 'light' | 'dark' | 'auto';
  /** Endpoints with a key: `memory`, or `tab` if it survives a reload. Never the key itself. */
  readonly keys: Readonly<Record<string, 'memory' | 'tab'>>;
  /** Key of the row under the pointer, in the table or in a plot. */
  readonly linked: string | null;
  readonly selected: ReadonlySet<string>;
  readonly sought: SoughtRow | null;
  /** Whether the page is kept for work without a network, and whether a newer one waits. */
  readonly offline: {
    readonly ready: boolean;
    readonly update: boolean;
    /** Other tabs of this page, which the newer one would take away from; known after somebody asked for it. */
    readonly others: number;
  };
  /** null until they are read. */
  readonly recents: Recents | null;
  /** What a table tells readers of the screen. */
  readonly said: { readonly table: string; readonly text: string };
  readonly drag: HeadDrag | null;
  /** Point of the plot of tuning under the pointer. */
  readonly point: string | null;
}

const BESIDE = 'beside';
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
  scheme: 'auto',
  keys: {},
  linked: null,
  selected: new Set(),
  sought: null,
  offline: { ready: false, update: false, others: 0 },
  recents: null,
  said: { table: '', text: '' },
  drag: null,
  point: null,
}));

export const openDialog = (dialog: DialogName | null): void => useUi.setState({ dialog, paid: null });
export const askForRecall = (paid: string): void => useUi.setState({ dialog: 'send', paid });
export const askFirst = (rowKey: string): void => useUi.setState({ dialog: 'question', asked: rowKey });
export const openHistory = (entry: string | null): void => useUi.setState({ dialog: 'history', entry });
export const openUse = (used: string): void => useUi.setState({ dialog: 'use', used });
export const NEEDED = 'needed';
export const openLoss = (key: string, list: string = NEEDED, kind: string | null = null): void =>
  useUi.setState({ dialog: 'loss', loss: { key, list, kind } });
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

export function dismissToasts(part: string): void {
  useUi.setState((s) => ({ toasts: s.toasts.filter((x) => !x.key.startsWith(part)) }));
}

export function toast(key: TextKey, values?: Values, undo?: () => void): void {
  lastToast += 1;
  const id = lastToast;
  useUi.setState((s) => ({ toasts: [...s.toasts.slice(-2), { id, key, values, undo }] }));
  setTimeout(() => dismissToast(id), TOAST_MS);
}
