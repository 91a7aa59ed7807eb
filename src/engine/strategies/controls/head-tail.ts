/** Control: a hole grows in the middle until the target is met; head and tail stay, whatever they say. */
import { unitSizes } from '../../signals/structure.ts';
import type { ProtectionInput } from '../../signals/remember.ts';
import { removableUnits } from '../shared/plans.ts';
import { defineStrategy } from '../shared/shared-params.ts';
import { removalOrder, removalTarget, removeInOrder } from '../shared/removal.ts';

/**
 * Units from the split outwards. The split is at `headShare` of the removable tokens, and the hole grows in that proportion on both sides,
 * so the head always holds about `headShare` of what remains.
 */
const orderOf = (input: ProtectionInput, headShare: number) => {
  const removable = removableUnits(input);
  const { tokens } = unitSizes(input);
  let total = 0;
  for (const unit of removable) total += tokens[unit]!;
  const split = headShare * total;
  let right = 0;
  let before = 0;
  for (; right < removable.length; right++) {
    const own = tokens[removable[right]!]!;
    if (before + own / 2 >= split) break;
    before += own;
  }
  const units = new Int32Array(removable.length);
  let left = right - 1;
  let leftStart = before;
  let rightEnd = before;
  for (let place = 0; place < units.length; place++) {
    // Remaining share of each side if its next unit went: the side with more left gives.
    const head = left < 0 ? -1 : (leftStart - tokens[removable[left]!]!) / split;
    const tail = right >= removable.length ? -1 : (total - rightEnd - tokens[removable[right]!]!) / (total - split);
    if (head > tail) {
      leftStart -= tokens[removable[left]!]!;
      units[place] = removable[left--]!;
    } else {
      rightEnd += tokens[removable[right]!]!;
      units[place] = removable[right++]!;
    }
  }
  return removalOrder(input, units);
};

export const headTail = defineStrategy({
  id: 'head-tail',
  family: 'controls',
  source: { seed: 'control' },
  kind: 'control',
  params: { headShare: { kind: 'number', unit: 'share', default: 0.5, min: 0, max: 1, step: 0.05 } },
  ownTarget: (_params, window) => removalTarget(window),
  plan(input, params, ctx) {
    return removeInOrder(input, orderOf(input, params.headShare), ctx, {
      removed: ({ of }) => ({ key: 'drop-between', values: { of, headShare: params.headShare } }),
    });
  },
});
