/** S4: one summary of everything but the last messages; if it fails, the hard limit decides. docs/systems.md#s4-automatic-compression */
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { SummaryFailure } from '../../summarizers/contract.ts';
import { DROP, type Plan, type PlanContext, type Reason, SUMMARIZE } from '../contract.ts';
import type { ParamValues } from '../params.ts';
import { compressionLog } from './shared/compression-log.ts';
import {
  fatesBefore,
  hardBound,
  recentReason,
  keepsAll,
  keptReason,
  planOf,
  recentBoundary,
  shareOfWindow,
  summaryPlan,
  truncatePlan,
  unchangedPlan,
  withinEqualTarget,
} from '../shared/plans.ts';
import { defineStrategy, enabled, keepRecentCount, summaryMaxTokens, threshold } from '../shared/shared-params.ts';
import { ratioTrigger } from '../../triggers/watch.ts';

const params = {
  keepRecentCount,
  summaryMaxTokens,
  summaryTimeout: { kind: 'number', unit: 'ms', default: 30_000, min: 1000, max: 600_000, step: 1000, coarse: true },
  safeDefaultSummary: { kind: 'boolean', unit: 'none', default: false },
  threshold,
  enabled,
} as const;
type Params = ParamValues<typeof params>;

const SUMMARY_HEADING = 'Summary of the earlier conversation:\n\n';
/** States nothing that could be wrong or secret. docs/systems.md#s4-failed-summary */
const SAFE_DEFAULT = 'Earlier messages of this conversation were removed to stay within the context window. No summary of them is available.';

function keepingRecent(input: PreparedTranscript, keep: number, fate: number): Pick<Plan, 'fates' | 'reason'> {
  const boundary = recentBoundary(input, keep);
  const fates = fatesBefore(input, boundary, fate);
  return {
    fates,
    reason: (i) => (fates[i] === fate ? recentReason(input, i, keep) : keptReason(input, i, boundary, () => recentReason(input, i, keep))),
  };
}

/** If the result exceeds the bound with its summary, the hard limit truncates the history, so the summary goes too. */
function limitOf(input: PreparedTranscript, keep: number, ctx: PlanContext): NonNullable<Plan['limit']> {
  const tokens = hardBound(ctx);
  return {
    tokens,
    otherwise: () =>
      truncatePlan(input, keep, ctx, {
        note: { key: 'note-hard-limit' },
        trace: [{ key: 'log-over-window', values: { limit: tokens } }],
      }),
    refused: { key: 'refused-hard-limit', values: { keep } },
  };
}

function afterFailure(input: PreparedTranscript, values: Params, ctx: PlanContext, failure: SummaryFailure): Plan {
  const keep = values.keepRecentCount;
  const log: Reason = { key: 'log-summary-failed', values: { failure, ms: values.summaryTimeout } };
  if (values.safeDefaultSummary) {
    const plan = keepingRecent(input, keep, DROP);
    return planOf({
      ...plan,
      insertions: [{ before: plan.fates.indexOf(DROP), role: 'user', content: { text: SUMMARY_HEADING + SAFE_DEFAULT } }],
      limit: limitOf(input, keep, ctx),
      note: { key: 'note-safe-default' },
      trace: [log],
    });
  }
  const { window } = ctx.budget;
  const tokens = input.counts.total;
  if (tokens <= window) {
    return unchangedPlan(
      input,
      failure === 'timeout'
        ? { key: 'unchanged-summary-timeout', values: { ms: values.summaryTimeout, tokens, window } }
        : { key: 'unchanged-summary-failed', values: { failure, tokens, window } },
      { trace: [log] },
    );
  }
  return truncatePlan(input, keep, ctx, { note: { key: 'note-hard-limit' }, trace: [log] });
}

export const autoCompression = defineStrategy({
  id: 'auto-compression',
  family: 'limits',
  source: { seed: 'S4', section: '2.1, 5, 6' },
  kind: 'strategy',
  params,
  trigger: (values) => ratioTrigger(values.threshold),
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, values, ctx) {
    if (!values.enabled) return unchangedPlan(input, { key: 'unchanged-disabled' });
    const within = withinEqualTarget(input, ctx);
    if (within) return within;
    const keep = values.keepRecentCount;
    if (input.n <= keep + 1) {
      return unchangedPlan(input, { key: 'unchanged-too-few', values: { messages: input.n, minimum: keep + 1 } });
    }
    const { fates, reason } = keepingRecent(input, keep, SUMMARIZE);
    if (keepsAll(fates)) return unchangedPlan(input, { key: 'unchanged-nothing-older', values: { keep } });
    return summaryPlan(
      fates,
      { maxTokens: values.summaryMaxTokens, timeoutMs: values.summaryTimeout, style: 'sections', before: SUMMARY_HEADING },
      {
        reason,
        limit: limitOf(input, keep, ctx),
      },
    );
  },
  onSummaryFailure: afterFailure,
  log: (finished) => compressionLog(finished, Number(finished.params.threshold)),
});
