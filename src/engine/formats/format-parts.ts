/** What the parts of many notations have in common: texts, reasoning, calls, results, in lists of objects whose kind a key tells. */
import type { FilePart, ImagePart, Origin, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart } from '../transcript/types.ts';
import type { Report } from './contract.ts';
import { filled, isObject, type JsonObject, jsonText, namesIn, objectOf, objectsOf, textOf } from './json.ts';

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

/** An image by its type, else a file. */
export const mediaPart = (source: string, mime?: string, name?: string): ImagePart | FilePart =>
  mime?.startsWith('image/') ? imagePart(source, mime) : filePart(source, mime, name);

export type ContentPiece = TextPart | ImagePart | FilePart;

export const isPiece = (part: Part): part is ContentPiece => part.type === 'text' || part.type === 'image' || part.type === 'file';

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

/** Calls whose name and arguments are in a `function`, or beside their id. */
export const callsIn = (calls: unknown): ToolCallPart[] =>
  objectsOf(calls).map((call) => {
    const { name, arguments: args }: JsonObject = isObject(call.function) ? call.function : call;
    return callOf(call.id, name, args);
  });

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
  content.every((part) => isObject(part) && isPiece(part as unknown as Part) && (part.type !== 'text' || typeof part.text === 'string'));

export const held = (parts: readonly Part[], report: Report, origin: Origin): ContentPiece[] =>
  parts.flatMap((part): ContentPiece[] => {
    if (isPiece(part)) return [part];
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

/** Parts in runs: what was said, and what tools gave. */
export function splitResults(parts: readonly Part[]): readonly { readonly results: boolean; readonly parts: readonly Part[] }[] {
  if (parts.length === 1) return [{ results: parts[0]!.type === 'tool-result', parts }];
  const runs: { results: boolean; parts: Part[] }[] = [];
  for (const part of parts) {
    const results = part.type === 'tool-result';
    const last = runs.at(-1);
    if (last && last.results === results) last.parts.push(part);
    else runs.push({ results, parts: [part] });
  }
  return runs;
}

/** A text with what a program put around it, as three parts, the middle one what the person wrote; that is first where the whole does not hold it. */
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

const TYPE = ['type', 'kind', 'part_kind', 'block_type', 'content_type', '$type'];
const CALL_ID = ['call_id', 'callId', 'toolCallId', 'tool_call_id', 'toolUseId', 'tool_use_id', 'toolUseID', 'CallId', 'id', 'Id'];
const NAME = ['name', 'tool_name', 'toolName', 'FunctionName', 'function_name'];
const ARGS = ['arguments', 'args', 'input', 'params', 'parameters', 'Arguments', 'raw_input'];
const BODY = ['content', 'output', 'result', 'response', 'value', 'text', 'Result', 'error', 'func_response'];
const SAID = ['text', 'content', 'value', 'refusal', 'thinking', 'reasoning', 'reasoning_text', 'reasoningText', 'summary', 'Text', 'data'];
const DATA = ['data', 'bytes', 'base64', 'file_data', 'fileData', 'image', 'audio', 'Data'];
const PLACE = ['url', 'uri', 'fileUri', 'file_uri', 'file_id', 'fileId', 'file_url', 'image_url', 'document_url', 'audio_url', 'Uri'];
const MIME = ['media_type', 'mediaType', 'mimeType', 'mime_type', 'MimeType'];

const TEXTS = new Set(['text', 'inputtext', 'outputtext', 'textplain', 'markdown', 'guard', 'refusal', 'summarytext', 'userprompt', 'systemprompt']);
const THOUGHTS = new Set(['thinking', 'thought', 'think', 'reasoning', 'textreasoning', 'reasoningtext', 'redactedthinking', 'redactedreasoning']);
const CALLS = new Set([
  'toolcall',
  'tooluse',
  'functioncall',
  'toolrequest',
  'toolcallrequest',
  'builtintoolcall',
  'customtoolcall',
  'servertooluse',
]);
const RESULTS = namesIn(`
  toolresult toolcallresult toolreturn toolresponse builtintoolreturn retryprompt functionresult functionresponse functioncalloutput
  customtoolcalloutput
`);
const IMAGES = new Set(['image', 'imageurl', 'inputimage']);
const FILES = new Set(['file', 'inputfile', 'document', 'documenturl', 'audio', 'audiourl', 'inputaudio', 'video', 'media', 'data', 'uri', 'blob']);
const MARKS = new Set(['cachepoint', 'cachecontrol', 'stepstart', 'usage']);

const DEEPEST = 4;

const first = (value: JsonObject, names: readonly string[]): unknown => {
  for (const name of names) if (value[name] !== undefined && value[name] !== null) return value[name];
  return undefined;
};

const nameIn = (value: JsonObject, names: readonly string[]): string | undefined => {
  for (const name of names) if (filled(value[name]) !== undefined) return filled(value[name]);
  return undefined;
};

const plainKind = (type: string): string =>
  type
    .replace(/[^a-z]/gi, '')
    .replace(/(?<=.)(?:Content|Block|Part)$/, '')
    .toLowerCase();

export function typeOfPart(value: JsonObject): string {
  const stated = nameIn(value, TYPE);
  if (stated !== undefined) return stated;
  const keys = Object.keys(value).filter((key) => value[key] !== null && value[key] !== undefined);
  const known = keys.filter((key) => isKind(plainKind(key)) && (isObject(value[key]) || typeof value[key] === 'string'));
  if (known.length === 1) return known[0]!;
  if (keys.some((key) => ARGS.includes(key)) && nameIn(value, NAME) !== undefined) return 'tool_call';
  if (keys.some((key) => CALL_ID.includes(key) && key !== 'id' && key !== 'Id') && first(value, BODY) !== undefined) return 'tool_result';
  return known[0] ?? keys[0] ?? '';
}

const isKind = (kind: string): boolean => [TEXTS, THOUGHTS, CALLS, RESULTS, IMAGES, FILES, MARKS].some((set) => set.has(kind));

/**
 * A content part that is left out because its type is not understood. Calls and results have a code of their own: without them a file was not read.
 */
export const unknownPart = (type: string): { readonly code: string; readonly message: string } => ({
  code: CALLS.has(plainKind(type)) || RESULTS.has(plainKind(type)) ? 'unknown-call' : 'unknown-part',
  message: `Content parts of the type "${type.slice(0, 40)}" were left out.`,
});

/** The parts that a part of any notation holds; none where it is a mark without content, undefined where it is not understood. */
export function readAnyPart(value: unknown): readonly Part[] | undefined {
  if (typeof value === 'string') return texts(value);
  if (!isObject(value)) return undefined;
  const type = typeOfPart(value);
  const kind = plainKind(type);
  const own = value[type] ?? value[kind];
  // What is in a field of the part's own name: `{toolUse: {…}}`, `{type: "tool_call", tool_call: {…}}`.
  const inner = isObject(own) ? { ...value, ...own } : value;
  if (MARKS.has(kind)) return [];
  if (TEXTS.has(kind) && value.thought === true) return thought(inner);
  if (TEXTS.has(kind)) return textsOf(inner.text ?? own ?? first(inner, SAID));
  if (THOUGHTS.has(kind)) return thought(isObject(own) || own === undefined ? inner : { ...value, text: own });
  if (CALLS.has(kind)) return call(inner);
  if (RESULTS.has(kind)) return [readAnyResult(inner)];
  return IMAGES.has(kind) || FILES.has(kind) ? media(inner, own, IMAGES.has(kind)) : undefined;
}

const textsOf = (value: unknown): readonly Part[] | undefined => {
  const text = textIn(value);
  return text === undefined ? undefined : texts(text);
};

function thought(value: JsonObject): readonly Part[] | undefined {
  const text = textIn(
    first(value, ['text', 'thinking', 'reasoning', 'reasoning_text', 'reasoningText', 'content', 'summary', 'value', 'think', 'Text']),
  );
  const nested = isObject(value.reasoningText) ? value.reasoningText : value;
  const signature = nameIn(nested, ['signature', 'thoughtSignature', 'thought_signature']);
  const encrypted = nameIn(value, ['encrypted_content', 'encrypted', 'redactedContent', 'data']);
  if (text === undefined && signature === undefined && encrypted === undefined) return undefined;
  if (!text && signature === undefined && encrypted === undefined) return [];
  return [{ type: 'reasoning', text: text ?? '', ...(signature && { signature }), ...(text === undefined && encrypted && { encrypted }) }];
}

export function textIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value;
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value)) {
    const found = value.flatMap((item) => textIn(item, depth + 1) ?? []);
    return found.length > 0 || value.length === 0 ? found.join('\n') : undefined;
  }
  return isObject(value) ? textIn(first(value, SAID), depth + 1) : undefined;
}

function call(value: JsonObject): readonly Part[] | undefined {
  const part = readAnyCall(value);
  // A line of the interface in the place of a call: Amp's older threads.
  return part.name === '' && part.args === '{}' && filled(value.text) ? [{ type: 'text', text: filled(value.text)! }] : [part];
}

export function readAnyCall(value: JsonObject): Extract<Part, { type: 'tool-call' }> {
  const named = ['function', 'custom', 'tool_call', 'params'].map((key) => value[key]).find(isObject) ?? {};
  const inner = { ...value, ...named };
  const args = first(named, ARGS) ?? first(value, ARGS);
  const name = nameIn(named, NAME) ?? nameIn(value, NAME) ?? filled(value.function) ?? '';
  return {
    type: 'tool-call',
    id: nameIn(value, CALL_ID) ?? nameIn(inner, CALL_ID) ?? '',
    name: filled(value.PluginName) ? `${filled(value.PluginName)!}-${name}` : name,
    args: typeof args === 'string' ? args : jsonText(args ?? {}),
  };
}

export function readAnyResult(value: JsonObject): ToolResultPart {
  const run = isObject(value.run) ? value.run : value;
  const origin = objectOf(value.origin);
  const name = nameIn(value, NAME) ?? nameIn(origin, NAME);
  const isError = run.is_error === true || run.isError === true || failed(run.error) || /^(?:error|failed)$/i.test(textOf(run.status) ?? '');
  return {
    type: 'tool-result',
    callId: nameIn(value, CALL_ID) ?? nameIn(origin, CALL_ID) ?? '',
    ...(name !== undefined && { name }),
    content: resultContent(first(run, BODY)),
    ...(isError && { isError }),
  };
}

const failed = (error: unknown): boolean => error !== undefined && error !== null && error !== false && error !== '';

export function resultContent(value: unknown): readonly ContentPiece[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((item) => resultContent(item));
  if (!isObject(value)) return [{ type: 'text', text: typeof value === 'string' ? value : jsonText(value) }];
  const keys = Object.keys(value);
  const [only = ''] = keys;
  if (keys.length === 1 && /^json$/i.test(only)) return resultContent(jsonText(value[only]));
  const typed = nameIn(value, TYPE) !== undefined || (keys.length === 1 && isKind(plainKind(only)));
  const read = typed ? readAnyPart(value)?.filter(isPiece) : undefined;
  if (read && read.length > 0) return read;
  if (keys.length === 1 && BODY.includes(only)) return resultContent(value[only]);
  const text = textOf(value.content) ?? textOf(value.output);
  const rest = keys.filter((key) => key !== 'content' && key !== 'output');
  if (text !== undefined && rest.every((key) => /path|exit|code/i.test(key))) return texts(text);
  if (typeof value.message === 'string' && keys.every((key) => key === 'message' || key === 'code')) return resultContent(value.message);
  return [{ type: 'text', text: jsonText(value) }];
}

function media(value: JsonObject, own: unknown, isImage: boolean): readonly Part[] | undefined {
  const source = isObject(value.source) ? value.source : isObject(value.file) ? value.file : value;
  const said = isImage ? undefined : documentText(value.source, nameIn(value, ['title', 'name']));
  if (said) return said;
  const read = fromAnthropicSource(value.source);
  const mime = nameIn(source, MIME) ?? nameIn(value, MIME) ?? mimeOf(value.format, isImage);
  const name = nameIn(value, ['title', 'filename', 'fileName', 'name']) ?? nameIn(source, ['filename', 'name']);
  const text = typeof value.text === 'string' ? value.text : undefined;
  const { data } = source;
  if (isObject(data) || (typeof data === 'string' && mime === undefined && /\s/.test(data)))
    return textsOf(typeof data === 'string' ? data : (textIn(first(data, ['text', 'content', 'snippet'])) ?? jsonText(data)));
  if (read) return [isImage ? { type: 'image', ...read } : { type: 'file', ...(name && { name }), ...read }];
  const place = first(source, PLACE) ?? first(value, PLACE);
  const given = nameIn(source, DATA) ?? textOf(isObject(place) ? place.url : place) ?? textOf(own);
  if (given === undefined) return text === undefined ? undefined : textsOf(text);
  return [isImage ? imagePart(given, mime) : mediaPart(given, mime, name)];
}

/** Bedrock writes the end of a file's name instead of a type. */
const mimeOf = (format: unknown, isImage: boolean): string | undefined =>
  typeof format !== 'string' || !/^[a-z\d]+$/.test(format)
    ? undefined
    : isImage
      ? `image/${format}`
      : format === 'pdf'
        ? 'application/pdf'
        : undefined;
