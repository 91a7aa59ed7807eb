/** The registry: a new measure is a new file and a line here. */
import type { CompactionResult } from '../compaction/types.ts';
import type { Prepared } from '../signals/contract.ts';
import { messagesByFate, tokensByFate } from './by-fate.ts';
import type { MeasureOptions } from './contract.ts';
import { efficiencyMeasure, preservation, tokenReduction } from './efficiency.ts';
import { overTarget } from './target.ts';
import { validity } from './validity.ts';

export const measures = {
  tokenReduction,
  preservation,
  efficiency: efficiencyMeasure,
  messagesByFate,
  tokensByFate,
  overTarget,
  violations: validity,
} as const;

export type MeasureValues = { readonly [K in keyof typeof measures]: ReturnType<(typeof measures)[K]['measure']> };

/** Every measure of one result. */
export function measureAll(before: Prepared, after: CompactionResult, options: MeasureOptions): MeasureValues {
  return Object.fromEntries(Object.entries(measures).map(([name, m]) => [name, m.measure(before, after, options)])) as unknown as MeasureValues;
}
