/** S0 1: one summary in place of the whole conversation, with the key information (S0 7) beside it. */
import { PROTECTIONS } from '../../signals/contract.ts';
import { showsMore } from '../../signals/structure.ts';
import { SUMMARIZE } from '../contract.ts';
import { keyInformationBeside, quotedReason } from '../shared/strategy-key-information.ts';
import { keepsAll, protectionReason, shareOfWindow, summaryPlan, unchangedPlan, withinEqualTarget } from '../shared/plans.ts';
import { defineStrategy, keyInformation, summaryMaxTokens, s0Triggers } from '../shared/shared-params.ts';
import { s0Trigger } from '../../triggers/watch.ts';

const LAST_USER = PROTECTIONS.indexOf('last-user');
const LAST_BLOCK = PROTECTIONS.indexOf('last-tool-block');

const INTRODUCTION = 'Everything said so far was replaced by this summary. What stands between tags is quoted word for word.';

export const summary = defineStrategy({
  id: 'summary',
  family: 'summaries',
  source: { seed: 'S0', section: '1, 7' },
  kind: 'strategy',
  params: { summaryMaxTokens: { ...summaryMaxTokens, default: 2000 }, keyInformation, ...s0Triggers },
  trigger: s0Trigger,
  ownTarget: (params, window) => shareOfWindow(params.threshold, window),
  plan(input, params, ctx) {
    const within = withinEqualTarget(input, ctx);
    if (within) return within;
    const fates = new Uint8Array(input.n);
    for (let i = input.header; i < input.n; i++) {
      const protection = input.protection[i];
      // The last user message is quoted, unless it holds more than words, and the last tool block retold; pins, CRITICAL and header stay.
      const quoted = protection === LAST_USER && !showsMore(input.messages[i]!);
      if (protection === 0 || quoted || protection === LAST_BLOCK) fates[i] = SUMMARIZE;
    }
    if (keepsAll(fates)) return unchangedPlan(input, { key: 'unchanged-nothing-removable', values: { tokens: input.counts.total } });

    const on = params.keyInformation;
    return summaryPlan(
      fates,
      {
        maxTokens: params.summaryMaxTokens,
        style: 'sections',
        ...keyInformationBeside(input, fates, INTRODUCTION, on),
      },
      {
        reason(i) {
          if (fates[i] !== SUMMARIZE) return protectionReason(input, i);
          return quotedReason(input, fates, i, on) ?? { key: 'sum-whole', values: { tokens: input.counts.messages[i]! } };
        },
        before: input.header,
      },
    );
  },
});
