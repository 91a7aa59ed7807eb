/** Would each seed's trigger fire now? Compare acts by hand; this only tells what would have happened by itself. */
import type { Reason } from '../signals/contract.ts';

type TriggerSeed = 'S0' | 'S1' | 'S2' | 'S3' | 'S4';

export interface TriggerCheck {
  readonly seed: TriggerSeed;
  readonly fires: boolean;
  /** With `tokens`, `window`, the bound in tokens (`at`) and the seed's own share. */
  readonly reason: Reason;
}

/** S0: fewer than a quarter of the window left. */
const S0_REMAINING = 0.25;
const S1_RATIO = 0.8;
const S2_UTILISATION = 0.9;
/** S3: the estimate before a request gets this share of the window on top. */
const S3_BUFFER = 0.02;
const S4_THRESHOLD = 0.8;

/**
 * `tokens` of the whole request (tool definitions included) against `window`; `ratio` is the page's trigger, which S3
 * takes as its threshold because the study gives it none.
 */
export function checkTriggers(tokens: number, window: number, ratio: number): readonly TriggerCheck[] {
  const atLeast = (seed: TriggerSeed, share: number): TriggerCheck => {
    const at = share * window;
    const fires = tokens >= at;
    return { seed, fires, reason: { key: fires ? 'trigger-reached' : 'trigger-not-reached', values: { tokens, window, at, share } } };
  };
  const remaining = window - tokens;
  const buffer = S3_BUFFER * window;
  const s3 = tokens + buffer >= ratio * window;
  return [
    {
      seed: 'S0',
      fires: remaining < S0_REMAINING * window,
      reason: {
        key: remaining < S0_REMAINING * window ? 'trigger-little-left' : 'trigger-enough-left',
        values: { tokens, window, at: (1 - S0_REMAINING) * window, remaining: Math.max(0, remaining), share: S0_REMAINING },
      },
    },
    atLeast('S1', S1_RATIO),
    atLeast('S2', S2_UTILISATION),
    {
      seed: 'S3',
      fires: s3,
      reason: {
        key: s3 ? 'trigger-buffer-reached' : 'trigger-buffer-not-reached',
        values: { tokens, window, buffer, at: ratio * window, share: ratio },
      },
    },
    atLeast('S4', S4_THRESHOLD),
  ];
}
