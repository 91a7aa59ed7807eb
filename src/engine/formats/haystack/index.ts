/**
 * Messages of Haystack, as `ChatMessage.to_dict` writes them. Shapes: deepset-ai/haystack `haystack/dataclasses/chat_message.py` @c7cb46c0; from
 * 2.9 to 2.11 the keys began with an underscore (@0446fe5d).
 */
import type { Origin, Part, Role } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, type JsonObject, objectOf, type Raw, textOf } from '../json.ts';
import { eachIn, firstObjects, messageLists } from '../lists.ts';
import { callOf, filePart, imagePart, readParts, resultOf, texts, thoughts } from '../format-parts.ts';
import { Talk } from '../chat-messages.ts';
import { promptUsage } from '../finish.ts';

interface Message {
  role: Role;
  meta: { model?: string; usage?: { prompt_tokens: number; completion_tokens: number } };
  name: string | null;
  content: readonly Content[];
}
interface Content {
  text: string;
  tool_call: Call;
  tool_call_result: { result: string | readonly Content[]; origin: Call; error: boolean };
  reasoning: { reasoning_text: string };
  image: { base64_image: string; mime_type: string };
  file: { base64_data: string; mime_type: string; filename: string };
}
interface Call {
  id: string | null;
  tool_name: string;
  arguments: object;
}

const OWN = ['tool_call', 'tool_call_result', 'reasoning'];

const today = (value: JsonObject): JsonObject =>
  '_role' in value ? Object.fromEntries(Object.entries(value).map(([key, own]) => [key.replace(/^_/, ''), own])) : value;

const isMessage = (value: JsonObject): boolean => {
  const { role, content, meta } = today(value);
  return (
    typeof role === 'string' &&
    Array.isArray(content) &&
    ('_role' in value || isObject(meta)) &&
    content.every((part) => isObject(part) && !('type' in part) && Object.keys(part).length === 1)
  );
};
const isOwn = (value: JsonObject): boolean =>
  '_role' in value || (today(value).content as readonly JsonObject[]).some((part) => OWN.some((key) => key in part)) || 'name' in value;

const FIELDS = ['messages', 'replies', 'chat_messages', 'data'];

function readContent(part: JsonObject, kind: string): readonly Part[] | undefined {
  const inner = part[kind];
  const own: JsonObject = objectOf(inner);
  const call = (value: unknown): Raw<Call> => objectOf(value);
  if (kind === 'text') return texts(inner);
  if (kind === 'reasoning') return thoughts(own.reasoning_text);
  if (kind === 'tool_call') return [callOf(call(own).id, call(own).tool_name, call(own).arguments)];
  if (kind === 'tool_call_result') {
    const from = call(own.origin);
    const content = Array.isArray(own.result) ? readParts(own.result, readContent, () => undefined, {}, keyOf) : own.result;
    return [resultOf(from.id, content, { name: from.tool_name, isError: own.error === true })];
  }
  if (kind === 'image') return filled(own.base64_image) ? [imagePart(filled(own.base64_image)!, filled(own.mime_type))] : undefined;
  if (kind === 'file') return filled(own.base64_data) ? [filePart(filled(own.base64_data)!, filled(own.mime_type), filled(own.filename))] : undefined;
  return undefined;
}

const keyOf = (part: JsonObject): unknown => Object.keys(part)[0];
const ROLES: ReadonlySet<string> = new Set<Role>(['system', 'user', 'assistant', 'tool']);

function listsIn(source: Source, report?: Report) {
  return messageLists(source, isMessage, FIELDS, report);
}

export const haystack: Format = {
  id: 'haystack',
  evidence: 'source',
  extension: 'json',
  detect: (source) => {
    const lists = listsIn({ ...source, records: source.records.slice(0, 50) });
    const found = lists.flatMap(({ messages }) => messages.slice(0, 50).filter((value): value is JsonObject => isObject(value) && isMessage(value)));
    return found.some(isOwn) ? 0.97 : firstObjects(source).length > 0 && found.length > 0 ? 0.5 : 0;
  },
  parse: (source, report) =>
    listsIn(source, report).map(({ messages, path, line }, index) => {
      const talk = new Talk(report);
      const read = (value: JsonObject, origin: Origin): void => {
        const { role, content, name, meta }: Raw<Message> = today(value);
        const about: Raw<Message['meta']> = objectOf(meta);
        const usage = promptUsage(about.usage, report, origin);
        talk.say(role as Role, readParts(content, readContent, report, origin, keyOf), {
          origin,
          ...compact({ name: filled(name), ...(role === 'assistant' && { model: filled(about.model), usage }) }),
        });
      };
      eachIn(messages, { path, line }, report, read, (value) => ROLES.has(textOf(today(value).role) ?? ''));
      return talk.finish({ id: `conversation-${index + 1}`, format: 'haystack' });
    }),
};
