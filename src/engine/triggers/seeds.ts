/** The triggers as the seeds have them, and whether each would fire now: Compare acts by hand and only tells. */
import type { Reason } from '../signals/contract.ts';
import { type Moment, S3_BUFFER, type Situation, SUMMARY_MARKER, type Trigger, type TriggerRule } from './contract.ts';
import { holds, reasonOf } from './watch.ts';

export const SEEDS = ['S0', 'S1', 'S2', 'S3', 'S4'] as const;
type TriggerSeed = (typeof SEEDS)[number];

/** S0's turn threshold. */
const S0_TURNS = 200;

/** What lets each seed's own system compact. `ratio` = a threshold for S3, to which the study gives none. */
export function seedRule(seed: TriggerSeed, ratio: number): TriggerRule {
  const any = (...triggers: Trigger[]): TriggerRule => ({ triggers, combine: 'any' });
  switch (seed) {
    case 'S0':
      return any({ kind: 'remaining', share: 0.25 }, { kind: 'turns', count: S0_TURNS }, { kind: 'marker', text: SUMMARY_MARKER });
    case 'S1':
      return any({ kind: 'ratio', share: 0.8 });
    case 'S2':
      return any({ kind: 'ratio', share: 0.9, interval: 5 });
    case 'S3':
      return any({ kind: 'tool-result', share: ratio, buffer: S3_BUFFER }, { kind: 'answer', share: ratio });
    case 'S4':
      return any({ kind: 'ratio', share: 0.8 });
  }
}

export interface TriggerCheck {
  readonly seed: TriggerSeed;
  readonly fires: boolean;
  /** With `tokens`, `window`, the bound in tokens (`at`) and the seed's own share. */
  readonly reason: Reason;
}

/** The context as it is, outside of any walk. */
export function situationAt(moment: Moment, tokens: number, window: number): Situation {
  return { moment, tokens, window, recorded: Number.NaN, turns: 0, steps: 0, turnsInAll: 0, text: '', time: Number.NaN };
}

/**
 * `tokens` of the whole request (tool definitions included) against `window`, by the first trigger of each seed; `ratio` is the
 * page's trigger, which S3 takes as its threshold.
 */
export function checkTriggers(tokens: number, window: number, ratio: number): readonly TriggerCheck[] {
  const now = situationAt('request', tokens, window);
  return SEEDS.map((seed) => {
    const trigger = seedRule(seed, ratio).triggers[0]!;
    const fires = holds(trigger, now);
    return { seed, fires, reason: reasonOf(trigger, now, fires) };
  });
}
