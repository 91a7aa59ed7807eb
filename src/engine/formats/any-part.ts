/** Reads a content part of any notation by its own type, for lists that no one notation wrote. */
import type { Part, ToolResultPart } from '../transcript/types.ts';
import { filled, isObject, jsonText, textOf, type JsonObject } from './json.ts';
import { documentText, filePart, fromAnthropicSource, imagePart } from './format-parts.ts';

type ResultPiece = ToolResultPart['content'][number];

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
const RESULTS = new Set([
  'toolresult',
  'toolcallresult',
  'toolreturn',
  'toolresponse',
  'builtintoolreturn',
  'retryprompt',
  'functionresult',
  'functionresponse',
  'functioncalloutput',
  'customtoolcalloutput',
]);
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
  if (typeof value === 'string') return value === '' ? [] : [{ type: 'text', text: value }];
  if (!isObject(value)) return undefined;
  const type = typeOfPart(value);
  const kind = plainKind(type);
  const own = value[type] ?? value[kind];
  // What stands in a field of the part's own name: `{toolUse: {…}}`, `{type: "tool_call", tool_call: {…}}`.
  const inner = isObject(own) ? { ...value, ...own } : value;
  if (MARKS.has(kind)) return [];
  if (TEXTS.has(kind) && value.thought === true) return thought(inner);
  if (TEXTS.has(kind)) return texts(inner.text ?? own ?? first(inner, SAID));
  if (THOUGHTS.has(kind)) return thought(isObject(own) || own === undefined ? inner : { ...value, text: own });
  if (CALLS.has(kind)) return call(inner);
  if (RESULTS.has(kind)) return [readAnyResult(inner)];
  return IMAGES.has(kind) || FILES.has(kind) ? media(inner, own, IMAGES.has(kind)) : undefined;
}

const texts = (value: unknown): readonly Part[] | undefined => {
  const text = textIn(value);
  return text === undefined ? undefined : text === '' ? [] : [{ type: 'text', text }];
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
  const origin = isObject(value.origin) ? value.origin : {};
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

export function resultContent(value: unknown): readonly ResultPiece[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((item) => resultContent(item));
  if (!isObject(value)) return [{ type: 'text', text: typeof value === 'string' ? value : jsonText(value) }];
  const keys = Object.keys(value);
  const [only = ''] = keys;
  if (keys.length === 1 && /^json$/i.test(only)) return resultContent(jsonText(value[only]));
  const typed = nameIn(value, TYPE) !== undefined || (keys.length === 1 && isKind(plainKind(only)));
  const read = typed ? readAnyPart(value)?.filter(isInner) : undefined;
  if (read && read.length > 0) return read;
  if (keys.length === 1 && BODY.includes(only)) return resultContent(value[only]);
  const text = textOf(value.content) ?? textOf(value.output);
  const rest = keys.filter((key) => key !== 'content' && key !== 'output');
  if (text !== undefined && rest.every((key) => /path|exit|code/i.test(key))) return text === '' ? [] : [{ type: 'text', text }];
  if (typeof value.message === 'string' && keys.every((key) => key === 'message' || key === 'code')) return resultContent(value.message);
  return [{ type: 'text', text: jsonText(value) }];
}

const isInner = (part: Part): part is ResultPiece => part.type === 'text' || part.type === 'image' || part.type === 'file';

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
    return texts(typeof data === 'string' ? data : (textIn(first(data, ['text', 'content', 'snippet'])) ?? jsonText(data)));
  if (read) return [isImage ? { type: 'image', ...read } : { type: 'file', ...(name && { name }), ...read }];
  const place = first(source, PLACE) ?? first(value, PLACE);
  const given = nameIn(source, DATA) ?? textOf(isObject(place) ? place.url : place) ?? textOf(own);
  if (given === undefined) return text === undefined ? undefined : texts(text);
  return [isImage || mime?.startsWith('image/') ? imagePart(given, mime) : filePart(given, mime, name)];
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
