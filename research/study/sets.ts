/** Which files were used while a strategy of ours was written (docs/study/sets.json). */
import declared from '../../docs/study/sets.json' with { type: 'json' };

export interface Version {
  readonly id: string;
  readonly edition: number;
  /** Files, and folders with a `/` at the end. */
  readonly seen: readonly string[];
}

const sets: Readonly<Record<string, readonly string[]>> = declared.sets;

export const VERSIONS: readonly Version[] = declared.versions.map(({ id, edition, seen }) => {
  const files = sets[seen];
  if (!files) throw new Error(`docs/study/sets.json: ${id} names a set "${seen}" that does not exist`);
  return { id, edition, seen: files };
});

/** Whether a file was looked at while this version was written. */
export const isSeen = ({ seen }: Version, file: string): boolean => seen.some((one) => (one.endsWith('/') ? file.startsWith(one) : file === one));

/**
 * Where a file comes from: the name before `__` (the owner of its repository, in the shared collection), else its folder, else the file by
 * itself. Files of one project were made by the same people in the same way.
 */
export function projectOf(file: string): string {
  const parts = file.split('/');
  const owner = parts.at(-1)!.split('__');
  if (owner.length > 1 && owner[0] !== '') return owner[0]!;
  return parts.length > 1 ? parts.slice(0, -1).join('/') : file;
}
