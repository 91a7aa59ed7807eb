/** Every act that has a name, once: palette, shortcuts and their list, buttons and menus are made of this. */
import { t, type TextKey } from '../../i18n/index.ts';
import { BUDGETS } from '../../scenario/schema.ts';
import { actions, app, type AppState, isTextField, openTab, ownsUndo, useUndo, VIEWS, whatChanged } from '../store/index.ts';
import { type DialogName, openDialog, openHistory, openLoss, openUse, startGuide, toggleBeside } from '../store/ui.ts';
import type { IconName } from './Button.tsx';

export interface Act {
  readonly words: TextKey | (() => string);
  readonly icon?: IconName;
  /** `mod+K` is ⌘ or Ctrl with K; any other key acts while nobody types. */
  readonly keys?: readonly string[];
  /** Where the palette has it; absent = it is a button or a key alone. */
  readonly group?: 'palette.transcript' | 'export.comparison' | 'palette.view';
  /** Where the list of shortcuts has it, and in which words if not its own. Those of anywhere act over a dialog too. */
  readonly region?: 'shortcuts.anywhere' | 'tab.answer';
  readonly listed?: TextKey;
  /** What it opens; its key closes it again. */
  readonly dialog?: DialogName;
  /** Its letter acts neither in a table nor over a dialog. */
  readonly outside?: boolean;
  readonly when?: (state: AppState) => boolean;
  /** Fields that have its key themselves. */
  readonly ownedBy?: (target: EventTarget | null) => boolean;
  /** false = there was nothing to do. */
  readonly perform: () => unknown;
}

const FILE = 'palette.transcript';
const COMPARE = 'export.comparison';
const dialog = (name: DialogName, words: Act['words'], more: Partial<Act> = {}): Act => ({
  words,
  dialog: name,
  ...more,
  perform: () => openDialog(name),
});
const isCompared = ({ comparison, compared }: AppState): boolean => comparison !== null && compared[0] !== undefined;

function press(act: string): boolean {
  const control = document.querySelector<HTMLElement>(`[data-act="${act}"]`);
  if (control instanceof HTMLSelectElement) control.focus();
  else control?.click();
  return control !== null;
}

/** From the box itself the browser's own search opens. */
function find(): boolean {
  const box = document.querySelector<HTMLInputElement>('[data-find]');
  if (!box?.checkVisibility() || box === document.activeElement || document.querySelector('dialog:modal')) return false;
  box.select();
  return true;
}

const STEP = 5;

function leave(by: 1 | -1): void {
  const { scenario, comparison } = app();
  const { target } = scenario.settings;
  const share = target <= 1 ? target : target / Math.max(1, comparison!.transcript.total);
  actions.set('target', Math.min(100, Math.max(STEP, Math.round(share * 100) + by * STEP)) / 100);
}

function nextBudget(): void {
  const { budget } = app().scenario.settings;
  actions.set('budget', BUDGETS[(BUDGETS.indexOf(budget) + 1) % BUDGETS.length]!);
}

function stepWords(step: 'undo' | 'redo'): string {
  const last = useUndo.getState()[step === 'undo' ? 'past' : 'future'].at(-1);
  return last ? t(`undo.${step}`, { what: whatChanged(last.changes) }) : t(`undo.${step}.none`);
}

const tabs = Object.fromEntries(
  VIEWS.map((view, i): [string, Act] => {
    const keys = [String(i + 1)];
    return [
      `tab-${view}`,
      { words: `tab.${view}`, keys, group: COMPARE, region: 'tab.answer', listed: 'frame.tabs', outside: true, perform: () => openTab(view) },
    ];
  }),
);

function fatesWords(): string {
  const { scenario, hover, visible } = app();
  return t('palette.fates', { number: (scenario.view.selected ?? hover ?? visible?.[0] ?? 0) + 1 });
}

const anywhere = { region: 'shortcuts.anywhere' } as const;
const onAnswer = { region: 'tab.answer', when: ({ comparison }: AppState) => comparison !== null } as const;

const OWN = {
  palette: dialog('palette', 'header.palette', { icon: 'find', keys: ['mod+K'], ...anywhere }),
  import: dialog('import', 'header.import', { icon: 'import', keys: ['mod+O', 'O'], group: FILE, outside: true, ...anywhere }),
  start: dialog('start', 'start.open', { group: FILE }),
  guide: { words: 'guide.open', group: FILE, when: onAnswer.when, perform: startGuide },
  recent: dialog('recent', 'recent.title', { icon: 'history', group: FILE }),
  samples: dialog('samples', 'header.samples', { icon: 'samples', group: FILE }),
  share: dialog('share', 'header.share', { icon: 'share', group: FILE }),
  report: dialog('report', 'header.report', { icon: 'report', group: FILE }),
  export: dialog('export', 'header.export', { icon: 'export', keys: ['mod+S'], group: FILE, ...anywhere }),
  config: dialog('config', 'config.paste', { icon: 'copy', group: FILE }),
  forget: { words: 'details.forget', group: FILE, when: ({ loaded }) => loaded?.ref.kind === 'file', perform: () => void actions.forget() },
  undo: {
    words: () => stepWords('undo'),
    icon: 'undo',
    keys: ['mod+Z'],
    group: COMPARE,
    ...anywhere,
    listed: 'toast.undo',
    when: () => useUndo.getState().past.length > 0,
    ownedBy: ownsUndo,
    perform: actions.undo,
  },
  redo: {
    words: () => stepWords('redo'),
    icon: 'redo',
    keys: ['mod+shift+Z'],
    group: COMPARE,
    ...anywhere,
    listed: 'shortcuts.redo',
    when: () => useUndo.getState().future.length > 0,
    ownedBy: ownsUndo,
    perform: actions.redo,
  },
  find: {
    words: 'diff.find',
    keys: ['mod+F', '/'],
    group: COMPARE,
    ...anywhere,
    when: () => document.querySelector('[data-find]') !== null,
    perform: find,
  },
  fates: dialog('fates', fatesWords, { group: COMPARE, when: onAnswer.when }),
  ...tabs,
  beside: { words: 'diff.title', keys: ['D'], group: COMPARE, ...onAnswer, perform: toggleBeside },
  lost: { words: 'answer.lost', keys: ['L'], group: COMPARE, region: 'tab.answer', when: isCompared, perform: () => openLoss(app().compared[0]!) },
  why: { words: 'row.why', keys: ['W'], ...onAnswer, perform: () => press('why') },
  use: { words: 'row.agent', keys: ['U'], region: 'tab.answer', when: isCompared, perform: () => openUse(app().compared[1]!) },
  less: { words: 'shortcuts.leave', keys: ['['], ...onAnswer, perform: () => leave(-1) },
  more: { words: 'shortcuts.leave', keys: [']'], ...onAnswer, perform: () => leave(1) },
  budget: { words: 'control.compare', keys: ['B'], ...onAnswer, perform: nextBudget },
  other: { words: 'answer.row.choose', keys: ['C'], outside: true, ...onAnswer, perform: () => press('other') },
  again: { words: 'status.again', group: COMPARE, perform: actions.runAgain },
  history: { words: 'history.title', icon: 'history', group: COMPARE, perform: () => openHistory(null) },
  keywords: dialog('keywords', 'control.keywords', { group: COMPARE }),
  models: dialog('models', 'control.models.title', { group: COMPARE }),
  send: dialog('send', 'models.bar.review', { group: COMPARE, when: ({ comparison }) => (comparison?.models.unsent.length ?? 0) > 0 }),
  reset: { words: 'control.resetAll', group: COMPARE, perform: actions.resetAll },
  shortcuts: dialog('shortcuts', 'shortcuts.title', { keys: ['?'], group: 'palette.view', ...anywhere }),
} satisfies Record<string, Act>;

export type ActName = keyof typeof OWN;
export const ACTS: Readonly<Record<ActName, Act>> = OWN;

export const wordsOf = ({ words }: Act): string => (typeof words === 'string' ? t(words) : words());

/** Icon, words and effect of an act, for its button. */
export const buttonOf = (name: ActName, before?: () => void) => ({
  icon: ACTS[name].icon,
  text: wordsOf(ACTS[name]),
  onClick: () => {
    before?.();
    ACTS[name].perform();
  },
});

/** The same for a button that shows its icon alone. */
export function iconOf(name: ActName, before?: () => void) {
  const { icon, text, onClick } = buttonOf(name, before);
  return { kind: 'ghost', icon, 'aria-label': text, title: text, onClick } as const;
}

/** Keys of one part of the page, which reads them itself by `keyAt`; `Enter` is the button's own. */
export const PART_KEYS = {
  facts: ['tab.answer', 'shortcuts.facts', ['J', 'K']],
  places: ['tab.answer', 'shortcuts.places', ['S', 'N']],
  compare: ['tab.policies', 'row.other', ['C']],
  expand: ['tab.policies', 'shortcuts.expand', ['Enter']],
  message: ['tab.policies', 'shortcuts.message', ['←', '→']],
  difference: ['tab.policies', 'shortcuts.difference', ['Shift ←', 'Shift →']],
  zoom: ['tab.policies', 'shortcuts.zoom', ['+', '−']],
  whole: ['tab.policies', 'strip.reset', ['0']],
  sort: ['shortcuts.heads', 'shortcuts.head.sort', ['Enter']],
  addSort: ['shortcuts.heads', 'shortcuts.head.addSort', ['Shift Enter']],
  head: ['shortcuts.heads', 'shortcuts.head.go', ['←', '→']],
  ends: ['shortcuts.heads', 'shortcuts.head.ends', ['Home', 'End']],
  move: ['shortcuts.heads', 'shortcuts.head.move', ['Shift ←', 'Shift →']],
  width: ['shortcuts.heads', 'shortcuts.head.width', ['+', '−']],
  menu: ['shortcuts.heads', 'shortcuts.head.menu', ['↓']],
  next: ['diff.title', 'shortcuts.difference', ['J', 'K']],
  pin: ['diff.title', 'shortcuts.pinMessage', ['P']],
  fates: ['diff.title', 'shortcuts.fates', ['F']],
  open: ['diff.title', 'shortcuts.open', ['Enter']],
} as const satisfies Record<string, readonly [TextKey, TextKey, readonly string[]]>;

const NAMES: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', '-': '−', '=': '+' };

/** Which of these keys was pressed; -1 = none. */
export function keyAt(name: keyof typeof PART_KEYS, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): number {
  const pressed = NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  return (PART_KEYS[name][2] as readonly string[]).indexOf(shiftKey && key.length > 1 ? `Shift ${pressed}` : pressed);
}

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

export const keyNames = (key: string): string => key.replace('mod+', isMac() ? '⌘' : 'Ctrl ').replace('shift+', isMac() ? '⇧' : 'Shift ');

function isPressed(e: KeyboardEvent, shortcut: string): boolean {
  const mod = e.metaKey || e.ctrlKey;
  if (shortcut.startsWith('mod+') && e.shiftKey !== shortcut.includes('shift+')) return false;
  return e.key.toUpperCase() === shortcut.replace('mod+', '').replace('shift+', '') && mod === shortcut.startsWith('mod+') && !e.altKey;
}

/** The act whose key was pressed, where it acts. */
export function actOf(e: KeyboardEvent): Act | null {
  const isInTable = e.target instanceof Element && e.target.closest('tr, [role="listbox"], [data-beside]') !== null;
  const isTyped = isTextField(e.target);
  const isCovered = document.querySelector('dialog:modal') !== null;
  for (const act of Object.values(ACTS)) {
    const key = act.keys?.find((one) => isPressed(e, one));
    if (key === undefined || act.ownedBy?.(e.target)) continue;
    if (key.startsWith('mod+')) return act;
    const isBarred = act.outside ? isInTable || isCovered : isCovered && act.region !== 'shortcuts.anywhere';
    if (!isTyped && !isBarred && act.when?.(app()) !== false) return act;
  }
  return null;
}
