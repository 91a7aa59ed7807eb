import type { Warning } from '../transcript/types.ts';
import type { Report } from './contract.ts';

/**
 * Gathers warnings: equal code and message become one, counted, with the place of the first. `list` gives them in
 * order of appearance.
 */
export function collector(initial: readonly Warning[] = []): { readonly report: Report; list(): readonly Warning[] } {
  const gathered = new Map<string, { code: string; message: string; line?: number; path?: string; count: number }>();
  const report: Report = ({ code, message, line, path, count = 1 }) => {
    const key = `${code}\n${message}`;
    const known = gathered.get(key);
    if (known) known.count += count;
    else gathered.set(key, { code, message, ...(line !== undefined && { line }), ...(path !== undefined && { path }), count });
  };
  for (const warning of initial) report(warning);
  return { report, list: () => [...gathered.values()] };
}

/** "lines 3, 7, 12 and 4 more" */
export function lineList(lines: readonly number[], shown = 8): string {
  const rest = lines.length - shown;
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, shown).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
