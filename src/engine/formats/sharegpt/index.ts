import type { Message, Part, Role, ToolCallPart, Transcript } from '../../transcript/types.ts';
import type { Format, FormatCapabilities, Report, Source } from '../contract.ts';
import { argsObject, loneSurrogates, UNREAD_MESSAGE } from '../encoding.ts';
import { finishTranscript } from '../finish.ts';
import { filled, isObject, type JsonObject, jsonText, listOf, textOf, tryJson, withoutLoneSurrogates } from '../json.ts';
import { placeOfTools, readTools } from '../openai-chat/index.ts';
import { prepareMessages } from '../prepare.ts';
import { callOf, resultOf } from '../format-parts.ts';
import { placeAt } from '../lists.ts';
import { REQUEST_CARRIES } from '../contract.ts';

type Speaker = Role | 'call';

const SPEAKERS: Readonly<Record<string, Speaker>> = {
  system: 'system',
  human: 'user',
  user: 'user',
  gpt: 'assistant',
  assistant: 'assistant',
  chatgpt: 'assistant',
  bing: 'assistant',
  bard: 'assistant',
  model: 'assistant',
  function_call: 'call',
  observation: 'tool',
  tool: 'tool',
  function_response: 'tool',
};

export const SHAREGPT_CARRIES: FormatCapabilities = {
  ...REQUEST_CARRIES,
  reasoning: false,
  family: ['sharegpt'],
  media: false,
  isError: false,
  parts: 'separate',
};

interface RawConversation {
  readonly value: JsonObject;
  readonly line?: number;
  readonly path: string;
}

function locate(source: Source): readonly RawConversation[] {
  return source.records.flatMap(({ value, line, path = '$' }): RawConversation[] => {
    const place = line === undefined ? {} : { line };
    if (Array.isArray(value))
      return value.flatMap((item, i) =>
        isObject(item) && Array.isArray(item.conversations) ? [{ value: item, path: `${path}[${i}]`, ...place }] : [],
      );
    return isObject(value) && Array.isArray(value.conversations) ? [{ value, path, ...place }] : [];
  });
}

function detect(source: Source): number {
  for (const { value } of locate({ ...source, records: source.records.slice(0, 20) }).slice(0, 20)) {
    for (const turn of listOf(value.conversations).slice(0, 10))
      if (isObject(turn) && typeof turn.from === 'string' && typeof turn.value === 'string') return 0.95;
  }
  return 0;
}

const parse = (source: Source, report: Report): Transcript[] =>
  locate(source)
    .map((raw, i) => readConversation(raw, i, report))
    .filter((transcript) => transcript.messages.length > 0);

function readConversation({ value, line, path }: RawConversation, index: number, report: Report): Transcript {
  const messages: Message[] = [];
  const system = filled(value.system);
  if (system)
    messages.push({
      id: 'system',
      role: 'system',
      parts: [{ type: 'text', text: system }],
      origin: placeAt(line, `${path}.system`),
    });
  listOf(value.conversations).forEach((turn, i) => {
    const origin = placeAt(line, `${path}.conversations[${i}]`);
    const read = isObject(turn) ? readTurn(turn, origin, report) : undefined;
    if (read) messages.push({ id: `m${i + 1}`, ...read, origin });
    else report({ ...UNREAD_MESSAGE, ...origin });
  });
  const end = (key: string): readonly Message[] => {
    const turn = value[key];
    const origin = placeAt(line, `${path}.${key}`);
    const read = isObject(turn) ? readTurn(turn, origin, report) : undefined;
    return read ? [{ id: key, ...read, origin }] : [];
  };
  const last = messages.at(-1);
  const rejected = end('rejected');
  messages.push(...end('chosen'));
  return finishTranscript(
    {
      id: filled(value.id) ?? `conversation-${index + 1}`,
      format: 'sharegpt',
      tools: readTools(value, report, placeOfTools({ line, path })),
      messages,
      branches: rejected.length > 0 ? [{ id: 'rejected', ...(last && { forkedFrom: last.id }), messages: rejected }] : [],
    },
    report,
  );
}

function readTurn(turn: JsonObject, origin: NonNullable<Message['origin']>, report: Report): Pick<Message, 'role' | 'parts'> | undefined {
  const from = textOf(turn.from) ?? '';
  const text = textOf(turn.value);
  if (text === undefined) return undefined;
  let speaker = Object.hasOwn(SPEAKERS, from.toLowerCase()) ? SPEAKERS[from.toLowerCase()] : undefined;
  if (speaker === undefined) {
    report({ code: 'unknown-role', message: `Messages of the speaker "${from.slice(0, 40)}" were read as user messages.`, ...origin });
    speaker = 'user';
  }
  if (text === '') return { role: speaker === 'call' ? 'assistant' : speaker, parts: [] };
  if (speaker === 'call') return { role: 'assistant', parts: readCalls(text) };
  if (speaker === 'tool') return { role: 'tool', parts: [resultOf('', text)] };
  return { role: speaker, parts: [{ type: 'text', text }] };
}

function readCalls(text: string): readonly ToolCallPart[] {
  const value = tryJson(text);
  return (Array.isArray(value) && value.length > 0 ? value : [value]).map((call: unknown): ToolCallPart => {
    if (!isObject(call) || typeof call.name !== 'string') return callOf('', 'function_call', call === undefined ? text : jsonText(call));
    return callOf('', call.name, call.arguments ?? call.parameters);
  });
}

function serialize(transcript: Transcript, report: Report): string {
  const messages = prepareMessages(transcript, SHAREGPT_CARRIES, report);
  const turns = messages.map((message) => ({ from: speakerOf(message), value: turnText(message.parts, report) }));
  const tools = transcript.tools.map((tool) => ({
    name: tool.name,
    ...(tool.description && { description: tool.description }),
    ...(tool.schema !== undefined && { parameters: tool.schema }),
  }));
  return `${JSON.stringify([{ id: transcript.id, conversations: turns, ...(tools.length > 0 && { tools: innerJson(tools, report) }) }], null, 2)}\n`;
}

function innerJson(value: unknown, report: Report): string {
  const { text, count } = withoutLoneSurrogates(jsonText(value));
  if (count > 0) report(loneSurrogates(count));
  return text;
}

function speakerOf(message: Message): string {
  if (message.role === 'tool') return 'observation';
  if (message.role === 'assistant') return message.parts.some((part) => part.type === 'tool-call') ? 'function_call' : 'gpt';
  return message.role === 'system' ? 'system' : 'human';
}

function turnText(parts: readonly Part[], report: Report): string {
  const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [{ name: part.name, arguments: argsObject(part.args, report) }] : []));
  if (calls.length > 0) return innerJson(calls.length === 1 ? calls[0] : calls, report);
  return parts
    .flatMap((part) =>
      part.type === 'text'
        ? [part.text]
        : part.type === 'tool-result'
          ? part.content.flatMap((inner) => (inner.type === 'text' ? [inner.text] : []))
          : [],
    )
    .join('\n');
}

export const sharegpt: Format = {
  id: 'sharegpt',
  evidence: 'recorded',
  extension: 'json',
  carries: SHAREGPT_CARRIES,
  detect,
  parse,
  serialize,
};
