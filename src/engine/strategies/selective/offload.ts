/** Offloading alone: messages stay in place; large results become placeholders that open. docs/systems.md#s3-offload */
import { firstWhere } from '../../lib/bisect.ts';
import { KEEP, OFFLOAD, type Plan, type PlanContext, type Reason } from '../contract.ts';
import type { Prepared } from '../../signals/contract.ts';
import type { ParamValues } from '../params.ts';
import { lastResults, protectionReason } from '../shared/layout.ts';
import { defineStrategy } from '../shared/params.ts';
import { planOf, unchangedPlan, withinEqualTarget } from '../shared/plans.ts';
import { cacheTrace } from './shared/cache-trace.ts';
import { selectiveLog } from './shared/log.ts';
import { type OffloadOrder, offloadOrder, warmMarks } from './shared/offload.ts';
import { afterRequest, stateAfter } from './shared/state.ts';
import { offloadParams } from './shared/table.ts';
import { offloadTrigger } from '../../triggers/seeds.ts';

type Values = ParamValues<typeof offloadParams>;

/** How many are offloaded: until the target is met. By its own rule only the size of a result counts, so all are. */
function countNeeded({ saved, order }: OffloadOrder, total: number, ctx: PlanContext): number {
  const { own, target } = ctx.budget;
  if (own || target === null) return order.length;
  return firstWhere(0, order.length, (k) => total - saved[k]! <= target);
}

function reasonOf(input: Prepared, values: Values, { order, placeOf, spared }: OffloadOrder, taken: number, i: number): Reason {
  const place = placeOf[i]!;
  if (place >= 0) {
    const { results, ephemeral } = order[place]!;
    const [first] = results;
    const tokens = results.reduce((sum, result) => sum + result.tokens, 0);
    const named = { tool: first!.tool, tokens, over: values.offloadOver, rank: place + 1, of: order.length };
    if (place < taken)
      return { key: ephemeral ? 'offload-ephemeral' : 'offload-large', values: { ...named, ref: first!.ref, count: results.length } };
    return { key: 'keep-offload-not-reached', values: { ...named, taken } };
  }
  const why = spared.get(i);
  if (input.protection[i] !== 0 && (why === undefined || lastResults(input)[i] === 0)) return protectionReason(input, i);
  if (why === undefined) return { key: 'keep-no-result' };
  return { key: `keep-result-${why}`, values: { tokens: input.counts.messages[i]!, over: values.offloadOver, recent: values.keepRecentResults } };
}

function plan(input: Prepared, values: Values, ctx: PlanContext): Plan {
  const within = withinEqualTarget(input, ctx);
  if (within) return within;
  const found = offloadOrder(input, values.offloadOver, values.keepRecentResults, values.ephemeralTools);
  const { order, saved, placeOf } = found;
  const { total } = input.counts;
  const taken = countNeeded(found, total, ctx);
  if (taken === 0)
    return unchangedPlan(input, { key: 'unchanged-no-large-result', values: { over: values.offloadOver, recent: values.keepRecentResults } });
  const fates = new Uint8Array(input.n);
  for (let k = 0; k < taken; k++) fates[order[k]!.message] = OFFLOAD;
  const candidate = (i: number) => (fates[i] === KEEP ? undefined : order[placeOf[i]!]);
  return planOf({
    fates,
    edits: { size: taken, get: (i) => candidate(i)?.parts, tokens: (i) => order[placeOf[i]!]!.tokens, keepsShape: true },
    reason: (i) => reasonOf(input, values, found, taken, i),
    trace: [
      { key: 'log-selective-offload', values: { messages: taken, saved: saved[taken]!, after: total - saved[taken]! } },
      cacheTrace(input, fates),
    ],
  });
}

export const offload = defineStrategy({
  id: 'offload',
  family: 'selective',
  source: { seed: 'S3', section: '5.3' },
  kind: 'strategy',
  params: offloadParams,
  trigger: offloadTrigger,
  warm: warmMarks,
  plan,
  state: stateAfter,
  dropsSkills: true,
  afterRequest,
  // Offloading has no phases; compactions do.
  log: (finished) => selectiveLog(finished, false),
});
