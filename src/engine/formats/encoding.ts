import type { ImportError } from './contract.ts';
import { importError } from './format-report.ts';
import type { EnglishKey } from '../transcript/english.ts';

export const MAX_BYTES = 200_000_000;

const SIGNATURES: readonly { readonly bytes: readonly number[]; readonly code: string; readonly key: EnglishKey }[] = [
  { bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], code: 'binary', key: 'import-pdf' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], code: 'binary', key: 'import-png' },
  { bytes: [0xff, 0xd8, 0xff], code: 'binary', key: 'import-jpeg' },
  { bytes: [0x47, 0x49, 0x46, 0x38], code: 'binary', key: 'import-image' },
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
  return latin1(bytes.subarray(257, 262)) === 'ustar' ? importError('binary', { key: 'import-tar' }, EXPECTS_FILE) : undefined;
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

/** True for bytes that are not text: a NUL, or many other control characters, near the beginning. */
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
