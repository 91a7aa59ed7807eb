/** The reason of a failed call, in words that say what to do. */
import type { Reason } from '../engine/signals/contract.ts';
import type { CallError, CallFailure } from './contract.ts';

// Gives a model up that never answers: the calls after the first few would end the same way, each after its own wait.

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

export function callReason({ kind, status, detail, tokens, window, cause }: CallError): Reason {
  if (kind === 'given-up') return givenUp(callReason(cause ?? { kind: 'unreachable' }));
  if (tokens !== undefined && window !== undefined) return { key: `model-${kind}`, values: { tokens, window } };
  return { key: `model-${kind}`, values: { status: status ?? '', ...(detail && kind !== 'cancelled' && { detail }) } };
}

const givenUp = ({ key, values }: Reason): Reason => ({ key: 'model-given-up', values: { ...values, calls: CALLS_TRIED, because: key } });

export function waitingReason({ kind, status }: CallError): Reason {
  return { key: `model-passing-${kind}`, values: { status: status ?? '' } };
}

export function embeddingReason(error: CallError): Reason {
  if (error.kind === 'given-up' && error.cause) return givenUp(embeddingReason(error.cause));
  const reason = callReason(error);
  return error.kind === 'too-large' ? { ...reason, key: 'embeddings-too-large' } : reason;
}
