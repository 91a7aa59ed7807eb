import type { ImportError, Report } from './contract.ts';
import { inEnglish, type EnglishReason } from '../transcript/english.ts';
import { DEEPEST } from '../transcript/transcript-json.ts';
import type { Warning } from '../transcript/types.ts';

/** Why a file cannot be read or written, and what was expected (several = any of them), as reasons and in English. */
export function importError(
  code: string,
  reason: EnglishReason,
  expects: EnglishReason | readonly EnglishReason[],
  place: Pick<ImportError, 'line' | 'path' | 'excerpt'> = {},
): ImportError {
  const list: readonly EnglishReason[] = 'key' in expects ? [expects] : expects;
  return { code, reason, expects: list, message: inEnglish(reason), expected: list.map(inEnglish).join('; '), ...place };
}

export const refused = (...error: Parameters<typeof importError>): { readonly ok: false; readonly error: ImportError } => ({
  ok: false,
  error: importError(...error),
});

/** Collects warnings: equal code and message become one, counted, with the place of the first. */
export function collector(initial: readonly Warning[] = []): { readonly report: Report; list(): readonly Warning[] } {
  const gathered = new Map<string, { -readonly [K in keyof Warning]: Warning[K] }>();
  const report: Report = ({ count = 1, ...rest }) => {
    const { code, message } = rest;
    const key = `${code}\n${message}`;
    const known = gathered.get(key);
    if (known) known.count += count;
    else gathered.set(key, { ...rest, count });
  };
  for (const warning of initial) report(warning);
  return { report, list: () => [...gathered.values()] };
}

export const deepValues = (count: number): Parameters<Report>[0] => ({
  code: 'deep-value',
  message: `Values nested deeper than ${DEEPEST} levels were kept as text below that level.`,
  count,
});

export function lineList(lines: readonly number[], shown = 8): string {
  const rest = lines.length - shown;
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, shown).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

export class KindCounter {
  private readonly kinds = new Map<string, number>();
  private line: number | undefined;

  add(kind: string, line?: number): void {
    if (this.kinds.size === 0) this.line = line;
    const name = kind.slice(0, 40);
    this.kinds.set(name, (this.kinds.get(name) ?? 0) + 1);
  }

  report(code: string, what: string, report: Report, shown = 6): void {
    if (this.kinds.size === 0) return;
    const names = [...this.kinds.keys()];
    const rest = names.length - shown;
    const count = [...this.kinds.values()].reduce((sum, n) => sum + n, 0);
    report({
      code,
      message: `${what}: ${names.slice(0, shown).join(', ')}${rest > 0 ? ` and ${rest} more kinds` : ''}.`,
      ...(this.line !== undefined && { line: this.line }),
      count,
    });
  }
}
