/** Databases of programs among chosen files. */

/** A file with its path below what was chosen. */
export interface Source {
  readonly path: string;
  readonly blob: Blob;
}

/** Files with the logs behind the stores that they belong to, and without what else stands beside a store while its program runs. */
export function withLogs(all: readonly Source[]): readonly Source[] {
  const blobs = new Map(all.map(({ path, blob }) => [path, blob]));
  return all.flatMap((file) => {
    const [, store] = /^(.+)-(?:wal|shm)$/.exec(file.path) ?? [];
    if (store !== undefined && blobs.has(store)) return [];
    const log = blobs.get(`${file.path}-wal`);
    return [log ? { ...file, blob: new Blob([file.blob, log]) } : file];
  });
}
