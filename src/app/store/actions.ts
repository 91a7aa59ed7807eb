/** Every change a person can make; buttons, shortcuts and the command palette call these and nothing else. */
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import { withoutIdlePins, withPinned, withUntil } from '../../scenario/next-file.ts';
import { strategyOfKey, withRowsOf } from '../../scenario/rows.ts';
import type { Scenario } from '../../scenario/schema.ts';
import { withAdded, withDuplicate, withMark, withModel, withModels, withParam, withParams, withoutParams, withoutRow } from './edits.ts';
import { client } from './engine.ts';
import { carryOut, dropPending, undoLevel } from './levels.ts';
import { agreeAlways, cancelAll, compare, opensAt, requestNow, withdrawAll } from './loading.ts';
import { forgetWhatWasLost } from './loss.ts';
import { opening } from './opening.ts';
import { type Actions, isSent } from './state.ts';
import { app, patch } from './store.ts';
import { dismissToasts, showBeside, showSet } from './ui.ts';
import { stepBack, stepForth, type Moved } from './undo-steps.ts';

/** Changes the scenario; `again` = the comparison depends on it, whichever rows are seen. */
function change(next: Scenario, again: boolean): void {
  if (next === app().scenario) return;
  // Without the file nothing can be computed: what is shown stays true.
  if (again && isSent(app())) {
    patch({ notice: { key: 'notice.sentSettings', tone: 'info' } });
    return;
  }
  const before = new Set(requestNow()?.rows.map(({ key }) => key));
  patch({ scenario: withoutIdlePins(next) });
  // A row that comes into view has not been compared.
  if (again || requestNow()?.rows.some(({ key }) => !before.has(key))) void compare();
}

/** Places of the scenario that the comparison does not depend on, and those that decide which context is compared. */
const ASIDE: readonly string[] = ['view', 'replay', 'kept'];
const CONTEXT: readonly string[] = ['conversation', 'until', 'applied', 'undone'];

/** Puts the settings of another step in force. */
function move(moved: Moved | null): void {
  if (!moved) return;
  const places = moved.changes.map(({ path }) => path[0] ?? '');
  const moves = places.some((place) => CONTEXT.includes(place));
  const { scenario } = moved;
  if (moves) {
    dismissToasts('history.');
    patch({ range: null, hover: null, visible: null, current: false });
    forgetWhatWasLost();
  }
  change(
    moves ? { ...scenario, view: { ...scenario.view, selected: null } } : scenario,
    places.some((place) => !ASIDE.includes(place)),
  );
}

export const actions: Actions = {
  ...opening,
  chooseConversation(index) {
    const { scenario, loaded } = app();
    if (index === scenario.conversation) return;
    patch({ range: null, hover: null, visible: null, current: false });
    forgetWhatWasLost();
    const replay = { ...scenario.replay, hand: [] };
    const until = loaded ? opensAt(loaded, index) : null;
    change({ ...withUntil(scenario, until), conversation: index, marks: {}, replay }, true);
  },
  chooseUntil(until) {
    const { scenario } = app();
    if (until === (scenario.until ?? null)) return;
    patch({ range: null, hover: null, visible: null, current: false });
    forgetWhatWasLost();
    change(withUntil(scenario, until), true);
  },
  cancel: cancelAll,
  runAgain: () => void compare(),
  set(key, value) {
    const { scenario } = app();
    if (scenario.settings[key] === value && key !== 'target') return;
    // Who chooses a size compares at it.
    const budget = key === 'target' ? { budget: 'own' as const } : {};
    change({ ...scenario, settings: { ...scenario.settings, [key]: value, ...budget } }, true);
  },
  setSettings(settings) {
    const { scenario } = app();
    change({ ...scenario, settings: { ...scenario.settings, ...settings } }, true);
  },
  reset(key) {
    const { scenario } = app();
    change({ ...scenario, settings: { ...scenario.settings, [key]: defaultScenario().settings[key] } }, true);
  },
  resetAll() {
    const { scenario } = app();
    change({ ...scenario, settings: defaultScenario().settings, rows: [], marks: {} }, true);
  },
  pinSetting: (name, pinned) => change(withPinned(app().scenario, name, pinned), false),
  setView(key, value) {
    const { scenario } = app();
    if (key === 'tab') showSet(false);
    if (scenario.view[key] === value) return;
    change({ ...scenario, view: { ...scenario.view, [key]: value } }, false);
  },
  setParams(params) {
    const { scenario } = app();
    let { rows } = scenario;
    for (const [strategy, values] of Object.entries(params)) rows = withParams(rows, strategy, values);
    change({ ...scenario, rows }, true);
  },
  setParam(rowKey, strategy, param, value) {
    const { scenario } = app();
    change({ ...scenario, rows: withParam(scenario.rows, rowKey, strategy, param, value) }, true);
  },
  resetRow(rowKey) {
    const { scenario } = app();
    change({ ...scenario, rows: withoutParams(scenario.rows, rowKey) }, true);
  },
  duplicateRow(rowKey) {
    const { scenario } = app();
    const { rows, key } = withDuplicate(scenario.rows, rowKey);
    change({ ...scenario, rows }, true);
    return key;
  },
  addRow(strategy, params) {
    const { scenario } = app();
    const { rows, key } = withAdded(scenario.rows, strategy, params);
    change({ ...scenario, rows }, true);
    return key;
  },
  setRowsOf(ids, there) {
    const { scenario } = app();
    change({ ...scenario, rows: withRowsOf(scenario.rows, ids, there) }, true);
  },
  setRowModel(rowKey, strategy, use, id) {
    const { scenario } = app();
    change({ ...scenario, rows: withModel(scenario.rows, rowKey, strategy, use, id) }, true);
  },
  writeBuiltIn(rowKeys) {
    const { scenario } = app();
    const rows = rowKeys.reduce((all, key) => withModel(all, key, strategyOfKey(key), 'summarizer', BUILT_IN), scenario.rows);
    change({ ...scenario, rows }, true);
  },
  duplicateWith(rowKey, use, id) {
    const { scenario } = app();
    const { rows, key } = withDuplicate(scenario.rows, rowKey);
    change({ ...scenario, rows: withModel(rows, key, strategyOfKey(key), use, id) }, true);
    return key;
  },
  setModels: (models, renamed) => change(withModels(app().scenario, models, renamed), true),
  sendTo(models, always) {
    if (always) agreeAlways(models);
    void compare(models);
  },
  cancelCalls() {
    withdrawAll();
    client.cancel();
    void compare();
  },
  removeRow: (rowKey) => change(withoutRow(app().scenario, rowKey), true),
  compareWith(rowKey) {
    if (!app().compared.includes(rowKey)) actions.setView('other', rowKey);
  },
  mark(messageId, mark) {
    const { scenario } = app();
    change({ ...scenario, marks: withMark(scenario.marks, messageId, mark) }, true);
  },
  carryOut,
  undoLevel,
  dropPending,
  undo: () => move(stepBack()),
  redo: () => move(stepForth()),
  select(index) {
    if (index !== null) showBeside(true);
    actions.setView('selected', index);
  },
  hover(index) {
    if (app().hover !== index) patch({ hover: index });
  },
  zoom: (range) => patch({ range }),
  setVisible(range) {
    const now = app().visible;
    if (now?.[0] !== range?.[0] || now?.[1] !== range?.[1]) patch({ visible: range });
  },
  reveal: (index) => patch({ reveal: { index } }),
  notify: (notice) => patch({ notice }),
};
