/** S0 9: every message gets a score; the low ones except the last few become one summary. */
import type { PreparedTranscript } from '../../signals/contract.ts';
import { uncoveredLanguage } from '../../signals/prose-languages.ts';
import type { KeywordsInput, ProtectionInput } from '../../signals/remember.ts';
import { type Reason, SUMMARIZE } from '../contract.ts';
import { keptForKeyInformation, keyInformationBeside, keyInformationReason } from '../shared/strategy-key-information.ts';
import { keepsAll, protectionReason, removableUnits, shareOfWindow, summaryPlan, unchangedPlan, withinEqualTarget } from '../shared/plans.ts';
import { defineStrategy, keyInformation, MOST_MESSAGES, summaryMaxTokens, s0Triggers } from '../shared/shared-params.ts';
import { HIGHEST, scoreParts, scoresOf, SCORING_LISTS } from './shared/strategy-scores.ts';
import { unitSizes } from '../../signals/structure.ts';
import { keywordHits } from '../../signals/keyword-hits.ts';
import { s0Trigger } from '../../triggers/watch.ts';

const TOO_FEW = 10;
const WORDS_SHOWN = 8;

const params = {
  scoreThreshold: { kind: 'number', unit: 'none', default: 3, min: 0, max: HIGHEST + 0.5, step: 0.01, knob: 'down' },
  keepLow: { kind: 'number', unit: 'messages', default: 5, min: 0, max: MOST_MESSAGES, step: 1 },
  summaryMaxTokens,
  keyInformation,
  ...s0Triggers,
} as const;

/** Scores are multiples of a half, so whole groups of messages share one. */
const AGE = 0.49;

function ranksOf(input: ProtectionInput & KeywordsInput): Float64Array {
  const { units } = scoresOf(input);
  const removable = removableUnits(input);
  const last = Math.max(1, removable.length - 1);
  return Float64Array.from(removable, (unit, k) => units[unit]! + (AGE * k) / last);
}

function lowUnits(
  input: PreparedTranscript,
  limit: number,
  keepLow: number,
  kept: Uint8Array,
): { readonly goes: Uint8Array; readonly recent: Uint8Array } {
  const removable = removableUnits(input);
  const ranks = ranksOf(input);
  const { size } = unitSizes(input);
  const goes = new Uint8Array(input.units.length);
  const recent = new Uint8Array(input.units.length);
  let left = keepLow;
  for (let k = removable.length - 1; k >= 0; k--) {
    const unit = removable[k]!;
    if (ranks[k]! >= limit || kept[unit] !== 0) continue;
    if (left > 0) {
      left -= size[unit]!;
      recent[unit] = 1;
    } else goes[unit] = 1;
  }
  return { goes, recent };
}

function scoreValues(input: PreparedTranscript, i: number): Record<string, string | number> {
  const scores = scoresOf(input);
  const unit = input.unitOf[i]!;
  const from = scores.highest[unit]!;
  const words = keywordHits(input).wordsIn(from, 'important');
  const named = words.slice(0, WORDS_SHOWN).join(', ') + (words.length > WORDS_SHOWN ? ', …' : '');
  const parts = scoreParts(input, from);
  return {
    message: from + 1,
    ...parts,
    words: words.length > 0 ? ` (${named})` : '',
    highest: HIGHEST,
  };
}

export const importanceScoring = defineStrategy({
  id: 'importance-scoring',
  family: 'scores',
  source: { seed: 'S0', section: '9' },
  kind: 'strategy',
  params,
  trigger: s0Trigger,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, values, ctx) {
    const within = withinEqualTarget(input, ctx);
    if (within) return within;
    const uncovered = uncoveredLanguage(input, SCORING_LISTS);
    const said = uncovered ? { note: uncovered, trace: [uncovered] } : {};
    const messages = input.n - input.header;
    if (messages <= TOO_FEW) return unchangedPlan(input, { key: 'unchanged-too-few', values: { messages, minimum: TOO_FEW } }, said);
    const { scoreThreshold: limit, keepLow, keyInformation: on } = values;
    const { goes, recent } = lowUnits(input, limit, keepLow, keptForKeyInformation(input, on));
    const fates = new Uint8Array(input.n);
    for (let i = input.header; i < input.n; i++) if (goes[input.unitOf[i]!] === 1) fates[i] = SUMMARIZE;
    if (keepsAll(fates)) return unchangedPlan(input, { key: 'unchanged-scores', values: { limit, keepLow } }, said);

    return summaryPlan(
      fates,
      {
        maxTokens: values.summaryMaxTokens,
        style: 'sections',
        ...keyInformationBeside(input, fates, 'Summary of the less important messages of the conversation:', on, true),
      },
      {
        reason(i): Reason {
          if (input.protection[i] !== 0) return protectionReason(input, i);
          const score = scoreValues(input, i);
          if (fates[i] === SUMMARIZE) return { key: 'score-limit', values: { ...score, limit } };
          const key = keyInformationReason(input, i, on);
          if (key) return key;
          if (recent[input.unitOf[i]!] === 1) return { key: 'keep-recent-low', values: { ...score, limit, keep: keepLow } };
          return { key: 'score-limit', values: { ...score, limit } };
        },
        ...said,
      },
    );
  },
});
