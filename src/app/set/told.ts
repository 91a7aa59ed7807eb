/** What the answer of the set is told of, in the page and in its report. */
import type { Answer, Wishes } from '../../engine/answer/contract.ts';
import type { SetOverview } from '../../engine/sets/contract.ts';
import type { ToldSet } from '../../i18n/set-answer.ts';
import type { Scenario } from '../../scenario/schema.ts';
import type { ResultRow } from './rows.ts';

export interface ToldInput {
  readonly rows: readonly ResultRow[];
  readonly tables: SetOverview;
  readonly found: Answer;
  readonly wishes: Wishes;
  readonly all: number;
}

/** By the pins and settings of the scenario in use. */
export function toldSet({ settings, view }: Pick<Scenario, 'settings' | 'view'>, { rows, tables, found, wishes, all }: ToldInput): ToldSet {
  const base = rows.find(({ key }) => key === view.pinned[0]);
  const titles = new Map(rows.map(({ key, title }) => [key, title]));
  return {
    overview: tables,
    answer: found,
    rows,
    base: base?.key ?? null,
    wrote: base?.wrote ?? null,
    // Above 1 it is a number of tokens.
    budget: settings.own ? 'own' : settings.target > 1 ? null : settings.target,
    wishes,
    all,
    titleOf: (key) => titles.get(key) ?? key,
  };
}
