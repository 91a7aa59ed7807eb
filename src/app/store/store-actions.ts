/** Every change a person can make; buttons, shortcuts and the command palette call these and nothing else. */
import type { Priority } from '../../engine/signals/contract.ts';
import type { Param } from '../../engine/strategies/params.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { formatReason, lookup } from '../../i18n/index.ts';
import { BY_WORDS, choiceId } from '../../models/contract.ts';
import { alone, defaultScenario, MAX_APPLIED } from '../../scenario/defaults.ts';
import { withoutIdlePins, withPinned, withUntil } from '../../scenario/next-file.ts';
import { strategyOfKey, withRowsOf } from '../../scenario/scenario-rows.ts';
import type { Replay, Row, Scenario, Settings, Step } from '../../scenario/schema.ts';
import type { HistoryView } from '../../worker/protocol.ts';
import { client } from './engine.ts';
import { agreeAlways, cancelAll, compare, forgetWhatWasLost, opensAt, requestNow, withdrawAll } from './loading.ts';
import { opening } from './store-opening.ts';
import { type Actions, isSent, matchIn } from './store-state.ts';
import { app, patch } from './store.ts';
import { askFirst, dismissToasts, showBeside, showSet, toast } from './ui.ts';
import { type Moved, stepBack, stepForth } from './undo.ts';

const titleOf = (strategy: string): string => lookup(`strategy.${strategy}.title`) ?? strategy;

/** Steps of the scenario that are in force: those before the first that could not be carried out. */
export const stepsInForce = (scenario: Scenario, history: HistoryView | null): readonly Step[] =>
  scenario.applied.slice(0, history?.stopped?.step ?? scenario.applied.length);

/** Steps that are not in force: the one that could not be carried out and all after it. */
export const stepsPending = (scenario: Scenario, history: HistoryView | null): readonly Step[] =>
  scenario.applied.slice(stepsInForce(scenario, history).length);

export const hasRoom = (scenario: Scenario, history: HistoryView | null): boolean => stepsInForce(scenario, history).length < MAX_APPLIED;

/** The scenario without its last level: a step of its own, else one of those that the file brought; null when there is none. */
export function withoutLevel(scenario: Scenario, history: HistoryView | null): Scenario | null {
  const steps = stepsInForce(scenario, history);
  if (steps.length > 0) return { ...scenario, applied: steps.slice(0, -1) };
  const undone = Math.min(scenario.undone, history?.restored ?? 0);
  return undone < (history?.restored ?? 0) ? { ...scenario, applied: [], undone: undone + 1 } : null;
}

/** Puts another stack of levels in force; an undo offered by a toast is no longer the last change then. */
async function changeLevels(next: Scenario): Promise<void> {
  dismissToasts('history.');
  patch({ scenario: { ...next, view: { ...next.view, selected: null } }, hover: null, range: null, visible: null, current: false });
  await compare();
}

export async function carryOut(rowKey: string, answer?: string): Promise<void> {
  const { scenario, comparison } = app();
  const row = comparison?.rows.find((r) => r.key === rowKey);
  const history = comparison?.history ?? null;
  if (!row) return;
  if (!hasRoom(scenario, history)) {
    patch({ notice: { key: 'history.full', values: { count: MAX_APPLIED }, tone: 'warn' } });
    return;
  }
  if (row.question && answer === undefined) {
    askFirst(rowKey);
    return;
  }
  const { params: own = {}, summarizer, embedder } = scenario.rows.find((r) => r.key === rowKey) ?? {};
  // A row that fell back to words is carried out by words, whatever a model would say later.
  const by = row.embedded?.lacking ? BY_WORDS : embedder;
  const step: Step = {
    strategy: row.strategy,
    params: row.question && answer !== undefined ? { ...own, [row.question.param]: answer } : own,
    ...(summarizer !== undefined && { summarizer }),
    ...(by !== undefined && { embedder: by }),
    settings: alone(scenario.settings, rowKey, matchIn(app()), { target: comparison!.target, total: comparison!.transcript.total }, 'tokens'),
    marks: scenario.marks,
    at: new Date().toISOString(),
  };
  const before = stepsInForce(scenario, history);
  await changeLevels({ ...scenario, applied: [...before, step] });
  const now = app();
  if (now.scenario.applied.at(-1) !== step || !now.comparison || now.running) return;
  const { stopped, levels } = now.comparison.history;
  if (!stopped) {
    toast('history.carried', { title: titleOf(step.strategy), level: levels.length }, () => void undoLevel());
    return;
  }
  const { outcome, why } = stopped.entry;
  patch({
    scenario: { ...now.scenario, applied: before },
    notice: {
      key: 'history.not',
      values: { outcome, title: titleOf(step.strategy), reason: why ? formatReason(why) : '' },
      tone: outcome === 'unchanged' ? 'warn' : 'bad',
    },
  });
}

export async function undoLevel(): Promise<void> {
  const { scenario, comparison } = app();
  const next = withoutLevel(scenario, comparison?.history ?? null);
  if (!next) return;
  const { applied, undone } = scenario;
  const level = comparison?.history.levels.length ?? 0;
  await changeLevels(next);
  if (app().scenario.applied !== next.applied) return;
  toast('history.undone', { level }, () => void changeLevels({ ...app().scenario, applied, undone }));
}

export function dropPending(): void {
  const { scenario, comparison } = app();
  const { applied } = scenario;
  patch({ scenario: { ...scenario, applied: stepsInForce(scenario, comparison?.history ?? null) } });
  toast('history.dropped', undefined, () => patch({ scenario: { ...app().scenario, applied } }));
}

// Changes of a scenario as pure functions: what a click means, apart from when it runs.

type ParamValue = Param['default'];

const stays = (row: Row): boolean => isDuplicate(row.key) || row.summarizer !== undefined || row.embedder !== undefined;

const isDuplicate = (key: string): boolean => /~\d+$/.test(key);

/** Sets one parameter of a row; undefined takes the row's own value away. A row without own values leaves the list, unless it is a duplicate. */
export function withParam(rows: readonly Row[], key: string, strategy: string, param: string, value: ParamValue | undefined): readonly Row[] {
  const found = rows.find((r) => r.key === key);
  const { [param]: _old, ...rest } = found?.params ?? {};
  const params = value === undefined ? rest : { ...rest, [param]: value };
  if (!found) return value === undefined ? rows : [...rows, { key, strategy, params }];
  if (Object.keys(params).length === 0 && !stays(found)) return rows.filter((r) => r !== found);
  return rows.map((r) => (r === found ? { ...r, params } : r));
}

function withParams(rows: readonly Row[], strategy: string, params: Row['params']): readonly Row[] {
  const found = rows.find((r) => r.key === strategy);
  if (!found) return [...rows, { key: strategy, strategy, params }];
  return rows.map((r) => (r === found ? { ...r, params: { ...r.params, ...params } } : r));
}

export function withoutParams(rows: readonly Row[], key: string): readonly Row[] {
  return rows.flatMap((r) => (r.key !== key ? r : stays(r) ? { ...r, params: {} } : []));
}

/** Who writes a row's summaries (`summarizer`) or what it compares by (`embedder`); undefined = as the settings say. */
export function withModel(
  rows: readonly Row[],
  key: string,
  strategy: string,
  use: 'summarizer' | 'embedder',
  id: string | undefined,
): readonly Row[] {
  const found = rows.find((r) => r.key === key) ?? { key, strategy, params: {} };
  const { [use]: _old, ...rest } = found;
  const row: Row = id === undefined ? rest : { ...rest, [use]: id };
  const others = rows.filter((r) => r.key !== key);
  return Object.keys(row.params).length === 0 && !stays(row)
    ? others
    : rows.includes(found)
      ? rows.map((r) => (r === found ? row : r))
      : [...rows, row];
}

export function withModels(scenario: Scenario, models: Settings['models'], renamed: { readonly from: string; readonly to: string } | null): Scenario {
  const ids = new Set(models.map(choiceId));
  const now = (id: string): string | undefined => {
    const kept = id === renamed?.from ? renamed.to : id;
    return kept === BUILT_IN || kept === BY_WORDS || ids.has(kept) ? kept : undefined;
  };
  let { rows } = scenario;
  for (const { key, strategy, summarizer, embedder } of scenario.rows) {
    if (summarizer !== undefined) rows = withModel(rows, key, strategy, 'summarizer', now(summarizer));
    if (embedder !== undefined) rows = withModel(rows, key, strategy, 'embedder', now(embedder));
  }
  const { embedder, ...rest } = scenario.settings;
  const vectors = embedder === undefined ? undefined : now(embedder);
  const settings = { ...rest, models, summarizer: now(rest.summarizer) ?? BUILT_IN, ...(vectors !== undefined && { embedder: vectors }) };
  return { ...scenario, rows, settings };
}

export function withDuplicate(rows: readonly Row[], key: string): { readonly rows: readonly Row[]; readonly key: string } {
  const strategy = strategyOfKey(key);
  const taken = new Set(rows.map((r) => r.key));
  let n = 2;
  while (taken.has(`${strategy}~${n}`)) n += 1;
  const { params = {}, summarizer, embedder } = rows.find((r) => r.key === key) ?? {};
  const copy: Row = {
    key: `${strategy}~${n}`,
    strategy,
    params: { ...params },
    ...(summarizer === undefined ? {} : { summarizer }),
    ...(embedder === undefined ? {} : { embedder }),
  };
  return { rows: [...rows, copy], key: copy.key };
}

function withAdded(rows: readonly Row[], strategy: string, params: Row['params']): { readonly rows: readonly Row[]; readonly key: string } {
  const added = withDuplicate(rows, strategy);
  return { rows: added.rows.map((r) => (r.key === added.key ? { ...r, params } : r)), key: added.key };
}

/** Removes a duplicate row everywhere; the first row of a strategy cannot be removed. */
function withoutRow(scenario: Scenario, key: string): Scenario {
  if (!isDuplicate(key)) return scenario;
  const { other, ...view } = scenario.view;
  return { ...scenario, rows: scenario.rows.filter((r) => r.key !== key), view: other === undefined || other === key ? view : { ...view, other } };
}

type Marks = Scenario['marks'];

/** A person's decision about one message; null takes it back. */
export function withMark(marks: Marks, messageId: string, mark: Priority | 'pin' | null): Marks {
  const { [messageId]: _old, ...rest } = marks;
  return mark === null ? rest : { ...rest, [messageId]: mark };
}

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
  sendTo(models, only, always) {
    if (always) agreeAlways(models);
    void compare(models, only);
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

/** The replay runs again by itself; the comparison does not depend on any of it. */
export function setReplay(change: Partial<Replay>): void {
  const { scenario } = app();
  patch({ scenario: withoutIdlePins({ ...scenario, replay: { ...scenario.replay, ...change } }) });
}
