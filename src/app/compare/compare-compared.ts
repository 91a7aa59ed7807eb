/** A, B and C, the same in every view: what the person has, the answer, and the policy opened last. docs/answer.md */
import { type Answer, rowToUse } from '../../engine/answer/contract.ts';
import { BEST_SEEDS } from '../../scenario/scenario-rows.ts';
import { type AppState, yoursIn } from '../store/store-state.ts';
import { patch, useApp } from '../store/store.ts';
import { answerIn } from './useTableRows.ts';

/** B and C before anything is measured, where they are not A. */
const EARLY: readonly string[] = ['fact-ledger', ...BEST_SEEDS];

/**
 * @param yours key of A; null = what is dropped first without any rule
 * @param other the policy opened last; null = the best that `isOurs` does not hold of
 */
export function comparedOf(yours: string | null, answer: Answer | null, other: string | null, isOurs: (key: string) => boolean): readonly string[] {
  const a = yours ?? 'oldest-removal';
  const free = (keys: readonly (string | null | undefined)[], taken: readonly string[]): string =>
    [...keys, ...EARLY].find((key) => key != null && !taken.includes(key))!;
  const ranked = answer?.order.filter((key) => !(key in answer.barred)) ?? [];
  const b = free([rowToUse(answer), answer?.row?.key, answer?.instead?.key, ...ranked], [a]);
  const best = ranked.find((key) => key !== a && key !== b && !isOurs(key));
  return [a, b, free([other, best, ...EARLY.slice(1)], [a, b])];
}

export function comparedIn(state: AppState): readonly string[] {
  const { description, scenario, compared } = state;
  const found = answerIn(state, state.comparison);
  // Until a result is there, the letters stay where they are.
  if (!found && compared.length > 0 && state.loaded) return compared;
  const ours = (key: string): boolean => description?.strategies.find(({ id }) => id === key)?.source.seed === 'own';
  const next = comparedOf(yoursIn(state)?.key ?? null, found?.answer ?? null, scenario.view.other ?? null, ours);
  return next.every((key, i) => key === compared[i]) ? compared : next;
}

export function followCompared(): void {
  const follow = (state: AppState): void => {
    const compared = comparedIn(state);
    if (compared !== state.compared) patch({ compared });
  };
  useApp.subscribe(follow);
  follow(useApp.getState());
}
