/** The inputs of `map`, listed ahead of the work, so that the time left can be said. */
import { isStopped } from '../stop.ts';
import { Changes } from './changes.ts';
import type { MapInput } from './input.ts';

export const bytesOf = ({ text, bytes }: MapInput): number => text?.length ?? bytes ?? 0;

export interface Ahead {
  readonly inputs: AsyncGenerator<MapInput>;
  /** Files and their bytes; null until the last one is listed. */
  total(): { readonly files: number; readonly bytes: number } | null;
}

/** Lists names as they come; a transcript that came with its line waits until it is taken, because many of them would fill the memory. */
export function ahead(inputs: AsyncIterable<MapInput>): Ahead {
  const queue: MapInput[] = [];
  const changes = new Changes();
  let files = 0;
  let bytes = 0;
  let ended = false;
  let failure: { readonly error: unknown } | null = null;
  const list = async (): Promise<void> => {
    for await (const input of inputs) {
      if (isStopped()) break;
      files++;
      bytes += bytesOf(input);
      queue.push(input);
      changes.tell();
      while (input.text !== undefined && queue.length > 0 && !isStopped()) await changes.next();
    }
  };
  const listing = list()
    .catch((error: unknown) => {
      failure = { error };
    })
    .finally(() => {
      ended = true;
      changes.tell();
    });
  async function* taken(): AsyncGenerator<MapInput> {
    for (;;) {
      const next = queue.shift();
      if (next) {
        changes.tell();
        yield next;
      } else if (ended) break;
      else await changes.next();
    }
    await listing;
    if (failure) throw (failure as { error: unknown }).error;
  }
  return { inputs: taken(), total: () => (ended ? { files, bytes } : null) };
}
