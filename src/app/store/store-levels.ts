/** Carries compactions out and undoes them: changes of the scenario, after which the worker runs the steps. */
import { formatReason, lookup } from '../../i18n/index.ts';
import { BY_WORDS } from '../../models/contract.ts';
import { MAX_APPLIED } from '../../scenario/limits.ts';
import type { Scenario, Step } from '../../scenario/schema.ts';
import { alone } from '../../scenario/scenario-target.ts';
import type { HistoryView } from '../../worker/protocol.ts';
import { compare } from './loading.ts';
import { matchIn } from './store-state.ts';
import { app, patch } from './store.ts';
import { askFirst, dismissToasts, toast } from './ui.ts';

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
async function change(next: Scenario): Promise<void> {
  dismissToasts('history.');
  patch({
    scenario: { ...next, view: { ...next.view, selected: null } },
    hover: null,
    range: null,
    visible: null,
    current: false,
  });
  await compare();
}

/** Makes the row's result the working context. */
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
  const by = row.embedding?.lacking ? BY_WORDS : embedder;
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
  await change({ ...scenario, applied: [...before, step] });
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
      key: `history.not.${outcome}`,
      values: { title: titleOf(step.strategy), reason: why ? formatReason(why) : '' },
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
  await change(next);
  if (app().scenario.applied !== next.applied) return;
  toast('history.undone', { level }, () => void change({ ...app().scenario, applied, undone }));
}

/** Drops the steps that could not be carried out. */
export function dropPending(): void {
  const { scenario, comparison } = app();
  const { applied } = scenario;
  patch({ scenario: { ...scenario, applied: stepsInForce(scenario, comparison?.history ?? null) } });
  toast('history.dropped', undefined, () => patch({ scenario: { ...app().scenario, applied } }));
}
