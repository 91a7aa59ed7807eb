/** Writes zip archives as tests need them: any method, flags and sizes, true or not. */
import { deflateSync } from 'fflate';
import { crc32 } from '../lib/hashes.ts';

export interface ZipMember {
  readonly name: string;
  readonly text?: string;
  /** Bytes as they are in the archive; absent = the text, deflated. */
  readonly packed?: Uint8Array;
  readonly method?: number;
  readonly encrypted?: boolean;
  /** Unpacked size that the directory states; absent = the text's. */
  readonly size?: number;
  /** CRC-32 that it states; absent = the text's. */
  readonly checksum?: number;
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const fields = (...list: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array => {
  const out = new Uint8Array(list.reduce((sum, [, size]) => sum + size, 0));
  const view = new DataView(out.buffer);
  let at = 0;
  for (const [value, size] of list) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return out;
};

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export function zipOf(members: readonly ZipMember[]): Uint8Array {
  const body: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, text = '', packed, method = 8, encrypted = false, size, checksum } of members) {
    const data = packed ?? (method === 8 ? deflateSync(utf8(text)) : utf8(text));
    const label = utf8(name);
    const common = fields(
      [20, 2],
      [encrypted ? 1 : 0, 2],
      [method, 2],
      [0, 4],
      [checksum ?? crc32(utf8(text)), 4],
      [data.length, 4],
      [size ?? utf8(text).length, 4],
      [label.length, 2],
      [0, 2],
    );
    const local = joined([fields([0x04034b50, 4]), common, label, data]);
    directory.push(joined([fields([0x02014b50, 4], [20, 2]), common, fields([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), label]));
    body.push(local);
    offset += local.length;
  }
  const list = joined(directory);
  const end = fields([0x06054b50, 4], [0, 2], [0, 2], [members.length, 2], [members.length, 2], [list.length, 4], [offset, 4], [0, 2]);
  return joined([...body, list, end]);
}

/** A zstd frame of blocks that each repeat one byte: four bytes per 128 KB. */
export function zstdBomb(blocks: number): Uint8Array {
  const size = 1 << 17;
  const block = (last: boolean): Uint8Array => {
    const header = (size << 3) | 2 | (last ? 1 : 0);
    return Uint8Array.of(header & 255, (header >> 8) & 255, header >> 16, 32);
  };
  // No single segment, a window of 1 MB.
  return joined([Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 80), ...Array.from({ length: blocks }, (_, i) => block(i === blocks - 1))]);
}
