/** The one list of commands behind shortcuts and the command palette; it calls the same actions and dialogs as the buttons. */
import { useEffect } from 'react';
import { formatTitle, LANGUAGES, sampleTitle, t } from '../../i18n/index.ts';
import { BUDGETS, TABS } from '../../scenario/schema.ts';
import { openDocument } from '../documents/DocumentLink.tsx';
import { whatChanged } from '../store/offline.ts';
import { strategyTitle } from '../rows/compare-rows.ts';
import { measureColumns, measureDocument, measureTitle } from '../rows/measures.ts';
import { newPipeline, OWN_PIPELINE } from '../rows/useTableRows.ts';
import { actions } from '../store/store-actions.ts';
import { useApp } from '../store/store.ts';
import { openTab, VIEWS } from '../store/navigate.ts';
import { isTextField, ownsUndo, useUndo } from '../store/undo.ts';
import {
  type DialogName,
  NEEDED,
  openDialog,
  openHistory,
  openLoss,
  openUse,
  showSet,
  showTune,
  startGuide,
  toggleBeside,
  useUi,
} from '../store/ui.ts';
import { setLanguage } from '../store/useAsk.ts';
import { setScheme } from '../theme/scheme.ts';

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly shortcut?: string;
  readonly run: () => void;
}

/** Shortcuts of the frame. Those of table and side by side act only while the focus is there and are listed beside them. */
export const SHORTCUTS = { palette: 'mod+K', import: 'mod+O', export: 'mod+S', shortcuts: '?' } as const;

export const STEPS = { undo: 'mod+Z', redo: 'mod+shift+Z' } as const;

/** Keys of the views; docs/start.md has them all. */
export const KEYS = { lost: 'L', why: 'W', use: 'U', less: '[', more: ']', budget: 'B', other: 'C', open: 'O' } as const;
export const BESIDE = 'D';

/** To the find box of the side by side; `/` leads there too. */
export const FIND = 'mod+F';

const findBox = (): HTMLInputElement | null => {
  const box = document.querySelector<HTMLInputElement>('[data-find]');
  return box?.checkVisibility() && !document.querySelector('dialog:modal') ? box : null;
};

const SHORTCUTS_OF_MESSAGES = { fates: 'F' } as const;

const DOCUMENTS = [
  ['guide', 'start.guide'],
  ['study', 'start.study'],
  ['measures', 'start.numbers'],
  ['systems', 'documents.systems'],
  ['words', 'documents.words'],
  ['index', 'documents.open'],
] as const;

export function commands(): readonly Command[] {
  const { samples, scenario, loaded, comparison, description, hover, visible, compared } = useApp.getState();
  const { settings, view } = scenario;
  const conversations = loaded?.reply.conversations ?? [];
  const list: Command[] = [];
  const add = (group: string, id: string, title: string, run: () => void, shortcut?: string) => list.push({ id, title, group, run, shortcut });

  const file = t('palette.transcript');
  add(file, 'import', t('header.import'), () => openDialog('import'), SHORTCUTS.import);
  add(file, 'start', t('start.open'), () => openDialog('start'));
  if (comparison) add(file, 'guide', t('guide.open'), startGuide);
  add(file, 'recent', t('recent.title'), () => openDialog('recent'));
  add(file, 'samples', t('header.samples'), () => openDialog('samples'));
  add(file, 'share', t('header.share'), () => openDialog('share'));
  add(file, 'report', t('header.report'), () => openDialog('report'));
  add(file, 'export', t('header.export'), () => openDialog('export'), SHORTCUTS.export);
  add(file, 'config', t('config.paste'), () => openDialog('config'));
  for (const s of samples)
    add(file, `sample-${s.id}`, t('list.pair', { name: t('header.samples'), value: sampleTitle(s.id) }), () => void actions.openSample(s.id));
  for (const c of conversations.length > 1 ? conversations.slice(0, 50) : [])
    add(
      file,
      `conversation-${c.index}`,
      t('list.pair', { name: t('details.title'), value: c.title || t('conversations.untitled', { index: c.index + 1 }) }),
      () => actions.chooseConversation(c.index),
    );
  for (const f of loaded ? (description?.formats ?? []) : [])
    add(file, `format-${f.id}`, t('palette.format', { title: formatTitle(f.id) }), () => void actions.chooseFormat(f.id));
  if (loaded?.ref.kind === 'file') add(file, 'forget', t('details.forget'), () => void actions.forget());

  const compare = t('export.comparison');
  const { past, future } = useUndo.getState();
  const back = past.at(-1);
  const forth = future.at(-1);
  if (back) add(compare, 'undo-step', t('undo.undo', { what: whatChanged(back.changes) }), actions.undo, STEPS.undo);
  if (forth) add(compare, 'redo-step', t('undo.redo', { what: whatChanged(forth.changes) }), actions.redo, STEPS.redo);
  for (const budget of BUDGETS)
    if (budget !== settings.budget)
      add(compare, `budget-${budget}`, t('list.pair', { name: t('control.budget'), value: t(`control.compare.${budget}`) }), () =>
        actions.set('budget', budget),
      );
  if (comparison) {
    add(
      compare,
      'fates',
      t('palette.fates', { number: (view.selected ?? hover ?? visible?.[0] ?? 0) + 1 }),
      () => openDialog('fates'),
      SHORTCUTS_OF_MESSAGES.fates,
    );
    if (useUi.getState().beside) add(compare, 'find', t('diff.find'), () => requestAnimationFrame(() => findBox()?.select()), FIND);
    if (description?.strategies.some(({ id }) => id === OWN_PIPELINE)) add(compare, 'pipeline', t('palette.pipeline'), newPipeline);
  }
  for (const tab of TABS) add(compare, `tab-${tab}`, t(`tab.${tab}`), () => actions.setView('tab', tab));
  if (comparison) add(compare, 'beside', t('diff.title'), toggleBeside, BESIDE);
  if (comparison && compared[0]) add(compare, 'lost', t('answer.lost'), () => openLoss(compared[0]!, NEEDED), KEYS.lost);
  add(compare, 'set', t('tab.set'), () => showSet(true));
  add(compare, 'tune', t('tab.tune'), showTune);
  add(compare, 'again', t('status.again'), actions.runAgain);
  add(compare, 'history', t('history.title'), () => openHistory(null));
  const level = comparison?.history.levels.length ?? 0;
  if (level > 0) add(compare, 'undo', t('history.bar.undo', { level }), () => void actions.undoLevel());
  add(compare, 'keywords', t('control.keywords'), () => openDialog('keywords'));
  add(compare, 'models', t('control.models.title'), () => openDialog('models'));
  if (comparison?.models.unsent.length) add(compare, 'send', t('models.bar.review'), () => openDialog('send'));
  add(compare, 'reset', t('control.resetAll'), actions.resetAll);
  for (const target of [0.25, 0.5, 0.75])
    add(compare, `target-${target}`, t('palette.target', { share: target }), () => actions.set('target', target));
  for (const row of comparison?.rows ?? []) {
    const title = strategyTitle(row.strategy, row.key, row.params);
    if (row.outcome === 'compacted') add(compare, `apply-${row.key}`, t('history.palette.apply', { title }), () => void actions.carryOut(row.key));
    if (row.outcome === 'compacted') add(compare, `loss-${row.key}`, t('palette.loss', { title }), () => openLoss(row.key));
    if (row.outcome !== 'failed') add(compare, `use-${row.key}`, t('palette.use', { title }), () => openUse(row.key));
    if (!compared.includes(row.key)) add(compare, `compare-${row.key}`, t('compare.other', { title }), () => actions.compareWith(row.key));
  }

  const documents = t('palette.documents');
  for (const [id, key] of DOCUMENTS) add(documents, `document-${id}`, t(key), () => openDocument(id));
  for (const { strategy, params, key } of comparison?.rows ?? [])
    add(documents, `document-${key}`, t('list.pair', { name: documents, value: strategyTitle(strategy, key, params) }), () =>
      openDocument(`strategies/${strategy}`),
    );
  for (const measure of new Set(measureColumns.map((column) => column.measure)))
    add(documents, `document-measure-${measure}`, t('list.pair', { name: documents, value: measureTitle(measure) }), () =>
      openDocument(measureDocument(measure)),
    );

  const look = t('palette.view');
  for (const color of ['priority', 'fate', 'role'] as const)
    add(look, `color-${color}`, t('list.pair', { name: t('diff.colour'), value: t(`diff.colour.${color}`) }), () => actions.setView('color', color));
  add(look, 'width', t('list.pair', { name: t('strip.width'), value: t(view.width === 'tokens' ? 'unit.messages' : 'unit.tokens') }), () =>
    actions.setView('width', view.width === 'tokens' ? 'messages' : 'tokens'),
  );
  for (const layout of ['columns', 'unified', 'request'] as const)
    add(look, `layout-${layout}`, t('list.pair', { name: t('diff.title'), value: t(`diff.layout.${layout}`) }), () =>
      actions.setView('layout', layout),
    );
  add(look, 'differences', t('diff.only'), () => actions.setView('onlyDifferences', !view.onlyDifferences));
  add(look, 'deltas', t('compare.columns.deltas'), () => actions.setView('deltas', !view.deltas));
  add(look, 'zoom', t('palette.zoom'), () => actions.zoom(null));
  for (const scheme of ['light', 'dark', 'auto'] as const)
    add(look, `theme-${scheme}`, t('list.pair', { name: t('theme.title'), value: t(`theme.${scheme}`) }), () => setScheme(scheme));
  for (const l of LANGUAGES.length > 1 ? LANGUAGES : []) add(look, `language-${l.id}`, l.title, () => void setLanguage(l.id));
  add(look, 'shortcuts', t('shortcuts.title'), () => openDialog('shortcuts'), SHORTCUTS.shortcuts);
  return list;
}

export function search(list: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = list.filter((c) => words.every((w) => `${c.title} ${c.group}`.toLowerCase().includes(w)));
  const starts = (c: Command) => (words[0] && c.title.toLowerCase().startsWith(words[0]) ? 0 : 1);
  return [...found].sort((a, b) => starts(a) - starts(b));
}

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
