import type { FilePart, ImagePart, Message, Part, ToolResultPart, Transcript, Usage } from '../../transcript/types.ts';
import type { FormatCapabilities, Report } from '../contract.ts';
import type { JsonObject } from '../json.ts';
import { argsObject, callIds, objectSchema, toolName } from '../encoding.ts';
import { prepareMessages } from '../prepare.ts';
import { toAnthropicSource, toDocument } from '../format-parts.ts';

export interface WriteOptions {
  readonly name: (name: string) => string;
  readonly id: (id: string) => string;
  readonly report: Report;
}

export function writeBlocks(parts: readonly Part[], writing: WriteOptions): readonly JsonObject[] {
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

function writeResult(part: ToolResultPart, writing: WriteOptions): JsonObject {
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

export const ANTHROPIC_CARRIES: FormatCapabilities = {
  tools: true,
  toolText: false,
  toolDefinitions: true,
  system: 'first',
  reasoning: 'signed',
  eitherReasoning: true,
  family: ['anthropic-messages'],
  media: 'not-assistant',
  references: /^file_/,
  records: false,
  isError: true,
  compactions: false,
  branches: false,
  subagents: false,
  title: false,
  names: false,
  synthetic: false,
  documents: true,
  parts: 'any',
  paired: true,
  empty: false,
  blankText: false,
  finalSpace: false,
  neighbours: false,
};

const DEFAULT_MAX_TOKENS = 4096;

export function anthropicBody(transcript: Transcript, report: Report): JsonObject {
  const prepared = prepareMessages(transcript, ANTHROPIC_CARRIES, report);
  const writing: WriteOptions = { name: (name) => toolName(name, report), id: callIds(prepared), report };
  const system = turnOf(prepared.filter((message) => message.role === 'system'));
  const turns = asTurns(prepared);
  const hinted = new Set(turns.filter(({ cacheHint }) => cacheHint).slice(system.cacheHint ? 1 - MOST_HINTS : -MOST_HINTS));
  const own = ANTHROPIC_CARRIES.family.includes(transcript.format) ? transcript.extra : undefined;
  return {
    ...(transcript.model?.includes('claude') && { model: transcript.model }),
    max_tokens: DEFAULT_MAX_TOKENS,
    ...own,
    ...(system.parts.length > 0 && { system: contentOf(system.parts, writing, system.cacheHint) }),
    messages: turns.map((turn) => ({ role: turn.role, content: contentOf(turn.parts, writing, hinted.has(turn)) })),
    ...(transcript.tools.length > 0 && {
      tools: transcript.tools.map((tool) => ({
        name: writing.name(tool.name),
        ...(tool.description && { description: tool.description }),
        input_schema: objectSchema(tool.schema, report),
      })),
    }),
  };
}

const MOST_HINTS = 4;

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly parts: Part[];
  cacheHint: boolean;
}

const turnOf = (messages: readonly Message[]): Pick<Turn, 'parts' | 'cacheHint'> => ({
  parts: messages.flatMap(({ parts }) => parts),
  cacheHint: messages.some(({ cacheHint }) => cacheHint === true),
});

function asTurns(messages: readonly Message[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = turns.at(-1);
    if (last?.role !== role) turns.push({ role, parts: [...message.parts], cacheHint: message.cacheHint === true });
    else {
      for (const part of message.parts) last.parts.push(part);
      last.cacheHint ||= message.cacheHint === true;
    }
  }
  return turns;
}

/** A hint goes to the last block that may carry one; thinking may not. */
function contentOf(parts: readonly Part[], writing: WriteOptions, cacheHint: boolean): unknown {
  const [only] = parts;
  if (!cacheHint) return parts.length === 1 && only?.type === 'text' && !only.document ? only.text : writeBlocks(parts, writing);
  const blocks = [...writeBlocks(parts, writing)];
  const at = blocks.findLastIndex(({ type }) => type !== 'thinking' && type !== 'redacted_thinking');
  if (at >= 0) blocks[at] = { ...blocks[at], cache_control: { type: 'ephemeral' } };
  return blocks;
}
