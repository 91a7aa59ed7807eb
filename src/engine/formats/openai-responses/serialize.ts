import type { FilePart, ImagePart, Message, Part, TextPart, ToolDefinition, Transcript } from '../../transcript/types.ts';
import type { Carries, Report } from '../contract.ts';
import { isObject, objectsOf, tryJson, type JsonObject } from '../json.ts';
import { mediaUrl } from '../media.ts';
import { argsText, callIds, objectSchema, toolName } from '../names.ts';
import { prepareMessages } from '../prepare.ts';
import { readToolList } from './tools.ts';

/** A reference that the API resolves: a web address or the id of an uploaded file. */
const isReference = (url: string | undefined): boolean => url !== undefined && (/^https?:\/\//i.test(url) || /^file[-_]/.test(url));

export const RESPONSES_CARRIES: Carries = {
  tools: true,
  toolText: false,
  toolDefinitions: true,
  system: 'any',
  reasoning: 'encrypted',
  family: ['openai-responses', 'codex-rollout'],
  media: 'not-assistant',
  holds: (part) => (part.data !== undefined && !/^(?:audio|video)\//.test(part.mime ?? '')) || (part.data === undefined && isReference(part.url)),
  references: /^file-/,
  records: false,
  isError: false,
  compactions: false,
  branches: false,
  subagents: false,
  title: false,
  names: false,
  synthetic: false,
  parts: 'any',
  paired: true,
  empty: false,
  blankText: true,
  finalSpace: true,
  neighbours: 'one-answer',
};

/** A request body: model, instructions and tools where they are known, and the items. */
export function responsesBody(transcript: Transcript, report: Report): JsonObject {
  const messages = prepareMessages(transcript, RESPONSES_CARRIES, report);
  const own = transcript.format === 'openai-responses';
  const ids: Ids = { id: callIds(messages), freeForm: freeFormCalls(messages) };
  const { tools: others, ...extra } = (own ? transcript.extra : undefined) ?? {};
  const instructions = instructionsOf(messages[0]);
  const tools = toolsOf(transcript.tools, objectsOf(others), report);
  return {
    ...(transcript.model && { model: transcript.model }),
    ...extra,
    ...(instructions !== undefined && { instructions }),
    input: (instructions === undefined ? messages : messages.slice(1)).flatMap((message) => itemsOf(message, ids, report)),
    ...(tools.length > 0 && { tools }),
  };
}

/** A system prompt of one text; one that was an item of the list stays one. */
function instructionsOf(first: Message | undefined): string | undefined {
  const [part] = first?.parts ?? [];
  return first?.role === 'system' && first.parts.length === 1 && part?.type === 'text' && first.extra?.role === undefined ? part.text : undefined;
}

/** Functions, and in their places tools of other kinds as they were written. */
function toolsOf(tools: readonly ToolDefinition[], others: readonly JsonObject[], report: Report): readonly JsonObject[] {
  const written = new Map(others.flatMap((tool) => readToolList([tool]).map(({ name }) => [name, tool])));
  const list = tools.map(
    (tool): JsonObject =>
      written.get(tool.name) ?? {
        type: 'function',
        name: toolName(tool.name, report),
        ...(tool.description && { description: tool.description }),
        parameters: objectSchema(tool.schema, report),
        strict: false,
      },
  );
  // A group stands for several definitions.
  return [...new Set(list)];
}

interface Ids {
  /** A call id as the API takes it. */
  readonly id: (id: string) => string;
  /** Calls whose input is free text, such as a patch. */
  readonly freeForm: ReadonlySet<string>;
}

const freeFormCalls = (messages: readonly Message[]): ReadonlySet<string> =>
  new Set(
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool-call' && part.args.trim() !== '' && !isObject(tryJson(part.args)) ? [part.id] : [])),
    ),
  );

function media(part: ImagePart | FilePart): JsonObject {
  const url = mediaUrl(part) ?? '';
  const uploaded = part.data === undefined && !/^https?:/i.test(url);
  if (part.type === 'image') return { type: 'input_image', ...(uploaded ? { file_id: url } : { image_url: url }), detail: 'auto' };
  if (part.data !== undefined) return { type: 'input_file', filename: part.name ?? 'file', file_data: url };
  return { type: 'input_file', ...(uploaded ? { file_id: url } : { file_url: url }) };
}

/** Items of one message, in the order of its parts. */
function itemsOf(message: Message, ids: Ids, report: Report): readonly JsonObject[] {
  const items: JsonObject[] = [];
  let content: JsonObject[] = [];
  const flush = (): void => {
    const role = message.role === 'system' && message.extra?.role === 'developer' ? 'developer' : message.role;
    if (content.length > 0) items.push({ type: 'message', role, content });
    content = [];
  };
  for (const part of message.parts) {
    if (part.type === 'text') content.push({ type: message.role === 'assistant' ? 'output_text' : 'input_text', text: part.text });
    else if (part.type === 'image' || part.type === 'file') content.push(media(part));
    else {
      flush();
      items.push(itemOf(part, message, ids, report));
    }
  }
  flush();
  return items;
}

function itemOf(part: Exclude<Part, TextPart | ImagePart | FilePart>, message: Message, { id, freeForm }: Ids, report: Report): JsonObject {
  if (part.type === 'reasoning') {
    if (message.compaction) return { type: 'compaction', encrypted_content: part.encrypted ?? '' };
    return {
      type: 'reasoning',
      summary: part.text === '' ? [] : [{ type: 'summary_text', text: part.text }],
      ...(part.encrypted !== undefined && { encrypted_content: part.encrypted }),
    };
  }
  if (part.type === 'tool-call') {
    const named = { call_id: id(part.id), name: toolName(part.name, report) };
    if (freeForm.has(part.id)) return { type: 'custom_tool_call', ...named, input: part.args };
    return { type: 'function_call', ...named, arguments: argsText(part.args, report) };
  }
  const [only] = part.content;
  const text = part.content.length === 0 ? '' : part.content.length === 1 && only?.type === 'text' ? only.text : undefined;
  const output = text ?? part.content.map((inner) => (inner.type === 'text' ? { type: 'input_text', text: inner.text } : media(inner)));
  return { type: freeForm.has(part.callId) ? 'custom_tool_call_output' : 'function_call_output', call_id: id(part.callId), output };
}
