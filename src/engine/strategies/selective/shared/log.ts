/** The study's log lines with their levels, its two events, and its phases if requested. docs/systems.md#s3-log-and-events */
import { hintedPrefix } from '../../../signals/cache-hint.ts';
import type { PreparedTranscript } from '../../../signals/contract.ts';
import type { FinishedRun, LogLine, Reason } from '../../contract.ts';

// How much of the prompt up to the last cache hint the plan leaves unchanged (docs/adr/0017-cache-hints.md).

export const cacheTrace = (input: PreparedTranscript, fates: Uint8Array): Reason => ({ key: 'trace-cache-hint', values: hintedPrefix(input, fates) });

/** Trace entries that are log lines; the others only explain. */
const LEVELS: Readonly<Record<string, LogLine['level']>> = {
  'log-selective-start': 'info',
  'log-selective-drop': 'info',
  'log-selective-blocks': 'info',
  'log-selective-truncate': 'info',
  'log-selective-cut': 'debug',
  'log-selective-oldest': 'info',
  'log-selective-offload': 'info',
  'log-selective-summary': 'info',
  'log-selective-cooldown': 'warn',
};

/** A phase with the tokens before and after it; phases are named like the study's events but are not among them. */
function phase(name: string, before: number, after: number): LogLine {
  return { level: 'debug', event: name, reason: { key: 'log-selective-phase', values: { phase: name, before, after } } };
}

function phaseAfter({ key, values }: Reason, tokensBefore: number, selected: number): LogLine[] {
  switch (key) {
    case 'log-selective-start':
      return [phase('selective_start', tokensBefore, tokensBefore)];
    case 'log-selective-done':
      return [phase('selective_done', tokensBefore, selected)];
    case 'log-selective-summary':
      return [phase('summary_start', selected, selected)];
    case 'log-selective-cooldown':
      return [phase('cooldown', Number(values?.tokens), Number(values?.tokens))];
    default:
      return [];
  }
}

/** What the study's system would have logged and sent. `meta` = its `emit_compaction_meta_events`. */
export function selectiveLog(finished: FinishedRun, meta: boolean): readonly LogLine[] {
  const { outcome, why, tokensBefore, tokensAfter, messagesAfter, headerAfter, failures, summaries } = finished;
  const trace = (finished.attempted ?? finished.plan).trace ?? [];
  const selected = Number(trace.find(({ key }) => key === 'log-selective-done')?.values?.after ?? tokensBefore);
  const lines: LogLine[] = [];
  const add = (line: LogLine): void => {
    if (meta || line.reason.key !== 'log-selective-phase') lines.push(line);
  };
  for (const reason of trace) {
    const level = LEVELS[reason.key];
    if (level) add({ level, reason });
    for (const line of phaseAfter(reason, tokensBefore, selected)) add(line);
  }
  if (outcome === 'rejected') {
    add({ level: 'warn', reason: { key: 'log-selective-rollback', values: { exception: failures[0] ?? why?.key ?? 'unknown' } } });
    add(phase('rollback', selected, tokensBefore));
    return lines;
  }
  if (failures[0]) add({ level: 'warn', reason: { key: 'log-selective-dropped', values: { exception: failures[0] } } });
  if (outcome !== 'compacted') return lines;
  if (summaries.length > 0) add(phase('summary_done', selected, tokensAfter));
  add({
    level: 'info',
    event: 'COMPACTION_PERFORMED',
    reason: { key: 'log-selective-performed', values: { before: tokensBefore, after: tokensAfter } },
  });
  if (summaries.length > 0)
    add({ level: 'info', event: 'CONVERSATION_REPLACED', reason: { key: 'log-selective-replaced', values: { count: messagesAfter - headerAfter } } });
  return lines;
}
