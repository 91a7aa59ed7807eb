import { Gunzip, Inflate } from 'fflate';
import { Decompress as Zstd } from 'fzstd';
import { crc32 } from '../lib/hashes.ts';
import { isStoreName } from '../lib/session-files.ts';
import type { EnglishKey } from '../transcript/english.ts';
import type { Result } from '../transcript/types.ts';
import type { ImportError, Report } from './contract.ts';
import { EXPECTS_FILE, importError, isBinary, MAX_BYTES, plain, refused, toUtf8 } from './encoding.ts';

// Unpacks deflate, gzip and zstd in pieces, so that data which unpacks to more than it may stops there.

type CompressionMethod = 'deflate' | 'gzip' | 'zstd';

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

interface ZipEntry {
  readonly name: string;
  /** 0 = stored, 8 = deflate, 93 = zstd. */
  readonly method: number;
  readonly encrypted: boolean;
  readonly packed: number;
  /** Unpacked size in bytes as the directory states it: to be checked while unpacking. */
  readonly size: number;
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

function packedBytes(bytes: Uint8Array, { offset, packed }: ZipEntry): Uint8Array | undefined {
  const view = viewOf(bytes);
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== LOCAL) return undefined;
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  return start + packed <= bytes.length ? bytes.subarray(start, start + packed) : undefined;
}

export interface Member {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface ArchiveContent {
  /** `inspect` and `export` are archives whose files make one whole; of `files` each stands for itself. */
  readonly kind: 'inspect' | 'export' | 'files';
  readonly files: readonly Member[];
}

type ArchiveKind = 'zip' | 'gzip' | 'zstd';

const MAGIC: Readonly<Record<ArchiveKind, readonly number[]>> = {
  zip: [0x50, 0x4b, 0x03, 0x04],
  gzip: [0x1f, 0x8b],
  zstd: [0x28, 0xb5, 0x2f, 0xfd],
};
const KINDS = ['zip', 'gzip', 'zstd'] as const;
const METHODS: ReadonlyMap<number, CompressionMethod | 'stored'> = new Map([
  [0, 'stored'],
  [8, 'deflate'],
  [93, 'zstd'],
]);

/** More members than any folder of sessions has: each costs time even when it is empty. */
const MOST_MEMBERS = 100_000;
/** Members whose names say that they hold no transcript are not unpacked. */
const MEDIA =
  /\.(?:png|jpe?g|gif|webp|bmp|ico|svg|avif|heic|tiff?|mp[34]|m4[av]|wav|ogg|opus|flac|webm|mov|avi|mkv|pdf|docx?|xlsx?|pptx?|ttf|otf|woff2?|eot|css|exe|dll|so|dylib|wasm|class|jar|pyc|o|a|db|sqlite3?|vscdb|npy|npz|pt|parquet|safetensors)$/i;

const isMedia = (name: string): boolean => MEDIA.test(name) && !isStoreName(name);

/** The kind of archive that the bytes are; undefined for any other file. */
export const archiveKind = (bytes: Uint8Array): ArchiveKind | undefined => KINDS.find((kind) => MAGIC[kind].every((byte, i) => bytes[i] === byte));

/**
 * The files of an archive that may be transcripts, in a stable order: no directories, hidden files, media or other binary files. What cannot
 * be unpacked is reported with a count; an error only where nothing can be, or where the files are larger than `room` all together.
 */
export function unpack(
  bytes: Uint8Array,
  name: string,
  report: Report = () => undefined,
  room: Room = { left: MAX_BYTES },
): Result<ArchiveContent, ImportError> {
  const kind = archiveKind(bytes);
  if (kind === undefined) return { ok: true, value: { kind: 'files', files: [{ name, bytes }] } };
  if (kind === 'zip') return unzip(bytes, report, room);
  const content = inflated(bytes, kind, room);
  if (content === 'too-large') return { ok: false, error: tooLarge() };
  if (content === 'damaged') return refused('archive-damaged', { key: 'import-archive-damaged', values: { kind } }, EXPECTS_FILE);
  return { ok: true, value: { kind: 'files', files: [{ name: name.replace(/\.(?:gz|gzip|zst|zstd)$/i, ''), bytes: content }] } };
}

function tooLarge(): ImportError {
  const limit = MAX_BYTES / 1e6;
  return importError('too-large', { key: 'import-archive-large', values: { limit } }, { key: 'expects-archive-size', values: { limit } });
}

/** Why members are not there, by the sentence that says so. */
type MissingMembers = Map<EnglishKey, { count: number; first: string; method: number }>;

const WHY = {
  'import-archive-encrypted': 'Files of the archive are encrypted and were left out.',
  'import-archive-method': 'Files of the archive are packed by a method that cannot be read and were left out.',
  'import-archive-damaged': 'Files of the archive are damaged and were left out.',
} as const satisfies Partial<Record<EnglishKey, string>>;

function unzip(bytes: Uint8Array, report: Report, room: Room): Result<ArchiveContent, ImportError> {
  const entries = zipEntries(bytes);
  if (!entries) return refused('archive-damaged', { key: 'import-archive-damaged', values: { kind: 'zip' } }, EXPECTS_FILE);
  if (entries.length > MOST_MEMBERS)
    return refused('too-large', { key: 'import-archive-members', values: { count: entries.length, limit: MOST_MEMBERS } }, EXPECTS_FILE);
  const { kind, chosen } = choose(entries);
  const missing: MissingMembers = new Map();
  const files: Member[] = [];
  let binary = entries.filter(({ name }) => isMedia(name)).length;
  for (const entry of chosen) {
    const content = contentOf(bytes, entry, room, missing);
    if (content === 'too-large') return { ok: false, error: tooLarge() };
    if (content === undefined) continue;
    const whole = archiveKind(content) !== undefined || isStoreName(entry.name);
    if (content.length > 0 && !whole && isBinary(toUtf8(content))) binary++;
    else if (content.length > 0) files.push({ name: entry.name, bytes: content });
  }
  if (files.length === 0) return { ok: false, error: nothingIn(entries, missing) };
  for (const [key, { count, first }] of missing)
    report({ code: key.replace('import-', ''), message: WHY[key as keyof typeof WHY], path: plain(first), count });
  if (binary > 0) report({ code: 'archive-binary', message: 'Images and other binary files of the archive were left out.', count: binary });
  return { ok: true, value: { kind, files: withLogs(files) } };
}

function joined(one: Uint8Array, two: Uint8Array): Uint8Array {
  const whole = new Uint8Array(one.length + two.length);
  whole.set(one);
  whole.set(two, one.length);
  return whole;
}

function withLogs(files: readonly Member[]): readonly Member[] {
  const logs = new Map(files.flatMap(({ name, bytes }) => (name.endsWith('-wal') ? [[name.slice(0, -'-wal'.length), bytes] as const] : [])));
  if (logs.size === 0) return files;
  const own = new Set(files.map(({ name }) => name));
  return files.flatMap((file) => {
    if (file.name.endsWith('-wal') && own.has(file.name.slice(0, -'-wal'.length))) return [];
    const log = logs.get(file.name);
    return [log ? { ...file, bytes: joined(file.bytes, log) } : file];
  });
}

function mayHoldTranscript(name: string): boolean {
  const file = name.slice(name.lastIndexOf('/') + 1);
  return file !== '' && !file.startsWith('.') && !/(?:^|\/)(?:__MACOSX|\.git|node_modules)\//.test(name) && !isMedia(file);
}

const inOrder = new Intl.Collator('en', { numeric: true });
const byName = (a: ZipEntry, b: ZipEntry): number => inOrder.compare(a.name, b.name) || (a.name < b.name ? -1 : 1);

function choose(all: readonly ZipEntry[]): { readonly kind: ArchiveContent['kind']; readonly chosen: readonly ZipEntry[] } {
  const entries = all.filter(({ name }) => mayHoldTranscript(name));
  const header = entries.find(({ name }) => name === 'header.json') ?? entries.find(({ name }) => name === '_journal/start.json');
  if (header) {
    const samples = entries.filter(({ name }) => /^samples\/[^/]+\.json$/.test(name));
    return { kind: 'inspect', chosen: [header, ...samples.sort(byName)] };
  }
  const shards = entries.filter(({ name }) => /(?:^|\/)conversations(?:[-_]\d+)?\.json$/.test(name)).sort(byName);
  const folder = shards[0]?.name.replace(/[^/]*$/, '');
  // Beside the conversations of an export are only other JSON files and a page to look at.
  if (folder !== undefined && entries.every(({ name }) => name.startsWith(folder) && /\.(?:json|html?|dat|txt)$/i.test(name)))
    return { kind: 'export', chosen: shards };
  const parts = entries.filter(({ name }) => PARTS_OF_ONE.some((path) => path.test(name)));
  const root = parts[0]?.name.replace(/(?:agents|(?:storage\/)?(?:message|part|session))\/.*$/, '');
  if (root !== undefined && entries.every(({ name }) => name.startsWith(root) && /\.json$|storage\/migration$/.test(name)))
    return { kind: 'export', chosen: entries.filter(({ name }) => name.endsWith('.json')).sort(byName) };
  return { kind: 'files', chosen: entries };
}

const PARTS_OF_ONE = [/(?:^|\/)agents\/agent_[^/]+\/messages\/message_\d+\.json$/, /(?:^|\/)message\/[^/]+\/msg_[^/]+\.json$/];

function contentOf(bytes: Uint8Array, entry: ZipEntry, room: Room, missing: MissingMembers): Uint8Array | 'too-large' | undefined {
  const miss = (key: EnglishKey): undefined => {
    const known = missing.get(key);
    if (known) known.count++;
    else missing.set(key, { count: 1, first: entry.name, method: entry.method });
    return undefined;
  };
  if (entry.encrypted) return miss('import-archive-encrypted');
  const method = METHODS.get(entry.method);
  if (method === undefined) return miss('import-archive-method');
  if (entry.size > room.left) return 'too-large';
  const packed = packedBytes(bytes, entry);
  if (!packed) return miss('import-archive-damaged');
  if (method === 'stored' && packed.length > room.left) return 'too-large';
  const content = method === 'stored' || packed.length === 0 ? packed : inflated(packed, method, room);
  if (content === 'too-large') return content;
  if (content === 'damaged' || content.length !== entry.size || crc32(content) !== entry.checksum) return miss('import-archive-damaged');
  if (method === 'stored') room.left -= packed.length;
  return content;
}

function nothingIn(entries: readonly ZipEntry[], missing: MissingMembers): ImportError {
  const [first] = missing;
  if (first) {
    const [key, { first: name, method }] = first;
    return importError(key.replace('import-', ''), { key, values: { kind: 'zip', name: plain(name), method } }, EXPECTS_FILE);
  }
  const files = entries.filter(({ name }) => !name.endsWith('/'));
  const values = { count: files.length, name: plain(files[0]?.name ?? '') };
  return files.length === 0
    ? importError('archive-empty', { key: 'import-archive-empty' }, EXPECTS_FILE)
    : importError('archive-no-text', { key: 'import-archive-no-transcript', values }, EXPECTS_FILE);
}

/**
 * The files that should each become sessions of their own: every member of an archive (archives inside it one level deep), where an
 * evaluation log or an export is one file, and a file that is no archive is itself.
 */
export function filesOf(bytes: Uint8Array, name: string, report: Report = () => undefined): Result<readonly Member[], ImportError> {
  return filesIn({ name, bytes }, report, { left: MAX_BYTES }, 0);
}

function filesIn(file: Member, report: Report, room: Room, depth: number): Result<readonly Member[], ImportError> {
  if (archiveKind(file.bytes) === 'zip' && choose(zipEntries(file.bytes) ?? []).kind !== 'files') return { ok: true, value: [file] };
  const unpacked = unpack(file.bytes, file.name, report, room);
  if (!unpacked.ok) return unpacked;
  const files: Member[] = [];
  for (const member of unpacked.value.files) {
    const kind = archiveKind(member.bytes);
    if (kind === undefined || member.bytes === file.bytes) files.push(member);
    else if (depth > 0) report({ ...TOO_DEEP, path: plain(member.name) });
    else {
      const inner = filesIn(member, report, room, depth + 1);
      if (!inner.ok && inner.error.code === 'too-large') return inner;
      if (!inner.ok) report({ ...unreadMember(inner.error), path: plain(member.name) });
      else
        for (const one of inner.value) files.push(one === member ? one : { ...one, name: kind === 'zip' ? `${member.name}/${one.name}` : one.name });
    }
  }
  return { ok: true, value: files };
}

export const TOO_DEEP = { code: 'archive-too-deep', message: 'Archives inside archives inside the archive were not unpacked.' } as const;

export const unreadMember = ({ message }: ImportError): Parameters<Report>[0] => ({
  code: 'unread-member',
  message: `Files of the archive were left out: ${message}`,
});
