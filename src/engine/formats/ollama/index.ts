/**
 * Ollama's own API: requests of `/api/chat` and `/api/generate`, answers, and the lines of their streams. Calls have no ids; a result names its
 * tool. Shapes: ollama/ollama `api/types.go` and its page of the API.
 */
import type { Origin, Part, Transcript, Usage } from '../../transcript/types.ts';
import { commonPart, type Exchange, exchangesIn, grown, type Marks, type Notation, sayChat, Talk } from '../chat-messages.ts';
import type { Format, FormatCapabilities, Report, Source } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, listOf, objectOf, objectsOf, type Raw, textOf, tryJson, windowOf } from '../json.ts';
import { imagePart, texts, thoughts } from '../format-parts.ts';
import { CHAT_CARRIES, chatBodyOf, readTools } from '../openai-chat/index.ts';
import { usageFrom } from '../finish.ts';

/** Docs: `/api/chat` of Ollama. A message is one text with its pictures in base64; it finds out their types by the bytes. */
const OLLAMA_CARRIES: FormatCapabilities = {
  ...CHAT_CARRIES,
  family: ['ollama'],
  names: false,
  oneText: true,
  mimes: false,
  holds: (part) => part.type === 'image' && part.data !== undefined,
};

const KEEP_ALIVE = '5m';

const base64Of = ({ image_url }: JsonObject): unknown => (isObject(image_url) ? String(image_url.url).replace(/^data:[^,]*,/, '') : undefined);

function ollamaBody(transcript: Transcript, report: Report): JsonObject {
  const { messages, ...body } = chatBodyOf(transcript, OLLAMA_CARRIES, report);
  const names = new Map<unknown, unknown>();
  return {
    ...body,
    stream: false,
    keep_alive: KEEP_ALIVE,
    ...(transcript.window !== undefined && { options: { num_ctx: transcript.window } }),
    messages: objectsOf(messages).map((message) => {
      const { reasoning_content: thinking, content, tool_calls, tool_call_id, ...rest } = message;
      const parts = Array.isArray(content) ? objectsOf(content) : [];
      const text = Array.isArray(content)
        ? parts.flatMap((part) => (typeof part.text === 'string' ? [part.text] : [])).join('\n\n')
        : (content ?? '');
      const images = parts.flatMap((part) => base64Of(part) ?? []);
      const calls = objectsOf(tool_calls).map((call) => {
        const inner: JsonObject = objectOf(call.function);
        names.set(call.id, inner.name);
        return { function: { name: inner.name, arguments: tryJson(String(inner.arguments)) ?? {} } };
      });
      return {
        ...rest,
        content: text,
        ...(thinking !== undefined && { thinking }),
        ...(images.length > 0 && { images }),
        ...(calls.length > 0 && { tool_calls: calls }),
        ...(message.role === 'tool' && { tool_name: names.get(tool_call_id) }),
      };
    }),
  };
}

interface ChatRequest {
  model: string;
  messages: readonly Message[];
  /** Of `/api/generate`, in the place of messages. */
  prompt: string;
  system: string;
  images: readonly string[];
  tools: readonly object[];
  think: boolean | string;
  keep_alive: string | number;
  options: { num_ctx?: number };
}
interface Message {
  role: string;
  content: string;
  /** Base64. */
  images?: readonly string[];
  thinking?: string;
  tool_calls?: readonly { function: { name: string; arguments: object } }[];
  tool_name?: string;
}
interface Answer {
  model: string;
  created_at: string;
  message: Message;
  /** Of `/api/generate`. */
  response: string;
  thinking: string;
  done: boolean;
  prompt_eval_count: number;
  eval_count: number;
}

const isMessage = (value: JsonObject): boolean =>
  typeof value.tool_name === 'string' ||
  (listOf(value.images).length > 0 && listOf(value.images).every((image) => typeof image === 'string')) ||
  (typeof value.thinking === 'string' && typeof value.content === 'string') ||
  objectsOf(value.tool_calls).some((call) => call.id === undefined && isObject(call.function) && isObject(call.function.arguments));

const hasOptions = ({ options, keep_alive, think }: JsonObject): boolean =>
  keep_alive !== undefined ||
  typeof think === 'boolean' ||
  (isObject(options) && ['num_ctx', 'num_predict', 'temperature', 'top_k', 'seed'].some((key) => key in options));

const MARKS: Marks = {
  isRequest: (value) =>
    (Array.isArray(value.messages) && (hasOptions(value) || objectsOf(value.messages).some(isMessage))) ||
    (typeof value.prompt === 'string' && hasOptions(value)),
  isAnswer: (value) =>
    typeof value.model === 'string' && typeof value.done === 'boolean' && (isObject(value.message) || typeof value.response === 'string'),
  isMessage,
  goesOn: (answer) => answer.done !== true,
};

const imagesOf = ({ images }: Raw<Message>): Part[] =>
  listOf(images).flatMap((image): Part[] => (filled(image) ? [imagePart(filled(image)!, sniffed(filled(image)!))] : []));

const sniffed = (base64: string): string =>
  [
    ['/9j/', 'image/jpeg'],
    ['iVBORw', 'image/png'],
    ['R0lGOD', 'image/gif'],
    ['UklGR', 'image/webp'],
  ].find(([start]) => base64.startsWith(start!))?.[1] ?? 'image/png';

const NOTATION: Notation = {
  part: commonPart,
  before: ({ thinking }) => thoughts(thinking),
  after: imagesOf,
  fields: ['thinking', 'images'],
};

function joined(pieces: readonly Raw<Answer>[]): JsonObject {
  const messages = pieces.map(({ message, response, thinking }): JsonObject => (isObject(message) ? message : { content: response, thinking }));
  const text = (key: string): string => messages.map((message) => textOf(message[key]) ?? '').join('');
  return compact({
    role: 'assistant',
    content: text('content'),
    thinking: text('thinking') || undefined,
    tool_calls: messages.flatMap((message) => listOf(message.tool_calls)),
    images: messages.flatMap((message) => listOf(message.images)),
  });
}

function usageOf({ prompt_eval_count, eval_count }: Raw<Answer>, report: Report, origin: Origin): Usage | undefined {
  return usageFrom({ input: prompt_eval_count, output: eval_count, cacheRead: 0, cacheWrite: 0 }, report, origin);
}

function readExchange({ request = {}, answers, origin }: Exchange, index: number, report: Report): Transcript {
  const talk = new Talk(report);
  const { messages, prompt, system, options, model }: Raw<ChatRequest> = request;
  if (filled(system)) talk.say('system', texts(system), { origin });
  for (const [i, message] of listOf(messages).entries())
    sayChat(talk, message, NOTATION, report, { ...origin, path: `${origin.path ?? '$'}.messages[${i}]` });
  if (typeof prompt === 'string') talk.say('user', [...texts(prompt), ...imagesOf(request)], { origin });
  const last: Raw<Answer> | undefined = answers.at(-1);
  if (last)
    sayChat(
      talk,
      joined(answers),
      NOTATION,
      report,
      origin,
      compact({ model: filled(last.model), ts: isoTime(last.created_at), usage: usageOf(last, report, origin) }),
    );
  return talk.finish({
    id: `conversation-${index + 1}`,
    format: 'ollama',
    model: filled(model) ?? filled(last?.model),
    window: windowOf(objectOf(options).num_ctx),
    tools: readTools(request, report, origin),
  });
}

export const ollama: Format = {
  id: 'ollama',
  evidence: 'source',
  extension: 'json',
  carries: OLLAMA_CARRIES,
  detect: (source) => {
    const found = exchangesIn({ ...source, records: source.records.slice(0, 50) }, MARKS);
    return found.length > 0 ? (found.some(({ answers }) => answers.length > 0) ? 0.96 : 0.93) : 0;
  },
  parse(source: Source, report: Report) {
    const kept = grown(exchangesIn(source, MARKS, report), ({ request }) => listOf(request?.messages), report);
    return kept.map((exchange, i) => readExchange(exchange, i, report));
  },
  serialize: (transcript, report) => `${JSON.stringify(ollamaBody(transcript, report), null, 2)}\n`,
};
