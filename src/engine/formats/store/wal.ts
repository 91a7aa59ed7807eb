/** Pages that a running program has written beside its database. Layout: sqlite.org/fileformat2.html, "The Write-Ahead Log". */

/** Of the log, and of each frame in front of its page, in bytes. */
const HEADER = 32;
const FRAME = 24;
/** Big-endian checksums where the last bit is set. */
const MAGIC = 0x377f0682;
const VERSION = 3007000;

/** The checksum of SQLite over words in pairs, which goes on from the one before. */
function checksum(view: DataView, from: number, to: number, little: boolean, [a, b]: readonly [number, number]): readonly [number, number] {
  let one = a;
  let two = b;
  for (let at = from; at < to; at += 8) {
    one = (one + view.getUint32(at, little) + two) >>> 0;
    two = (two + view.getUint32(at + 4, little) + one) >>> 0;
  }
  return [one, two];
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Whether the bytes begin with the header of a log for pages of this size. */
function isLog(view: DataView, at: number, pageSize: number): boolean {
  if (at + HEADER > view.byteLength) return false;
  const magic = view.getUint32(at);
  if ((magic & ~1) !== MAGIC || view.getUint32(at + 4) !== VERSION || view.getUint32(at + 8) !== pageSize) return false;
  const [one, two] = checksum(view, at, at + 24, (magic & 1) === 0, [0, 0]);
  return one === view.getUint32(at + 24) && two === view.getUint32(at + 28);
}

/**
 * Where in the bytes of a store its log begins that was put behind it; their length where there is none. A database is a whole number of pages,
 * so the log begins at the end of one.
 */
export function logAt(bytes: Uint8Array, pageSize: number): number {
  const view = viewOf(bytes);
  for (let at = pageSize; at < bytes.length; at += pageSize) if (isLog(view, at, pageSize)) return at;
  return bytes.length;
}

/** Pages of a log by their number from 1: of frames that are whole, up to the last transaction that was finished. */
export function pagesOf(log: Uint8Array, pageSize: number): ReadonlyMap<number, Uint8Array> {
  const view = viewOf(log);
  const pages = new Map<number, Uint8Array>();
  if (!isLog(view, 0, pageSize)) return pages;
  const little = (view.getUint32(0) & 1) === 0;
  let sum: readonly [number, number] = [view.getUint32(24), view.getUint32(28)];
  let open: [number, Uint8Array][] = [];
  for (let at = HEADER; at + FRAME + pageSize <= log.length; at += FRAME + pageSize) {
    // Frames of an earlier use of the file have other salts.
    if (view.getUint32(at + 8) !== view.getUint32(16) || view.getUint32(at + 12) !== view.getUint32(20)) break;
    const body = at + FRAME;
    sum = checksum(view, body, body + pageSize, little, checksum(view, at, at + 8, little, sum));
    if (sum[0] !== view.getUint32(at + 16) || sum[1] !== view.getUint32(at + 20)) break;
    open.push([view.getUint32(at), log.subarray(body, body + pageSize)]);
    if (view.getUint32(at + 4) === 0) continue;
    for (const [number, page] of open) pages.set(number, page);
    open = [];
  }
  return pages;
}
