/**
 * Chat histories of Semantic Kernel: of .NET (`{Role: {Label}, Items: [{$type}]}`, keys in either case) and of Python (`{role, items:
 * [{content_type}]}`). Shapes: microsoft/semantic-kernel `dotnet/src/SemanticKernel.Abstractions/Contents`, `python/semantic_kernel/contents` @b39d95a3.
 */
import type { Origin, Part, Role, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, type JsonObject, listOf, textOf } from '../json.ts';
import { eachIn, type MessageList, messageLists } from '../lists.ts';
import { callOf, filePart, imagePart, readParts, resultOf, texts, thoughts } from '../format-parts.ts';
import { Talk } from '../chat-messages.ts';
import { unknownRole } from '../encoding.ts';

/** Of .NET; Python writes the same in small letters with `_`. */
interface ChatMessageContent {
  Role: { Label: string } | string;
  AuthorName?: string;
  Items: readonly Item[];
  ModelId?: string;
}
interface Item {
  $type: string;
  Text: string;
  Id: string;
  CallId: string;
  PluginName: string;
  FunctionName: string;
  Arguments: object | string;
  Result: unknown;
  Uri: string;
  DataUri: string;
  Data: string;
  MimeType: string;
}

function get(value: JsonObject, name: keyof ChatMessageContent | keyof Item | 'Label' | 'ContentType' | 'Name'): unknown {
  const snake = name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  return value[name] ?? value[name.charAt(0).toLowerCase() + name.slice(1)] ?? value[snake];
}

const kindOf = (item: JsonObject): string =>
  (textOf(item.$type) ?? textOf(get(item, 'ContentType')) ?? '')
    .replace(/Content$/, '')
    .replace(/_/g, '')
    .toLowerCase();

const isMessage = (value: JsonObject): boolean => {
  const items = get(value, 'Items');
  return (
    get(value, 'Role') !== undefined &&
    Array.isArray(items) &&
    items.some((item) => isObject(item) && (typeof item.$type === 'string' || typeof item.content_type === 'string'))
  );
};

const ROLES: Readonly<Record<string, Role>> = { system: 'system', developer: 'system', user: 'user', assistant: 'assistant', tool: 'tool' };

function readItem(item: JsonObject, kind: string): readonly Part[] | undefined {
  const name = [get(item, 'PluginName'), get(item, 'FunctionName')].filter(filled).join('-') || get(item, 'Name');
  if (kind === 'text' || kind === 'streamingtext') return texts(get(item, 'Text'));
  if (kind === 'reasoning') return thoughts(get(item, 'Text'));
  if (kind === 'functioncall') return [callOf(get(item, 'Id'), name, get(item, 'Arguments'))];
  if (kind === 'functionresult') return [resultOf(get(item, 'CallId') ?? get(item, 'Id'), get(item, 'Result'), { name })];
  if (kind === 'image' || kind === 'audio' || kind === 'binary' || kind === 'file' || kind === 'filereference') {
    const place =
      filled(get(item, 'DataUri')) ?? filled(get(item, 'Data')) ?? filled(get(item, 'Uri')) ?? filled(item.FileId) ?? filled(item.file_id);
    const mime = filled(get(item, 'MimeType'));
    if (place === undefined) return undefined;
    return [kind === 'image' ? imagePart(place, mime) : filePart(place, mime)];
  }
  return undefined;
}

function readList({ messages, line, path }: MessageList, index: number, report: Report): Transcript {
  const talk = new Talk(report);
  const labelOf = (value: JsonObject): string => {
    const role = get(value, 'Role');
    return (textOf(isObject(role) ? get(role, 'Label') : role) ?? '').toLowerCase();
  };
  const read = (value: JsonObject, origin: Origin): void => {
    const label = labelOf(value);
    const known = ROLES[label];
    if (!known) report({ ...unknownRole(label), ...origin });
    const items = listOf(get(value, 'Items'));
    const parts = readParts(items.length > 0 ? items : (value.Content ?? value.content), readItem, report, origin, kindOf);
    const model = filled(get(value, 'ModelId')) ?? filled(value.ai_model_id);
    const name = filled(get(value, 'AuthorName')) ?? filled(value.name);
    talk.say(known === 'tool' ? 'user' : (known ?? 'user'), parts, compact({ origin, name, ...(known === 'assistant' && { model }) }));
  };
  eachIn(messages, { line, path }, report, read, (value) => labelOf(value) !== '');
  return talk.finish({ id: `conversation-${index + 1}`, format: 'semantic-kernel' });
}

const listsIn = (source: Source): readonly MessageList[] =>
  messageLists(source, isMessage, ['messages', 'Messages', 'chat_history', 'ChatHistory', 'history']);

export const semanticKernel: Format = {
  id: 'semantic-kernel',
  evidence: 'source',
  extension: 'json',
  detect: (source) => (listsIn({ ...source, records: source.records.slice(0, 20) }).length > 0 ? 0.96 : 0),
  parse: (source, report) => listsIn(source).map((list, i) => readList(list, i, report)),
};
