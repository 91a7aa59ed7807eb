import { Trials } from './reason.ts';

/**
 * Limits concurrent jobs, first come, first served. A job requested again while it waits or runs is done once for all callers. Waiting jobs
 * belong to a round; when a new round begins, those that nobody requests again are dropped.
 */
export class Queue<T> {
  readonly trials = new Trials();
  most: number;
  #running = 0;
  #round = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #jobs = new Map<string, { round: number; readonly result: Promise<T | null> }>();

  constructor(most: number) {
    this.most = most;
  }

  /** Waiting jobs are dropped when their turn comes, unless they are requested again. */
  nextRound(): void {
    this.#round++;
    this.trials.begin();
  }

  has(key: string): boolean {
    return this.#jobs.has(key);
  }

  /** Runs a job when there is capacity; null if nobody wanted it any more by then. */
  run(key: string, job: () => Promise<T>): Promise<T | null> {
    const known = this.#jobs.get(key);
    if (known) {
      known.round = this.#round;
      return known.result;
    }
    const entry = { round: this.#round, result: this.#inTurn(key, job) };
    this.#jobs.set(key, entry);
    return entry.result;
  }

  async #inTurn(key: string, job: () => Promise<T>): Promise<T | null> {
    if (this.#running >= this.most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      // Only once the entry exists.
      await Promise.resolve();
      if (this.#jobs.get(key)?.round !== this.#round) return null;
      return await job();
    } finally {
      this.#jobs.delete(key);
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
