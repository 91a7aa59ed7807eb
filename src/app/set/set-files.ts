/** From what a person drops or chooses to the files of a set. Nothing is read here: a file is a reference until it is needed. */
import { isStoreName, sessionFiles } from '../../engine/lib/session-files.ts';

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

export interface Sources {
  /** Of the first folder, archive or file, and how many were chosen beside it: `a.json +3`. */
  readonly name: string;
  readonly files: readonly Source[];
  /** Hidden files, pictures and the like, and what was beyond the limit. */
  readonly skipped: number;
}

export const MOST_FILES = 5000;
/** What holds no transcript, by its name; Claude Code's agent-acompact files are of the agent that writes its summaries. */
const OTHER =
  /(?:^|\/)(?:\.[^/]*|node_modules|__MACOSX)(?:\/|$)|(?:^|\/)agent-acompact-[^/]*$|\.(?:png|jpe?g|gif|webp|svg|ico|pdf|mp[34]|wav|ogg|webm|mov|exe|dll|so|dylib|wasm|class|jar|pyc|sqlite3?|db|woff2?|ttf)$/i;

const byPath = new Intl.Collator('en', { numeric: true });

/** In the order of their paths, without what cannot hold a transcript and what is beyond the limit; `beside` = what was chosen beside `name`. */
export function chosen(name: string, all: readonly Source[], beside = 0): Sources {
  // The chosen folder itself may be hidden: `~/.claude`.
  const below = (path: string): string => (path.startsWith(`${name}/`) ? path.slice(name.length + 1) : path);
  const wanted = withLogs(all)
    .filter(({ path, blob }) => (!OTHER.test(below(path)) || isStoreName(path)) && blob.size > 0)
    .sort((a, b) => byPath.compare(a.path, b.path));
  const blobs = new Map(wanted.map(({ path, blob }) => [path, blob]));
  const lists = sessionFiles([...blobs.keys()]).slice(0, MOST_FILES);
  // A session with a file for each message is one file: JSON after JSON.
  const files = lists.map((paths): Source => {
    const parts = paths.map((path) => blobs.get(path)!);
    return { path: paths[0]!, blob: parts.length === 1 ? parts[0]! : new Blob(parts.flatMap((part) => [part, '\n'])) };
  });
  return { name: beside > 0 ? `${name} +${beside}` : name, files, skipped: all.length - lists.flat().length };
}

export function fromList(list: ArrayLike<File>): Sources {
  const files = Array.from(list, (file) => ({ path: file.webkitRelativePath || file.name, blob: file }));
  const [first] = files;
  const folder = first?.path.includes('/') ? first.path.slice(0, first.path.indexOf('/')) : '';
  return folder ? chosen(folder, files) : chosen(first?.path ?? '', files, files.length - 1);
}

export async function fromEntries(entries: readonly FileSystemEntry[]): Promise<Sources> {
  const found: Source[] = [];
  const walk = async (entry: FileSystemEntry, path: string): Promise<void> => {
    if (isFile(entry)) {
      // A file that was removed meanwhile is left out.
      const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)));
      if (file) found.push({ path, blob: file });
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    // A reader gives a hundred entries at a time, and none at the end.
    for (;;) {
      const some = await new Promise<readonly FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
      if (some.length === 0) return;
      for (const one of some) await walk(one, `${path}/${one.name}`);
    }
  };
  for (const entry of entries) await walk(entry, entry.name);
  const folder = entries.find((entry) => entry.isDirectory) ?? entries[0];
  return chosen(folder?.name ?? '', found, entries.length - 1);
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** Browsers with the picker of the file system ask nothing about an upload. */
type Picker = () => Promise<FolderHandle>;
interface FolderHandle {
  readonly name: string;
  values(): AsyncIterable<(FolderHandle & { readonly kind: 'directory' }) | (FileSystemFileHandle & { readonly kind: 'file' })>;
}
export const folderPicker = (): Picker | undefined => (globalThis as { showDirectoryPicker?: Picker }).showDirectoryPicker?.bind(globalThis);

/** Every file of a folder that a person picks; null = they changed their mind. */
export async function fromPicker(pick: Picker): Promise<Sources | null> {
  const folder = await pick().catch(() => null);
  if (!folder) return null;
  const found: Source[] = [];
  const walk = async (from: FolderHandle, path: string): Promise<void> => {
    for await (const entry of from.values()) {
      const below = `${path}/${entry.name}`;
      if (entry.kind === 'directory') await walk(entry, below);
      else found.push({ path: below, blob: await entry.getFile() });
    }
  };
  await walk(folder, folder.name);
  return chosen(folder.name, found);
}
