/** The rules, and a full summary where they are not enough; rollback and cooldown if it fails. docs/systems.md#s3-fallback-summary */
import { planOf, unchangedPlan, withinTarget } from '../shared/plans.ts';
import { defineStrategy } from '../shared/params.ts';
import { cacheTrace } from './shared/cache-trace.ts';
import { warmFacts } from './shared/carried.ts';
import { selectiveLog } from './shared/log.ts';
import { nothingToDo, ownThreshold, rulesState, runRules, thresholdOf } from './shared/rules.ts';
import { afterRequest, stateOf } from './shared/state.ts';
import { dropOldestPlan, fallbackPlan, TRIES } from './shared/summary.ts';
import { summaryParams } from './shared/table.ts';
import { s3Trigger } from '../../triggers/seeds.ts';

export const selectiveSummary = defineStrategy({
  id: 'selective-summary',
  family: 'selective',
  source: { seed: 'S3', section: '4, 7' },
  kind: 'strategy',
  params: summaryParams,
  trigger: s3Trigger,
  dropsSkills: true,
  afterRequest,
  ownTarget: (values, window, _model, firedAt) => ownThreshold(values, window, firedAt),
  *warm(input, values) {
    if (values.carryIdentifiers) yield* warmFacts(input);
  },
  plan(input, values, ctx) {
    const threshold = thresholdOf(values, ctx);
    const within = withinTarget(input, threshold);
    if (within) return within;
    // A compaction by hand knows only the cooldown set by a person or in the transcript's own state.
    const left = values.cooldownLeft || stateOf(input.transcript).cooldownLeft;
    if (left > 0) {
      const cooldown = { key: 'log-selective-cooldown', values: { left, tokens: input.counts.total, threshold } };
      if (!values.dropInCooldown) return unchangedPlan(input, { ...cooldown, key: 'unchanged-cooldown' }, { trace: [cooldown] });
      return dropOldestPlan(input, values, ctx, threshold, { key: 'note-drop-in-cooldown', values: { left } });
    }
    const run = runRules(input, values, ctx, threshold);
    const fallback = run.after > threshold || values.always ? fallbackPlan(input, run, values) : null;
    if (fallback) return fallback;
    if (nothingToDo(run))
      return unchangedPlan(input, { key: 'unchanged-nothing-selective', values: { tokens: run.before, threshold } }, { trace: run.trace });
    const { fates, edits, reason, trace } = run;
    return planOf({ fates, edits, reason, trace: [...trace, cacheTrace(input, fates)] });
  },
  onSummaryFailure(input, values, ctx, failure) {
    if (values.dropOnFailure)
      return dropOldestPlan(input, values, ctx, thresholdOf(values, ctx), { key: 'note-drop-on-failure', values: { failure } });
    return { rejected: { key: 'rejected-rolled-back', values: { failure, tries: TRIES, cooldown: values.cooldown } } };
  },
  state: rulesState,
  log: (finished) => selectiveLog(finished, finished.params.emitMetaEvents === true),
});
