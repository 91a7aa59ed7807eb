import type { FilePart, ImagePart, Part, ReasoningPart, TextPart } from '../../transcript/types.ts';
import { filled, isObject, jsonText, listOf, objectsOf, textOf, type JsonObject } from '../json.ts';
import { filePart, imagePart } from '../media.ts';

export type Content = TextPart | ImagePart | FilePart;

export const textPart = (text: string): readonly TextPart[] => (text === '' ? [] : [{ type: 'text', text }]);

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: readonly number[]): string {
  const groups: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = bytes.slice(at, at + 3);
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    const digit = (shift: number): string => DIGITS[(bits >> shift) & 63]!;
    groups.push(digit(18) + digit(12) + (b === undefined ? '=' : digit(6)) + (c === undefined ? '=' : digit(0)));
  }
  return groups.join('');
}

/** Base64 of bytes that JSON has made an object of: `{"0": 137, …}` of a Uint8Array, `{"type": "Buffer", "data": […]}` of a Buffer. */
function dumpedBytes(value: JsonObject): string | undefined {
  const list = value.type === 'Buffer' ? listOf(value.data) : Object.values(value);
  if (list.length === 0 || (value.type !== 'Buffer' && value['0'] === undefined)) return undefined;
  if (!list.every((byte) => typeof byte === 'number' && Number.isInteger(byte) && byte >= 0 && byte < 256)) return undefined;
  return base64(list as readonly number[]);
}

/** An image or file in the fields of any version: `url`, `data`, `image`, as text or dumped bytes. */
export function mediaOf(part: JsonObject): readonly (ImagePart | FilePart)[] {
  const given = part.url ?? part.data ?? part.image ?? part.fileId;
  const source = isObject(given) ? dumpedBytes(given) : filled(given);
  if (source === undefined) return [];
  const stated = filled(part.mediaType) ?? filled(part.mimeType) ?? filled(part.contentType);
  const mime = stated?.endsWith('/*') ? undefined : stated;
  const image = String(part.type).startsWith('image') || part.image !== undefined || stated?.startsWith('image/');
  return [image ? imagePart(source, mime) : filePart(source, mime, filled(part.filename) ?? filled(part.name))];
}

/** Reasoning with what its provider signed or encrypted, under whichever name. */
export function reasoningOf(part: JsonObject): readonly ReasoningPart[] {
  if (Array.isArray(part.details) && part.details.length > 0)
    return objectsOf(part.details).flatMap((detail) =>
      reasoningOf({ ...detail, type: detail.type === 'redacted' ? 'redacted-reasoning' : 'reasoning' }),
    );
  const metadata = isObject(part.providerMetadata) ? part.providerMetadata : isObject(part.providerOptions) ? part.providerOptions : {};
  const fields: JsonObject = Object.fromEntries(Object.values(metadata).filter(isObject).flatMap(Object.entries));
  const text = textOf(part.text) ?? textOf(part.reasoning) ?? '';
  const signature = filled(part.signature) ?? filled(fields.signature) ?? filled(fields.thoughtSignature);
  const encrypted =
    filled(fields.redactedData) ?? filled(fields.reasoningEncryptedContent) ?? (part.type === 'redacted-reasoning' ? filled(part.data) : undefined);
  if (text === '' && !signature && !encrypted) return [];
  return [{ type: 'reasoning', text, ...(signature && { signature }), ...(encrypted && { encrypted }) }];
}

export interface Output {
  readonly content: readonly Content[];
  readonly isError: boolean;
}

const MEDIA = new Set(['media', 'image', 'file', 'file-data', 'file-url', 'file-id', 'image-data', 'image-url', 'image-file-id']);

const contentOf = (value: unknown): readonly Content[] =>
  objectsOf(value).flatMap((part): readonly Content[] =>
    MEDIA.has(String(part.type)) ? mediaOf(part) : textPart(textOf(part.text) ?? jsonText(part)),
  );

/** What a tool returned: text, the content of an MCP tool, any other value as JSON. */
export function outputOf(value: unknown): Output {
  if (value === undefined || value === null) return { content: [], isError: false };
  if (typeof value === 'string') return { content: textPart(value), isError: false };
  if (isObject(value) && Array.isArray(value.content) && value.content.every((part) => isObject(part) && typeof part.type === 'string'))
    return { content: contentOf(value.content), isError: value.isError === true };
  return { content: textPart(jsonText(value)), isError: false };
}

/** `output` of a model message says of what kind it is; version 4 had the bare `result`. */
export function modelOutput(part: JsonObject): Output {
  const { output } = part;
  if (!isObject(output) || typeof output.type !== 'string') {
    const { content, isError } = outputOf(part.result ?? output);
    const own = Array.isArray(part.experimental_content) ? contentOf(part.experimental_content) : content;
    return { content: own, isError: isError || part.isError === true };
  }
  if (output.type === 'content') return { content: contentOf(output.value), isError: false };
  if (output.type === 'execution-denied') return { content: textPart(textOf(output.reason) ?? DENIED), isError: true };
  return { ...outputOf(output.value), ...(output.type.startsWith('error') && { isError: true }) };
}

/** In place of a result that the person's refusal left none of. */
export const DENIED = '[The person denied this call.]';

export const callOf = (id: unknown, name: string, input: unknown): Part => ({
  type: 'tool-call',
  id: textOf(id) ?? '',
  name,
  args: typeof input === 'string' ? input : jsonText(input ?? {}),
});
