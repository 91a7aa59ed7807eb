/** The reason of a failed call, in words that say what to do. */
import type { Reason } from '../engine/signals/contract.ts';
import type { CallError } from './contract.ts';

export function callReason({ kind, status, detail }: CallError): Reason {
  return { key: `model-${kind}`, values: { status: status ?? '', detail: detail ?? '' } };
}
