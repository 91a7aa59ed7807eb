/** Small sessions with round sizes, and replays of them at once. */
import type { Replay, ReplayOptions, ReplaySeries } from '../replay/contract.ts';
import { replayNow } from '../replay/replay.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { Trigger } from '../triggers/contract.ts';
import { answer, call, type MessageSpec, system, user } from './plans.ts';
import { countingSummarizer } from './summarizer.ts';

/** A system prompt and a task of 1,000 tokens each, then `blocks` calls of 200 with results of 800: request k goes out with 1,000 (k + 1). */
export function session(blocks: number): MessageSpec[] {
  const said = [system(1000), user(1000, 'Do it.')];
  for (let i = 0; i < blocks; i++) said.push(call(200, `c${i}`), answer(800, `c${i}`));
  return said;
}

export const ratio = (share: number): Trigger => ({ kind: 'ratio', share });
export const any = (...triggers: Trigger[]) => ({ triggers, combine: 'any' as const });

export function optionsOf(changes: Partial<ReplayOptions> = {}): ReplayOptions {
  return {
    window: 10_000,
    trigger: any(ratio(0.8)),
    target: 0.5,
    own: false,
    weight: 0.6,
    seed: 1,
    summarizer: countingSummarizer(),
    warning: null,
    cooldown: 0,
    answer: null,
    caching: 'none',
    prices: null,
    ...changes,
  };
}

export function replayOf(
  base: PreparedTranscript,
  strategy: string,
  changes: Partial<ReplayOptions> = {},
  params: Readonly<Record<string, unknown>> = {},
): Replay {
  const replay = replayNow(base, [{ key: strategy, strategy, params }], optionsOf(changes));
  if (replay instanceof Promise) throw new Error('a synchronous summariser gives no promise');
  return replay;
}
export function run(
  base: PreparedTranscript,
  strategy: string,
  changes: Partial<ReplayOptions> = {},
  params: Readonly<Record<string, unknown>> = {},
): ReplaySeries {
  return replayOf(base, strategy, changes, params).series[0]!;
}
