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

/** Directory with MANIFEST.json: `$SHARED_DIR/data`, else `../shared/data` beside the repository; null when absent. */
export function sharedDir(): string | null {
  const dir = path.join(process.env.SHARED_DIR ?? path.join(root, '../shared'), 'data');
  if (existsSync(path.join(dir, 'MANIFEST.json'))) return dir;
  if (process.env.REQUIRE_SHARED === '1') throw new Error(`REQUIRE_SHARED=1 but ${dir}/MANIFEST.json does not exist`);
  return null;
}

/** Files of the collection that exist; with REQUIRE_SHARED=1 a missing one is an error. Empty when the collection is absent. */
export function sharedFiles(): SharedFile[] {
  const dir = sharedDir();
  if (dir === null) return [];
  const entries = JSON.parse(readFileSync(path.join(dir, 'MANIFEST.json'), 'utf8')) as ManifestEntry[];
  return entries.flatMap((entry) => {
    const full = path.join(dir, entry.file);
    if (existsSync(full)) return [{ file: entry.file, entry, bytes: () => new Uint8Array(readFileSync(full)) }];
    if (process.env.REQUIRE_SHARED === '1') throw new Error(`REQUIRE_SHARED=1 but ${entry.file} is missing`);
    return [];
  });
}

/** A small input that once broke something, by its name; null where the collection is absent. With REQUIRE_SHARED=1 a missing one is an error. */
export function attackFile(name: string): Uint8Array | null {
  const dir = sharedDir();
  if (dir === null) return null;
  const full = path.join(dir, '../attack', name);
  if (existsSync(full)) return new Uint8Array(readFileSync(full));
  if (process.env.REQUIRE_SHARED === '1') throw new Error(`REQUIRE_SHARED=1 but ${full} does not exist`);
  return null;
}
