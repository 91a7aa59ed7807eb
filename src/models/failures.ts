/** Maps errors of the library and the network to the named failures, without the key. */
import type { CallError, CallFailure } from './contract.ts';
import { withoutKey } from './known-key.ts';

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
