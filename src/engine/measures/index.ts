/** The registry: a new measure is an import and a line here. */
import type { Measure } from './contract.ts';
import { artifactTrail } from './artifact-trail.ts';
import { constraints } from './constraints.ts';
import { coverage } from './coverage.ts';
import { decay } from './decay.ts';
import { errorFixPairs } from './error-fix-pairs.ts';
import { factRetention } from './fact-retention.ts';
import { openWork } from './open-work.ts';
import { recoverable } from './recoverable.ts';
import {
  efficiencyMeasure,
  insertedTokens,
  messagesAfter,
  messagesByFate,
  preservation,
  target,
  tokenReduction,
  tokensAfter,
  tokensByFate,
} from './size.ts';
import { binding, hindsightRecall, independent, leftAtCuts, neededFacts, recallSkill, reReadCost } from './future.ts';
import { breakEvenMeasure, cacheSurvival, cost, time, validity, verification } from './request.ts';

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

/** Columns from left to right; one that is not named is last. */
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
