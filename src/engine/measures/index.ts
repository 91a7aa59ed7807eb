/** The registry: a new measure is a file and two lines here. */
import type { Measure } from './contract.ts';
import { artifactTrail } from './artifact-trail.ts';
import { binding } from './binding.ts';
import { breakEvenMeasure } from './break-even.ts';
import { cacheSurvival } from './cache-survival.ts';
import { constraints } from './constraints.ts';
import { cost } from './cost.ts';
import { coverage } from './coverage.ts';
import { decay } from './decay.ts';
import { efficiencyMeasure } from './efficiency.ts';
import { errorFixPairs } from './error-fix-pairs.ts';
import { factRetention } from './fact-retention.ts';
import { hindsightRecall } from './hindsight-recall.ts';
import { independent } from './independent.ts';
import { insertedTokens } from './inserted-tokens.ts';
import { leftAtCuts } from './left-at-cuts.ts';
import { messagesAfter } from './messages-after.ts';
import { messagesByFate } from './messages-by-fate.ts';
import { neededFacts } from './needed-facts.ts';
import { openWork } from './open-work.ts';
import { preservation } from './preservation.ts';
import { reReadCost } from './re-read-cost.ts';
import { recallSkill } from './recall-skill.ts';
import { recoverable } from './recoverable.ts';
import { target } from './target.ts';
import { time } from './time.ts';
import { tokenReduction } from './token-reduction.ts';
import { tokensAfter } from './tokens-after.ts';
import { tokensByFate } from './tokens-by-fate.ts';
import { validity } from './validity.ts';
import { verification } from './verification.ts';

export const measures: readonly Measure[] = [
  tokensAfter,
  tokenReduction,
  preservation,
  efficiencyMeasure,
  messagesAfter,
  messagesByFate,
  tokensByFate,
  insertedTokens,
  target,
  factRetention,
  recoverable,
  coverage,
  hindsightRecall,
  leftAtCuts,
  recallSkill,
  binding,
  independent,
  neededFacts,
  reReadCost,
  constraints,
  artifactTrail,
  openWork,
  errorFixPairs,
  decay,
  validity,
  cacheSurvival,
  cost,
  breakEvenMeasure,
  verification,
  time,
];

/** Columns from left to right; one that is not named stands last. */
export const COLUMN_ORDER: readonly string[] = [
  'tokens',
  'saved',
  'kept',
  'efficiency',
  'recall',
  'independent',
  'later-strings',
  'later-paths',
  'later-edits',
  'user-words',
  'wording',
  'pairs',
  'binding',
  'facts',
  'valid',
  'cache',
  'cost',
  'break-even',
  'skill',
  'left-at-cuts',
  'recoverable',
  'constraints',
  'artifacts',
  'open-work',
  'error-fix',
  'messages',
  'inserted',
  'target',
  'verification',
  'tokens-keep',
  'tokens-edit',
  'tokens-summarize',
  'tokens-offload',
  'tokens-drop',
];
