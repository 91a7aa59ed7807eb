/** Exit codes of programs, in the words of shells, agents and servers. */
import { type Named, namedAt } from './names.ts';
import type { Signs } from './signs.ts';

const EXIT =
  /(?:\bexit(?:ed|s)? (?:with )?(?:code|status):?|\bexit(?:ed|s)? with|\bexited|\bexit_?(?:code|status)"?|\breturn_?code"?>?|\bcommand failed with code|退出码|退出状态码?|返回码)\s{0,2}[:=>为是：]?\s{0,2}(-?\d{1,3})(?!\.?\d)/gi;

/** Offsets are those of the text plus `base`. Linear. */
export function findExitCodes(text: string, base: number, into: Named[], { exit }: Signs): void {
  if (exit < 0) return;
  EXIT.lastIndex = exit;
  for (let match = EXIT.exec(text); match; match = EXIT.exec(text)) into.push(namedAt('exit-code', text, match.index, EXIT.lastIndex, base));
}
