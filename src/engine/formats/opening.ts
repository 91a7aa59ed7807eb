/** Which files are stores, and the reader that is loaded for one. */
import type { Result } from '../transcript/types.ts';
import { archiveKind } from './archive.ts';
import type { ImportError, Source } from './contract.ts';
import { isStoreName } from '../lib/session-files.ts';
import { isStore } from './encoding.ts';
import { zipEntries } from './zip.ts';

export type StoreReader = (bytes: Uint8Array, name: string) => Result<Source, ImportError>;

/** What opens the stores in a file: for the option `store` of `parseTranscript`. Undefined where there is none, and nothing is loaded. */
export async function storeReader(bytes: Uint8Array): Promise<StoreReader | undefined> {
  const holds = isStore(bytes) || (archiveKind(bytes) === 'zip' && zipEntries(bytes)?.some(({ name }) => isStoreName(name)));
  return holds ? (await import('./store/index.ts')).readStore : undefined;
}
