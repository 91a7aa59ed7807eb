/**
 * Messages of the Converse API of Amazon Bedrock. A part has no type: the one key that it has tells what it is.
 * Shapes: botocore `bedrock-runtime/2023-09-30/service-2.json` and strands-agents/sdk-python `types/content.py` @1232230d.
 */
import type { FilePart, ImagePart, Origin, Part, TextPart, ToolDefinition, Usage } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import type { Draft } from '../finish.ts';
import { compact, filled, isObject, jsonText, listOf, objectsOf, type JsonObject, type Raw } from '../json.ts';
import { callOf, decodedText, filePart, type ContentPiece, imagePart, readParts, resultOf, texts, thoughts, titled } from '../format-parts.ts';
import { usageFrom } from '../usage.ts';

interface ToolUse {
  toolUseId: string;
  name: string;
  input: object;
}
interface ToolResult {
  toolUseId: string;
  status?: 'success' | 'error';
  content: readonly Block[];
}
interface Media {
  format: string;
  name?: string;
  source: { bytes?: string; s3Location?: { uri: string }; text?: string; content?: readonly { text: string }[] };
}
interface Block {
  text?: string;
  json?: unknown;
  toolUse?: ToolUse;
  toolResult?: ToolResult;
  reasoningContent?: { reasoningText?: { text: string; signature?: string }; redactedContent?: string };
  image?: Media;
  document?: Media;
  video?: Media;
  audio?: Media;
  guardContent?: { text?: { text: string }; image?: Media };
  cachePoint?: { type: string };
  citationsContent?: { content: readonly { text: string }[]; citations: readonly object[] };
  searchResult?: { source: string; title: string; content: readonly { text: string }[] };
}
export interface ConverseUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadInputTokens: number;
  cacheWriteInputTokens: number;
}

const KEYS: ReadonlySet<string> = new Set([
  'text',
  'toolUse',
  'toolResult',
  'reasoningContent',
  'image',
  'document',
  'video',
  'audio',
  'guardContent',
  'cachePoint',
  'citationsContent',
  'searchResult',
]);

export const isBlock = (value: unknown): value is Raw<Block> => {
  if (!isObject(value) || value.type !== undefined) return false;
  const keys = Object.keys(value);
  return keys.length === 1 && KEYS.has(keys[0]!);
};

export const isMessage = (value: unknown): value is JsonObject & { readonly content: readonly Raw<Block>[] } =>
  isObject(value) &&
  (value.role === 'user' || value.role === 'assistant') &&
  Array.isArray(value.content) &&
  value.content.length > 0 &&
  (value.content as readonly unknown[]).every(isBlock);

export const isOwn = (value: unknown): boolean =>
  isMessage(value) &&
  value.content.some((block) => ['toolUse', 'toolResult', 'reasoningContent', 'cachePoint', 'guardContent'].some((key) => key in block));

export interface ReadBlocks {
  readonly parts: readonly Part[];
  readonly cacheHint: boolean;
}

export function readBlocks(content: unknown, report: Report, origin: Origin): ReadBlocks {
  let cacheHint = false;
  const parts = readParts(
    content,
    (block, kind) => {
      if (kind === 'cachePoint') cacheHint = true;
      return readBlock(block, kind, report, origin);
    },
    report,
    origin,
    (block) => Object.keys(block)[0],
  );
  return { parts, cacheHint };
}

function readBlock(block: Raw<Block>, kind: string, report: Report, origin: Origin): readonly Part[] | undefined {
  const inner: JsonObject = isObject(block[kind as keyof Block]) ? (block[kind as keyof Block] as JsonObject) : {};
  switch (kind) {
    case 'text':
      return texts(block.text);
    case 'json':
      return texts(jsonText(block.json));
    case 'toolUse':
      return [callOf(inner.toolUseId, inner.name, inner.input)];
    case 'toolResult': {
      const { parts } = readBlocks(inner.content, report, origin);
      return [resultOf(inner.toolUseId, parts as readonly ContentPiece[], { isError: inner.status === 'error' })];
    }
    case 'reasoningContent': {
      const said: JsonObject = isObject(inner.reasoningText) ? inner.reasoningText : {};
      return thoughts(said.text, { signature: said.signature, encrypted: inner.redactedContent });
    }
    case 'image':
    case 'document':
    case 'video':
    case 'audio':
      return readMedia(kind, inner);
    case 'guardContent':
      return isObject(inner.text) ? texts(inner.text.text) : isObject(inner.image) ? readMedia('image', inner.image) : undefined;
    case 'citationsContent':
      return objectsOf(inner.content).flatMap(({ text }) => texts(text));
    case 'searchResult':
      return titled(
        inner.title,
        [filled(inner.source), ...objectsOf(inner.content).flatMap(({ text }) => filled(text) ?? [])].filter(Boolean).join('\n'),
      );
    default:
      return kind === 'cachePoint' ? [] : undefined;
  }
}

const TEXT_FORMATS = new Set(['txt', 'md', 'csv', 'html']);
const MIMES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

function readMedia(kind: string, { format, name, source }: Raw<Media>): readonly (ImagePart | FilePart | TextPart)[] | undefined {
  const from: JsonObject = isObject(source) ? source : {};
  const where: JsonObject = isObject(from.s3Location) ? from.s3Location : {};
  const given = filled(format) ?? '';
  const data = filled(from.bytes);
  const text =
    filled(from.text) ??
    (objectsOf(from.content)
      .flatMap((part) => filled(part.text) ?? [])
      .join('\n') ||
      undefined);
  if (kind === 'document' && text !== undefined) return titled(name, text);
  if (kind === 'document' && data !== undefined && TEXT_FORMATS.has(given)) {
    const decoded = decodedText(data);
    if (decoded !== undefined) return titled(name, decoded);
  }
  const place = data ?? filled(where.uri);
  if (place === undefined) return undefined;
  if (kind === 'image') return [imagePart(place, given ? `image/${given}` : undefined)];
  const mime = kind === 'document' ? (MIMES[given] ?? `text/${given}`) : `${kind}/${given}`;
  return [filePart(place, given ? mime : undefined, filled(name))];
}

export const readUsage = (usage: unknown, report: Report, origin: Origin): Usage | undefined => {
  if (!isObject(usage)) return undefined;
  const { inputTokens, outputTokens, cacheReadInputTokens, cacheWriteInputTokens }: Raw<ConverseUsage> = usage;
  return usageFrom({ input: inputTokens, output: outputTokens, cacheRead: cacheReadInputTokens, cacheWrite: cacheWriteInputTokens }, report, origin);
};

export const readTools = (toolConfig: unknown): ToolDefinition[] =>
  objectsOf(isObject(toolConfig) ? toolConfig.tools : undefined).flatMap(({ toolSpec }) => {
    if (!isObject(toolSpec) || !filled(toolSpec.name)) return [];
    const schema = isObject(toolSpec.inputSchema) ? toolSpec.inputSchema.json : undefined;
    return [compact({ name: filled(toolSpec.name)!, description: filled(toolSpec.description), schema })];
  });

export function readSystem(system: unknown, report: Report, origin: Origin): Draft[] {
  const { parts, cacheHint } = readBlocks(listOf(system), report, origin);
  return parts.length === 0 ? [] : [{ id: 'system', role: 'system', parts, origin, ...(cacheHint && { cacheHint }) }];
}
