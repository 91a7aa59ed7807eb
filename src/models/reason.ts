/** The reason of a failed call, in words that say what to do. */
import type { Reason } from '../engine/signals/contract.ts';
import type { CallError } from './contract.ts';
import { CALLS_TRIED } from './trials.ts';

export function callReason({ kind, status, detail, tokens, window, cause }: CallError): Reason {
  if (kind === 'given-up') return givenUp(callReason(cause ?? { kind: 'unreachable' }));
  if (tokens !== undefined && window !== undefined) return { key: `model-${kind}`, values: { tokens, window } };
  return { key: `model-${kind}`, values: { status: status ?? '', detail: detail ?? '' } };
}

const givenUp = ({ key, values }: Reason): Reason => ({ key: 'model-given-up', values: { ...values, calls: CALLS_TRIED, because: key } });

/** For transient failures: what it is waiting for; nothing to do yet. */
export function waitingReason({ kind, status }: CallError): Reason {
  return { key: `model-passing-${kind}`, values: { status: status ?? '' } };
}

/** Failures whose wording is about summaries, for calls that embed texts. */
const OF_TEXTS: ReadonlySet<CallError['kind']> = new Set(['too-large', 'cancelled', 'timeout']);

/** As `callReason`, for texts to embed. */
export function embeddingReason(error: CallError): Reason {
  if (error.kind === 'given-up' && error.cause) return givenUp(embeddingReason(error.cause));
  const reason = callReason(error);
  return OF_TEXTS.has(error.kind) ? { ...reason, key: `embeddings-${error.kind}` } : reason;
}
