/**
 * Watches one running worker. Calls to it always settle: with the answer, or with LOST when the worker crashed, got stuck or was ended (a
 * pending Comlink call alone would wait forever after `terminate`).
 */
import * as Comlink from 'comlink';
import type { Engine } from './worker-calls.ts';

/** The part of a Worker that the supervisor needs; tests pass a message port. */
export interface WorkerLike extends Comlink.Endpoint {
  terminate(): void;
}

/** Why a worker ended: its own error, no sign of life, or on request. */
export type LossReason = 'crashed' | 'stuck' | 'asked';
export const LOST: unique symbol = Symbol('lost');

interface WatchOptions {
  /** A worker with unanswered calls and no sign of life for this long is stuck; noticed at the next heart-beat. */
  readonly stuckAfterMs: number;
  /** Pause between two heart-beats while an answer is owed. */
  readonly beatMs: number;
}

/** Bytes of a file up to which both waits hold; above it they grow with them. The slowest row over 50 MB takes 3 s of a fast processor. */
const PATIENCE_BYTES = 10_000_000;

export class EngineProcess {
  readonly remote: Comlink.Remote<Engine>;
  readonly #worker: WorkerLike;
  readonly #options: WatchOptions;
  readonly #onLost: (reason: LossReason) => void;
  /** One per call without an answer; calling it settles the call with LOST. */
  readonly #pending = new Set<() => void>();
  #ended = false;
  #lastSign = 0;
  /** Multiplies the time after which it counts as stuck. */
  #patience = 1;
  #lastBeat = 0;
  #beat: ReturnType<typeof setInterval> | undefined;
  #hurry: ReturnType<typeof setTimeout> | undefined;

  constructor(worker: WorkerLike, options: WatchOptions, onLost: (reason: LossReason) => void) {
    this.#worker = worker;
    this.#options = options;
    this.#onLost = onLost;
    this.remote = Comlink.wrap<Engine>(worker);
    worker.addEventListener('error', () => this.lose('crashed'));
    worker.addEventListener('messageerror', () => this.lose('crashed'));
  }

  /** Runs a call; LOST when the worker ends before the answer. Rejections of the call pass through. */
  run<T>(call: (remote: Comlink.Remote<Engine>) => Promise<T>): Promise<T | typeof LOST> {
    if (this.#ended) return Promise.resolve(LOST);
    return new Promise((resolve, reject) => {
      const lost = (): void => resolve(LOST);
      this.#pending.add(lost);
      if (this.#pending.size === 1) this.#watch();
      const settled = (): void => {
        this.#pending.delete(lost);
        this.sign();
        if (this.#pending.size === 0) this.#rest();
      };
      call(this.remote).then(
        (value) => {
          settled();
          resolve(value);
        },
        (error: unknown) => {
          settled();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
  }

  /** A file of this size is open: one row over it may take longer than `stuckAfterMs`, without being stuck. */
  bearWith(bytes: number): void {
    this.#patience = Math.max(1, bytes / PATIENCE_BYTES);
  }

  /** A sign of life: progress, an answer, a heart-beat. */
  sign(): void {
    this.#lastSign = performance.now();
  }

  /** Allows a worker with unanswered calls this long for its next sign of life (after a cancel, nobody wants to wait). */
  hurry(ms: number): void {
    if (this.#ended || this.#pending.size === 0) return;
    const since = performance.now();
    clearTimeout(this.#hurry);
    this.#ping();
    this.#hurry = setTimeout(() => {
      if (this.#pending.size > 0 && this.#lastSign < since) this.lose('stuck');
    }, this.#patience * ms);
  }

  /** Ends the worker and settles its unanswered calls; informs the owner, unless it ends quietly. */
  lose(reason: LossReason, quietly = false): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#rest();
    this.#worker.terminate();
    const owed = [...this.#pending];
    this.#pending.clear();
    if (!quietly) this.#onLost(reason);
    for (const lost of owed) lost();
  }

  #ping(): void {
    this.remote.ping().then(
      () => this.sign(),
      () => undefined,
    );
  }

  #watch(): void {
    this.sign();
    this.#lastBeat = performance.now();
    this.#beat = setInterval(() => {
      const now = performance.now();
      // Timers stop while the computer sleeps or the tab is in the background, which is not the worker's fault.
      if (now - this.#lastBeat > 3 * this.#options.beatMs + 1000) this.sign();
      this.#lastBeat = now;
      if (now - this.#lastSign >= this.#patience * this.#options.stuckAfterMs) this.lose('stuck');
      else this.#ping();
    }, this.#options.beatMs);
  }

  #rest(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#hurry);
  }
}

/**
 * Starts a worker under the policy of its page. A worker that comes from the network has the policy of its own response, which on a static host is
 * none; one that begins as a blob has the page's, and so has the script that it imports. docs/adr/0098-the-network-is-a-document-of-its-own.md
 */
export function confined(script: string): Worker {
  const address = new URL(script, import.meta.url).href;
  const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(address)};`], { type: 'text/javascript' }));
  // Kept: a browser may read it after the worker is made.
  return new Worker(blob, { type: 'module', name: script });
}
