/** What the rounds of decay are told by, in their chart and their table. */
import type { DecayRound, StatementCounts } from '../../engine/measures/types.ts';

const preserved = (counts: StatementCounts): number => counts.preserved / Math.max(1, counts.preserved + counts.degraded + counts.lost);

/** Shares of the original that a round may keep; null where the original has nothing of the kind. */
export const COLUMNS = [
  [
    'facts',
    ({ values: { facts } }: DecayRound) => facts && facts.all.retained / Math.max(1, facts.all.retained + facts.all.recoverable + facts.all.lost),
  ],
  ['constraints', ({ values: { constraints } }: DecayRound) => constraints && preserved(constraints.all)],
  ['artifacts', ({ values: { artifacts } }: DecayRound) => artifacts?.f1 ?? null],
  ['open-work', ({ values: { openWork } }: DecayRound) => openWork && preserved(openWork.all)],
  [
    'pairs',
    ({ values: { errorFixPairs: pairs } }: DecayRound) =>
      pairs && pairs.both / Math.max(1, pairs.both + pairs.errorOnly + pairs.fixOnly + pairs.neither),
  ],
] as const;
