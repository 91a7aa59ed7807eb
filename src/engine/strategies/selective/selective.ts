/** Selective compaction by item type, without a summary. docs/systems.md#s3-selective-compaction */
import { planOf, unchangedPlan, withinTarget } from '../shared/plans.ts';
import { defineStrategy } from '../shared/shared-params.ts';
import { afterRequest, cacheTrace, selectiveLog } from './shared/selective-state.ts';
import { nothingToDo, ownThreshold, ruleParams, rulesState, runRules, thresholdOf } from './shared/rules.ts';
import { s3Trigger } from '../../triggers/watch.ts';

export const selective = defineStrategy({
  id: 'selective',
  family: 'selective',
  source: { seed: 'S3', section: '4.1, 4.2' },
  kind: 'strategy',
  params: ruleParams,
  trigger: s3Trigger,
  dropsSkills: true,
  afterRequest,
  ownTarget: (values, window, _model, firedAt) => ownThreshold(values, window, firedAt),
  plan(input, values, ctx) {
    const threshold = thresholdOf(values, ctx);
    const within = withinTarget(input, threshold);
    if (within) return within;
    const run = runRules(input, values, ctx, threshold);
    if (nothingToDo(run))
      return unchangedPlan(input, { key: 'unchanged-nothing-selective', values: { tokens: run.before, threshold } }, { trace: run.trace });
    const { fates, edits, reason, trace } = run;
    return planOf({ fates, edits, reason, trace: [...trace, cacheTrace(input, fates)] });
  },
  state: rulesState,
  log: (finished) => selectiveLog(finished, finished.params.emitMetaEvents === true),
});
