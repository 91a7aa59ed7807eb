import type { Message, Part, ReasoningPart, ToolResultPart, Transcript } from '../../transcript/types.ts';
import type { Carries, Report } from '../contract.ts';
import type { JsonObject } from '../json.ts';
import { mediaUrl } from '../media.ts';
import { argsObject, callIds, toolName } from '../names.ts';
import { prepareMessages } from '../prepare.ts';

export const AI_SDK_CARRIES: Carries = {
  tools: true,
  toolText: false,
  toolDefinitions: false,
  system: 'any',
  reasoning: true,
  family: ['ai-sdk'],
  media: 'user',
  holds: (part) => part.data !== undefined || part.url !== undefined,
  records: false,
  isError: true,
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
  neighbours: true,
};

/** UI messages of version 5 and later: each answer with its calls and what came back from them. */
export function uiMessages(transcript: Transcript, report: Report): readonly JsonObject[] {
  const messages = prepareMessages(transcript, AI_SDK_CARRIES, report);
  const id = callIds(messages);
  const results = new Map(
    messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-result' ? [[part.callId, part] as const] : []))),
  );
  return messages
    .filter(({ role }) => role !== 'tool')
    .map((message) => ({
      id: message.id,
      role: message.role,
      ...metadataOf(message),
      parts: [
        ...(message.role === 'assistant' ? [{ type: 'step-start' }] : []),
        ...message.parts.flatMap((part) => partOf(part, results, id, report)),
      ],
    }));
}

/** Fields of an application; the SDK passes them on. */
function metadataOf({ ts, model }: Message): JsonObject {
  return ts || model ? { metadata: { ...(ts && { createdAt: ts }), ...(model && { model }) } } : {};
}

function partOf(part: Part, results: ReadonlyMap<string, ToolResultPart>, id: (id: string) => string, report: Report): readonly JsonObject[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: part.text }];
    case 'reasoning':
      return [reasoningPart(part)];
    case 'image':
    case 'file':
      return [
        {
          type: 'file',
          mediaType: part.mime ?? (part.type === 'image' ? 'image/*' : 'application/octet-stream'),
          ...(part.type === 'file' && part.name && { filename: part.name }),
          url: mediaUrl(part),
        },
      ];
    case 'tool-call': {
      const call = { type: 'dynamic-tool', toolName: toolName(part.name, report), toolCallId: id(part.id), input: argsObject(part.args, report) };
      return [{ ...call, ...outcomeOf(results.get(part.id)) }];
    }
    default:
      return [];
  }
}

/** One text as itself; several as the content of an MCP tool, which says beside it whether it failed. */
function outcomeOf(result: ToolResultPart | undefined): JsonObject {
  const texts = (result?.content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (texts.length > 1)
    return {
      state: 'output-available',
      output: { content: texts.map((text) => ({ type: 'text', text })), ...(result?.isError && { isError: true }) },
    };
  const [text = ''] = texts;
  return result?.isError ? { state: 'output-error', errorText: text } : { state: 'output-available', output: text };
}

/** Signed and encrypted reasoning goes back to its provider in the fields that the SDK keeps for it. */
function reasoningPart({ text, signature, encrypted }: ReasoningPart): JsonObject {
  const anthropic = { ...(signature !== undefined && { signature }), ...(encrypted !== undefined && text === '' && { redactedData: encrypted }) };
  const metadata = {
    ...(Object.keys(anthropic).length > 0 && { anthropic }),
    ...(encrypted !== undefined && text !== '' && { openai: { reasoningEncryptedContent: encrypted } }),
  };
  return { type: 'reasoning', text, ...(Object.keys(metadata).length > 0 && { providerMetadata: metadata }) };
}
