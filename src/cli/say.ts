/** Sentences and tables on a screen: what is longer than a line goes on in the next. */
import { wrapped } from './grid.ts';
import { out, outPainted, type Painted, printable, screenColumns } from './output.ts';

/** A sentence in lines that fit, or a line of a table, which fits already. */
export function say(line: string | Painted): void {
  const columns = screenColumns();
  if (typeof line !== 'string') outPainted(line.painted);
  else if (columns === Number.POSITIVE_INFINITY) out(line);
  else for (const fits of wrapped(printable(line), columns)) out(fits);
}
