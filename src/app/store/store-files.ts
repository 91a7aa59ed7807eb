/** Databases of programs among chosen files. */

export interface Source {
  readonly path: string;
  readonly blob: Blob;
}

export function withLogs(all: readonly Source[]): readonly Source[] {
  const blobs = new Map(all.map(({ path, blob }) => [path, blob]));
  return all.flatMap((file) => {
    const [, store] = /^(.+)-(?:wal|shm)$/.exec(file.path) ?? [];
    if (store !== undefined && blobs.has(store)) return [];
    const log = blobs.get(`${file.path}-wal`);
    return [log ? { ...file, blob: new Blob([file.blob, log]) } : file];
  });
}
