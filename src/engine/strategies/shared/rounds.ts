/** Rounds: user turns, steps (an assistant message with its results), or whichever the transcript has. docs/systems.md#rounds */
import { type TranscriptInput, perTranscript } from '../../signals/remember.ts';

export type RoundUnit = 'turns' | 'steps';

export interface Rounds {
  readonly unit: RoundUnit;
  readonly count: number;
  /** True when "auto" took steps because there are too few turns. */
  readonly fallback: boolean;
  readonly needed: number;
  readonly starts: Int32Array;
  readonly of: Int32Array;
}

function startsOf(of: Int32Array, count: number): Int32Array {
  const starts = new Int32Array(count);
  for (let i = of.length - 1; i >= 0; i--) if (of[i]! >= 0) starts[of[i]!] = i;
  return starts;
}
const turnStarts = perTranscript((input) => startsOf(input.turn, input.turns));
const stepStarts = perTranscript((input) => startsOf(input.step, input.steps));

export function roundsOf(input: TranscriptInput, choice: string, needed: number): Rounds {
  const fallback = choice === 'auto' && input.turns < needed;
  if (choice === 'steps' || fallback) {
    return { unit: 'steps', count: input.steps, fallback, needed, starts: stepStarts(input), of: input.step };
  }
  return { unit: 'turns', count: input.turns, fallback, needed, starts: turnStarts(input), of: input.turn };
}
