import type { FilePart, ImagePart, Part, ReasoningPart, Role, TextPart, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { type Draft, finishTranscript, modelOf } from '../finish.ts';
import { filled, isObject, isoTime, type JsonObject, listOf, numberOf, objectOf, objectsOf, textOf } from '../json.ts';
import { branchesOf, chatsIn, holdsChat, linesOf, type Node, type SourceObject } from '../lists.ts';
import { isPiece, resultOf, texts, thoughts, unknownPart } from '../format-parts.ts';
import { UNREAD_MESSAGE } from '../encoding.ts';

type ContentPart = TextPart | ReasoningPart | ImagePart | FilePart;

const lines = (...list: readonly unknown[]): ContentPart[] => texts(list.filter((text) => filled(text) !== undefined).join('\n'));

function contentOf(content: unknown, report: Report, place: { readonly path: string }): readonly ContentPart[] {
  if (typeof content === 'string') return texts(content);
  if (!isObject(content)) return [];
  if (content.content_type === 'text' || content.content_type === 'multimodal_text')
    return listOf(content.parts).flatMap((part) => partOf(part, report, place));
  if (content.content_type === 'thoughts')
    return objectsOf(content.thoughts).flatMap((thought): ContentPart[] => {
      const text = [filled(thought.summary), filled(thought.content)].filter((part) => part !== undefined).join('\n');
      return thoughts(text);
    });
  if (content.content_type === 'reasoning_recap') return [];
  if (content.content_type === 'tether_quote' || content.content_type === 'sonic_webpage') return lines(content.title, content.url, content.text);
  if (content.content_type === 'tether_browsing_display') return lines(content.summary, content.result);
  if (content.content_type === 'user_editable_context') return lines(content.user_profile, content.user_instructions);
  if (content.content_type === 'model_editable_context') return texts(content.model_set_context);
  if (content.content_type === 'system_error') return lines(content.name, content.text);
  if (content.content_type === 'computer_output') return partOf(content.screenshot, report, place);
  const text = textOf(content.text) ?? textOf(content.output_str) ?? textOf(content.content) ?? textOf(content.result);
  if (text === undefined) unknown(content.content_type, report, place);
  return texts(text);
}

function unknown(type: unknown, report: Report, place: { readonly path: string }): void {
  report({ ...unknownPart(String(type)), ...place });
}

function partOf(part: unknown, report: Report, place: { readonly path: string }): ContentPart[] {
  if (typeof part === 'string') return texts(part);
  if (!isObject(part)) return [];
  const pointer = filled(part.asset_pointer) ?? filled(objectOf(part.audio_asset_pointer).asset_pointer);
  if (pointer !== undefined) return [asset(part, pointer)];
  const text = textOf(part.text);
  if (text === undefined) unknown(part.content_type ?? 'object', report, place);
  return texts(text);
}

function asset(part: JsonObject, url: string): ImagePart | FilePart {
  const bytes = numberOf(part.size_bytes);
  const image = textOf(part.content_type)?.startsWith('image') === true;
  return { type: image ? 'image' : 'file', url, ...(bytes !== undefined && bytes >= 0 && { bytes }) };
}

const textIn = (parts: readonly Part[]): string => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');

interface ChatNode extends Node {
  readonly value: JsonObject;
  readonly message: JsonObject | undefined;
  readonly path: string;
}

const ROLES: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'tool']);

const inFragments = (mapping: JsonObject): boolean =>
  Object.values(mapping).some((node) => isObject(node) && isObject(node.message) && Array.isArray(node.message.fragments));

const isChat = (value: JsonObject): boolean =>
  isObject(value.mapping) &&
  !inFragments(value.mapping) &&
  (value.current_node !== undefined || value.create_time !== undefined || value.title !== undefined);

const detect = (source: Source): number => (holdsChat(source, isChat) ? 0.97 : 0);

/** Nodes with their parents; a parent that does not name itself is known from its children. */
function nodesOf(mapping: JsonObject, path: string): readonly ChatNode[] {
  const parents = new Map<string, string>();
  for (const [id, node] of Object.entries(mapping))
    if (isObject(node)) for (const child of listOf(node.children)) if (typeof child === 'string') parents.set(child, id);
  return Object.entries(mapping).flatMap(([id, value]) =>
    isObject(value)
      ? [
          {
            id,
            parent: filled(value.parent) ?? parents.get(id) ?? null,
            value,
            message: isObject(value.message) ? value.message : undefined,
            path: `${path}.mapping.${id}`,
          },
        ]
      : [],
  );
}

function leafOf(nodes: readonly ChatNode[], current: unknown): ChatNode | undefined {
  const named = nodes.find(({ id }) => id === current);
  if (named) return named;
  const parents = new Set(nodes.map(({ parent }) => parent));
  const time = ({ message }: ChatNode): number => numberOf(message?.create_time) ?? 0;
  return nodes
    .filter(({ id }) => !parents.has(id))
    .reduce<ChatNode | undefined>((last, node) => (last && time(last) > time(node) ? last : node), undefined);
}

class Line {
  private readonly report: Report;
  private readonly place: Pick<SourceObject, 'line'>;
  private open: string | undefined;

  constructor(report: Report, { line }: SourceObject) {
    this.report = report;
    this.place = line === undefined ? {} : { line };
  }

  read(nodes: readonly ChatNode[]): Draft[] {
    return nodes.flatMap((node) => {
      const message = node.message && this.message(node, node.message);
      return message ? [message] : [];
    });
  }

  private message({ id, path }: ChatNode, message: JsonObject): Draft | undefined {
    const author = objectOf(message.author);
    const given = filled(author.role) ?? '';
    const origin = { ...this.place, path };
    if (!ROLES.has(given)) {
      this.report({ ...UNREAD_MESSAGE, ...origin });
      return undefined;
    }
    const role = given as Role;
    const metadata = objectOf(message.metadata);
    const content = contentOf(message.content, this.report, origin);
    const hidden = metadata.is_visually_hidden_from_conversation === true || message.weight === 0 || metadata.is_user_system_message === true;
    if (isObject(message.content) && message.content.content_type === 'reasoning_recap') return undefined;
    const ts = isoTime(message.create_time);
    const model = role === 'assistant' ? filled(metadata.model_slug) : undefined;
    return {
      id,
      role,
      parts: this.parts(id, role, author, message, content),
      origin,
      ...(hidden && { synthetic: true }),
      ...(ts && { ts }),
      ...(model && { model }),
    };
  }

  private parts(id: string, role: Role, author: JsonObject, message: JsonObject, content: readonly Part[]): readonly Part[] {
    const recipient = filled(message.recipient) ?? 'all';
    if (role === 'assistant' && recipient !== 'all') {
      this.open = id;
      const others = content.filter(({ type }) => type !== 'text');
      return [...others, { type: 'tool-call', id, name: recipient, args: textIn(content) }];
    }
    if (role === 'tool' && this.open !== undefined) {
      const callId = this.open;
      this.open = undefined;
      const kept = content.filter(isPiece);
      const failed = isObject(message.content) && message.content.content_type === 'system_error';
      return [resultOf(callId, kept, { name: author.name, isError: failed })];
    }
    if (role !== 'tool') this.open = undefined;
    return content;
  }
}

function readChat(placed: SourceObject, index: number, report: Report): Transcript {
  const { value, path } = placed;
  const nodes = nodesOf(value.mapping as JsonObject, path);
  const leaf = leafOf(nodes, value.current_node);
  const { main, branches } = linesOf(nodes, leaf);
  const messages = new Line(report, placed).read(main);
  /** The message of a node of the main line, or the last one before it: nodes may be empty. */
  const holders = new Map<string, string>();
  const spoken = new Set(messages.map(({ id }) => id));
  let last: string | undefined;
  for (const { id } of main) {
    if (spoken.has(id)) last = id;
    if (last !== undefined) holders.set(id, last);
  }
  const title = filled(value.title);
  const model = filled(value.default_model_slug) ?? modelOf(messages);
  return finishTranscript(
    {
      id: filled(value.conversation_id) ?? filled(value.id) ?? `conversation-${index + 1}`,
      title,
      format: 'chatgpt-export',
      model,
      messages,
      branches: branchesOf(branches, (own) => new Line(report, placed).read(own), holders),
    },
    report,
  );
}

export const chatgptExport: Format = {
  id: 'chatgpt-export',
  evidence: 'recorded',
  unread: 'files, which are named by ids',
  extension: 'json',
  detect,
  parse: (source, report) => chatsIn(source, isChat).map((chat, i) => readChat(chat, i, report)),
};
