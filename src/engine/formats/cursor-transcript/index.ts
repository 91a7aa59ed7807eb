/**
 * Transcripts of Cursor's agent: `.cursor/projects/<slug>/agent-transcripts/<id>.jsonl`, in older versions plain text. No message has an id,
 * most files hold no results of tools. Shapes: fixtures of jazzyalex/agent-sessions @651e854f.
 */
import type { Origin, Part, Transcript } from '../../transcript/types.ts';
import { readBlocks } from '../anthropic-messages/blocks.ts';
import type { Format, Report, Source } from '../contract.ts';
import { isObject, type JsonObject } from '../json.ts';
import { firstObjects, objectsIn, spoken } from '../records.ts';
import { readPrompt, transcriptOf } from './conversation.ts';
import { isOldText, readOldText } from './text.ts';

interface Line {
  role: 'user' | 'assistant';
  /** Blocks: text, thinking, tool_use without an id, tool_result. */
  message: { content: readonly object[] };
}

/** Keys of lines of other programs around the same messages. */
const FOREIGN = ['type', 'uuid', 'sessionId', 'parentId', 'parentUuid', 'message_id', 'created_at', 'timestamp'];

const isLine = (value: JsonObject): value is JsonObject & Line =>
  (value.role === 'user' || value.role === 'assistant') &&
  isObject(value.message) &&
  Array.isArray(value.message.content) &&
  !FOREIGN.some((key) => key in value);

function detect(source: Source): number {
  if (source.container === 'text') return isOldText(source.text) ? 0.96 : 0;
  const lines = firstObjects(source);
  return lines.length > 0 && lines.every(isLine) ? 0.96 : 0;
}

/** Thinking that Cursor does not write down. */
const REDACTED = '[REDACTED]';

function readLines(source: Source, report: Report): Transcript {
  return transcriptOf((talk) => {
    for (const { value, line, path } of objectsIn(source)) {
      const origin: Origin = line === undefined ? { path } : { line };
      if (!isLine(value)) {
        report({ code: 'unknown-entry', message: 'Lines that are no messages were left out.', ...origin });
        continue;
      }
      const user = value.role === 'user';
      const parts = readBlocks(value.message.content, report, origin).parts.flatMap((part): Part[] => {
        // The ids of results match no call.
        if (part.type === 'tool-result') return [{ ...part, callId: '' }];
        if (part.type !== 'text') return [part];
        if (user) return readPrompt(part.text);
        if (part.text.trim() !== REDACTED) return [part];
        report({ code: 'redacted-reasoning', message: 'Reasoning that the program replaced by [REDACTED] was left out.', ...origin });
        return [];
      });
      talk.say(user ? 'user' : 'assistant', parts, { origin });
    }
  }, report);
}

export const cursorTranscript: Format = {
  id: 'cursor-transcript',
  evidence: 'fixtures',
  unread: 'results of tools: most files hold none',
  extension: 'jsonl',
  detect,
  parse: (source, report) =>
    spoken([source.container === 'text' ? readOldText(source.text, report) : readLines(source, report)], 'cursor-transcript'),
};
