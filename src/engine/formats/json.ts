/** Reads values of unknown shape without trusting them. */
import { readJson } from '../transcript/transcript-json.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const filled = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export const numberOf = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

/** Context window in tokens as stated by a file: an integer from 100 to 100 million. Programs write 0 where they do not know it. */
export const windowOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 100_000_000 ? value : undefined;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const objectsOf = (value: unknown): readonly JsonObject[] => listOf(value).filter(isObject);

/** Compact JSON text of a value read from a file (so its depth is bounded); `undefined` gives the empty text. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

/**
 * JSON text as `JSON.stringify` writes it, with U+FFFD for every lone surrogate, and how many there were. UTF-8 cannot represent one; it is
 * written as an escape, which strict parsers refuse, those of the providers included.
 */
export function withoutLoneSurrogates(json: string): { readonly text: string; readonly count: number } {
  let count = 0;
  if (!json.includes('\\ud')) return { text: json, count };
  const text = json.replace(/\\(?:\\|ud[89a-f][\da-f]{2})/g, (found) => {
    if (found === '\\\\') return found;
    count++;
    return '\ufffd';
  });
  return { text, count };
}

export const tryJson = readJson;

/** Fields of `from` that are not in `known` and hold something; undefined when there is none. Safe for `__proto__` keys. */
export function otherFields(from: JsonObject, known: ReadonlySet<string>): JsonObject | undefined {
  let found: [string, unknown][] | undefined;
  // JSON objects have no inherited fields; `in` avoids building the list of keys, which matters at 100,000 messages.
  for (const key in from) {
    if (known.has(key)) continue;
    const value = from[key];
    if (value === null || value === undefined) continue;
    found ??= [];
    found.push([key, value]);
  }
  return found && Object.fromEntries(found);
}

/** ISO 8601 of a time given as ISO text, seconds or milliseconds since 1970; undefined for anything else. */
export function isoTime(value: unknown): string | undefined {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d/.test(value) ? value : undefined;
  const number = numberOf(value);
  if (number === undefined || number <= 0) return undefined;
  const date = new Date(number < 1e11 ? number * 1000 : number);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

export function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}

/** A foreign object of the type `T` as it comes from a file: its fields by name, of values that nobody has checked. */
export type Raw<T> = { readonly [K in keyof T]?: unknown };

export function addTo<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const own = lists.get(key);
  if (own) own.push(item);
  else lists.set(key, [item]);
}

/** Names in one text, apart by white space. */
export const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
