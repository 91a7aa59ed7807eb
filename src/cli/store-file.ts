/** Files as the engine reads them: a store with the log that a running program keeps beside it. */
import { readFile } from 'node:fs/promises';
import { isStore } from '../engine/formats/encoding.ts';

/** The bytes of a file; behind those of an SQLite store its `-wal` file, where there is one. Rejects as `readFile` does. */
export async function readWithLog(file: string, signal?: AbortSignal): Promise<Uint8Array> {
  const bytes = await readFile(file, { signal });
  if (!isStore(bytes)) return bytes;
  const log = await readFile(`${file}-wal`, { signal }).catch(() => null);
  return log === null ? bytes : Buffer.concat([bytes, log]);
}
