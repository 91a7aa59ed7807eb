import { Gunzip, Inflate } from 'fflate';
import { Decompress as Zstd } from 'fzstd';
import { crc32 } from '../lib/crc32.ts';

// Unpacks deflate, gzip and zstd in pieces, so that data which unpacks to more than it may stops there.

export type CompressionMethod = 'deflate' | 'gzip' | 'zstd';

export interface Room {
  left: number;
}

type UnpackResult = Uint8Array | 'too-large' | 'damaged';

/** Deflate makes at most about 1,000 bytes of one, so a piece makes 16 MB at most. */
const PIECE = 1 << 14;

class SizeError extends Error {}

export function inflated(bytes: Uint8Array, packing: CompressionMethod, room: Room): UnpackResult {
  if (packing === 'zstd' && zstdWindow(bytes) > room.left) return 'too-large';
  const pieces: Uint8Array[] = [];
  let size = 0;
  /** Of the member of a gzip file that is being unpacked: where it begins in what was unpacked, and the checksum of what came of it. */
  let member = 0;
  let checksum = 0;
  const take = (piece: Uint8Array): void => {
    size += piece.length;
    if (size > room.left) throw new SizeError();
    if (packing === 'gzip') checksum = crc32(piece, checksum);
    pieces.push(piece.slice());
  };
  try {
    const stream = packing === 'zstd' ? new Zstd(take) : packing === 'gzip' ? new Gunzip(take) : new Inflate(take);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const ends = (at: number): boolean => view.getUint32(at - 8, true) === checksum && view.getUint32(at - 4, true) === size - member;
    let intact = true;
    if (stream instanceof Gunzip) {
      stream.onmember = (at) => {
        intact &&= ends(at);
        member = size;
        checksum = 0;
      };
    }
    for (let at = 0; at < bytes.length; at += PIECE) stream.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
    // A decoder takes bytes that unpack to something else, and deflate that stops too early, for whole.
    if (packing === 'gzip' && !(intact && ends(bytes.length))) return 'damaged';
  } catch (error) {
    return error instanceof SizeError ? 'too-large' : 'damaged';
  }
  room.left -= size;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function zstdWindow(bytes: Uint8Array): number {
  const flags = bytes[4] ?? 0;
  const single = (flags & 32) !== 0;
  if (!single) {
    const descriptor = bytes[5] ?? 0;
    const base = 2 ** (10 + (descriptor >> 3));
    return base + (base / 8) * (descriptor & 7);
  }
  const dictionary = [0, 1, 2, 4][flags & 3]!;
  const length = 1 << (flags >> 6);
  let size = 0;
  for (let i = length - 1; i >= 0; i--) size = size * 256 + (bytes[5 + dictionary + i] ?? 0);
  return size + (length === 2 ? 256 : 0);
}

export interface ZipEntry {
  readonly name: string;
  /** 0 = stored, 8 = deflate, 93 = zstd. */
  readonly method: number;
  readonly encrypted: boolean;
  /** Packed size in bytes. */
  readonly packed: number;
  /** Unpacked size in bytes as the directory states it: to be checked while unpacking. */
  readonly size: number;
  /** CRC-32 of the unpacked bytes. */
  readonly checksum: number;
  readonly offset: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_LENGTH = 22;
const MOST_COMMENT = 0xffff;
const UNKNOWN = 0xffffffff;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const long = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

function endOf(view: DataView): number | undefined {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - MOST_COMMENT); at--) if (view.getUint32(at, true) === END) return at;
  return undefined;
}

/** Members in the order of the directory; undefined for an archive that is damaged or cut off. */
export function zipEntries(bytes: Uint8Array): readonly ZipEntry[] | undefined {
  try {
    return readDirectory(bytes);
  } catch {
    return undefined;
  }
}

function readDirectory(bytes: Uint8Array): readonly ZipEntry[] | undefined {
  const view = viewOf(bytes);
  const end = endOf(view);
  if (end === undefined) return undefined;
  let count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if ((count === 0xffff || at === UNKNOWN) && end >= 20 && view.getUint32(end - 20, true) === LOCATOR_64) {
    const end64 = long(view, end - 12);
    if (view.getUint32(end64, true) !== END_64) return undefined;
    count = long(view, end64 + 32);
    at = long(view, end64 + 48);
  }
  const entries: ZipEntry[] = [];
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== CENTRAL) return undefined;
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, nameEnd)),
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      ...sizesOf(view, at, nameEnd, extraEnd),
    });
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Sizes and offset; what does not fit into 32 bits is in an extra field, in this order. */
function sizesOf(view: DataView, at: number, nameEnd: number, extraEnd: number): Pick<ZipEntry, 'size' | 'packed' | 'offset'> {
  const sizes = { size: view.getUint32(at + 24, true), packed: view.getUint32(at + 20, true), offset: view.getUint32(at + 42, true) };
  for (let field = nameEnd; field + 4 <= extraEnd; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue;
    let value = field + 4;
    for (const key of ['size', 'packed', 'offset'] as const)
      if (sizes[key] === UNKNOWN) {
        sizes[key] = long(view, value);
        value += 8;
      }
  }
  return sizes;
}

/** The packed bytes of a member; undefined where the archive does not hold all of them. */
export function packedBytes(bytes: Uint8Array, { offset, packed }: ZipEntry): Uint8Array | undefined {
  const view = viewOf(bytes);
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== LOCAL) return undefined;
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  return start + packed <= bytes.length ? bytes.subarray(start, start + packed) : undefined;
}
