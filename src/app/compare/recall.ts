/** Remarks on a recall beside its number: over the budget, below chance, cuts with nothing to do. No React here. */
import { t } from '../../i18n/index.ts';
import type { Scores } from './measures.ts';

/** A sign before a recall; its words are in `recallWords`. */
export const SIGNS = { over: '▲', below: '▼' } as const;
export type Sign = keyof typeof SIGNS;

type Recalled = Pick<Scores, 'recall' | 'held'>;

/** Over the budget comes first: with more tokens left, chance at the budget is no reference any more. */
export function recallSign({ recall }: Pick<Scores, 'recall'>): Sign | null {
  if (!recall || recall.recall === null) return null;
  return recall.overBudget ? 'over' : recall.belowChance ? 'below' : null;
}

/** Whether a row may be the best in a column of recall. */
export const competesInRecall = (row: Pick<Scores, 'recall'>): boolean => recallSign(row) === null;

/** The note of a row that had nothing to do at some cuts. */
export function idleNote(recall: Scores['recall'], held: Scores['held']): string | null {
  return recall && held && recall.recall !== null && recall.idle > 0 && recall.compacted > 0 && !recall.otherWriter
    ? t('compare.note.idle', { idle: recall.idle, cuts: held.cuts })
    : null;
}

/** Sentences about a recall, for its tooltip, its description and the details of the row. */
export function recallWords({ recall, held }: Recalled): readonly string[] {
  if (!recall || !held || recall.recall === null) return [];
  const { cuts, budget, random } = held;
  const left = recall.tokens;
  const refused = cuts - recall.compacted - recall.idle;
  const sign = recallSign({ recall });
  return [
    budget === null ? t('compare.recall.left', { left }) : t('compare.recall.left.budget', { left, budget }),
    ...(sign === 'over' ? [t('compare.recall.over')] : []),
    ...(sign === 'below' ? [t('compare.recall.below', { random: random ?? 0 })] : []),
    ...(recall.idle > 0 ? [t('compare.recall.idle', { idle: recall.idle, cuts })] : []),
    ...(refused > 0 ? [t('compare.recall.refused', { refused, cuts })] : []),
  ];
}
