import type { Format, FormatCapabilities, Report, Source } from '../contract.ts';
import { filled, isObject, isoTime, type JsonObject, jsonText, listOf, numberOf, objectOf, objectsOf, textOf } from '../json.ts';
import { type MessageList, messageLists, placeAt } from '../lists.ts';
import type { FilePart, ImagePart, Message, Origin, Part, ReasoningPart, ToolResultPart, Transcript } from '../../transcript/types.ts';
import { type Draft, finishTranscript, modelOf } from '../finish.ts';
import { callOf, type ContentPiece, filePart, imagePart, mediaUrl, resultOf, texts, thoughts, unknownPart } from '../format-parts.ts';
import { argsObject, callIds, toolName, UNREAD_MESSAGE } from '../encoding.ts';
import { prepareMessages } from '../prepare.ts';
import { REQUEST_CARRIES } from '../contract.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: readonly number[]): string {
  const groups: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = bytes.slice(at, at + 3);
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    const digit = (shift: number): string => DIGITS[(bits >> shift) & 63]!;
    groups.push(digit(18) + digit(12) + (b === undefined ? '=' : digit(6)) + (c === undefined ? '=' : digit(0)));
  }
  return groups.join('');
}

function dumpedBytes(value: JsonObject): string | undefined {
  const list = value.type === 'Buffer' ? listOf(value.data) : Object.values(value);
  if (list.length === 0 || (value.type !== 'Buffer' && value['0'] === undefined)) return undefined;
  if (!list.every((byte) => typeof byte === 'number' && Number.isInteger(byte) && byte >= 0 && byte < 256)) return undefined;
  return base64(list as readonly number[]);
}

function mediaOf(part: JsonObject): readonly (ImagePart | FilePart)[] {
  const given = part.url ?? part.data ?? part.image ?? part.fileId;
  const source = isObject(given) ? dumpedBytes(given) : filled(given);
  if (source === undefined) return [];
  const stated = filled(part.mediaType) ?? filled(part.mimeType) ?? filled(part.contentType);
  const mime = stated?.endsWith('/*') ? undefined : stated;
  const image = String(part.type).startsWith('image') || part.image !== undefined || stated?.startsWith('image/');
  return [image ? imagePart(source, mime) : filePart(source, mime, filled(part.filename) ?? filled(part.name))];
}

function reasoningOf(part: JsonObject): readonly ReasoningPart[] {
  if (Array.isArray(part.details) && part.details.length > 0)
    return objectsOf(part.details).flatMap((detail) =>
      reasoningOf({ ...detail, type: detail.type === 'redacted' ? 'redacted-reasoning' : 'reasoning' }),
    );
  const metadata = isObject(part.providerMetadata) ? part.providerMetadata : objectOf(part.providerOptions);
  const fields: JsonObject = Object.fromEntries(Object.values(metadata).filter(isObject).flatMap(Object.entries));
  const text = textOf(part.text) ?? textOf(part.reasoning) ?? '';
  const signature = filled(part.signature) ?? filled(fields.signature) ?? filled(fields.thoughtSignature);
  const encrypted =
    filled(fields.redactedData) ?? filled(fields.reasoningEncryptedContent) ?? (part.type === 'redacted-reasoning' ? filled(part.data) : undefined);
  return thoughts(text, { signature, encrypted });
}

interface Output {
  readonly content: readonly ContentPiece[];
  readonly isError: boolean;
}

const MEDIA = new Set(['media', 'image', 'file', 'file-data', 'file-url', 'file-id', 'image-data', 'image-url', 'image-file-id']);

const contentOf = (value: unknown): readonly ContentPiece[] =>
  objectsOf(value).flatMap((part): readonly ContentPiece[] =>
    MEDIA.has(String(part.type)) ? mediaOf(part) : texts(textOf(part.text) ?? jsonText(part)),
  );

function outputOf(value: unknown): Output {
  if (value === undefined || value === null) return { content: [], isError: false };
  if (typeof value === 'string') return { content: texts(value), isError: false };
  if (isObject(value) && Array.isArray(value.content) && value.content.every((part) => isObject(part) && typeof part.type === 'string'))
    return { content: contentOf(value.content), isError: value.isError === true };
  return { content: texts(jsonText(value)), isError: false };
}

function modelOutput(part: JsonObject): Output {
  const { output } = part;
  if (!isObject(output) || typeof output.type !== 'string') {
    const { content, isError } = outputOf(part.result ?? output);
    const own = Array.isArray(part.experimental_content) ? contentOf(part.experimental_content) : content;
    return { content: own, isError: isError || part.isError === true };
  }
  if (output.type === 'content') return { content: contentOf(output.value), isError: false };
  if (output.type === 'execution-denied') return { content: texts(textOf(output.reason) ?? DENIED), isError: true };
  return { ...outputOf(output.value), ...(output.type.startsWith('error') && { isError: true }) };
}

const DENIED = '[The person denied this call.]';

const ROLES = new Set<unknown>(['system', 'user', 'assistant', 'tool', 'data']);
const isMessage = (value: JsonObject): boolean =>
  ROLES.has(value.role) && (Array.isArray(value.parts) || Array.isArray(value.content) || typeof value.content === 'string');

const UNSPOKEN = new Set(['source', 'source-url', 'source-document', 'tool-approval-request', 'tool-approval-response']);

function readList({ messages: values, header, line, path }: MessageList, index: number, report: Report): Transcript {
  const messages: Draft[] = [];
  for (const [i, value] of values.entries()) {
    const origin = placeAt(line, `${path}[${i}]`);
    if (!isObject(value) || !isMessage(value)) {
      report({ ...UNREAD_MESSAGE, ...origin });
      continue;
    }
    const read = Array.isArray(value.parts) || Array.isArray(value.toolInvocations) ? shown : sent;
    for (const draft of read(value, i, origin, report)) messages.push(draft);
  }
  const model = modelOf(messages);
  return finishTranscript(
    {
      id: filled(header.id) ?? filled(header.chatId) ?? `conversation-${index + 1}`,
      title: filled(header.title),
      format: 'ai-sdk',
      model,
      messages,
    },
    report,
  );
}

interface Step {
  readonly parts: Part[];
  readonly results: ToolResultPart[];
}

function draftsOf(value: JsonObject, i: number, origin: Origin, role: Draft['role'], steps: readonly Step[]): Draft[] {
  const metadata = objectOf(value.metadata);
  const ts = isoTime(value.createdAt) ?? isoTime(metadata.createdAt);
  const model = role === 'assistant' ? (filled(metadata.model) ?? filled(metadata.modelId)) : undefined;
  const id = filled(value.id) ?? `m${i + 1}`;
  const spoken = steps.filter(({ parts, results }) => parts.length > 0 || results.length > 0);
  return (spoken.length > 0 ? spoken : [{ parts: [], results: [] }]).flatMap(({ parts, results }, n): Draft[] => {
    const own = n === 0 ? id : `${id}/${n + 1}`;
    const frame = { ...(ts && { ts }), origin };
    const said: Draft = { id: own, role, parts, ...frame, ...(model && { model }) };
    if (results.length === 0) return [said];
    return [...(parts.length > 0 ? [said] : []), { id: `${own}/results`, role: 'tool', parts: results, ...frame }];
  });
}

const answered = (id: unknown, name: string, { content, isError }: Output): ToolResultPart => resultOf(id, content, { name, isError });

function shown(value: JsonObject, i: number, origin: Origin, report: Report): Draft[] {
  const role = value.role === 'assistant' ? 'assistant' : value.role === 'system' ? 'system' : 'user';
  const steps: Step[] = [{ parts: [], results: [] }];
  const add = (parts: readonly Part[]): void => {
    for (const part of parts) steps.at(-1)!.parts.push(part);
  };
  const begin = (): void => {
    steps.push({ parts: [], results: [] });
  };
  for (const part of objectsOf(value.parts)) {
    const type = textOf(part.type) ?? '';
    if (type === 'step-start') begin();
    else if (type === 'text') add(texts(textOf(part.text) ?? ''));
    else if (type === 'reasoning') add(reasoningOf(part));
    else if (type === 'file') add(mediaOf(part));
    else if (type === 'tool-invocation' && isObject(part.toolInvocation)) invocation(part.toolInvocation, steps.at(-1)!);
    else if (type === 'dynamic-tool' || (type.startsWith('tool-') && 'toolCallId' in part)) tool(part, steps.at(-1)!);
    else if (type.startsWith('data-'))
      report({ code: 'hidden-text', message: 'Texts that the agent did not send to its model were left out.', ...origin });
    else if (!UNSPOKEN.has(type)) report({ ...unknownPart(type), ...origin });
  }
  if (!Array.isArray(value.parts)) {
    // Version 4 before parts: the text is what was said after the last step.
    let last = 0;
    for (const call of objectsOf(value.toolInvocations)) {
      const step = numberOf(call.step) ?? last;
      if (step !== last) begin();
      last = step;
      invocation(call, steps.at(-1)!);
    }
    begin();
    add(texts(textOf(value.content) ?? ''));
  }
  add(objectsOf(value.experimental_attachments).flatMap(mediaOf));
  return draftsOf(value, i, origin, role, steps);
}

function tool(part: JsonObject, step: Step): void {
  const name = part.type === 'dynamic-tool' ? (textOf(part.toolName) ?? '') : String(part.type).slice('tool-'.length);
  step.parts.push(callOf(part.toolCallId, name, part.input ?? part.rawInput));
  const approval = objectOf(part.approval);
  if (part.state === 'output-available') step.results.push(answered(part.toolCallId, name, outputOf(part.output)));
  else if (part.state === 'output-error') step.results.push(resultOf(part.toolCallId, texts(part.errorText), { name, isError: true }));
  else if (part.state === 'output-denied') step.results.push(resultOf(part.toolCallId, filled(approval.reason) ?? DENIED, { name, isError: true }));
}

function invocation(call: JsonObject, step: Step): void {
  const name = textOf(call.toolName) ?? '';
  step.parts.push(callOf(call.toolCallId, name, call.args));
  if (call.state === 'result') step.results.push(answered(call.toolCallId, name, outputOf(call.result)));
}

function sent(value: JsonObject, i: number, origin: Origin, report: Report): Draft[] {
  const role = value.role === 'assistant' || value.role === 'system' || value.role === 'tool' ? value.role : 'user';
  const step: Step = { parts: [], results: [] };
  if (typeof value.content === 'string') step.parts.push(...texts(value.content));
  for (const part of objectsOf(value.content)) {
    const type = textOf(part.type) ?? '';
    if (type === 'text') step.parts.push(...texts(textOf(part.text) ?? ''));
    else if (type === 'reasoning' || type === 'redacted-reasoning') step.parts.push(...reasoningOf(part));
    else if (type === 'image' || type === 'file') step.parts.push(...mediaOf(part));
    else if (type === 'tool-call') step.parts.push(callOf(part.toolCallId, textOf(part.toolName) ?? '', part.input ?? part.args));
    else if (type === 'tool-result') step.results.push(answered(part.toolCallId, textOf(part.toolName) ?? '', modelOutput(part)));
    else if (!UNSPOKEN.has(type)) report({ ...unknownPart(type), ...origin });
  }
  if (role !== 'tool') return draftsOf(value, i, origin, role, [step]);
  const [only] = draftsOf(value, i, origin, 'tool', [{ parts: step.results, results: [] }]);
  return [only!];
}

const AI_SDK_CARRIES: FormatCapabilities = {
  ...REQUEST_CARRIES,
  toolDefinitions: false,
  family: ['ai-sdk'],
  media: 'user',
  holds: (part) => part.data !== undefined || part.url !== undefined,
};

function uiMessages(transcript: Transcript, report: Report): readonly JsonObject[] {
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

function reasoningPart({ text, signature, encrypted }: ReasoningPart): JsonObject {
  const anthropic = { ...(signature !== undefined && { signature }), ...(encrypted !== undefined && text === '' && { redactedData: encrypted }) };
  const metadata = {
    ...(Object.keys(anthropic).length > 0 && { anthropic }),
    ...(encrypted !== undefined && text !== '' && { openai: { reasoningEncryptedContent: encrypted } }),
  };
  return { type: 'reasoning', text, ...(Object.keys(metadata).length > 0 && { providerMetadata: metadata }) };
}

const SAMPLE = 50;

const listsIn = (source: Source, report?: Report): readonly MessageList[] =>
  messageLists(source, isMessage, ['messages', 'chat', 'chats', 'body'], report);

function uiConfidence(value: JsonObject): number {
  if (objectsOf(value.toolInvocations).some((call) => 'toolCallId' in call)) return 0.96;
  const parts = objectsOf(value.parts);
  if (parts.length === 0) return 0;
  const own = parts.some((part) => {
    const type = textOf(part.type) ?? '';
    return type === 'step-start' || type === 'tool-invocation' || ((type === 'dynamic-tool' || type.startsWith('tool-')) && 'toolCallId' in part);
  });
  if (own) return 0.96;
  const plain = parts.every(({ type, text, url }) =>
    type === 'text' || type === 'reasoning' ? typeof text === 'string' : type === 'file' ? typeof url === 'string' : false,
  );
  return plain ? (typeof value.id === 'string' ? 0.93 : 0.8) : 0;
}

function modelConfidence(value: JsonObject): number {
  const own = objectsOf(value.content).some(
    ({ type, toolCallId }) => (type === 'tool-call' || type === 'tool-result') && typeof toolCallId === 'string',
  );
  return own ? 0.95 : 0;
}

function detect(source: Source): number {
  const lists = listsIn({ ...source, records: source.records.slice(0, SAMPLE) });
  return lists
    .slice(0, 5)
    .flatMap(({ messages }) => messages.slice(0, SAMPLE))
    .reduce<number>((best, value) => (isObject(value) && isMessage(value) ? Math.max(best, uiConfidence(value), modelConfidence(value)) : best), 0);
}

export const aiSdk: Format = {
  id: 'ai-sdk',
  evidence: 'source',
  extension: 'json',
  carries: AI_SDK_CARRIES,
  detect,
  parse: (source, report) => listsIn(source, report).map((list, i) => readList(list, i, report)),
  serialize: (transcript, report) => `${JSON.stringify(uiMessages(transcript, report), null, 2)}\n`,
};
