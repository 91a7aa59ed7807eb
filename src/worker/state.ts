/** The state of a session: one transcript file, its last comparison and replay, and the writers of summaries. */
import type { Comparison } from './comparing.ts';
import { HistoryLog } from './history.ts';
import type { Loaded } from './loading.ts';
import type { ModelProgress } from './model-protocol.ts';
import type * as Reading from './reading.ts';
import type { Replayed } from './replay.ts';
import type { KeptSummaries } from './summary-store.ts';
import { Tickets } from './tickets.ts';
import type { KeptVectors } from './vector-store.ts';
import type * as Work from './work.ts';
import { Writers } from './writers.ts';

export class State {
  loaded: Loaded | null = null;
  comparison: Comparison | null = null;
  replayed: Replayed | null = null;
  readonly history = new HistoryLog();
  readonly writers: Writers;
  /** A newer comparison ends what reads the one before; a load ends everything, but only once its file is understood. */
  readonly tickets = new Tickets({ compare: ['measure', 'recall', 'decay', 'ask'] });
  /** Receiver of real models' activity: the comparison that called them. */
  onModels: (progress: ModelProgress) => void = () => undefined;
  #work: Promise<typeof Work> | null = null;
  #reading: Promise<typeof Reading> | null = null;

  constructor(kept: KeptSummaries, vectors: KeptVectors) {
    this.writers = new Writers(kept, vectors, (progress) => this.onModels(progress));
  }

  /** Strategies and everything that runs them: fetched while the first file is fetched and read. If that fails, the next call retries. */
  work(): Promise<typeof Work> {
    this.#work ??= import('./work.ts').catch((error: unknown) => {
      this.#work = null;
      throw error;
    });
    return this.#work;
  }
  /** The formats: fetched as `work` is. */
  reading(): Promise<typeof Reading> {
    this.#reading ??= import('./reading.ts').catch((error: unknown) => {
      this.#reading = null;
      throw error;
    });
    return this.#reading;
  }
}
