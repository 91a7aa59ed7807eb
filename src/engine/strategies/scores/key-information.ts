/**
 * S0 7 as a row of its own: only what every strategy of S0 preserves. No summary is written, so the row is the floor for the others; at an
 * equal target the most recent messages fill the rest.
 */
import { type Reason, DROP } from '../contract.ts';
import { keptForKeyInformation, keyInformationReason } from '../shared/strategy-key-information.ts';
import {
  fatesBefore,
  recentReason,
  keepsAll,
  keptReason,
  planOf,
  protectionReason,
  recentBoundary,
  shareOfWindow,
  unchangedPlan,
  withinEqualTarget,
} from '../shared/plans.ts';
import { defineStrategy, keepRecentCount, s0Triggers } from '../shared/shared-params.ts';
import { s0Trigger } from '../../triggers/watch.ts';

const { shared: _, ...recent } = keepRecentCount;

const params = {
  // None by its own rule, so it does not follow the page's shared control.
  keepRecentCount: { ...recent, default: 0 },
  ...s0Triggers,
} as const;

export const keyInformation = defineStrategy({
  id: 'key-information',
  family: 'scores',
  source: { seed: 'S0', section: '7' },
  kind: 'strategy',
  params,
  trigger: s0Trigger,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, values, ctx) {
    const within = withinEqualTarget(input, ctx);
    if (within) return within;
    const keep = values.keepRecentCount;
    const boundary = recentBoundary(input, keep);
    const fates = fatesBefore(input, boundary, DROP);
    const kept = keptForKeyInformation(input, true);
    for (let i = input.header; i < boundary; i++) if (kept[input.unitOf[i]!] !== 0) fates[i] = 0;
    if (keepsAll(fates)) return unchangedPlan(input, { key: 'unchanged-nothing-removable', values: { tokens: input.counts.total } });
    return planOf({
      fates,
      reason(i): Reason {
        if (fates[i] === DROP) return { key: 'drop-no-key-information', values: { tokens: input.counts.messages[i]! } };
        if (input.protection[i] !== 0) return protectionReason(input, i);
        return keyInformationReason(input, i, true) ?? keptReason(input, i, boundary, () => recentReason(input, i, keep));
      },
    });
  },
});
