import type { ProtectionInput } from '../../signals/remember.ts';
import { removableUnits } from '../shared/plans.ts';
import { defineStrategy } from '../shared/shared-params.ts';
import { removalOrder, removalTarget, removeInOrder } from '../shared/removal.ts';

const orderOf = (input: ProtectionInput) => removalOrder(input, removableUnits(input).toReversed());

export const oldestFirst = defineStrategy({
  id: 'oldest-first',
  family: 'controls',
  source: { seed: 'control' },
  kind: 'control',
  params: {},
  ownTarget: (_params, window) => removalTarget(window),
  plan(input, _params, ctx) {
    return removeInOrder(input, orderOf(input), ctx, {
      removed: ({ rank, of }) => ({ key: 'drop-newest', values: { rank, of } }),
    });
  },
});
