/** By priority, then age: a low priority goes first, however new. docs/systems.md#s2-oldest-removal */
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { Plan, PlanContext } from '../contract.ts';
import { edgeReason, preservedEdges, priorityValues, removableUnits, unchangedPlan } from '../shared/plans.ts';
import { defineStrategy, enabled, minMessages, s2Triggers } from '../shared/shared-params.ts';
import { byPriority, removalOrder, removalTarget, removeInOrder } from '../shared/removal.ts';
import { s2Trigger } from '../../triggers/watch.ts';

const orderOf = (input: PreparedTranscript, start: number, end: number) => {
  const { from, to, edge } = preservedEdges(input, start, end);
  return { edge, order: removalOrder(input, byPriority(input, removableUnits(input).subarray(from, to))) };
};

export interface KeepLimits {
  readonly minMessages: number;
  /** Removable messages kept at both ends; only S2's provider table sets any. */
  readonly start: number;
  readonly end: number;
}

export function removeOldest(input: PreparedTranscript, { minMessages: minimum, start, end }: KeepLimits, ctx: PlanContext): Plan {
  const { order, edge } = orderOf(input, start, end);
  return removeInOrder(
    input,
    order,
    ctx,
    {
      removed: ({ unit, rank, of }) => ({ key: 'drop-oldest', values: { ...priorityValues(input, unit), rank, of } }),
      preserved: (unit) => edgeReason(edge, unit, start, end),
      ...(removableUnits(input).length > 0 ? { nothing: { key: 'unchanged-all-preserved', values: { start, end } } } : {}),
    },
    minimum,
  );
}

export const oldestRemoval = defineStrategy({
  id: 'oldest-removal',
  family: 'removal',
  source: { seed: 'S2', section: '4.2, 4.2.2' },
  kind: 'strategy',
  params: { minMessages, ...s2Triggers, enabled },
  minimum: (params) => params.minMessages,
  trigger: s2Trigger,
  ownTarget: (_params, window) => removalTarget(window),
  plan(input, params, ctx) {
    if (!params.enabled) return unchangedPlan(input, { key: 'unchanged-disabled' });
    return removeOldest(input, { minMessages: params.minMessages, start: 0, end: 0 }, ctx);
  },
});
