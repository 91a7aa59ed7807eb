/** S2 4.2 and 4.2.2: by priority, then age. A low priority goes first however new it is. */
import type { Prepared } from '../signals/contract.ts';
import { perPrepared } from '../signals/units.ts';
import { priorityValues, removableUnits } from './shared/layout.ts';
import { defineStrategy, minMessages } from './shared/params.ts';
import { byPriority, removalOrder, removalTarget, removeInOrder } from './shared/removal.ts';

const orderOf = perPrepared((input: Prepared) => removalOrder(input, byPriority(input, removableUnits(input))));

export const oldestRemoval = defineStrategy({
  id: 'oldest-removal',
  source: { seed: 'S2', section: '4.2, 4.2.2' },
  kind: 'strategy',
  params: { minMessages },
  minimum: (params) => params.minMessages,
  ownTarget: (_params, window) => removalTarget(window),
  plan(input, params, ctx) {
    return removeInOrder(
      input,
      orderOf(input),
      ctx,
      {
        removed: ({ unit, rank, of }) => ({ key: 'drop-oldest', values: { ...priorityValues(input, unit), rank, of } }),
      },
      params.minMessages,
    );
  },
});
