import type { FilePart, ImagePart, Part, ToolResultPart, Usage } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import type { JsonObject } from '../json.ts';
import { toAnthropicSource, toDocument } from '../media.ts';
import { argsObject } from '../names.ts';

/** How names and ids are written: sanitised for the API, unchanged for session files. */
export interface Writing {
  readonly name: (name: string) => string;
  readonly id: (id: string) => string;
  readonly report: Report;
}

/** Parts as Anthropic content blocks. */
export function writeBlocks(parts: readonly Part[], writing: Writing): readonly JsonObject[] {
  return parts.map((part): JsonObject => {
    switch (part.type) {
      case 'text':
        return part.document ? toDocument(part) : { type: 'text', text: part.text };
      case 'reasoning':
        return part.encrypted !== undefined
          ? { type: 'redacted_thinking', data: part.encrypted }
          : { type: 'thinking', thinking: part.text, ...(part.signature !== undefined && { signature: part.signature }) };
      case 'tool-call':
        return { type: 'tool_use', id: writing.id(part.id), name: writing.name(part.name), input: argsObject(part.args, writing.report) };
      case 'tool-result':
        return writeResult(part, writing);
      default:
        return writeMedia(part);
    }
  });
}

function writeResult(part: ToolResultPart, writing: Writing): JsonObject {
  const content = part.content.filter((inner) => inner.type !== 'text' || inner.text !== '');
  const [first] = content;
  const body =
    content.length === 0
      ? undefined
      : content.length === 1 && first?.type === 'text' && !first.document
        ? first.text
        : content.map((inner) =>
            inner.type !== 'text' ? writeMedia(inner) : inner.document ? toDocument(inner) : { type: 'text', text: inner.text },
          );
  return {
    type: 'tool_result',
    tool_use_id: writing.id(part.callId),
    ...(body !== undefined && { content: body }),
    ...(part.isError && { is_error: true }),
  };
}

const writeMedia = (part: ImagePart | FilePart): JsonObject =>
  part.type === 'image'
    ? { type: 'image', source: toAnthropicSource(part) }
    : { type: 'document', ...(part.name && { title: part.name }), source: toAnthropicSource(part) };

export const writeUsage = (usage: Usage): JsonObject => ({
  input_tokens: usage.input,
  cache_creation_input_tokens: usage.cacheWrite,
  cache_read_input_tokens: usage.cacheRead,
  output_tokens: usage.output,
  ...(usage.cacheWriteHour !== undefined && {
    cache_creation: { ephemeral_5m_input_tokens: usage.cacheWrite - usage.cacheWriteHour, ephemeral_1h_input_tokens: usage.cacheWriteHour },
  }),
});
