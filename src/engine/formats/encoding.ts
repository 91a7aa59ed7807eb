import type { ImportError } from './contract.ts';
import { importError } from './errors.ts';
import type { SaidKey } from '../transcript/english.ts';

/** Files above this size are refused with a clear error: the engine holds a transcript in memory. */
export const MAX_BYTES = 200_000_000;

const SIGNATURES: readonly { readonly bytes: readonly number[]; readonly code: string; readonly key: SaidKey }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], code: 'zip', key: 'import-zip' },
  { bytes: [0x1f, 0x8b], code: 'gzip', key: 'import-gzip' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], code: 'zstd', key: 'import-zstd' },
  { bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], code: 'binary', key: 'import-pdf' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], code: 'binary', key: 'import-png' },
  { bytes: [0xff, 0xd8, 0xff], code: 'binary', key: 'import-jpeg' },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66], code: 'binary', key: 'import-sqlite' },
];

const SNIFF = 65_536;

export const EXPECTS_FILE = { key: 'expects-file' } as const;

/** Archives and other binary files; undefined = readable as text. */
export function refuseBytes(bytes: Uint8Array): ImportError | undefined {
  if (bytes.length === 0) return importError('empty', { key: 'import-empty' }, EXPECTS_FILE);
  if (bytes.length > MAX_BYTES) {
    const limit = MAX_BYTES / 1e6;
    const why = { key: 'import-too-large', values: { size: Math.ceil(bytes.length / 1e6), limit } } as const;
    return importError('too-large', why, { key: 'expects-size', values: { limit } });
  }
  const known = SIGNATURES.find(({ bytes: magic }) => magic.every((byte, i) => bytes[i] === byte));
  return known && importError(known.code, { key: known.key }, EXPECTS_FILE);
}

/**
 * The bytes as UTF-8 without a byte order mark. UTF-16 is recognised by its mark or, without one, by zero bytes mostly at odd or mostly at
 * even offsets.
 */
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
