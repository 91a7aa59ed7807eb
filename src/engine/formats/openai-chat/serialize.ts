import type { Message, Part, ToolDefinition, Transcript } from '../../transcript/types.ts';
import type { FormatCapabilities, Report } from '../contract.ts';
import { mediaUrl } from '../format-parts.ts';
import { argsText, callIds, objectSchema, toolName } from '../format-names.ts';
import { prepareMessages } from '../prepare.ts';

export const CHAT_CARRIES: FormatCapabilities = {
  tools: true,
  toolText: false,
  toolDefinitions: true,
  system: 'any',
  reasoning: 'own',
  plainReasoning: true,
  family: ['openai-chat', 'openai-finetune'],
  media: 'user',
  references: /^file-/,
  records: false,
  isError: false,
  compactions: false,
  branches: false,
  subagents: false,
  title: false,
  names: true,
  synthetic: false,
  parts: 'grouped',
  paired: true,
  empty: false,
  blankText: true,
  finalSpace: true,
  neighbours: true,
};

const REQUEST_KEYS: ReadonlySet<string> = new Set([
  'temperature',
  'top_p',
  'max_tokens',
  'max_completion_tokens',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'reasoning_effort',
  'seed',
  'stop',
  'metadata',
]);
/** The same of a message: `weight` is fine-tuning's. */
const MESSAGE_KEYS: ReadonlySet<string> = new Set(['role', 'weight']);

/** The fields that the provider knows; what a program added to them is not written. */
function ownFields(fields: Transcript['extra'], known: ReadonlySet<string>, report: Report): Transcript['extra'] {
  const foreign = Object.keys(fields ?? {}).filter((key) => !known.has(key)).length;
  if (foreign === 0) return fields;
  report({ code: 'foreign-field', message: 'Fields that the provider does not know were left out.', count: foreign });
  return Object.fromEntries(Object.entries(fields!).filter(([key]) => known.has(key)));
}

export function chatBody(transcript: Transcript, report: Report): Readonly<Record<string, unknown>> {
  return chatBodyOf(transcript, CHAT_CARRIES, report);
}

export function chatBodyOf(transcript: Transcript, carries: FormatCapabilities, report: Report): Readonly<Record<string, unknown>> {
  const messages = prepareMessages(transcript, carries, report);
  const own = carries.family.includes(transcript.format);
  const id = callIds(messages);
  return {
    ...(transcript.model && { model: transcript.model }),
    ...(own && ownFields(transcript.extra, REQUEST_KEYS, report)),
    messages: messages.map((message) => chatMessage(message, own, id, report)),
    ...(transcript.tools.length > 0 && { tools: chatTools(transcript.tools, report) }),
  };
}

const chatTools = (tools: readonly ToolDefinition[], report: Report): readonly unknown[] =>
  tools.map((tool) => ({
    type: 'function',
    function: {
      name: toolName(tool.name, report),
      ...(tool.description && { description: tool.description }),
      parameters: objectSchema(tool.schema, report),
    },
  }));

function chatMessage(message: Message, own: boolean, id: (id: string) => string, report: Report): Readonly<Record<string, unknown>> {
  const extra = own ? ownFields(message.extra, MESSAGE_KEYS, report) : undefined;
  if (message.role === 'tool') {
    const result = message.parts.find((part) => part.type === 'tool-result');
    return { ...extra, role: 'tool', tool_call_id: id(result?.callId ?? ''), content: chatContent(result?.content ?? [], false) };
  }
  const calls = message.parts.filter((part) => part.type === 'tool-call');
  const reasoning = message.parts.find((part) => part.type === 'reasoning');
  const rest = message.parts.filter((part) => part.type !== 'tool-call' && part.type !== 'reasoning');
  return {
    ...extra,
    role: message.role === 'system' && extra?.role === 'developer' ? 'developer' : message.role,
    ...(message.name && { name: speakerName(message.name) }),
    content: rest.length === 0 && calls.length > 0 ? null : chatContent(rest, message.role === 'user'),
    ...(reasoning && { reasoning_content: reasoning.text }),
    ...(calls.length > 0 && {
      tool_calls: calls.map((call) => ({
        id: id(call.id),
        type: 'function',
        function: { name: toolName(call.name, report), arguments: argsText(call.args, report) },
      })),
    }),
  };
}

function chatContent(parts: readonly Part[], media: boolean): unknown {
  if (parts.length === 0) return '';
  const [first] = parts;
  if (parts.length === 1 && first?.type === 'text') return first.text;
  return parts.flatMap((part): unknown[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }];
    if (!media) return [];
    const url = part.type === 'image' || part.type === 'file' ? mediaUrl(part) : undefined;
    if (url === undefined) return [];
    if (part.type === 'image') return [{ type: 'image_url', image_url: { url } }];
    if (part.type !== 'file') return [];
    const audio = /^audio\/(wav|mp3)$/.exec(part.mime ?? '');
    if (audio && part.data !== undefined) return [{ type: 'input_audio', input_audio: { data: part.data, format: audio[1] } }];
    if (part.data === undefined) return url.startsWith('file-') ? [{ type: 'file', file: { file_id: url } }] : [{ type: 'text', text: url }];
    return [{ type: 'file', file: { ...(part.name && { filename: part.name }), file_data: url } }];
  });
}

/** The API allows neither white space nor `<|\\/>` in a speaker's name. */
export const speakerName = (name: string): string => name.replace(/[\s<|\\/>]+/g, '_').slice(0, 64);
