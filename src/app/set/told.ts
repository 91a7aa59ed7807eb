/** What the answer of the set is told of, in the page and in its report. */
import type { Answer, Wishes } from '../../engine/answer/contract.ts';
import type { SetOverview } from '../../engine/sets/contract.ts';
import type { SetSentenceInput } from '../../i18n/answer-words.ts';
import type { Scenario } from '../../scenario/schema.ts';
import type { ResultRow } from './set-rows.ts';

export interface SetAnswerInput {
  readonly rows: readonly ResultRow[];
  readonly tables: SetOverview;
  readonly found: Answer;
  readonly wishes: Wishes;
  readonly all: number;
}

/** By the settings of the scenario in use. */
export function toldSet({ settings }: Pick<Scenario, 'settings'>, { rows, tables, found, wishes, all }: SetAnswerInput): SetSentenceInput {
  const titles = new Map(rows.map(({ key, title }) => [key, title]));
  return { overview: tables, answer: found, rows, target: settings.target, wishes, all, titleOf: (key) => titles.get(key) ?? key };
}
