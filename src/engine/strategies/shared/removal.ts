/**
 * Removal strategies: an order of units, computed once per transcript, and a cut through it at the target. The cut is found by bisecting
 * prefix sums, so a slider step costs one pass over the fates.
 */
import { firstWhere } from '../../lib/arrays.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { CountsInput } from '../../signals/remember.ts';
import { unitPriorities, unitSizes } from '../../signals/structure.ts';
import { DROP, type Plan, type PlanContext, type Reason } from '../contract.ts';
import { planOf, protectionReason, shareOfWindow, unchangedPlan, withinTarget } from './plans.ts';

/** S2's own target is 0.8 of the window; the controls use the same, so that they can be compared. */
export const removalTarget = (window: number): number => shareOfWindow(0.8, window);

export interface RemovalOrder {
  readonly units: Int32Array;
  readonly tokens: Float64Array;
  readonly messages: Int32Array;
}

export function removalOrder(input: CountsInput, units: Int32Array): RemovalOrder {
  const unitsOf = unitSizes(input);
  const tokens = new Float64Array(units.length + 1);
  const messages = new Int32Array(units.length + 1);
  for (let k = 0; k < units.length; k++) {
    const unit = units[k]!;
    tokens[k + 1] = tokens[k]! + unitsOf.tokens[unit]!;
    messages[k + 1] = messages[k]! + unitsOf.size[unit]!;
  }
  return { units, tokens, messages };
}

export interface RemovalRank {
  readonly unit: number;
  readonly place: number;
  readonly rank: number;
  readonly of: number;
}

export interface Explain {
  removed(r: RemovalRank): Reason;
  /** Why a unit stays by the strategy's rule; undefined where only the target decided. */
  preserved?(unit: number): Reason | undefined;
  /** Why the order is empty, if the strategy's rule is the cause and not the protection of every message. */
  readonly nothing?: Reason;
}

/**
 * Removes units in order until the whole (tool definitions included) is at most `target` tokens, the order is used up, or fewer than
 * `minMessages` messages would be left.
 */
export function removeInOrder(input: PreparedTranscript, order: RemovalOrder, ctx: PlanContext, explain: Explain, minMessages = 0): Plan {
  const total = input.counts.total;
  const target = ctx.budget.target ?? removalTarget(ctx.budget.window);
  const within = withinTarget(input, target);
  if (within) return within;

  const all = order.units.length;
  const enough = firstWhere(0, all, (k) => total - order.tokens[k]! <= target);
  const mayGo = firstWhere(0, all, (k) => input.n - order.messages[k + 1]! < minMessages);
  const removed = Math.min(enough, mayGo);
  if (removed === 0) {
    return unchangedPlan(
      input,
      all === 0
        ? (explain.nothing ?? { key: 'unchanged-nothing-removable', values: { tokens: total } })
        : { key: 'unchanged-minimum', values: { messages: input.n, minimum: minMessages } },
    );
  }

  // By unit first and then one pass in message order: an order of units jumps about in memory, a random one most.
  const fateOf = new Uint8Array(input.units.length);
  for (let k = 0; k < removed; k++) fateOf[order.units[k]!] = DROP;
  const fates = new Uint8Array(input.n);
  for (let i = 0; i < fates.length; i++) fates[i] = fateOf[input.unitOf[i]!]!;

  let placeOf: Int32Array | undefined;
  const reason = (i: number): Reason => {
    if (input.protection[i] !== 0) return protectionReason(input, i);
    placeOf ??= placesOf(input, order);
    const unit = input.unitOf[i]!;
    const place = placeOf[unit]!;
    const of = order.messages[removed]!;
    if (place >= 0 && place < removed) return explain.removed({ unit, place, rank: order.messages[place]! + 1, of });
    const preserved = explain.preserved?.(unit);
    if (preserved) return preserved;
    return enough <= mayGo
      ? { key: 'keep-target-met', values: { removed: of, tokens: total - order.tokens[removed]!, target } }
      : { key: 'keep-minimum', values: { minimum: minMessages, left: input.n - of } };
  };
  return planOf({ fates, reason });
}

function placesOf(input: PreparedTranscript, order: RemovalOrder): Int32Array {
  const places = new Int32Array(input.units.length).fill(-1);
  order.units.forEach((unit, place) => {
    places[unit] = place;
  });
  return places;
}

export function byPriority(input: PreparedTranscript, units: Int32Array): Int32Array {
  const priority = unitPriorities(input);
  const starts = new Int32Array(5);
  for (const unit of units) starts[priority[unit]! + 1]! += 1;
  for (let l = 1; l < 5; l++) starts[l]! += starts[l - 1]!;
  const sorted = new Int32Array(units.length);
  for (const unit of units) {
    const at = priority[unit]!;
    sorted[starts[at]!] = unit;
    starts[at]! += 1;
  }
  return sorted;
}
