/** The middle goes first, by priority and age; LOW messages of the edges only once it is used up. docs/systems.md#s2-middle-removal */
import { perPreparedAndKey } from '../../signals/remember.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import { unitPriorities } from '../../signals/structure.ts';
import { edgeReason, type Edges, preservedEdges, priorityValues, removableUnits, unchangedPlan } from '../shared/plans.ts';
import { defineStrategy, enabled, minMessages, preserveEnd, preserveStart, s2Triggers } from '../shared/shared-params.ts';
import { byPriority, type RemovalOrder, removalOrder, removalTarget, removeInOrder } from '../shared/removal.ts';
import { s2Trigger } from '../../triggers/watch.ts';

interface Groups {
  readonly order: RemovalOrder;
  readonly middle: number;
  readonly edge: Edges['edge'];
}

const groupsOf = perPreparedAndKey((input: PreparedTranscript, start: number, end: number): Groups => {
  const removable = removableUnits(input);
  const priority = unitPriorities(input);
  const { from, to, edge } = preservedEdges(input, start, end);
  const middle = byPriority(input, removable.subarray(from, to));
  const low = removable.filter((unit) => edge[unit] !== 0 && priority[unit] === 0);
  const units = new Int32Array(middle.length + low.length);
  units.set(middle);
  units.set(low, middle.length);
  return { order: removalOrder(input, units), middle: middle.length, edge };
});

export const middleRemoval = defineStrategy({
  id: 'middle-removal',
  family: 'removal',
  source: { seed: 'S2', section: '4.1, 4.2.1' },
  kind: 'strategy',
  params: { preserveStart, preserveEnd, minMessages, ...s2Triggers, enabled },
  minimum: (params) => params.minMessages,
  trigger: s2Trigger,
  ownTarget: (_params, window) => removalTarget(window),
  plan(input, params, ctx) {
    if (!params.enabled) return unchangedPlan(input, { key: 'unchanged-disabled' });
    const { preserveStart: start, preserveEnd: end } = params;
    const { order, middle, edge } = groupsOf(input, start, end);
    return removeInOrder(
      input,
      order,
      ctx,
      {
        removed: ({ unit, place, rank, of }) => ({
          key: place < middle ? 'drop-middle' : 'drop-edge',
          values: { ...priorityValues(input, unit), rank, of },
        }),
        preserved: (unit) => edgeReason(edge, unit, start, end),
        ...(removableUnits(input).length > 0 ? { nothing: { key: 'unchanged-all-preserved', values: { start, end } } } : {}),
      },
      params.minMessages,
    );
  },
});
