/** The real transcripts for tests. They are beside the repository, never in it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** One line of the collection's manifest; counts are absent if nobody counted. */
export interface ManifestEntry {
  readonly file: string;
  readonly format: string;
  readonly bytes: number;
  readonly conversations?: number;
  readonly messages?: number;
  readonly toolCalls?: number;
  readonly compactions?: number;
  readonly badLines?: number;
}

export interface SharedFile {
  /** Path within the collection: `<format>/<name>`. */
  readonly file: string;
  readonly entry: ManifestEntry;
  /** Reads the file anew. */
  bytes(): Uint8Array;
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** The collections: `data`, and `data-next` with formats that were added later. */
type Collection = 'data' | 'data-next';

/** Directory with MANIFEST.json: `$SHARED_DIR/data`, else `../shared/data` beside the repository; null when absent. */
export function sharedDir(collection: Collection = 'data'): string | null {
  const dir = path.join(process.env.SHARED_DIR ?? path.join(root, '../shared'), collection);
  if (existsSync(path.join(dir, 'MANIFEST.json'))) return dir;
  if (process.env.REQUIRE_SHARED === '1') throw new Error(`REQUIRE_SHARED=1 but ${dir}/MANIFEST.json does not exist`);
  return null;
}

/** Files of the collection that exist; with REQUIRE_SHARED=1 a missing one is an error. Empty when the collection is absent. */
export function sharedFiles(collection: Collection = 'data'): SharedFile[] {
  const dir = sharedDir(collection);
  if (dir === null) return [];
  const entries = JSON.parse(readFileSync(path.join(dir, 'MANIFEST.json'), 'utf8')) as ManifestEntry[];
  return entries.flatMap((entry) => {
    const full = path.join(dir, entry.file);
    if (existsSync(full)) return [{ file: entry.file, entry, bytes: () => new Uint8Array(readFileSync(full)) }];
    if (process.env.REQUIRE_SHARED === '1') throw new Error(`REQUIRE_SHARED=1 but ${entry.file} is missing`);
    return [];
  });
}

/** Small inputs of which a conversation is expected, by the format that a right reader reads them as; empty where the collection is absent. */
export function sharedCases(): readonly { readonly file: string; readonly format: string; bytes(): Uint8Array }[] {
  const list = caseFile('EXPECT.json');
  if (!list) return [];
  const expected = JSON.parse(new TextDecoder().decode(list)) as Readonly<Record<string, { readonly format: string | null }>>;
  return Object.entries(expected).flatMap(([file, { format }]) => (format === null ? [] : [{ file, format, bytes: () => caseFile(file)! }]));
}

/** A small input that once broke something, by its name; null where the collection is absent. With REQUIRE_SHARED=1 a missing one is an error. */
export const attackFile = (name: string): Uint8Array | null => smallFile('attack', name);

/** A small input of one format with what a reader must keep of it, by its name; the same as `attackFile`. */
export const caseFile = (name: string): Uint8Array | null => smallFile('cases', name);

function smallFile(folder: string, name: string): Uint8Array | null {
  const dir = sharedDir();
  if (dir === null) return null;
  const full = path.join(dir, '..', folder, name);
  if (existsSync(full)) return new Uint8Array(readFileSync(full));
  if (process.env.REQUIRE_SHARED === '1') throw new Error(`REQUIRE_SHARED=1 but ${full} does not exist`);
  return null;
}
