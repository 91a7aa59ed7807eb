/**
 * Exports of LibreChat: one conversation, its messages in a list or as a tree. Shapes: danny-avila/LibreChat `client/src/hooks/Conversations/
 * useExportConversation.ts`, `packages/data-provider/src/types/{assistants,agents}.ts`.
 */
import type { Origin, Part } from '../../transcript/types.ts';
import type { Format, Report } from '../contract.ts';
import type { Draft } from '../finish.ts';
import { compact, filled, isObject, isoTime, type JsonObject, listOf, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { branchesOf, firstObjects, linesOf, type Node, type SourceObject, thoseIn } from '../lists.ts';
import { callOf, imagePart, readParts, resultOf, texts, thoughts, valueText } from '../format-parts.ts';
import { Talk } from '../chat-messages.ts';

interface Export {
  conversationId: string;
  endpoint: string;
  title: string;
  branches: boolean;
  recursive: boolean;
  options?: { model?: string; promptPrefix?: string; system?: string; instructions?: string };
  messages?: readonly Message[];
  messagesTree?: readonly Message[];
}
interface Message {
  messageId: string;
  parentMessageId: string;
  text: string;
  sender: string;
  isCreatedByUser: boolean;
  model?: string;
  createdAt?: string;
  content?: readonly { type: 'text' | 'think' | 'tool_call' | 'image_file' | 'image_url' | 'error' | 'agent_update' }[];
  files?: readonly { file_id: string; filename: string; type: string }[];
  error?: boolean;
  children?: readonly Message[];
}

const isMessage = (value: unknown): boolean => isObject(value) && ('isCreatedByUser' in value || ('messageId' in value && 'sender' in value));
const isExport = (value: JsonObject): boolean =>
  typeof value.conversationId === 'string' && (listOf(value.messages).some(isMessage) || listOf(value.messagesTree).some(isMessage));

const value = (own: unknown): unknown => (isObject(own) ? own.value : own);

function readContent(part: JsonObject, kind: string): readonly Part[] | undefined {
  const own = part[kind];
  if (kind === 'text') return texts(value(own));
  if (kind === 'think') return thoughts(value(own));
  if (kind === 'error') return texts(value(own) ?? part.text);
  if (kind === 'image_url') {
    const url = isObject(own) ? filled(own.url) : filled(own);
    return url === undefined ? undefined : [imagePart(url)];
  }
  if (kind === 'image_file')
    return isObject(own) && filled(own.file_id ?? own.filepath) ? [{ type: 'image', url: filled(own.file_id ?? own.filepath)! }] : undefined;
  if (kind === 'agent_update') return [];
  if (kind === 'tool_call') {
    if (!isObject(own)) return undefined;
    const named: JsonObject = isObject(own.function) ? own.function : own;
    const call = callOf(own.id, named.name, named.args ?? named.arguments);
    const output = named.output ?? own.output;
    return output === undefined || output === null ? [call] : [call, resultOf(own.id, valueText(output))];
  }
  return undefined;
}

interface Entry extends Node {
  readonly value: Raw<Message>;
  readonly origin: Origin;
}

function entriesIn(list: readonly unknown[], path: string, place: Origin, parent: string | null, found: Entry[]): Entry[] {
  const pending = list.map((item, i) => ({ item, path: `${path}[${i}]`, parent })).reverse();
  for (let at = pending.pop(); at; at = pending.pop()) {
    if (!isObject(at.item)) continue;
    const id = filled(at.item.messageId) ?? `message-${found.length + 1}`;
    found.push({ id, parent: filled(at.item.parentMessageId) ?? at.parent, value: at.item, origin: { ...place, path: at.path } });
    const children = listOf(at.item.children).map((item, i) => ({ item, path: `${at!.path}.children[${i}]`, parent: id }));
    for (const child of children.reverse()) pending.push(child);
  }
  return found;
}

function draftsOf({ id, value: message, origin }: Entry, report: Report): Draft[] {
  const { text, isCreatedByUser, sender, model, createdAt, content, files }: Raw<Message> = message;
  const user = isCreatedByUser === true || (isCreatedByUser === undefined && /^user$/i.test(textOf(sender) ?? ''));
  const talk = new Talk(report);
  const parts = listOf(content).length > 0 ? readParts(content, readContent, report, origin) : texts(text);
  const attached = objectsOf(files).map((file): Part => {
    const url = filled(file.file_id) ?? filled(file.filepath);
    return filled(file.type)?.startsWith('image/')
      ? { type: 'image', mime: filled(file.type)!, ...compact({ url }) }
      : { type: 'file', ...compact({ name: filled(file.filename), mime: filled(file.type), url }) };
  });
  const name = user || /^(?:assistant|ai)$/i.test(textOf(sender) ?? '') ? undefined : filled(sender);
  talk.say(user ? 'user' : 'assistant', [...attached, ...parts], {
    id,
    origin,
    ...compact({ ts: isoTime(createdAt), name, ...(!user && { model: filled(model) }) }),
  });
  return talk.messages;
}

function readExport({ value: chat, path, line }: SourceObject, report: Report) {
  const { conversationId, title, options, messages, messagesTree }: Raw<Export> = chat;
  const key = Array.isArray(messages) ? 'messages' : 'messagesTree';
  const entries = entriesIn(listOf(messages ?? messagesTree), `${path}.${key}`, line === undefined ? {} : { line }, null, []);
  const { main, branches } = linesOf(entries, entries.at(-1));
  const talk = new Talk(report);
  const own: Raw<NonNullable<Export['options']>> = objectOf(options);
  const prompt = filled(own.promptPrefix) ?? filled(own.system) ?? filled(own.instructions);
  if (prompt !== undefined) talk.say('system', texts(prompt), { id: 'system' });
  talk.messages.push(...main.flatMap((entry) => draftsOf(entry, report)));
  return talk.finish({
    id: textOf(conversationId) ?? '',
    title: filled(title),
    format: 'librechat',
    model: filled(own.model),
    branches: branchesOf(branches, (nodes) => nodes.flatMap((entry) => draftsOf(entry, report))),
  });
}

export const librechat: Format = {
  id: 'librechat',
  evidence: 'source',
  extension: 'json',
  detect: (source) => (firstObjects(source).some(isExport) ? 0.98 : 0),
  parse: (source, report) => thoseIn(source, isExport).map((placed) => readExport(placed, report)),
};
