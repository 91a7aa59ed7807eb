import type { FilePart, ImagePart, Message, Part, Transcript } from '../../transcript/types.ts';
import type { Carries, Report } from '../contract.ts';
import type { JsonObject } from '../json.ts';
import { argsObject, callIds, objectSchema, toolName } from '../names.ts';
import { prepareMessages } from '../prepare.ts';

/** Formats of pictures and documents that the API takes, by their type. */
const IMAGES: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/gif': 'gif', 'image/webp': 'webp' };
const DOCUMENTS: Readonly<Record<string, string>> = { 'application/pdf': 'pdf' };

/** Bytes of a format that it takes; documents have names, of few letters. */
function holds(part: ImagePart | FilePart): boolean {
  if (part.data === undefined) return false;
  if (part.type === 'image') return (part.mime ?? '') in IMAGES;
  return (part.mime ?? '') in DOCUMENTS && part.name !== undefined && /^[\w-]{1,100}$/.test(part.name);
}

/** Docs: "Converse" of the API reference of Amazon Bedrock Runtime; what it refuses, Anthropic's API refuses too. */
export const CONVERSE_CARRIES: Carries = {
  tools: true,
  toolText: false,
  toolDefinitions: true,
  system: 'first',
  reasoning: 'signed',
  eitherReasoning: true,
  family: ['bedrock-converse', 'strands-session', 'anthropic-messages', 'claude-code'],
  media: 'not-assistant',
  holds,
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
  blankText: false,
  finalSpace: false,
  neighbours: false,
};

/** A body of Converse: system prompt and tools apart, roles in turn, each call answered in the next message of the user. */
export function converseBody(transcript: Transcript, report: Report): JsonObject {
  const prepared = prepareMessages(transcript, CONVERSE_CARRIES, report);
  const id = callIds(prepared);
  const own = transcript.format === 'bedrock-converse' ? transcript.extra : undefined;
  const turns: { readonly role: 'user' | 'assistant'; readonly content: JsonObject[] }[] = [];
  const system: JsonObject[] = [];
  for (const message of prepared) {
    const blocks = message.parts.map((part) => blockOf(part, id, report));
    if (message.cacheHint) blocks.push({ cachePoint: { type: 'default' } });
    if (message.role === 'system') {
      system.push(...blocks);
      continue;
    }
    const role = sideOf(message);
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else turns.push({ role, content: blocks });
  }
  return {
    ...(transcript.model && { modelId: transcript.model }),
    ...(system.length > 0 && { system }),
    inferenceConfig: {},
    ...own,
    messages: turns,
    ...(transcript.tools.length > 0 && { toolConfig: { tools: transcript.tools.map((tool) => ({ toolSpec: toolOf(tool, report) })) } }),
  };
}

const sideOf = ({ role }: Message): 'user' | 'assistant' => (role === 'assistant' ? 'assistant' : 'user');

const toolOf = ({ name, description, schema }: Transcript['tools'][number], report: Report): JsonObject => ({
  name: toolName(name, report),
  ...(description && { description }),
  inputSchema: { json: objectSchema(schema, report) },
});

function blockOf(part: Part, id: (id: string) => string, report: Report): JsonObject {
  switch (part.type) {
    case 'text':
      return { text: part.text };
    case 'reasoning':
      return part.encrypted !== undefined
        ? { reasoningContent: { redactedContent: part.encrypted } }
        : { reasoningContent: { reasoningText: { text: part.text, ...(part.signature && { signature: part.signature }) } } };
    case 'tool-call':
      return { toolUse: { toolUseId: id(part.id), name: toolName(part.name, report), input: argsObject(part.args, report) } };
    case 'tool-result': {
      const content = part.content.map((inner) => blockOf(inner, id, report));
      return { toolResult: { toolUseId: id(part.callId), status: part.isError ? 'error' : 'success', content } };
    }
    case 'image':
      return { image: { format: IMAGES[part.mime ?? ''], source: { bytes: part.data } } };
    case 'file':
      return { document: { format: DOCUMENTS[part.mime ?? ''], name: part.name, source: { bytes: part.data } } };
  }
}
