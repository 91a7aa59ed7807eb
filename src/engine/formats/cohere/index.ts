/**
 * Chats of Cohere: `/v2/chat`, and the older `/v1/chat` with its `chat_history`. Shapes: cohere-ai/cohere-python `src/cohere/types/`, and a
 * recorded request. `tool_plan` is what the model said before its calls.
 */
import type { Origin, Transcript, Usage } from '../../transcript/types.ts';
import { commonPart, type Exchange, exchangesIn, grown, type Marks, type Notation, sayChat, Talk } from '../chat-messages.ts';
import type { Format, FormatCapabilities, Report } from '../contract.ts';
import { compact, filled, isObject, type JsonObject, listOf, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { CHAT_CARRIES, chatBodyOf, readTools } from '../openai-chat/index.ts';
import { callOf, resultOf, texts, thoughts, titled, valueText } from '../format-parts.ts';
import { usageFrom } from '../finish.ts';

/** Docs: `/v2/chat` of Cohere. It takes pictures and no files; names of speakers have no place. */
const COHERE_CARRIES: FormatCapabilities = { ...CHAT_CARRIES, family: ['cohere'], names: false, holds: (part) => part.type === 'image' };

function cohereBody(transcript: Transcript, report: Report): JsonObject {
  const { messages, ...body } = chatBodyOf(transcript, COHERE_CARRIES, report);
  return {
    ...body,
    messages: objectsOf(messages).map((message) => {
      const { reasoning_content: thought, content, tool_calls, ...rest } = message;
      const calls = objectsOf(tool_calls);
      if (message.role === 'tool') {
        const texts = Array.isArray(content) ? objectsOf(content).map(({ text }) => text) : content === '' ? [] : [content];
        return { ...rest, content: texts.map((data) => ({ type: 'document', document: { data } })) };
      }
      const list = Array.isArray(content) ? content : content ? [{ type: 'text', text: content }] : [];
      if (calls.length > 0)
        return { ...rest, ...(thought !== undefined && { tool_plan: thought }), ...(list.length > 0 && { content: list }), tool_calls: calls };
      return { ...rest, content: thought === undefined ? content : [{ type: 'thinking', thinking: thought }, ...list] };
    }),
    documents: [],
  };
}

interface RequestV2 {
  model: string;
  messages: readonly MessageV2[];
  tools?: readonly object[];
  documents?: readonly (string | { id?: string; data: object | string })[];
}
interface MessageV2 {
  role: string;
  content: string | readonly object[];
  tool_plan?: string;
  tool_calls?: readonly { id: string; type: 'function'; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
  citations?: readonly object[];
}
interface ResponseV2 {
  id: string;
  message: MessageV2;
  finish_reason: string;
  usage: { billed_units?: object; tokens?: { input_tokens: number; output_tokens: number } };
}
interface RequestV1 {
  message: string;
  preamble?: string;
  chat_history: readonly {
    role: 'USER' | 'CHATBOT' | 'SYSTEM' | 'TOOL';
    message?: string;
    tool_calls?: readonly object[];
    tool_results?: readonly object[];
  }[];
}

const MODEL = /^(?:command|c4ai|aya)/;
const isOwnModel = ({ model }: JsonObject): boolean => typeof model === 'string' && MODEL.test(model);
const hasDocuments = ({ documents }: JsonObject): boolean => Array.isArray(documents);
const isMessage = (value: JsonObject): boolean =>
  typeof value.tool_plan === 'string' ||
  objectsOf(value.citations).some((citation) => 'start' in citation && 'sources' in citation) ||
  objectsOf(value.content).some((part) => part.type === 'document' && isObject(part.document) && 'data' in part.document);
const isV1 = (value: JsonObject): boolean =>
  Array.isArray(value.chat_history) &&
  objectsOf(value.chat_history).some(({ role }) => ['USER', 'CHATBOT'].includes(String(role).toUpperCase())) &&
  (typeof value.message === 'string' || isOwnModel(value));

const MARKS: Marks = {
  isRequest: (value) =>
    (Array.isArray(value.messages) && (objectsOf(value.messages).some(isMessage) || isOwnModel(value) || hasDocuments(value))) || isV1(value),
  isAnswer: (value) =>
    (isObject(value.message) &&
      value.message.role === 'assistant' &&
      isObject(value.usage) &&
      (isObject(value.usage.tokens) || isObject(value.usage.billed_units))) ||
    (typeof value.text === 'string' && typeof value.generation_id === 'string'),
  isMessage,
};

const NOTATION: Notation = {
  fields: ['tool_plan', 'citations'],
  before: ({ tool_plan }) => thoughts(tool_plan),
  part(part, kind) {
    if (kind !== 'document') return commonPart(part, kind);
    const document = isObject(part.document) ? part.document : part;
    return readDocument(document);
  },
};

function readDocument(document: unknown): ReturnType<typeof texts> {
  const { data, title }: JsonObject = isObject(document) ? document : { data: document };
  return titled(title, valueText(data ?? (isObject(document) ? document : undefined)));
}

function usageOf(usage: unknown, report: Report, origin: Origin): Usage | undefined {
  const { tokens, billed_units }: JsonObject = objectOf(usage);
  const counts = isObject(tokens) ? tokens : objectOf(billed_units);
  return usageFrom({ input: counts.input_tokens, output: counts.output_tokens, cacheRead: 0, cacheWrite: 0 }, report, origin);
}

function sayV1({ message, preamble, chat_history }: Raw<RequestV1>, talk: Talk, origin: Origin): void {
  talk.messages.push(...texts(preamble).map((part) => ({ id: 'preamble', role: 'system' as const, parts: [part], origin })));
  for (const [i, turn] of objectsOf(chat_history).entries()) {
    const at = { ...origin, path: `${origin.path ?? '$'}.chat_history[${i}]` };
    const role = String(turn.role).toUpperCase();
    const calls = objectsOf(turn.tool_calls).map(({ name, parameters }) => callOf('', name, parameters));
    const results = objectsOf(turn.tool_results).map(({ call, outputs }) =>
      resultOf('', listOf(outputs).map(valueText).join('\n'), { name: objectOf(call).name }),
    );
    if (role === 'TOOL' && results.length > 0) talk.say('tool', results, { origin: at });
    else talk.say(role === 'CHATBOT' ? 'assistant' : role === 'SYSTEM' ? 'system' : 'user', [...texts(turn.message), ...calls], { origin: at });
  }
  if (textOf(message)) talk.say('user', texts(message), { origin });
}

function readExchange({ request = {}, answers, origin }: Exchange, index: number, report: Report): Transcript {
  const talk = new Talk(report);
  if (isV1(request)) sayV1(request, talk, origin);
  const { messages, documents, model }: Raw<RequestV2> = request;
  const context = listOf(documents).flatMap(readDocument);
  const list = listOf(messages);
  const leading = list.findIndex((message) => !isObject(message) || message.role !== 'system');
  for (const [i, message] of list.entries()) {
    if (i === leading && context.length > 0) talk.say('user', context, { id: 'documents', synthetic: true, origin });
    sayChat(talk, message, NOTATION, report, { ...origin, path: `${origin.path ?? '$'}.messages[${i}]` });
  }
  const answer: Raw<ResponseV2> & { readonly text?: unknown } = answers.at(-1) ?? {};
  const usage = usageOf(answer.usage, report, origin);
  const told = isObject(answer.message) ? answer.message : filled(answer.text) ? { role: 'assistant', content: answer.text } : undefined;
  if (told) sayChat(talk, told, NOTATION, report, origin, compact({ model: filled(model), usage }));
  return talk.finish({
    id: filled(answer.id) ?? `conversation-${index + 1}`,
    format: 'cohere',
    model: filled(model),
    tools: readTools(request, report, origin),
  });
}

export const cohere: Format = {
  id: 'cohere',
  evidence: 'recorded',
  extension: 'json',
  carries: COHERE_CARRIES,
  detect(source) {
    const found = exchangesIn({ ...source, records: source.records.slice(0, 50) }, MARKS);
    if (found.length === 0) return 0;
    return found.some(({ request, answers }) => answers.length > 0 || (request && isV1(request)) || objectsOf(request?.messages).some(isMessage))
      ? 0.95
      : 0.92;
  },
  parse(source, report) {
    const kept = grown(exchangesIn(source, MARKS, report), ({ request }) => listOf(request?.messages ?? request?.chat_history), report);
    return kept.map((exchange, i) => readExchange(exchange, i, report));
  },
  serialize: (transcript, report) => `${JSON.stringify(cohereBody(transcript, report), null, 2)}\n`,
};
