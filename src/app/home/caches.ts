/** Stores of the workers, by database and name: results of sets and of tuning, summaries of real models, vectors. */
import { clear, createStore } from 'idb-keyval';

const STORES = [
  ['compaction-playground-sets', 'results'],
  ['compaction-playground-tuning', 'results'],
  ['compaction-playground-summaries', 'summaries'],
  ['compaction-playground-vectors', 'vectors'],
] as const;

/** Empties them; one that the browser refuses is left. */
export async function clearCaches(): Promise<void> {
  await Promise.all(STORES.map(([database, name]) => clear(createStore(database, name)).catch(() => {})));
}
