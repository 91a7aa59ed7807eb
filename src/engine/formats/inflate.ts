/** Unpacks deflate, gzip and zstd in pieces, so that data which unpacks to more than it may stops there. */
import { Gunzip, Inflate } from 'fflate';
import { Decompress as Zstd } from 'fzstd';

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
  /** Where the last member of a gzip file begins in what was unpacked. */
  let member = 0;
  const take = (piece: Uint8Array): void => {
    size += piece.length;
    if (size > room.left) throw new TooLarge();
    // Decoders use their buffers again.
    pieces.push(piece.slice());
  };
  try {
    const stream = packing === 'zstd' ? new Zstd(take) : packing === 'gzip' ? new Gunzip(take) : new Inflate(take);
    if (stream instanceof Gunzip) {
      stream.onmember = () => {
        member = size;
      };
    }
    for (let at = 0; at < bytes.length; at += PIECE) stream.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
    // Deflate that stops too early is no error to the decoder; gzip ends with the size.
    if (packing === 'gzip' && new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true) !== size - member) return 'damaged';
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
