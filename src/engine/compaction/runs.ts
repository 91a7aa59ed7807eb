/** A plan as runs of messages with the same fate. Most plans have few, so that code over runs need not visit every message. */
import { DROP, type Plan, SUMMARIZE } from '../strategies/contract.ts';

export interface Runs {
  readonly starts: Int32Array;
  readonly count: number;
}

const known = new WeakMap<Uint8Array, Runs & { readonly into: Int16Array | undefined }>();

export function runsOf(plan: Plan): Runs {
  const { fates } = plan;
  const into = severalOf(plan);
  const found = known.get(fates);
  if (found && found.into === into) return found;
  const n = fates.length;
  const starts: number[] = [];
  if (n > 0) starts.push(0);
  if (into) {
    for (let i = 1; i < n; i++) if (fates[i] !== fates[i - 1] || into[i] !== into[i - 1]) starts.push(i);
  } else {
    for (let i = 1; i < n; i++) if (fates[i] !== fates[i - 1]) starts.push(i);
  }
  const count = starts.length;
  starts.push(n);
  const runs = { starts: new Int32Array(starts), count, into };
  known.set(fates, runs);
  return runs;
}

export const severalOf = (plan: Plan): Int16Array | undefined => (plan.summaries.length > 1 ? plan.into : undefined);

export const stands = (fate: number | undefined): boolean => fate !== SUMMARIZE && fate !== DROP;
