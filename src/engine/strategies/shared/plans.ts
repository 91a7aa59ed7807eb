/** Common plans: nothing changes, and one summary (or nothing) in place of some messages. */
import { type PreparedTranscript, PRIORITIES, PROTECTIONS } from '../../signals/contract.ts';
import { perProtection, type ProtectionInput, type TranscriptInput } from '../../signals/remember.ts';
import { priorityReason } from '../../signals/signal-prepare.ts';
import { protectedUnits, unitPriorities, unitSizes } from '../../signals/structure.ts';
import type { SummaryRequest } from '../../summarizers/contract.ts';
import type { Part } from '../../transcript/types.ts';
import { DROP, type Insertion, KEEP, type Plan, type PlanContext, type Reason, SUMMARIZE } from '../contract.ts';

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

// Helpers that plans use instead of objects: removable units, their ends, and the reasons why others stay.

/** Units without a protected member, by position of their first message. */
export const removableUnits = perProtection((input: ProtectionInput): Int32Array => {
  const stays = protectedUnits(input);
  const found = new Int32Array(input.units.length);
  let count = 0;
  for (let unit = 0; unit < found.length; unit++) if (stays[unit] === 0) found[count++] = unit;
  return found.slice(0, count);
});

const LAST_BLOCK = PROTECTIONS.indexOf('last-tool-block');

/**
 * Whether a message holds nothing but results of the last tool block. They may be shortened or moved out; nothing else of the block may
 * change. docs/systems.md#protected-messages
 */
export const isLastResult = ({ messages, protection }: ProtectionInput, i: number): boolean =>
  protection[i] === LAST_BLOCK && messages[i]!.parts.every(({ type }) => type === 'tool-result');

/** By message: index of the last member of its unit. */
export const unitEnds = (input: TranscriptInput): Int32Array => {
  const ends = new Int32Array(input.n);
  for (const { members } of input.units) {
    const last = members[members.length - 1]!;
    for (const i of members) ends[i] = last;
  }
  return ends;
};

export interface Edges {
  readonly from: number;
  readonly to: number;
  /** By unit: 1 preserved at the start, 2 at the end, 0 otherwise. */
  readonly edge: Uint8Array;
}

export function preservedEdges(input: ProtectionInput, start: number, end: number): Edges {
  const removable = removableUnits(input);
  const { size } = unitSizes(input);
  let from = 0;
  for (let kept = 0; from < removable.length && kept < start; from++) kept += size[removable[from]!]!;
  let to = removable.length;
  for (let kept = 0; to > from && kept < end; to--) kept += size[removable[to - 1]!]!;
  const edge = new Uint8Array(input.units.length);
  for (const unit of removable.subarray(0, from)) edge[unit] = 1;
  for (const unit of removable.subarray(to)) edge[unit] = 2;
  return { from, to, edge };
}

/** Why a unit at an edge stays; undefined for the others. */
export function edgeReason(edge: Edges['edge'], unit: number, start: number, end: number): Reason | undefined {
  if (edge[unit] === 0) return undefined;
  return edge[unit] === 1 ? { key: 'keep-start', values: { preserve: start } } : { key: 'keep-end', values: { preserve: end } };
}

export function protectionReason(input: PreparedTranscript, i: number): Reason {
  return { key: `keep-${PROTECTIONS[input.protection[i]!]}` };
}

/** A unit's priority with the number that decided it, as values of a reason; its sentence includes them with `$t(reason.{{because}})`. */
export function priorityValues(input: PreparedTranscript, unit: number): Record<string, string | number> {
  const { tokens, size } = unitSizes(input);
  const priority = unitPriorities(input);
  const members = size[unit]!;
  if (members > 1) {
    return { because: 'priority-block', priority: PRIORITIES[priority[unit]!]!, members, tokens: tokens[unit]! };
  }
  const { key, values } = priorityReason(input, input.units[unit]!.members[0]!);
  return { because: key, tokens: tokens[unit]!, ...values };
}

// Rounds: user turns, steps (an assistant message with its results), or whichever the transcript has. docs/systems.md#rounds

export type RoundUnit = 'turns' | 'steps';

export interface Rounds {
  readonly unit: RoundUnit;
  readonly count: number;
  /** True when "auto" took steps because there are too few turns. */
  readonly fallback: boolean;
  readonly needed: number;
  readonly starts: Int32Array;
  readonly of: Int32Array;
}

function startsOf(of: Int32Array, count: number): Int32Array {
  const starts = new Int32Array(count);
  for (let i = of.length - 1; i >= 0; i--) if (of[i]! >= 0) starts[of[i]!] = i;
  return starts;
}
const turnStarts = (input: TranscriptInput) => startsOf(input.turn, input.turns);
const stepStarts = (input: TranscriptInput) => startsOf(input.step, input.steps);

export function roundsOf(input: TranscriptInput, choice: string, needed: number): Rounds {
  const fallback = choice === 'auto' && input.turns < needed;
  if (choice === 'steps' || fallback) {
    return { unit: 'steps', count: input.steps, fallback, needed, starts: stepStarts(input), of: input.step };
  }
  return { unit: 'turns', count: input.turns, fallback, needed, starts: turnStarts(input), of: input.turn };
}

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
  return { key, values: { back: input.n - i, keep, ...values } };
}

export function recentReason(input: PreparedTranscript, i: number, keep: number): Reason {
  return { key: 'recent', values: { back: input.n - i, keep } };
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
    reason: (i) => (fates[i] === DROP ? recentReason(input, i, keep) : keptReason(input, i, boundary, () => recentReason(input, i, keep))),
    limit: { tokens: bound, refused: { key: 'refused-hard-limit', values: { keep } } },
    ...extra,
  });
}
