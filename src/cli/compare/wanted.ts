/** Which measures a comparison makes: those that are asked for, and where nobody says which, those that are shown. */
import { MOST_BY_ITSELF } from '../../engine/recall/contract.ts';
import { areAt, REPORTED, type Wanted } from '../../engine/measures/run/values.ts';
import type { Args } from '../args.ts';
import { namedIn } from '../columns.ts';
import { type ColumnName, COLUMNS, usualColumns } from '../table.ts';

/** What a column shows of `measures`; all others come with the result. */
const SHOWN: Partial<Record<ColumnName, readonly string[]>> = {
  facts: ['factRetention'],
  own: ['hindsightRecall', 'overBudget', 'belowChance'],
  independent: ['independentRecall', 'independent'],
  left: ['recallLeft'],
  binding: ['binding'],
  wording: ['independent'],
  cache: ['cacheSurvival'],
  cost: ['cost'],
};

const shownBy = (columns: readonly string[]): readonly string[] => namedIn(COLUMNS, columns).flatMap((name) => SHOWN[name] ?? []);
const ofRecall = (name: string): boolean => areAt('recall', new Set([name]));
const RECALL = REPORTED.filter(ofRecall);
/** What the answer is made of. */
const ANSWERED: readonly string[] = [...RECALL, 'constraints', 'cost'];
/** Neither the future nor what is lost is looked at for these: they come with the row. */
const AT_ONCE = REPORTED.filter((name) => areAt('measured', new Set([name])));

interface Chosen {
  /** Names in `measures` of a row; null = all. */
  readonly wanted: Wanted;
  readonly recall: boolean;
  /** Messages up to which a recall that nobody asked for is measured, where this recording has more; else null. */
  readonly recallLeftOut: number | null;
  /** Which row to use can be said. */
  readonly answer: boolean;
}

/** Messages up to which a person at a screen waits for a recall. */
const MOST_AT_A_SCREEN = 2000;

/** `messages` of the context: a long one has no recall unless somebody asks, nor has a table of columns that need none. */
export function chosenIn({ json, jsonl, columns, sort, report: reports, measures, recall: asked }: Args, messages: number): Chosen {
  const whole = reports.length > 0;
  const named = measures && !measures.includes('all') ? measures.filter((name) => name !== 'none') : null;
  const shown = (named ?? shownBy([...(columns ?? []), ...(sort ? [sort] : [])])).some(ofRecall);
  const byItself = json && named === null;
  const most = byItself ? MOST_BY_ITSELF : !json && !jsonl && columns === null ? MOST_AT_A_SCREEN : null;
  const recall = asked || whole || shown || measures?.includes('all') === true || (most !== null && messages <= most);
  const names = (): readonly string[] => {
    if (named) return [...named, ...(asked ? RECALL : [])];
    if (jsonl) return [...AT_ONCE, ...(recall ? ANSWERED : [])];
    return [...shownBy([...(columns ?? usualColumns(recall)), ...(sort ? [sort] : [])]), ...(recall ? ANSWERED : [])];
  };
  const isAll = whole || byItself || (measures !== null && named === null);
  const wanted = isAll ? null : new Set(names());
  return {
    wanted,
    recall,
    recallLeftOut: recall ? null : most,
    answer: recall && (wanted === null || ANSWERED.every((name) => wanted.has(name))),
  };
}
