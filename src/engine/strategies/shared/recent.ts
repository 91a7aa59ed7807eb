/** "Keep the last N": the rule of several systems for the older part, and the fallback when a summary fails. */
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { ProtectionInput } from '../../signals/remember.ts';
import { DROP, type Plan, type PlanContext, type Reason } from '../contract.ts';
import { protectionReason, unitEnds } from './layout.ts';
import { hardBound, keepsAll, planOf, unchangedPlan } from './plans.ts';

export function fatesBefore(input: ProtectionInput, boundary: number, fate: number): Uint8Array {
  const { protection } = input;
  const ends = unitEnds(input);
  const fates = new Uint8Array(input.n);
  for (let i = input.header; i < boundary; i++) {
    if (protection[i] === 0 && ends[i]! < boundary) fates[i] = fate;
  }
  return fates;
}

export function keptReason(input: PreparedTranscript, i: number, boundary: number, recent: () => Reason): Reason {
  if (i >= boundary && i >= input.header) return recent();
  return input.protection[i] !== 0 ? protectionReason(input, i) : { key: 'keep-boundary-block' };
}

export function recentBoundary(input: PreparedTranscript, keep: number): number {
  return Math.max(input.header, input.n - keep);
}

export function olderReason(input: PreparedTranscript, i: number, keep: number, key: string, values: Reason['values'] = {}): Reason {
  return { key: keep === 0 ? `${key}-none` : key, values: { back: input.n - i, keep, ...values } };
}

export function keepRecentReason(input: PreparedTranscript, i: number, keep: number): Reason {
  return { key: 'keep-recent', values: { back: input.n - i, keep } };
}

/** S4's hard limit leaves conversations of this many messages alone. */
const TOO_FEW_TO_TRUNCATE = 2;

/**
 * The system prompt and the last `keep` messages stay, everything between them is dropped. Still over the bound afterwards: refused, with
 * the numbers. docs/systems.md#s4-hard-limit
 */
export function truncatePlan(input: PreparedTranscript, keep: number, ctx: PlanContext, extra: Partial<Pick<Plan, 'note' | 'trace'>> = {}): Plan {
  if (input.n <= TOO_FEW_TO_TRUNCATE) {
    return unchangedPlan(input, { key: 'unchanged-too-few', values: { messages: input.n, minimum: TOO_FEW_TO_TRUNCATE } }, extra);
  }
  const boundary = recentBoundary(input, keep);
  const fates = fatesBefore(input, boundary, DROP);
  const bound = hardBound(ctx);
  if (keepsAll(fates) && input.counts.total <= bound) return unchangedPlan(input, { key: 'unchanged-nothing-older', values: { keep } }, extra);
  return planOf({
    fates,
    reason: (i) =>
      fates[i] === DROP ? olderReason(input, i, keep, 'drop-before-recent') : keptReason(input, i, boundary, () => keepRecentReason(input, i, keep)),
    limit: { tokens: bound, refused: { key: 'refused-hard-limit', values: { keep } } },
    ...extra,
  });
}
