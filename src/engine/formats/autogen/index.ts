/**
 * Messages of AutoGen: of its model contexts, and events of AgentChat; of the state of a team, one conversation per agent. Shapes:
 * microsoft/autogen `autogen_core/models/_types.py`, `autogen_agentchat/messages.py` @027ecf0a.
 */
import type { Origin, Part, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, namesIn, objectsOf, type Raw, textOf } from '../json.ts';
import { callOf, filePart, imagePart, readParts, resultOf, texts, thoughts, valueText } from '../format-parts.ts';
import { Talk } from '../chat-messages.ts';
import { INTERFACE_NOTE } from '../encoding.ts';
import { eachIn, placeAt } from '../lists.ts';
import { promptUsage } from '../finish.ts';

interface AgentMessage {
  type: string;
  id: string;
  /** The speaker: `user` is the person. */
  source: string;
  /** A text, calls `{id, name, arguments}`, or results `{call_id, name, content, is_error}`. */
  content: unknown;
  thought: string | null;
  models_usage: { prompt_tokens: number; completion_tokens: number } | null;
  created_at: string;
  context: readonly object[];
}

const TYPES = namesIn(`
  SystemMessage UserMessage AssistantMessage FunctionExecutionResultMessage TextMessage MultiModalMessage StopMessage HandoffMessage
  ToolCallRequestEvent ToolCallExecutionEvent ToolCallSummaryMessage ThoughtEvent MemoryQueryEvent UserInputRequestedEvent
  ModelClientStreamingChunkEvent StructuredMessage CodeGenerationEvent CodeExecutionEvent SelectSpeakerEvent
`);

const isMessage = (value: unknown): value is JsonObject => isObject(value) && TYPES.has(textOf(value.type) ?? '') && 'content' in value;

interface RawList {
  readonly messages: readonly unknown[];
  readonly origin: Origin;
  readonly path: string;
  readonly name: string | undefined;
}

const DEEPEST = 7;

function listsIn(value: unknown, path: string, line: number | undefined, found: RawList[], name: string | undefined, depth = 0): void {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value.some(isMessage)) {
    found.push({ messages: value, path, name, origin: placeAt(line, path) });
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    const agent = key === 'agent_state' || key === 'llm_context' || key === 'messages' || Array.isArray(value) ? name : key;
    listsIn(inner, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`, line, found, agent, depth + 1);
  }
}

function messagesIn({ records, container }: Pick<Source, 'records' | 'container'>): readonly RawList[] {
  if (container !== 'json' && records.length > 0 && records.every(({ value }) => isMessage(value)))
    return [{ messages: records.map(({ value }) => value), path: '$', origin: { path: '$' }, name: undefined }];
  const found: RawList[] = [];
  for (const { value, line, path = '$' } of records) listsIn(value, path, line, found, undefined);
  const contexts = found.filter(({ path }) => path.includes('.llm_context.'));
  return contexts.length > 0 ? contexts : found;
}

function readList({ messages, origin, path, name }: RawList, index: number, report: Report): Transcript {
  const talk = new Talk(report);
  eachIn(messages, { ...origin, path }, report, (message, at) => readMessage(message, talk, at, report), isMessage);
  return talk.finish({ id: name ?? `conversation-${index + 1}`, title: name, format: 'autogen' });
}

const isPerson = (source: unknown): boolean => source === undefined || /^(?:user|user_proxy)$/i.test(String(source));

function readMessage(
  { type, id, source, content, thought, models_usage, created_at, context }: Raw<AgentMessage>,
  talk: Talk,
  origin: Origin,
  report: Report,
): void {
  const kind = textOf(type) ?? '';
  const more = compact({ id: filled(id), ts: isoTime(created_at), name: filled(source), origin });
  const usage = promptUsage(models_usage, report, origin);
  const answer = (...parts: readonly Part[]): void => void talk.say('assistant', parts, compact({ ...more, usage }));
  switch (kind) {
    case 'SystemMessage':
      talk.say('system', texts(content), { ...more, name: undefined });
      return;
    case 'UserMessage':
      talk.say('user', readContent(content, report, origin), more);
      return;
    case 'AssistantMessage':
    case 'ToolCallRequestEvent':
      answer(...thoughts(thought), ...readContent(content, report, origin));
      return;
    case 'FunctionExecutionResultMessage':
    case 'ToolCallExecutionEvent':
      talk.say('tool', readContent(content, report, origin), { ...more, name: undefined });
      return;
    case 'ThoughtEvent':
      answer(...thoughts(content));
      return;
    case 'ModelClientStreamingChunkEvent':
      report({ code: 'duplicate-line', message: 'Pieces of answers that a later message repeats were left out.', ...origin });
      return;
    case 'MemoryQueryEvent':
      talk.say(
        'user',
        objectsOf(content).flatMap((memory) => texts(valueText(memory.content))),
        { ...more, synthetic: true },
      );
      return;
    case 'HandoffMessage':
      for (const inner of objectsOf(context)) if (isMessage(inner)) readMessage(inner, talk, origin, report);
      answer(...texts(content));
      return;
    case 'UserInputRequestedEvent':
    case 'SelectSpeakerEvent':
      report({ ...INTERFACE_NOTE, ...origin });
      return;
    default:
      if (isPerson(source)) talk.say('user', readContent(content, report, origin), more);
      else answer(...readContent(content, report, origin));
  }
}

const kindOf = (part: JsonObject): string =>
  'call_id' in part
    ? 'result'
    : 'arguments' in part && 'name' in part
      ? 'call'
      : 'data' in part || 'url' in part || 'image' in part
        ? 'image'
        : (textOf(part.type) ?? 'value');

function readContent(content: unknown, report: Report, origin: Origin): Part[] {
  return readParts(
    content,
    (part, kind) => {
      if (kind === 'call') return [callOf(part.id, part.name, part.arguments)];
      if (kind === 'result') return [resultOf(part.call_id, part.content, { name: part.name, isError: part.is_error === true })];
      const place = filled(part.data) ?? filled(part.url) ?? filled(part.image);
      if (kind === 'image' && place !== undefined) return [/^data:(?!image)/.test(place) ? filePart(place) : imagePart(place)];
      return kind === 'value' ? texts(valueText(part)) : undefined;
    },
    report,
    origin,
    kindOf,
  );
}

export const autogen: Format = {
  id: 'autogen',
  evidence: 'recorded',
  extension: 'json',
  detect(source) {
    const found = messagesIn({ ...source, records: source.records.slice(0, 20) });
    return found.some(({ messages }) => messages.filter(isMessage).length >= messages.length * 0.8) ? 0.97 : 0;
  },
  parse: (source, report) => messagesIn(source).map((list, i) => readList(list, i, report)),
};
