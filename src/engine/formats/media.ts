import type { FilePart, ImagePart, TextPart } from '../transcript/types.ts';
import { filled, isObject, objectsOf, type JsonObject } from './json.ts';

/** Decoded size of base64 text, in bytes. */
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

/** Splits a `data:` URL; any other URL is a reference; bare base64 takes the given type. */
export function mediaContent(source: string, mime?: string): Content {
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

/** Value for a provider's image URL field: a `data:` URL or the reference. */
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

/** The reverse of `documentText`. */
export const toDocument = ({ text, document }: TextPart): JsonObject => ({
  type: 'document',
  ...(document?.title !== undefined && { title: document.title }),
  source: document?.blocks ? { type: 'content', content: [{ type: 'text', text }] } : { type: 'text', media_type: 'text/plain', data: text },
});

/** `source` of Anthropic's image and document blocks: base64, url, file or plain text. */
export function fromAnthropicSource(source: unknown): Content | undefined {
  if (!isObject(source)) return undefined;
  const stated = filled(source.media_type);
  // A redactor replaces types as well.
  const mime = stated && /^[\w.+-]+\/[\w.+-]+/.test(stated) ? stated : undefined;
  const data = filled(source.data);
  if (data !== undefined) return { ...(mime && { mime }), bytes: source.type === 'text' ? data.length : base64Bytes(data), data };
  const url = filled(source.url) ?? filled(source.file_id);
  return url === undefined ? undefined : { ...(mime && { mime }), url };
}

/** The reverse of `fromAnthropicSource`. */
export function toAnthropicSource(part: ImagePart | FilePart): JsonObject {
  if (part.data !== undefined) {
    const text = part.type === 'file' && part.mime === 'text/plain' && part.bytes === part.data.length;
    return { type: text ? 'text' : 'base64', media_type: part.mime ?? (part.type === 'image' ? 'image/png' : 'application/pdf'), data: part.data };
  }
  const url = part.url ?? '';
  return /^https?:/.test(url) ? { type: 'url', url } : { type: 'file', file_id: url };
}
