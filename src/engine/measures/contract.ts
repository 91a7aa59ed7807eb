import type { Prepared } from '../signals/contract.ts';
import type { CompactionResult } from '../compaction/types.ts';
import type { Reason } from '../strategies/contract.ts';

/** A rule of a provider that the compacted request breaks. `original` = the transcript broke it already, before any strategy. */
export interface Violation {
  readonly rule: string;
  /** Position in the compacted context; `message` = original index or −1. */
  readonly position: number;
  readonly message: number;
  readonly reason: Reason;
  readonly original: boolean;
}

/** null = the measure does not apply; the page says why. */
export type MeasureValue = number | null | readonly Violation[] | Readonly<Record<string, number | null>>;

/** A measure compares before and after. Definitions: dictionary keys `measure.<id>.title|definition|unit`. */
export interface Measure<V extends MeasureValue = MeasureValue> {
  readonly id: string;
  /** Lower or higher is better; 'none' for flags. */
  readonly better: 'higher' | 'lower' | 'none';
  measure(before: Prepared, after: CompactionResult, options: MeasureOptions): V;
}

/** Whose rules validity is judged by. */
export type RuleSetId = 'openai-chat' | 'anthropic';

export interface MeasureOptions {
  /** Weight of token reduction in efficiency, 0–1; preservation has the rest. */
  readonly weight: number;
  readonly rules: RuleSetId;
}
