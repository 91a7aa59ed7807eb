/** What S3 protects beyond the common protections: reasoning inside a tool loop, and the last rounds. docs/systems.md#s3-protection */
import type { ProtectionInput, TranscriptInput } from '../../../signals/remember.ts';
import type { Reason } from '../../contract.ts';
import { perProtectionAndKey } from '../../../signals/remember-by-key.ts';
import { type Rounds, roundsOf } from '../../shared/rounds.ts';
import { stateOf } from './selective-state.ts';

const FREE = 0;
export const REASONING = 1;
const ROUND = 2;

export interface Guard {
  readonly by: Uint8Array;
  readonly rounds: Rounds;
  readonly keep: number;
}

const hasCall = ({ messages }: TranscriptInput, i: number): boolean => messages[i]!.parts.some((p) => p.type === 'tool-call');
const hasReasoning = ({ messages }: TranscriptInput, i: number): boolean => messages[i]!.parts.some((p) => p.type === 'reasoning');

/**
 * First message of the running tool loop: after the last user message or, where the assistant went on by itself, after its last answer; n
 * without one. An answer is a message without a call that no other message of the assistant continues.
 */
function runningLoop(input: ProtectionInput): number {
  const { messages, n, header, lastUser } = input;
  const speaks = (i: number): boolean => messages[i]?.role === 'assistant';
  let last = n - 1;
  while (last >= 0 && !speaks(last)) last--;
  if (last <= lastUser || !hasCall(input, last)) return n;
  let start = last;
  while (start > Math.max(header, lastUser + 1) && !(speaks(start - 1) && !hasCall(input, start - 1) && !speaks(start))) start--;
  return start;
}

/**
 * Protected messages. Reasoning: assistant messages with reasoning in the running tool loop; where protection does not expire (`expires` 0), also
 * those of every earlier loop, and those named in the transcript's state, which pile up as the study observed.
 */
export const guardOf = perProtectionAndKey((input, keep: number, unit: string, expires: number): Guard => {
  const by = new Uint8Array(input.n);
  const loop = runningLoop(input);
  const recorded = expires ? new Set<string>() : new Set(stateOf(input.transcript).reasoning);
  const rounds = roundsOf(input, unit, keep + 1);
  const boundary = keep === 0 ? input.n : (rounds.starts[Math.max(0, rounds.count - keep)] ?? input.header);
  for (let i = input.header; i < input.n; i++) {
    const { role, id } = input.messages[i]!;
    if (role === 'assistant' && hasReasoning(input, i) && (i >= loop || (!expires && (hasCall(input, i) || recorded.has(id))))) by[i] = REASONING;
    else if (i >= boundary && isSaid(input, i)) by[i] = ROUND;
  }
  return { by, rounds, keep };
});

function isSaid(input: TranscriptInput, i: number): boolean {
  const type = input.itemType[i];
  return (type === 'USER_MESSAGE' || type === 'ASSISTANT_MESSAGE') && !input.units[input.unitOf[i]!]!.isBlock;
}

export function protectedReasoning({ by }: Guard): number[] {
  return Array.from(by.keys()).filter((i) => by[i] === REASONING);
}

export function isGuarded({ by }: Guard, members: readonly number[]): boolean {
  return members.some((i) => by[i] !== FREE);
}

/** Why a unit stays; undefined where S3 does not protect it. */
export function guardReason({ by, rounds, keep }: Guard, members: readonly number[]): Reason | undefined {
  const i = members.find((m) => by[m] !== FREE);
  if (i === undefined) return undefined;
  if (by[i] === REASONING) return { key: 'keep-reasoning', values: { message: i + 1 } };
  return { key: `keep-round-${rounds.unit}`, values: { back: rounds.count - rounds.of[i]!, keep } };
}
