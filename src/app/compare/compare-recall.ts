/** Remarks on both recalls beside their numbers: over the budget, below chance, cuts with nothing to do. No React here. */
import { independentRecall, isBelowChance } from '../../engine/measures/independent/contract.ts';
import { t } from '../../i18n/index.ts';
import type { Scores } from './measures.ts';

/** A sign before a recall; its words are in `recallWords`. */
export const SIGNS = { over: '▲', below: '▼' } as const;
export type Sign = keyof typeof SIGNS;

type RecallScores = Pick<Scores, 'recall' | 'held'>;

export function recallSign({ recall }: Pick<Scores, 'recall'>): Sign | null {
  if (!recall || recall.recall === null) return null;
  return recall.overBudget ? 'over' : recall.belowChance ? 'below' : null;
}

function independentOf({ recall }: Pick<Scores, 'recall'>) {
  const values = recall && recall.recall !== null ? recall.independent : null;
  const share = values && independentRecall(values);
  if (!values || share === null) return null;
  return { share, chance: independentRecall(values, 'chance')!, newest: independentRecall(values, 'newest')! };
}

export function belowChance({ recall }: Pick<Scores, 'recall'>): boolean {
  return recall?.independent ? recall.recall !== null && isBelowChance(recall.independent) : false;
}

/** Whether a row may be the best in a column of recall: one that is below chance by either family of measures may not. */
export const competesInRecall = (row: Pick<Scores, 'recall'>): boolean => recallSign(row) === null && !belowChance(row);

export function idleNote(recall: Scores['recall'], held: Scores['held']): string | null {
  return recall && held && recall.recall !== null && recall.idle > 0 && recall.compacted > 0 && !recall.otherWriter
    ? t('compare.note.idle', { idle: recall.idle, cuts: held.cuts })
    : null;
}

function independentWords(row: Pick<Scores, 'recall'>): readonly string[] {
  const found = independentOf(row);
  if (!found) return row.recall?.independent ? [t('compare.recall.independent.none')] : [];
  return [t('compare.recall.independent', found), ...(belowChance(row) ? [t('compare.recall.independent.below')] : [])];
}

export function recallWords({ recall, held }: RecallScores): readonly string[] {
  if (!recall || !held || recall.recall === null) return [];
  const { cuts, budget, random } = held;
  const left = recall.tokens;
  const refused = cuts - recall.compacted - recall.idle;
  const sign = recallSign({ recall });
  return [
    budget === null ? t('compare.recall.left', { left }) : t('compare.recall.left.budget', { left, budget }),
    ...(sign === 'over' ? [t('compare.recall.over')] : []),
    ...(sign === 'below' ? [t('compare.recall.below', { random: random ?? 0 })] : []),
    ...independentWords({ recall }),
    ...(recall.idle > 0 ? [t('compare.recall.idle', { idle: recall.idle, cuts })] : []),
    ...(refused > 0 ? [t('compare.recall.refused', { refused, cuts })] : []),
  ];
}
