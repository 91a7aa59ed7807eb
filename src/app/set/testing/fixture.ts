/** Rows of a set made by hand, for the tests of this folder. */
import type { StrategyInfo } from '../../../worker/protocol.ts';
import type { RowOverSessions } from '../../../engine/answer/sets.ts';
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
  together: median === null ? null : { share: median, chance: 0.1 },
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
/** A row with a share of 100 strings and of as many words of the user in each session; random messages keep 10. */
export const shares = (
  key: string,
  values: readonly number[],
  { words = values, matched = true, ...more }: Partial<RowOfSet> & { readonly words?: readonly number[]; readonly matched?: boolean } = {},
): RowOfSet & RowOverSessions => {
  const counted = (share: number) => ({ kept: 100 * share, needed: 100, chance: 10 });
  return {
    ...row(key, values[0]!, { ticks: values.map((value, i) => ({ session: `s${i}`, value })), ...more }),
    counts: values.map((value, i) => ({
      session: `s${i}`,
      agent: 'claude-code',
      matched,
      cuts: [{ strings: counted(value), userWords: counted(words[i]!) }],
    })),
  };
};
