/** S4's log lines, with its levels and field names. docs/systems.md#s4-log-lines */
import { DROP, type FinishedRun, type LogLine } from '../../contract.ts';

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

/** S4 truncates only above the window; a compaction by hand may truncate below it, and then logs the end alone. */
export function truncationLog({ outcome, plan, tokensBefore, messagesBefore, messagesAfter, window }: FinishedRun): LogLine[] {
  const lines: LogLine[] = [];
  if (tokensBefore > window) {
    const values = { messageCount: messagesBefore, usedTokens: tokensBefore, maxTokens: window };
    lines.push({ level: 'warn', reason: { key: 'log-truncation-start', values } });
  }
  if (outcome === 'compacted' && plan.fates.includes(DROP)) {
    const values = { beforeCount: messagesBefore, afterCount: messagesAfter, removedCount: messagesBefore - messagesAfter };
    lines.push({ level: 'warn', reason: { key: 'log-truncation-done', values } });
  }
  return lines;
}

export function compressionLog(finished: FinishedRun, threshold: number): readonly LogLine[] {
  const { outcome, summaries, failures, tokensBefore, messagesBefore, messagesAfter, window } = finished;
  if (outcome === 'unchanged' && failures.length === 0) return [];
  const usedTokens = tokensBefore;
  const triggered = {
    usedTokens,
    usagePercent: percent(usedTokens / window),
    messageCount: messagesBefore,
    threshold: `${Number((threshold * 100).toFixed(1))}%`,
  };
  const lines: LogLine[] = [{ level: 'info', reason: { key: 'log-compression-start', values: triggered } }];
  for (const failure of failures) {
    // S4 logs an exception as an error; whatever the cause, the compaction is abandoned and the hard limit decides.
    if (failure === 'error')
      lines.push({ level: 'error', reason: { key: 'log-compression-exception', values: { error: failure, willContinue: true } } });
    lines.push({ level: 'warn', reason: { key: 'log-compression-failed', values: { reason: failure, willWaitForHardLimit: true } } });
  }
  const [summary] = summaries;
  if (outcome === 'compacted' && summary) {
    const values = { beforeCount: messagesBefore, afterCount: messagesAfter, compressed: true, summaryLength: summary.outcome.text.length };
    lines.push({ level: 'info', reason: { key: 'log-compression-done', values } });
    return lines;
  }
  lines.push(...truncationLog(finished));
  if (outcome === 'refused') {
    lines.push({ level: 'error', reason: { key: 'log-refused', values: { usedTokens, maxTokens: window } } });
  }
  return lines;
}
