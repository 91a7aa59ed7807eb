/** Unpacks deflate, gzip and zstd in pieces, so that data which unpacks to more than it may stops there. */
import { Gunzip, Inflate } from 'fflate';
import { Decompress as Zstd } from 'fzstd';
import { crc32 } from '../lib/crc32.ts';

export type Packing = 'deflate' | 'gzip' | 'zstd';

/** What is left of the bytes that may be unpacked; shared by all members of an archive. */
export interface Room {
  left: number;
}

export type Unpacking = Uint8Array | 'too-large' | 'damaged';

/** Deflate makes at most about 1,000 bytes of one, so a piece makes 16 MB at most. */
const PIECE = 1 << 14;

class TooLarge extends Error {}

/** The unpacked bytes, or why there are none. Takes their number off `room`. */
export function inflated(bytes: Uint8Array, packing: Packing, room: Room): Unpacking {
  if (packing === 'zstd' && zstdWindow(bytes) > room.left) return 'too-large';
  const pieces: Uint8Array[] = [];
  let size = 0;
  /** Of the member of a gzip file that is being unpacked: where it begins in what was unpacked, and the checksum of what came of it. */
  let member = 0;
  let checksum = 0;
  const take = (piece: Uint8Array): void => {
    size += piece.length;
    if (size > room.left) throw new TooLarge();
    if (packing === 'gzip') checksum = crc32(piece, checksum);
    // Decoders use their buffers again.
    pieces.push(piece.slice());
  };
  try {
    const stream = packing === 'zstd' ? new Zstd(take) : packing === 'gzip' ? new Gunzip(take) : new Inflate(take);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    /** A gzip member ends with the checksum and the size of what it packs. */
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
    return error instanceof TooLarge ? 'too-large' : 'damaged';
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

/** Bytes that a zstd decoder reserves for the first frame, before it has unpacked anything. */
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
