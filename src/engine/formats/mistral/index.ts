/** Chat completions of Mistral. Shapes: mistralai/client-python `models/` (content chunks, `prefix`), and a recorded request. */
import type { Transcript } from '../../transcript/types.ts';
import { commonPart, type Exchange, exchangesIn, grown, type Marks, type Notation, sayChat, Talk } from '../chat-messages.ts';
import type { Format, FormatCapabilities, Report } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, jsonText, listOf, objectsOf, type Raw, textOf } from '../json.ts';
import { CHAT_CARRIES, chatBodyOf, readTools } from '../openai-chat/index.ts';
import { texts, thoughts } from '../format-parts.ts';
import { promptUsage } from '../finish.ts';

const MISTRAL_CARRIES: FormatCapabilities = {
  ...CHAT_CARRIES,
  family: ['mistral'],
  names: false,
  holds: (part) => part.type === 'image' || part.mime === 'application/pdf',
};

function callIds(): (id: unknown) => string {
  const given = new Map<unknown, string>();
  return (id) => {
    const known = given.get(id) ?? `call${String(given.size + 1).padStart(5, '0')}`;
    given.set(id, known);
    return known;
  };
}

function contentOf({ content, reasoning_content }: JsonObject): unknown {
  const list = objectsOf(Array.isArray(content) ? content : content ? [{ type: 'text', text: content }] : []).map((part) => {
    const file = isObject(part.file) ? part.file : undefined;
    return file
      ? { type: 'document_url', document_url: file.file_data ?? file.file_id, ...(file.filename !== undefined && { document_name: file.filename }) }
      : part;
  });
  if (reasoning_content !== undefined) return [{ type: 'thinking', thinking: [{ type: 'text', text: reasoning_content }] }, ...list];
  return Array.isArray(content) ? list : (content ?? '');
}

function mistralBody(transcript: Transcript, report: Report): JsonObject {
  const { messages, ...body } = chatBodyOf(transcript, MISTRAL_CARRIES, report);
  const id = callIds();
  return {
    safe_prompt: false,
    ...body,
    messages: objectsOf(messages).map((message) => {
      const { reasoning_content: _, ...rest } = message;
      const calls = objectsOf(message.tool_calls).map((call) => ({ ...call, id: id(call.id) }));
      return {
        ...rest,
        content: contentOf(message),
        ...(calls.length > 0 && { tool_calls: calls }),
        ...(message.tool_call_id !== undefined && { tool_call_id: id(message.tool_call_id) }),
      };
    }),
    ...(listOf(body.tools).length > 0 && { tool_choice: 'auto' }),
  };
}

interface Request {
  model: string;
  messages: readonly Message[];
  tools: readonly object[];
  safe_prompt?: boolean;
  random_seed?: number;
  prompt_mode?: string;
}
interface Message {
  role: string;
  content: string | readonly Chunk[];
  tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
  prefix?: boolean;
}
interface Chunk {
  type: 'text' | 'thinking' | 'image_url' | 'document_url' | 'reference' | 'file' | 'input_audio';
  thinking: readonly { type: 'text'; text: string }[];
  reference_ids: readonly number[];
}
interface Response {
  id: string;
  object: 'chat.completion';
  model: string;
  created: number;
  choices: readonly { message: Message; finish_reason: string }[];
  usage: { prompt_tokens: number; completion_tokens: number };
}

const MODEL = /^(?:open-)?(?:mistral|magistral|ministral|mixtral|codestral|devstral|pixtral|voxtral)/;

const isMessage = (value: JsonObject): boolean =>
  typeof value.prefix === 'boolean' ||
  objectsOf(value.content).some((part) => (part.type === 'thinking' && Array.isArray(part.thinking)) || part.type === 'reference');
const isOwnModel = ({ model }: JsonObject): boolean => typeof model === 'string' && MODEL.test(model);

const MARKS: Marks = {
  isRequest: (value) =>
    Array.isArray(value.messages) &&
    (objectsOf(value.messages).some(isMessage) || isOwnModel(value) || typeof value.safe_prompt === 'boolean' || 'random_seed' in value),
  isAnswer: (value) => objectsOf(value.choices).some(({ message }) => isObject(message)) && isOwnModel(value),
  isMessage,
};

const NOTATION: Notation = {
  fields: ['prefix'],
  part(part, kind) {
    if (kind === 'thinking') {
      const { thinking }: Raw<Chunk> = part;
      return thoughts(
        Array.isArray(thinking)
          ? objectsOf(thinking)
              .map(({ text }) => textOf(text) ?? '')
              .join('')
          : thinking,
      );
    }
    if (kind === 'reference')
      return texts(
        `[${listOf(part.reference_ids)
          .map((id) => jsonText(id))
          .join(', ')}]`,
      );
    return commonPart(part, kind);
  },
};

function readExchange({ request = {}, answers, origin }: Exchange, index: number, report: Report): Transcript {
  const talk = new Talk(report);
  for (const [i, message] of listOf(request.messages).entries())
    sayChat(talk, message, NOTATION, report, { ...origin, path: `${origin.path ?? '$'}.messages[${i}]` });
  const answer: Raw<Response> = answers.at(-1) ?? {};
  const [first, ...others] = objectsOf(answer.choices);
  if (others.length > 0) report({ code: 'other-choices', message: 'Further choices of a response were left out.', count: others.length });
  const model = filled(answer.model);
  if (first)
    sayChat(
      talk,
      first.message,
      NOTATION,
      report,
      origin,
      compact({ model, ts: isoTime(answer.created), usage: promptUsage(answer.usage, report, origin) }),
    );
  const { safe_prompt, random_seed, prompt_mode }: Raw<Request> = request;
  const extra = compact({ safe_prompt, random_seed, prompt_mode });
  return talk.finish({
    id: filled(answer.id) ?? `conversation-${index + 1}`,
    format: 'mistral',
    model: filled(request.model) ?? model,
    tools: readTools(request, report, origin),
    extra,
  });
}

export const mistral: Format = {
  id: 'mistral',
  evidence: 'recorded',
  extension: 'json',
  carries: MISTRAL_CARRIES,
  detect(source) {
    const found = exchangesIn({ ...source, records: source.records.slice(0, 50) }, MARKS);
    if (found.length === 0) return 0;
    return found.some(({ request }) => objectsOf(request?.messages).some(isMessage)) ? 0.95 : 0.92;
  },
  parse(source, report) {
    const kept = grown(exchangesIn(source, MARKS, report), ({ request }) => listOf(request?.messages), report);
    return kept.map((exchange, i) => readExchange(exchange, i, report));
  },
  serialize: (transcript, report) => `${JSON.stringify(mistralBody(transcript, report), null, 2)}\n`,
};
