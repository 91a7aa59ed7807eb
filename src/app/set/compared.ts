/** A, B and C of a set: the product that wrote most of it, its answer, the policy opened last. */
import { agentOfMost } from '../../engine/answer/sets.ts';
import { comparedOf } from '../rows/useTableRows.ts';
import { app, useApp } from '../store/store.ts';
import { type SetState, useSet } from './set-state.ts';

const of = ({ sessions, tables }: Pick<SetState, 'sessions' | 'tables'>, other: string | null): string =>
  comparedOf(agentOfMost(sessions)?.strategy ?? null, tables?.answer ?? null, other, () => false).join(' ');

export const comparedInSet = (): readonly string[] => of(useSet.getState(), app().scenario.view.other ?? null).split(' ');

/** As one text: equal as long as the three are. */
export function useComparedInSet(): string {
  const other = useApp((s) => s.scenario.view.other ?? null);
  return useSet((s) => of(s, other));
}
