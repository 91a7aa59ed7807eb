/** Rows of a set made by hand, for the tests of this folder. */
import type { StrategyInfo } from '../../../worker/protocol.ts';
import type { RowOfSet } from '../../../engine/sets/contract.ts';

const distribution = (median: number) => ({
  sessions: 20,
  median,
  quartiles: [median, median] as const,
  interval: [median, median] as const,
  worst: median,
  worstSession: 's',
  best: median,
  mean: median,
  outliers: [],
});
export const row = (key: string, median: number | null, more: Partial<RowOfSet> = {}): RowOfSet => ({
  key,
  strategy: key,
  own: median,
  kept: median === null ? null : distribution(median),
  ticks: [],
  userWords: [],
  constraints: null,
  left: null,
  difference: null,
  differences: [],
  over: 0,
  invalid: 0,
  failed: 0,
  sessions: 20,
  cost: null,
  efficiency: null,
  ...more,
});
export const info = (id: string, seed: StrategyInfo['source']['seed'], kind: StrategyInfo['kind'] = 'strategy'): StrategyInfo =>
  ({ id, kind, source: { seed, section: '' } }) as unknown as StrategyInfo;
/** A row with a share in each session. */
export const shares = (key: string, values: readonly number[], more: Partial<RowOfSet> = {}): RowOfSet =>
  row(key, values[0]!, { ticks: values.map((value, i) => ({ session: `s${i}`, value })), ...more });
