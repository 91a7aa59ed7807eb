/** Truncation when the window is exceeded, without a summary. docs/systems.md#s4-hard-limit */
import { truncationLog } from './shared/compression-log.ts';
import { truncatePlan, withinEqualTarget, withinTarget } from '../shared/plans.ts';
import { defineStrategy, keepRecentCount } from '../shared/shared-params.ts';
import { HARD_LIMIT } from '../../triggers/watch.ts';

export const hardLimit = defineStrategy({
  id: 'hard-limit',
  family: 'limits',
  source: { seed: 'S4', section: '2.3.2' },
  kind: 'strategy',
  params: { keepRecentCount },
  trigger: () => HARD_LIMIT,
  ownTarget: (_params, window) => window,
  log: (finished) => (finished.outcome === 'unchanged' ? [] : truncationLog(finished)),
  plan(input, params, ctx) {
    const { own, window } = ctx.budget;
    return (own ? withinTarget(input, window) : withinEqualTarget(input, ctx)) ?? truncatePlan(input, params.keepRecentCount, ctx);
  },
});
