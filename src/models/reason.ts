/** The reason of a failed call, in words that say what to do. */
import type { Reason } from '../engine/signals/contract.ts';
import type { CallError } from './contract.ts';

export function callReason({ kind, status, detail }: CallError): Reason {
  return { key: `model-${kind}`, values: { status: status ?? '', detail: detail ?? '' } };
}

/** What is waited for, of a failure that may pass: nothing is to be done yet. */
export function waitingReason({ kind, status }: CallError): Reason {
  return { key: `model-passing-${kind}`, values: { status: status ?? '' } };
}
