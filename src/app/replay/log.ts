/** The lines of all runs, in the order of the requests, and what a filter leaves of them. Pure. */
import { LOG_LEVELS, type LogLevel } from '../../engine/strategies/contract.ts';
import { formatReason } from '../../i18n/index.ts';
import type { ReplayLine } from '../../engine/replay/contract.ts';
import type { RunLine } from './lines.ts';

export interface LogRow {
  readonly id: string;
  readonly line: RunLine;
  readonly entry: ReplayLine;
}

export interface LogFilter {
  /** Lines of this level and above. */
  readonly level: LogLevel;
  /** Key of a run; '' = all. */
  readonly key: string;
  readonly search: string;
}

/** Runs side by side, request by request; lines of one run stay in their order. */
export function logRows(lines: readonly RunLine[]): readonly LogRow[] {
  return lines
    .flatMap((line) => line.series.log.map((entry, i): LogRow => ({ id: `${line.key} ${i}`, line, entry })))
    .sort((a, b) => a.entry.at - b.entry.at);
}

/** What a line says, as it is shown and searched. */
export function textOf({ entry }: LogRow): string {
  const fields = Object.entries(entry.reason.values ?? {}).map(([name, value]) => `${name}=${value}`);
  return [entry.event ?? '', formatReason(entry.reason), ...fields].filter(Boolean).join(' ');
}

export function filterLog(rows: readonly LogRow[], { level, key, search }: LogFilter): readonly LogRow[] {
  const least = LOG_LEVELS.indexOf(level);
  const words = search.trim().toLocaleLowerCase();
  return rows.filter(
    (row) =>
      LOG_LEVELS.indexOf(row.entry.level) >= least &&
      (key === '' || row.line.key === key) &&
      (words === '' || textOf(row).toLocaleLowerCase().includes(words)),
  );
}

/** One object per line for other programs: the fields by the system's own names, and the sentence in the language in use. */
export function logJsonl(rows: readonly LogRow[]): string {
  return rows
    .map(({ line, entry }) =>
      JSON.stringify({
        request: entry.at,
        strategy: line.series.strategy,
        row: line.key,
        level: entry.level,
        ...(entry.event !== undefined && { event: entry.event }),
        key: entry.reason.key,
        message: formatReason(entry.reason),
        fields: entry.reason.values ?? {},
      }),
    )
    .map((text) => `${text}\n`)
    .join('');
}
