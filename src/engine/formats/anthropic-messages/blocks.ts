import { sumOfUsage } from '../../transcript/transcript-json.ts';
import type { FilePart, ImagePart, Message, Origin, Part, TextPart, ToolResultPart, Transcript, Usage } from '../../transcript/types.ts';
import type { FormatCapabilities, Report } from '../contract.ts';
import { argsObject, callIds, objectSchema, toolName } from '../encoding.ts';
import { usageFrom } from '../finish.ts';
import {
  documentText,
  fromAnthropicSource,
  readAnyPart,
  readAnyResult,
  textIn,
  toAnthropicSource,
  toDocument,
  unknownPart,
  type ContentPiece,
  callOf,
  isPiece,
  resultOf,
  texts,
  thoughts,
} from '../format-parts.ts';
import { filled, isObject, type JsonObject, jsonText, listOf, objectOf, objectsOf, textOf } from '../json.ts';
import { prepareMessages } from '../prepare.ts';
import { REQUEST_CARRIES } from '../contract.ts';

interface Blocks {
  readonly parts: readonly Part[];
  readonly compaction: string | undefined;
  readonly cacheHint: boolean;
}

export function readBlocks(content: unknown, report: Report, place: Origin): Blocks {
  if (typeof content === 'string') return { parts: texts(content), compaction: undefined, cacheHint: false };
  const parts: Part[] = [];
  const at: Report = (warning) => report({ ...place, ...warning });
  let compaction: string | undefined;
  let cacheHint = false;
  for (const block of listOf(content)) {
    if (typeof block === 'string') parts.push(...texts(block));
    else if (isObject(block)) {
      cacheHint ||= isObject(block.cache_control);
      if (block.type === 'compaction' && filled(block.content)) compaction = filled(block.content);
      else parts.push(...readBlock(block, at));
    }
  }
  return { parts, compaction, cacheHint };
}

function readBlock(block: JsonObject, report: Report): readonly Part[] {
  const type = textOf(block.type) ?? '';
  if (type === 'text') return texts(block.text);
  if (type === 'thinking') return thoughts(textIn(block.thinking) ?? block.text, { signature: block.signature });
  if (type === 'redacted_thinking') return thoughts('', { encrypted: block.data });
  if (type === 'tool_use') return [callOf(block.id, block.name, block.input)];
  if (type === 'tool_result') return [readResult(block, report)];
  if (type === 'image' || type === 'document') return readMedia(block, report);
  return readOther(block, type, report);
}

function readMedia(block: JsonObject, report: Report): readonly (ImagePart | FilePart | TextPart)[] {
  const title = filled(block.title) ?? filled(block.name);
  const document = block.type === 'document' ? documentText(block.source, title) : undefined;
  if (document) return document;
  const source = fromAnthropicSource(block.source);
  if (!source) {
    report({ code: 'unknown-part', message: `Content blocks of the type "${String(block.type)}" without a readable source were left out.` });
    return [];
  }
  // The API takes no image without a type, so one that was lost is its most frequent one.
  const lost = source.data !== undefined && source.mime === undefined && { mime: 'image/png' };
  return block.type === 'image' ? [{ type: 'image', ...source, ...lost }] : [{ type: 'file', ...(title && { name: title }), ...source }];
}

function readResult(block: JsonObject, report: Report): ToolResultPart {
  if (block.content === undefined || isObject(block.content)) return readAnyResult(block);
  const content = typeof block.content === 'string' ? block.content : objectsOf(block.content).flatMap((inner) => resultContent(inner, report));
  return resultOf(block.tool_use_id, content, { isError: block.is_error === true });
}

/** Tools that answer with data instead of blocks: the data is the text of the result. */
function resultContent(block: JsonObject, report: Report): readonly ContentPiece[] {
  if (block.type === 'image' || block.type === 'document') return readMedia(block, report);
  if (typeof block.type !== 'string') return [{ type: 'text', text: jsonText(block) }];
  return readOther(block, block.type, report).filter(isPiece);
}

/** Server tools run within one answer of the model and need no reply, so their calls and results become text of that answer. */
function readOther(block: JsonObject, type: string, report: Report): readonly Part[] {
  if (type === 'server_tool_use' || type === 'mcp_tool_use') {
    report({ code: 'server-tool', message: 'Calls of server-side tools were kept as text of the answer they belong to.' });
    return [{ type: 'text', text: `[${filled(block.name) ?? type}] ${jsonText(block.input ?? {})}` }];
  }
  const text = textOf(block.text) ?? contentText(block, type, report);
  const foreign = text === undefined ? readAnyPart(block)?.filter((part) => part.type !== 'tool-call' && part.type !== 'tool-result') : undefined;
  if (foreign && foreign.length > 0) return foreign;
  if (text === undefined) {
    report(unknownPart(type));
    return [];
  }
  return texts(text);
}

function contentText(block: JsonObject, type: string, report: Report): string | undefined {
  if (type.endsWith('_tool_result') || type === 'search_result') return readable(block.content ?? block, report);
  const content = textOf(block.content);
  return content === undefined ? undefined : [filled(block.path), content].filter((line) => line !== undefined).join('\n');
}

function readable(value: unknown, report: Report): string {
  const lines: string[] = [];
  let encrypted = 0;
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const item = pending.pop();
    if (Array.isArray(item)) {
      for (let i = item.length - 1; i >= 0; i--) pending.push(item[i]);
    } else if (isObject(item)) {
      if (item.encrypted_content !== undefined) encrypted++;
      const own = ['title', 'url', 'text', 'stdout', 'stderr', 'error_code'].flatMap((key) => filled(item[key]) ?? []);
      if (own.length > 0) lines.push(own.join(' '));
      if (item.content !== undefined) pending.push(item.content);
    } else if (typeof item === 'string' && item !== '') lines.push(item);
  }
  if (encrypted > 0)
    report({ code: 'encrypted-content', message: 'Encrypted contents of search results were left out: they are no text.', count: encrypted });
  return lines.join('\n');
}

export function readUsage(usage: unknown, report: Report, place?: Origin): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const { input_tokens: input, output_tokens: output, cache_read_input_tokens: cacheRead, cache_creation_input_tokens: cacheWrite } = usage;
  const lifetimes = objectOf(usage.cache_creation);
  return usageFrom({ input, output, cacheRead, cacheWrite, cacheWriteHour: lifetimes.ephemeral_1h_input_tokens }, report, place);
}

/**
 * Tokens of the summaries that a request with a threshold wrote (`compact_20260112`): its sums leave them out, only `usage.iterations` has them.
 * platform.claude.com/docs/en/build-with-claude/compaction-threshold. Requests, responses and sessions of Claude Code hold it; Cline keeps sums alone
 * (cline/cline @21cb8d25), and so does the usage of Claude Managed Agents (`BetaManagedAgentsSpanModelUsage`).
 */
export function readSummaryUsage(usage: unknown, report: Report, place?: Origin): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const written = objectsOf(usage.iterations).flatMap((one) => (one.type === 'compaction' ? (readUsage(one, report, place) ?? []) : []));
  return written.length > 0 ? written.reduce((a, b) => sumOfUsage(a, b)) : undefined;
}

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
  ...REQUEST_CARRIES,
  system: 'first',
  reasoning: 'signed',
  eitherReasoning: true,
  family: ['anthropic-messages'],
  media: 'not-assistant',
  references: /^file_/,
  documents: true,
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
