/** Runs one compaction: plan → (aim) → summaries → limit → verify → a result that can be applied and undone; or strategies in a row. */
import type { Eventual } from '../lib/work.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { Strategy } from '../strategies/contract.ts';
import { type CompactOptions, compactPlanned } from './planned.ts';
import { compactStaged } from './stages.ts';
import type { CompactionResult } from './types.ts';

export type { CompactOptions } from './planned.ts';

/**
 * Runs a strategy or a pipeline. Synchronous if the summariser is (the built-in one), a promise for a model. The result never has more
 * tokens than the original: otherwise it is rejected and the original stands. Throws if a stage of a pipeline cannot run.
 */
export function compactNow(prepared: PreparedTranscript, strategy: Strategy, options: CompactOptions): Eventual<CompactionResult> {
  return strategy.stages ? compactStaged(prepared, strategy, options) : compactPlanned(prepared, strategy, options);
}
