import type { FilePart, ImagePart, Message, Part, ToolResultPart, Transcript } from '../../transcript/types.ts';
import type { Carries, Report } from '../contract.ts';
import { isObject, jsonText, objectsOf, tryJson, type JsonObject } from '../json.ts';
import { argsObject, objectSchema, toolName } from '../names.ts';
import { prepareMessages } from '../prepare.ts';
import { TEXT_KEYS } from './content.ts';
import { readGeminiTools } from './tools.ts';

export const GEMINI_CARRIES: Carries = {
  tools: true,
  toolText: false,
  toolDefinitions: true,
  system: 'first',
  reasoning: 'own-or-signed',
  eitherReasoning: true,
  family: ['gemini-api', 'gemini-cli', 'adk'],
  media: 'user',
  fileNames: false,
  holds: (part) => part.data !== undefined || part.url !== undefined,
  references: /^(?:gs:\/\/|files\/|https:\/\/generativelanguage\.googleapis\.com\/)/,
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
  neighbours: false,
};

/** A request body. The model is a part of the address, and stands beside the contents as in the SDK's dumps. */
export function geminiBody(transcript: Transcript, report: Report): JsonObject {
  const messages = prepareMessages(transcript, GEMINI_CARRIES, report);
  const { tools: others, ...extra } = (transcript.format === 'gemini-api' ? transcript.extra : undefined) ?? {};
  const system = messages[0]?.role === 'system' ? messages[0] : undefined;
  const tools = toolsOf(transcript, objectsOf(others), report);
  return {
    ...(transcript.model && { model: transcript.model }),
    ...extra,
    ...(system && { systemInstruction: { parts: system.parts.flatMap((part) => (part.type === 'text' ? [{ text: part.text }] : [])) } }),
    contents: contentsOf(system ? messages.slice(1) : messages, report),
    ...(tools.length > 0 && { tools }),
  };
}

function toolsOf({ tools }: Transcript, others: readonly JsonObject[], report: Report): readonly JsonObject[] {
  const asWritten = new Set(readGeminiTools(others).map(({ name }) => name));
  const functionDeclarations = tools
    .filter(({ name }) => !asWritten.has(name))
    .map((tool) => ({
      name: functionName(tool.name, report),
      description: tool.description ?? '',
      parametersJsonSchema: objectSchema(tool.schema, report),
    }));
  return [...(functionDeclarations.length > 0 ? [{ functionDeclarations }] : []), ...others];
}

/** A name begins with a letter or `_`. */
function functionName(name: string, report: Report): string {
  const safe = toolName(name, report);
  if (/^[a-z_]/i.test(safe)) return safe;
  report({ code: 'name-changed', message: 'Tool names were changed to what the provider accepts.' });
  return `_${safe}`.slice(0, 64);
}

/** All results of an answer's calls are one content, because the provider counts them. */
function contentsOf(messages: readonly Message[], report: Report): readonly JsonObject[] {
  const called = new Map(
    messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [[part.id, part.name] as const] : []))),
  );
  const contents: { readonly role: string; readonly parts: JsonObject[] }[] = [];
  messages.forEach((message, i) => {
    const parts = partsOf(message, called, report);
    const last = contents.at(-1);
    if (last && message.role === 'tool' && messages[i - 1]?.role === 'tool') last.parts.push(...parts);
    else contents.push({ role: message.role === 'assistant' ? 'model' : 'user', parts });
  });
  return contents;
}

/** A signature without a thought belongs to the part after it. */
function partsOf({ parts }: Message, called: ReadonlyMap<string, string>, report: Report): JsonObject[] {
  const written: JsonObject[] = [];
  let signature: string | undefined;
  for (const part of parts) {
    if (part.type === 'reasoning' && part.text === '') {
      signature = part.signature;
      continue;
    }
    const own = partOf(part, called, report);
    written.push(signature === undefined || 'thoughtSignature' in own ? own : { ...own, thoughtSignature: signature });
    signature = undefined;
  }
  return written;
}

/** `called`: names of calls by their ids; results pair with them by name. */
function partOf(part: Part, called: ReadonlyMap<string, string>, report: Report): JsonObject {
  switch (part.type) {
    case 'text':
      return { text: part.text };
    case 'reasoning':
      return { text: part.text, thought: true, ...(part.signature !== undefined && { thoughtSignature: part.signature }) };
    case 'tool-call':
      return { functionCall: { name: functionName(part.name, report), args: argsObject(part.args, report) } };
    case 'tool-result':
      return { functionResponse: { name: functionName(called.get(part.callId) ?? part.name ?? 'tool', report), response: responseOf(part) } };
    default:
      return media(part);
  }
}

/** An object that a tool gave stays one; texts stand under `output`, those of a failure under `error`. */
function responseOf({ content, isError }: ToolResultPart): JsonObject {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const [first = ''] = texts;
  const value = texts.length === 1 && !isError && first.startsWith('{') ? tryJson(first) : undefined;
  if (isObject(value) && jsonText(value) === first && !Object.keys(value).some((key) => TEXT_KEYS.has(key))) return value;
  return { [isError ? 'error' : 'output']: texts.length > 1 ? texts : first };
}

function media(part: ImagePart | FilePart): JsonObject {
  const mimeType = part.mime ?? (part.data === undefined ? undefined : part.type === 'image' ? 'image/png' : 'application/octet-stream');
  const type = mimeType === undefined ? {} : { mimeType };
  return part.data === undefined ? { fileData: { ...type, fileUri: part.url } } : { inlineData: { ...type, data: part.data } };
}
