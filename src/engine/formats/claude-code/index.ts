import type { Format, Source } from '../contract.ts';
import { isObject, textOf } from '../json.ts';
import { sessionLines } from './lines.ts';
import { parseClaudeCode } from './parse.ts';
import { CLAUDE_CODE_CARRIES, claudeCodeLines } from './serialize.ts';
import { stated } from '../written.ts';

const SAMPLE = 50;

/** Message lines with a session and the links of its tree; files of the first versions may start with titles alone. */
function detect(source: Source): number {
  let best = 0;
  for (const { value } of sessionLines({ ...source, records: source.records.slice(0, SAMPLE) }).slice(0, SAMPLE)) {
    const type = textOf(value.type);
    // Qwen Code writes the same lines with Gemini's contents.
    if (isObject(value.message) && !('content' in value.message)) return 0;
    const linked = typeof value.uuid === 'string' && 'parentUuid' in value;
    if ((type === 'user' || type === 'assistant') && linked && typeof value.sessionId === 'string') return 0.98;
    if (linked && typeof value.sessionId === 'string') best = Math.max(best, 0.9);
    if (type === 'summary' && typeof value.leafUuid === 'string') best = Math.max(best, 0.6);
    if (type === 'file-history-snapshot' || (type === 'queue-operation' && typeof value.sessionId === 'string')) best = Math.max(best, 0.6);
  }
  return best;
}

export const claudeCode: Format = {
  id: 'claude-code',
  evidence: 'recorded',
  written: { by: 'Claude Code', tested: '2.1.220', version: stated('version') },
  unread: 'file history snapshots',
  extension: 'jsonl',
  carries: CLAUDE_CODE_CARRIES,
  detect,
  parse: parseClaudeCode,
  serialize: (transcript, report) =>
    claudeCodeLines(transcript, report)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
};
