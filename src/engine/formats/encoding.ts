import { type EnglishKey, type EnglishReason, inEnglish } from '../transcript/english.ts';
import { DEEPEST } from '../transcript/transcript-json.ts';
import type { Message, Warning } from '../transcript/types.ts';
import type { ImportError, Report } from './contract.ts';
import { isObject, type JsonObject, jsonText, tryJson, withoutLoneSurrogates } from './json.ts';

/** Why a file cannot be read or written, and what was expected (several = any of them), as reasons and in English. */
export function importError(
  code: string,
  reason: EnglishReason,
  expects: EnglishReason | readonly EnglishReason[],
  place: Pick<ImportError, 'line' | 'path' | 'excerpt'> = {},
): ImportError {
  const list: readonly EnglishReason[] = 'key' in expects ? [expects] : expects;
  return { code, reason, expects: list, message: inEnglish(reason), expected: list.map(inEnglish).join('; '), ...place };
}

export const refused = (...error: Parameters<typeof importError>): { readonly ok: false; readonly error: ImportError } => ({
  ok: false,
  error: importError(...error),
});

/** Collects warnings: equal code and message become one, counted, with the place of the first. */
export function collector(initial: readonly Warning[] = []): { readonly report: Report; list(): readonly Warning[] } {
  const gathered = new Map<string, { -readonly [K in keyof Warning]: Warning[K] }>();
  const report: Report = ({ count = 1, ...rest }) => {
    const { code, message } = rest;
    const key = `${code}\n${message}`;
    const known = gathered.get(key);
    if (known) known.count += count;
    else gathered.set(key, { ...rest, count });
  };
  for (const warning of initial) report(warning);
  return { report, list: () => [...gathered.values()] };
}

export const deepValues = (count: number): Parameters<Report>[0] => ({
  code: 'deep-value',
  message: `Values nested deeper than ${DEEPEST} levels were kept as text below that level.`,
  count,
});

export function lineList(lines: readonly number[], shown = 8): string {
  const rest = lines.length - shown;
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, shown).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

export const UNREAD_MESSAGE = { code: 'unread-message', message: 'Entries that are not messages were skipped.' };
export const UNREAD_RECORD = { code: 'unread-record', message: 'Records hold no messages and were skipped.' };
export const INTERFACE_NOTE = { code: 'interface-note', message: 'Notes of the interface, which the model never saw, were left out.' };
export const REPEATED_LINE = { code: 'duplicate-line', message: 'Lines that repeat an earlier one were left out.' };
export const PARTS_JOINED = { code: 'sessions-joined', message: 'Parts of one session that stand apart in the file were joined.' };
export const REQUESTS_JOINED = { code: 'sessions-joined', message: 'Requests that a later one repeats and goes on with were joined to it.' };
export const MISSING_PARENT = { code: 'missing-parent', message: 'Lines whose parent is not in the file were taken to follow the line before.' };

type Kind = Pick<Warning, 'code' | 'message'>;

export const unknownRole = (role: string): Kind => ({
  code: 'unknown-role',
  message: `Messages with the role "${role.slice(0, 40)}" were read as user messages.`,
});

export const unknownLine = (type: string): Kind => ({ code: 'unknown-entry', message: `Lines of the type "${type.slice(0, 40)}" were left out.` });

export class KindCounter {
  private readonly kinds = new Map<string, number>();
  private line: number | undefined;

  add(kind: string, line?: number): void {
    if (this.kinds.size === 0) this.line = line;
    const name = kind.slice(0, 40);
    this.kinds.set(name, (this.kinds.get(name) ?? 0) + 1);
  }

  report(code: string, what: string, report: Report, shown = 6): void {
    if (this.kinds.size === 0) return;
    const names = [...this.kinds.keys()];
    const rest = names.length - shown;
    const count = [...this.kinds.values()].reduce((sum, n) => sum + n, 0);
    report({
      code,
      message: `${what}: ${names.slice(0, shown).join(', ')}${rest > 0 ? ` and ${rest} more kinds` : ''}.`,
      ...(this.line !== undefined && { line: this.line }),
      count,
    });
  }
}

export function toolName(name: string, report: Report): string {
  if (/^[\w-]{1,64}$/.test(name)) return name;
  report({ code: 'name-changed', message: 'Tool names were changed to what the provider accepts.' });
  return name.replace(/[^\w-]+/g, '_').slice(0, 64) || 'tool';
}

export function callIds(messages: readonly Message[]): (id: string) => string {
  const given = new Set<string>();
  for (const message of messages) for (const part of message.parts) if (part.type === 'tool-call') given.add(part.id);
  const changed = new Map<string, string>();
  let n = 0;
  return (id) => {
    if (/^[\w-]{1,40}$/.test(id)) return id;
    let safe = changed.get(id);
    if (safe === undefined) {
      do safe = `call_${++n}`;
      while (given.has(safe));
      changed.set(id, safe);
    }
    return safe;
  };
}

export function argsObject(args: string, report: Report): JsonObject {
  const value = args.trim() === '' ? {} : tryJson(args);
  if (isObject(value)) return value;
  report({ code: 'args-wrapped', message: 'Call arguments that are no JSON object were wrapped as {"input": …}.' });
  return { input: value === undefined ? args : value };
}

export function argsText(args: string, report: Report): string {
  const value = argsObject(args, report);
  return wholeText(args.trim() !== '' && isObject(tryJson(args)) ? args : jsonText(value), value, report);
}

function wholeText(json: string, value: unknown, report: Report): string {
  if (!/\\ud[89a-f]/i.test(json)) return json;
  // Once rewritten, escapes of pairs are characters, and the remaining escapes are lone halves.
  const { text, count } = withoutLoneSurrogates(jsonText(value));
  if (count === 0) return json;
  report(loneSurrogates(count));
  return text;
}

export const loneSurrogates = (count: number): Parameters<Report>[0] => ({
  code: 'lone-surrogate',
  message: 'Halves of surrogate pairs were replaced by U+FFFD, because they are no text.',
  count,
});

export function objectSchema(schema: unknown, report: Report): JsonObject {
  if (isObject(schema) && schema.type === 'object') return schema;
  if (schema === undefined) return { type: 'object', properties: {} };
  report({ code: 'schema-changed', message: 'Schemas of tools were given the type "object", because the provider takes no other.' });
  return isObject(schema) ? { ...schema, type: 'object' } : { type: 'object', properties: {} };
}

export const MAX_BYTES = 200_000_000;

const SIGNATURES: readonly { readonly bytes: readonly number[]; readonly code: string; readonly key: EnglishKey }[] = [
  { bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], code: 'binary', key: 'import-media' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], code: 'binary', key: 'import-media' },
  { bytes: [0xff, 0xd8, 0xff], code: 'binary', key: 'import-media' },
  { bytes: [0x47, 0x49, 0x46, 0x38], code: 'binary', key: 'import-media' },
  { bytes: [0x52, 0x49, 0x46, 0x46], code: 'binary', key: 'import-media' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], code: 'binary', key: 'import-other-archive' },
  { bytes: [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07], code: 'binary', key: 'import-other-archive' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], code: 'binary', key: 'import-other-archive' },
  { bytes: [0x42, 0x5a, 0x68], code: 'binary', key: 'import-other-archive' },
  { bytes: [0x50, 0x41, 0x52, 0x31], code: 'binary', key: 'import-parquet' },
];
const SQLITE = 'SQLite format 3\0';
const SNIFF = 65_536;

export const EXPECTS_FILE = { key: 'expects-file' } as const;

export const isStore = (bytes: Uint8Array): boolean => SQLITE.split('').every((char, i) => bytes[i] === char.charCodeAt(0));

export function refuseSize(bytes: Uint8Array): ImportError | undefined {
  if (bytes.length <= MAX_BYTES) return undefined;
  const limit = MAX_BYTES / 1e6;
  const why = { key: 'import-too-large', values: { size: Math.ceil(bytes.length / 1e6), limit } } as const;
  return importError('too-large', why, { key: 'expects-size', values: { limit } });
}

/** Files that are no text, by their first bytes; undefined = perhaps readable as text. */
export function refuseBytes(bytes: Uint8Array): ImportError | undefined {
  if (bytes.length === 0) return importError('empty', { key: 'import-empty' }, EXPECTS_FILE);
  const tooLarge = refuseSize(bytes);
  if (tooLarge) return tooLarge;
  if (isStore(bytes)) return importError('binary', { key: 'import-sqlite' }, EXPECTS_FILE);
  const known = SIGNATURES.find(({ bytes: magic }) => magic.every((byte, i) => bytes[i] === byte));
  if (known) return importError(known.code, { key: known.key }, EXPECTS_FILE);
  return latin1(bytes.subarray(257, 262)) === 'ustar' ? importError('binary', { key: 'import-other-archive' }, EXPECTS_FILE) : undefined;
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

export const plain = (text: string): string =>
  text.replace(/(?![\t\n])\p{Cc}|\p{Surrogate}|\ufffd|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '');

/** The bytes as UTF-8 without a byte order mark. */
export function toUtf8(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3);
  const utf16 = utf16Label(bytes);
  if (!utf16) return bytes;
  return new TextEncoder().encode(new TextDecoder(utf16).decode(bytes));
}

function utf16Label(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const end = Math.min(bytes.length, SNIFF) & ~1;
  const zeros = [0, 0];
  for (let i = 0; i < end; i++) if (bytes[i] === 0) zeros[i & 1]!++;
  const [even = 0, odd = 0] = zeros;
  if (odd > end / 20 && even < odd / 4) return 'utf-16le';
  if (even > end / 20 && odd < even / 4) return 'utf-16be';
  return undefined;
}

/** Control characters that do not occur in text: all but tab, line feed, form feed, carriage return and escape. */
export const isControl = (code: number): boolean =>
  (code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13 && code !== 27) || code === 127;

export function isBinary(utf8: Uint8Array): boolean {
  const end = Math.min(utf8.length, SNIFF);
  let control = 0;
  for (let i = 0; i < end; i++) {
    const byte = utf8[i]!;
    if (byte === 0) return true;
    if (isControl(byte)) control++;
  }
  return control > end / 20;
}
