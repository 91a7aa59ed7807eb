/** Gives a model up that never answers: the calls after the first few would end the same way, each after its own wait. */
import type { CallError, CallFailure } from './contract.ts';

/** Calls that fail before the others are not made. */
export const CALLS_TRIED = 3;

/** Failures of the endpoint, its key or its address, not of one request. 429 is none: it passes. */
const OF_ALL: ReadonlySet<CallFailure> = new Set([
  'unreachable',
  'timeout',
  'server',
  'unauthorized',
  'forbidden',
  'not-found',
  'wrong-type',
  'malformed',
]);

/** By the id of a model. One that has answered once, be it by a refusal of one request, is not given up in the same round. */
export class Trials {
  readonly #answered = new Set<string>();
  readonly #failed = new Map<string, { readonly calls: number; readonly last: CallError }>();

  /** A new round: every model is tried again. */
  begin(): void {
    this.#answered.clear();
    this.#failed.clear();
  }

  /** Notes how a call ended; `error` null = answered. */
  ended(id: string, error: CallError | null): void {
    if (error?.kind === 'cancelled') return;
    if (error === null || !OF_ALL.has(error.kind)) this.#answered.add(id);
    else this.#failed.set(id, { calls: (this.#failed.get(id)?.calls ?? 0) + 1, last: error });
  }

  /** The failure of a call that is not made any more, with why; null = it is made. */
  givenUp(id: string): CallError | null {
    const failed = this.#failed.get(id);
    return failed && failed.calls >= CALLS_TRIED && !this.#answered.has(id) ? { kind: 'given-up', cause: failed.last } : null;
  }
}
