/** Common plans: nothing changes, and one summary (or nothing) in place of some messages. */
import type { Part } from '../../transcript/types.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { SummaryRequest } from '../../summarizers/contract.ts';
import { type Insertion, KEEP, type Plan, type PlanContext, type Reason, SUMMARIZE } from '../contract.ts';

const NO_EDITS: ReadonlyMap<number, readonly Part[]> = new Map();

type PlanParts = Pick<Plan, 'fates' | 'reason'> & Partial<Plan>;

/** A plan without edits, summaries and insertions unless given. */
export function planOf(parts: PlanParts): Plan {
  return { edits: NO_EDITS, summaries: [], insertions: [], ...parts };
}

/** Every message stays: nothing to do, or a minimum not reached. */
export function unchangedPlan(input: PreparedTranscript, why: Reason, extra: Partial<Pick<Plan, 'note' | 'trace' | 'stops'>> = {}): Plan {
  return planOf({ fates: new Uint8Array(input.n), reason: () => why, unchanged: why, ...extra });
}

/** At an equal target: the plan that changes nothing if the transcript is within it; null otherwise and with own defaults. */
export function withinEqualTarget(input: PreparedTranscript, ctx: PlanContext): Plan | null {
  const { own, target } = ctx.budget;
  return own || target === null ? null : withinTarget(input, target);
}

/** The plan that changes nothing if the transcript is within the target (tokens); null otherwise. */
export function withinTarget(input: PreparedTranscript, target: number): Plan | null {
  const tokens = input.counts.total;
  return tokens <= target ? unchangedPlan(input, { key: 'unchanged-within-target', values: { tokens, target } }) : null;
}

/** A share of the window in whole tokens, rounded down, so that a met target is never a token over it. */
export function shareOfWindow(share: number, window: number): number {
  return Math.floor(share * window + 1e-9);
}

/** Upper bound for a finished result: the window, or the common target if that is larger, because it was asked for. */
export function hardBound(ctx: PlanContext): number {
  const { window, target, own } = ctx.budget;
  return own || target === null ? window : Math.max(window, target);
}

function indexesWith(fates: Uint8Array, fate: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < fates.length; i++) if (fates[i] === fate) found.push(i);
  return found;
}

function intoOne(fates: Uint8Array): Int16Array {
  const into = new Int16Array(fates.length);
  for (let i = 0; i < into.length; i++) if (fates[i] !== SUMMARIZE) into[i] = -1;
  return into;
}

type OneSummary = Omit<SummaryRequest, 'id' | 'members'>;
const SUMMARY_ID = 'summary-1';

/**
 * One summary in place of every message with fate SUMMARIZE, inserted as a user message at the first of them (a user message is valid as
 * the first message for every provider). Members are listed on demand.
 */
export function summaryPlan(
  fates: Uint8Array,
  summary: OneSummary,
  parts: Pick<Plan, 'reason'> & Partial<Pick<Plan, 'edits' | 'note' | 'trace' | 'limit'>> & { readonly before?: number },
): Plan {
  const { before = fates.indexOf(SUMMARIZE), ...rest } = parts;
  let members: readonly number[] | undefined;
  let into: Int16Array | undefined;
  const insertion: Insertion = { before, role: 'user', content: { summary: SUMMARY_ID } };
  return {
    fates,
    edits: NO_EDITS,
    summaries: [
      {
        ...summary,
        id: SUMMARY_ID,
        get members() {
          members ??= indexesWith(fates, SUMMARIZE);
          return members;
        },
      },
    ],
    insertions: [insertion],
    get into() {
      into ??= intoOne(fates);
      return into;
    },
    ...rest,
  };
}

export function keepsAll(fates: Uint8Array): boolean {
  for (let i = 0; i < fates.length; i++) if (fates[i] !== KEEP) return false;
  return true;
}
