import type * as Comlink from 'comlink';

/** The part of a Worker that its owners need; tests pass a message port. */
export interface WorkerLike extends Comlink.Endpoint {
  terminate(): void;
}
