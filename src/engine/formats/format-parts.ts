/** What the parts of many notations have in common: texts, reasoning, calls, results, in lists of objects whose kind a key tells. */
import type { FilePart, ImagePart, Origin, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart } from '../transcript/types.ts';
import { filled, isObject, type JsonObject, jsonText, objectsOf, textOf } from './json.ts';
import type { Report } from './contract.ts';

export const base64Bytes = (data: string): number =>
  Math.max(0, Math.floor((data.length * 3) / 4) - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0));

interface Content {
  readonly mime?: string;
  readonly bytes?: number;
  readonly data?: string;
  readonly url?: string;
}

/** Is a reference one that only the program that recorded it can find: neither an address of the web nor an id of a provider's files? */
export const isLocalReference = (url: string): boolean => !/^(?:https?:|data:|gs:\/\/|file[-_]|files\/)/i.test(url);

function mediaContent(source: string, mime?: string): Content {
  const comma = source.startsWith('data:') ? source.indexOf(',') : -1;
  if (comma > 0) {
    const kind = source.slice(5, comma).split(';');
    const data = source.slice(comma + 1);
    return { ...((kind[0] || mime) && { mime: kind[0] || mime }), bytes: base64Bytes(data), data };
  }
  if (/^[a-z][a-z\d+.-]{1,20}:\/\//i.test(source) || source.startsWith('file-')) return { ...(mime && { mime }), url: source };
  return { ...(mime && { mime }), bytes: base64Bytes(source), data: source };
}

export const imagePart = (source: string, mime?: string): ImagePart => ({ type: 'image', ...mediaContent(source, mime) });

export const filePart = (source: string, mime?: string, name?: string): FilePart => ({
  type: 'file',
  ...(name && { name }),
  ...mediaContent(source, mime),
});

export const mediaUrl = (part: ImagePart | FilePart): string | undefined =>
  part.data !== undefined ? `data:${part.mime ?? 'application/octet-stream'};base64,${part.data}` : part.url;

/** The text of Anthropic's documents whose source is one (`text`) or blocks (`content`); undefined for any other source. */
export function documentText(source: unknown, title: string | undefined): readonly (TextPart | ImagePart)[] | undefined {
  if (!isObject(source)) return undefined;
  const named = title === undefined ? {} : { title };
  if (source.type === 'text' && typeof source.data === 'string') return [{ type: 'text', text: source.data, document: named }];
  if (source.type !== 'content') return undefined;
  const blocks = typeof source.content === 'string' ? [{ type: 'text', text: source.content }] : objectsOf(source.content);
  return blocks.flatMap((block): (TextPart | ImagePart)[] => {
    if (typeof block.text === 'string') return [{ type: 'text', text: block.text, document: { ...named, blocks: true } }];
    const image = fromAnthropicSource(block.source);
    return image ? [{ type: 'image', ...image }] : [];
  });
}

export const toDocument = ({ text, document }: TextPart): JsonObject => ({
  type: 'document',
  ...(document?.title !== undefined && { title: document.title }),
  source: document?.blocks ? { type: 'content', content: [{ type: 'text', text }] } : { type: 'text', media_type: 'text/plain', data: text },
});

export function fromAnthropicSource(source: unknown): Content | undefined {
  if (!isObject(source)) return undefined;
  const stated = filled(source.media_type);
  const mime = stated && /^[\w.+-]+\/[\w.+-]+/.test(stated) ? stated : undefined;
  const data = filled(source.data);
  if (data !== undefined) return { ...(mime && { mime }), bytes: source.type === 'text' ? data.length : base64Bytes(data), data };
  const url = filled(source.url) ?? filled(source.file_id);
  return url === undefined ? undefined : { ...(mime && { mime }), url };
}

export function toAnthropicSource(part: ImagePart | FilePart): JsonObject {
  if (part.data !== undefined) {
    const text = part.type === 'file' && part.mime === 'text/plain' && part.bytes === part.data.length;
    return { type: text ? 'text' : 'base64', media_type: part.mime ?? (part.type === 'image' ? 'image/png' : 'application/pdf'), data: part.data };
  }
  const url = part.url ?? '';
  return /^https?:/.test(url) ? { type: 'url', url } : { type: 'file', file_id: url };
}

export type ContentPiece = TextPart | ImagePart | FilePart;

export const texts = (value: unknown): TextPart[] => (filled(value) === undefined ? [] : [{ type: 'text', text: filled(value)! }]);

/** Reasoning; none where there is neither a text nor what its provider signed or encrypted. */
export function thoughts(text: unknown, own: { readonly signature?: unknown; readonly encrypted?: unknown } = {}): ReasoningPart[] {
  const signature = filled(own.signature);
  const encrypted = filled(own.encrypted);
  if (!filled(text) && !signature && !encrypted) return [];
  return [{ type: 'reasoning', text: textOf(text) ?? '', ...(signature && { signature }), ...(encrypted && { encrypted }) }];
}

export const callOf = (id: unknown, name: unknown, args: unknown): ToolCallPart => ({
  type: 'tool-call',
  id: idText(id),
  name: textOf(name) ?? '',
  args: typeof args === 'string' ? args : jsonText(args ?? {}),
});

const idText = (id: unknown): string => (typeof id === 'number' ? String(id) : (textOf(id) ?? ''));

export function resultOf(id: unknown, content: unknown, more: { readonly name?: unknown; readonly isError?: boolean } = {}): ToolResultPart {
  const name = filled(more.name);
  return {
    type: 'tool-result',
    callId: idText(id),
    ...(name && { name }),
    content: isHeld(content) ? content : texts(valueText(content)),
    ...(more.isError && { isError: true }),
  };
}

const isHeld = (content: unknown): content is readonly ContentPiece[] =>
  Array.isArray(content) &&
  content.every((part) => isObject(part) && (part.type === 'text' || part.type === 'image' || part.type === 'file') && isPart(part));
const isPart = (part: JsonObject): boolean => part.type !== 'text' || typeof part.text === 'string';

export const held = (parts: readonly Part[], report: Report, origin: Origin): ContentPiece[] =>
  parts.flatMap((part): ContentPiece[] => {
    if (part.type === 'text' || part.type === 'image' || part.type === 'file') return [part];
    report({ code: 'unknown-part', message: `Content parts of the type "${part.type}" in a result were left out.`, ...origin });
    return [];
  });

export const valueText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : jsonText(value);

/** The parts of one object of a list; undefined for a kind that is not known. */
export type PartReader = (part: JsonObject, kind: string) => readonly Part[] | undefined;

/**
 * The parts of a content in any form: a text, a list of texts and objects, one object, nothing. `kind` tells the objects apart. An object
 * that `read` does not know, and a value that is none of these, is reported with its kind.
 */
export function readParts(content: unknown, read: PartReader, report: Report, origin: Origin, kind: (part: JsonObject) => unknown = typeOf): Part[] {
  const list = Array.isArray(content) ? (content as readonly unknown[]) : content === undefined || content === null ? [] : [content];
  const found: Part[] = [];
  for (const part of list) {
    const name = isObject(part) ? (textOf(kind(part)) ?? '') : typeof part;
    const own = typeof part === 'string' ? texts(part) : isObject(part) ? read(part, name) : undefined;
    if (own) for (const one of own) found.push(one);
    else report({ code: 'unknown-part', message: `Content parts of the type "${name.slice(0, 40)}" were left out.`, ...origin });
  }
  return found;
}

const typeOf = ({ type }: JsonObject): unknown => type;

/** A text with what a program put around it, as three parts, the middle one what the person wrote; that stands first where the whole does not hold it. */
export function around(whole: unknown, said: string): TextPart[] {
  const text = textOf(whole) ?? '';
  const at = said === '' ? -1 : text.indexOf(said);
  if (at < 0) return [...texts(said), ...texts(text)];
  return [...texts(text.slice(0, at)), ...texts(said), ...texts(text.slice(at + said.length))].filter(
    (part) => part.text.trim() !== '' || part.text === said,
  );
}

export const titled = (title: unknown, text: unknown): TextPart[] =>
  filled(text) === undefined ? [] : texts([filled(title), filled(text)].filter((line) => line !== undefined).join('\n'));

/** Text of base64 in UTF-8; undefined where it is none. */
export function decodedText(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
