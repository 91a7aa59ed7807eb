/**
 * Chat stores and messages of LlamaIndex. Three forms are in use: `content`, `blocks`, and a whole store as JSON text. Shapes:
 * run-llama/llama_index `llama_index/core/base/llms/types.py`, `storage/chat_store/simple_chat_store.py`; a real store.
 */
import type { FilePart, ImagePart, Origin, Part, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { filled, isObject, type JsonObject, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { callOf, filePart, held, imagePart, readParts, resultOf, texts, thoughts, titled } from '../format-parts.ts';
import { Talk } from '../chat-messages.ts';
import { eachIn } from '../lists.ts';
import { unknownRole } from '../encoding.ts';

interface ChatMessage {
  role: string;
  content?: string | readonly object[] | null;
  blocks?: readonly object[];
  additional_kwargs: {
    tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
    tool_call_id?: string;
    name?: string;
  };
}
interface Block {
  block_type: 'text' | 'thinking' | 'image' | 'audio' | 'video' | 'document' | 'citation' | 'citable' | 'cache' | 'tool_call';
  text: string;
  content: string | readonly object[];
  additional_information: { signature?: string };
  image: string;
  audio: string;
  data: string;
  url: string;
  path: string;
  title: string;
  image_mimetype: string;
  document_mimetype: string;
  tool_call_id: string;
  tool_name: string;
  tool_kwargs: object | string;
}

const ROLES: Readonly<Record<string, 'system' | 'user' | 'assistant' | 'tool'>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  chatbot: 'assistant',
  model: 'assistant',
  tool: 'tool',
  function: 'tool',
};

const isMessage = (value: unknown): value is JsonObject =>
  isObject(value) &&
  typeof value.role === 'string' &&
  isObject(value.additional_kwargs) &&
  ('content' in value || objectsOf(value.blocks).some(({ block_type }) => typeof block_type === 'string') || Array.isArray(value.blocks));

interface RawList {
  readonly messages: readonly unknown[];
  readonly origin: Origin;
  readonly path: string;
  readonly key: string | undefined;
}

function listsIn({ records, container }: Pick<Source, 'records' | 'container'>): readonly RawList[] {
  if (container !== 'json' && records.length > 0 && records.every(({ value }) => isMessage(value)))
    return [{ messages: records.map(({ value }) => value), origin: {}, path: '$', key: undefined }];
  return records.flatMap(({ value, line, path = '$' }): RawList[] => {
    const origin = line === undefined ? {} : { line };
    const list = isObject(value) ? (value.messages ?? value.chat_history ?? value.history) : value;
    if (Array.isArray(list) && list.some(isMessage))
      return [{ messages: list, origin, path: list === value ? path : `${path}.messages`, key: undefined }];
    const store = objectOf(objectOf(value).store);
    return Object.entries(store).flatMap(([key, messages]) =>
      Array.isArray(messages) && messages.some(isMessage) ? [{ messages, origin, path: `${path}.store.${key}`, key }] : [],
    );
  });
}

function readBlock(block: Raw<Block>, kind: string): readonly Part[] | undefined {
  const mime = filled(block.image_mimetype) ?? filled(block.document_mimetype);
  const place = filled(block.image) ?? filled(block.audio) ?? filled(block.data) ?? filled(block.url) ?? filled(block.path);
  if (kind === 'text') return texts(block.text);
  if (kind === 'thinking') {
    const info: JsonObject = objectOf(block.additional_information);
    return thoughts(block.content, { signature: info.signature });
  }
  if (kind === 'image') return place === undefined ? [] : [imageAt(place, mime)];
  if (kind === 'audio' || kind === 'video' || kind === 'document') return place === undefined ? [] : [fileAt(place, mime, filled(block.title))];
  if (kind === 'tool_call') return [callOf(block.tool_call_id, block.tool_name, block.tool_kwargs)];
  if (kind === 'citable' || kind === 'citation') {
    const own = [block.content, ...objectsOf(block.content).map(({ text }) => text)].flatMap((text) => filled(text) ?? []);
    return titled(block.title, own.join('\n'));
  }
  if (kind === 'cache') return [];
  return undefined;
}

const isPath = (place: string): boolean => /^(?:[./\\]|[A-Za-z]:\\)/.test(place) && place.length < 1_000 && !place.startsWith('/9j/');
const imageAt = (place: string, mime?: string): ImagePart => (isPath(place) ? { type: 'image', url: place } : imagePart(place, mime));
const fileAt = (place: string, mime?: string, name?: string): FilePart =>
  isPath(place) ? { type: 'file', name: name ?? place, url: place } : filePart(place, mime, name);

function readList({ messages, origin, path, key }: RawList, index: number, report: Report): Transcript {
  const talk = new Talk(report);
  const read = ({ role, content, blocks, additional_kwargs }: Raw<ChatMessage>, at: Origin): void => {
    const own: JsonObject = objectOf(additional_kwargs);
    const named = textOf(role) ?? '';
    const known = ROLES[named.toLowerCase()];
    if (!known) report({ ...unknownRole(named), ...at });
    const parts = readParts(blocks ?? content, readBlock, report, at, ({ block_type, type }) => block_type ?? type);
    if (known === 'tool') {
      talk.say('tool', [resultOf(own.tool_call_id, held(parts, report, at), { name: own.name })], { origin: at });
      return;
    }
    const called = new Set(parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])));
    const calls = objectsOf(own.tool_calls)
      .map((call) => {
        const inner = isObject(call.function) ? call.function : call;
        return callOf(call.id, inner.name, inner.arguments ?? inner.input);
      })
      .filter(({ id }) => !called.has(id));
    talk.say(known ?? 'user', [...parts, ...calls], { origin: at });
  };
  eachIn(messages, { ...origin, path }, report, read, isMessage);
  return talk.finish({ id: key ?? `conversation-${index + 1}`, title: key, format: 'llamaindex' });
}

function detect(source: Source): number {
  const found = listsIn({ ...source, records: source.records.slice(0, 20) });
  if (source.records.some(({ value }) => isObject(value) && isObject(value.store) && 'class_name' in value) && found.length > 0) return 0.97;
  return found.some(({ messages }) => messages.some((message) => isMessage(message) && Array.isArray(message.blocks)))
    ? 0.95
    : found.length > 0
      ? 0.85
      : 0;
}

export const llamaindex: Format = {
  id: 'llamaindex',
  evidence: 'recorded',
  extension: 'json',
  detect,
  parse: (source, report) => listsIn(source).map((list, i) => readList(list, i, report)),
};
