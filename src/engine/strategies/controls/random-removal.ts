/** Control: what chance keeps at the same budget. */
import type { ProtectionInput } from '../../signals/remember.ts';
import { removableUnits } from '../shared/plans.ts';
import { defineStrategy } from '../shared/shared-params.ts';
import { shuffled } from '../../lib/random.ts';
import { removalOrder, removalTarget, removeInOrder } from '../shared/removal.ts';

const orderOf = (input: ProtectionInput, seed: number) => removalOrder(input, shuffled(removableUnits(input), seed));

export const randomRemoval = defineStrategy({
  id: 'random-removal',
  family: 'controls',
  source: { seed: 'control' },
  kind: 'control',
  params: { seed: { kind: 'number', unit: 'seed', default: 0, min: 0, max: 9999, step: 1 } },
  ownTarget: (_params, window) => removalTarget(window),
  plan(input, params, ctx) {
    // The scenario's seed is shared by everything random; the row's own distinguishes two rows.
    const seed = ctx.seed + params.seed;
    return removeInOrder(input, orderOf(input, seed), ctx, {
      removed: ({ rank, of }) => ({ key: 'drop-random', values: { rank, of, seed } }),
    });
  },
});
