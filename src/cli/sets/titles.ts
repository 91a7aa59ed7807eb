/** Rows of results by their titles, with the key of a copy and the settings of a key that ran with several. */
import { words } from '../words.ts';

/** @param named key in the lines of each row's key, as `answerInput` has it */
export function titlesOf(
  rows: readonly { readonly key: string; readonly strategy: string }[],
  named: ReadonlyMap<string, string>,
): (key: string) => string {
  const strategyOf = new Map(rows.map(({ key, strategy }) => [key, strategy]));
  return (key) => {
    const [strategy = key, row = key] = [strategyOf.get(key), named.get(key)];
    const name = row === strategy ? words.title(strategy) : `${words.title(strategy)} (${row})`;
    return row === key ? name : `${name}${key.slice(row.length)}`;
  };
}
