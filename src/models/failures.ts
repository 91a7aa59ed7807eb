/** Maps errors of the library and the network to the named failures, without the key. */
import type { CallError, CallFailure } from './contract.ts';

/**
 * Removes the key of a call from errors and from summaries that a model or a proxy wrote it into. The key is known, so it is searched for
 * in the forms that programs write: as is, in either case, escaped for URLs or JSON (also twice, also letter by letter), and as base64,
 * alone or inside a longer text such as `user:key`.
 */
const MARK = '…';
const SHORTEST_FORM = 8;
/** Shorter strings are not keys. */
const SHORTEST = 4;
/** `ollama`, `lm-studio`, `no-key-required`: placeholders for endpoints that require a key field. Texts contain such words of their own. */
const PLACEHOLDER = /^[a-z]+(?:[-_ ][a-z]+)*$/;

interface FoldedText {
  readonly text: string;
  /** UTF-16 offsets in the original, one for each character. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const BACKSLASH = 0x5c;
/** %2F, also %252F and so on; \u002f with up to eight backslashes; a backslash that escapes something. */
const ESCAPE = /%(?:25)*([0-9a-f]{2})|\\{1,8}u([0-9a-f]{4})|\\/iy;

/** Key and text are both folded, so that every form of the key becomes the same. Keys are ASCII: nothing else can be sent. */
function fold(text: string): FoldedText {
  const codes = new Uint16Array(text.length);
  const starts: number[] = [];
  const ends: number[] = [];
  let length = 0;
  for (let at = 0; at < text.length; ) {
    let code = text.charCodeAt(at);
    let end = at + 1;
    if (code === BACKSLASH || code === 0x25) {
      ESCAPE.lastIndex = at;
      const found = ESCAPE.exec(text);
      if (found) {
        end = ESCAPE.lastIndex;
        const digits = found[1] ?? found[2];
        code = digits === undefined ? BACKSLASH : Number.parseInt(digits, 16);
      }
    }
    if (code !== BACKSLASH) {
      codes[length++] = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
      starts.push(at);
      ends.push(end);
    }
    at = end;
  }
  return { text: new TextDecoder('utf-16le').decode(codes.subarray(0, length)), starts, ends };
}

function base64Forms(key: string): readonly string[] {
  const bytes = new TextEncoder().encode(key);
  return [0, 1, 2].flatMap((before) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    const form = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function withoutForms(text: string, key: string): string {
  const folded = fold(text);
  const found: (readonly [number, number])[] = [];
  for (const form of new Set([key, ...base64Forms(key)].map((one) => fold(one).text))) {
    if (form.length < SHORTEST) continue;
    for (let at = folded.text.indexOf(form); at >= 0; at = folded.text.indexOf(form, at + form.length))
      found.push([folded.starts[at]!, folded.ends[at + form.length - 1]!]);
  }
  found.sort(([a], [b]) => a - b);
  let masked = '';
  let at = 0;
  for (const [start, end] of found) {
    if (start >= at) masked += text.slice(at, start) + MARK;
    at = Math.max(at, end);
  }
  return masked + text.slice(at);
}

export function withoutKey(text: string, key: string): string {
  if (key.length < SHORTEST) return text;
  return key.length < SHORTEST_FORM ? text.replaceAll(key, MARK) : withoutForms(text, key);
}

export function answerWithoutKey(text: string, key: string): string {
  return key.length < SHORTEST_FORM || PLACEHOLDER.test(key) ? text : withoutKey(text, key);
}

const LONGEST_DETAIL = 300;

interface ApiError {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  readonly message: string;
  readonly name: string;
  readonly cause?: unknown;
}

const isError = (value: unknown): value is ApiError => value instanceof Error;

function kindOfStatus(status: number): CallFailure {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 413) return 'too-large';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'server' : 'rejected';
}

/** Endpoints report a prompt that is too long as 400, in different words. */
const TOO_LARGE = /context.{0,20}(length|window)|too (long|large|many tokens)|maximum.{0,20}tokens|prompt is too long/i;

const UNREADABLE = /JSONParse|TypeValidation|JSON parsing failed/;

function wordsOf(body: string | undefined): string | undefined {
  if (!body) return undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    const found = messageIn(parsed);
    if (found) return found;
  } catch {
    // No JSON: a proxy's page or plain text.
  }
  return oneLine(body.replace(/<[^>]*>/g, ' ')) || undefined;
}

function messageIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  if ('message' in value && typeof value.message === 'string') return value.message;
  return 'error' in value ? messageIn(value.error) : undefined;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export function failureOf(error: unknown, key: string): CallError {
  if (!isError(error)) return { kind: 'malformed', detail: oneLine(withoutKey(String(error), key)).slice(0, LONGEST_DETAIL) };
  const inner = (error as { lastError?: unknown }).lastError;
  if (isError(inner)) return failureOf(inner, key);
  const detail = (text: string | undefined) => (text ? { detail: oneLine(withoutKey(text, key)).slice(0, LONGEST_DETAIL) } : {});
  // Checked before the status: one package reports an unreadable event as a server error.
  if (UNREADABLE.test(`${error.name} ${error.message}`)) return { kind: 'malformed', ...detail(error.message) };
  const status = error.statusCode;
  if (status !== undefined && (status < 200 || status >= 300)) {
    const words = wordsOf(error.responseBody);
    const kind = status === 400 && words && TOO_LARGE.test(words) ? 'too-large' : kindOfStatus(status);
    return { kind, status, ...detail(words) };
  }
  if (error.name === 'TimeoutError') return { kind: 'timeout' };
  if (error.name === 'AbortError') return { kind: 'cancelled' };
  if (status !== undefined) return { kind: 'cut', status, ...detail(error.message) };
  if (/terminated|premature|ECONNRESET|socket|aborted/i.test(causeText(error))) return { kind: 'cut', ...detail(causeText(error)) };
  return { kind: 'unreachable', ...detail(causeText(error)) };
}

function causeText(error: ApiError): string {
  const parts: string[] = [];
  let at: unknown = error;
  for (let depth = 0; isError(at) && depth < 4; depth++) {
    const code = (at as { code?: unknown }).code;
    const said = typeof code === 'string' && !at.message.includes(code) ? `${at.message} (${code})` : at.message;
    if (!parts.some((part) => part.includes(said))) parts.push(said);
    at = at.cause;
  }
  return parts.join(': ');
}

/** Milliseconds that a response asks to wait (`retry-after` in seconds or as a date, `retry-after-ms`); null where it states none. */
export function retryAfter(error: unknown, now: number): number | null {
  const inner = isError(error) ? ((error as { lastError?: unknown }).lastError ?? error) : error;
  const headers = isError(inner) ? inner.responseHeaders : undefined;
  if (!headers) return null;
  const ms = Number(headers['retry-after-ms']);
  if (headers['retry-after-ms'] !== undefined && ms >= 0) return ms;
  const after = headers['retry-after'];
  if (after === undefined) return null;
  const seconds = Number(after);
  if (!Number.isNaN(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(after);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

export const isPassing = ({ kind }: CallError): boolean => kind === 'rate-limited' || kind === 'server' || kind === 'cut';
