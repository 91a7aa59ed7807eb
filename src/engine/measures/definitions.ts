/** Every measure that has a definition, in the order of the index: words are `measure.<id>.title|definition|unit|limits`. */

/** What a measure looks at: the size of the result, what is lost, what the recorded future needed, or the request as it is sent. */
export const MEASURE_GROUPS = ['size', 'loss', 'future', 'request'] as const;
export type MeasureGroup = (typeof MEASURE_GROUPS)[number];

export interface MeasureDefinition {
  readonly id: string;
  readonly group: MeasureGroup;
  readonly better: 'higher' | 'lower' | 'none';
  /** Where `compare --json` has it, within a result; null where it has not. */
  readonly json: string | null;
}

const measure = (id: string, group: MeasureGroup, better: MeasureDefinition['better'], json: string | null): MeasureDefinition => ({
  id,
  group,
  better,
  json,
});

export const DEFINITIONS: readonly MeasureDefinition[] = [
  measure('tokens-after', 'size', 'lower', 'tokensAfter'),
  measure('token-reduction', 'size', 'higher', 'tokenReduction'),
  measure('preservation', 'size', 'higher', 'preservation'),
  measure('efficiency', 'size', 'higher', 'efficiency'),
  measure('messages-after', 'size', 'none', 'messagesAfter'),
  measure('messages-by-fate', 'size', 'none', 'kept, edited, summarized, offloaded, dropped'),
  measure('tokens-by-fate', 'size', 'none', null),
  measure('inserted-tokens', 'size', 'none', null),
  measure('target', 'size', 'lower', 'metTarget'),
  measure('fact-retention', 'loss', 'higher', 'measures.factRetention'),
  measure('recoverable', 'loss', 'higher', 'measures.recoverable'),
  measure('coverage', 'loss', 'none', null),
  measure('constraints', 'loss', 'higher', 'measures.constraints'),
  measure('artifact-trail', 'loss', 'higher', 'measures.artifactF1'),
  measure('open-work', 'loss', 'higher', 'measures.openWork'),
  measure('error-fix-pairs', 'loss', 'higher', 'measures.errorFixPairs'),
  measure('decay', 'loss', 'none', 'decay'),
  measure('hindsight-recall', 'future', 'higher', 'measures.hindsightRecall'),
  measure('recall-skill', 'future', 'higher', 'measures.recallSkill'),
  measure('binding', 'future', 'higher', 'measures.binding'),
  measure('needed-facts', 'future', 'none', 'measures.neededFacts'),
  measure('re-read-cost', 'future', 'none', 'measures.reReadCost'),
  measure('validity', 'request', 'lower', 'measures.validity'),
  measure('cache-survival', 'request', 'higher', 'measures.cacheSurvival'),
  measure('cost', 'request', 'lower', 'measures.cost'),
  measure('break-even', 'request', 'lower', 'measures.breakEvenTurns'),
  measure('verification', 'request', 'lower', 'outcome'),
  measure('time', 'request', 'lower', 'ms'),
];
