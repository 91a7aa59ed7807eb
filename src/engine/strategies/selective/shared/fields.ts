/**
 * Fields of kept tool blocks above their limits keep their heads; what an earlier layer cut is not cut again. docs/systems.md#s3-field-cuts
 */
import type { Part } from '../../../transcript/types.ts';
import type { OfProtection } from '../../../signals/remember.ts';
import type { GapFound } from '../../../cuts/contract.ts';
import { fieldCuts } from '../../../cuts/cuts.ts';
import { lastResults } from '../../shared/layout.ts';
import { type Guard, REASONING } from './protection.ts';
import { isRecorded, stateOf } from './state.ts';

/** Tokens. */
export interface FieldLimits {
  readonly argumentsOver: number;
  readonly argumentsKeep: number;
  readonly resultsOver: number;
  readonly resultsKeep: number;
}

export interface BlockFields {
  /** Tokens saved by cutting message i; 0 where nothing is cut. */
  saves(i: number): number;
  /** Tokens of message i with its fields cut. */
  tokens(i: number): number;
  parts(i: number): readonly Part[];
  /** Reports what is cut out of message i. */
  gaps(i: number, found: GapFound): void;
}

/**
 * Cuts of a tool block's messages. An assistant message with protected reasoning stays unchanged, and so does the call of the last block;
 * their results do not. Results without a
 * native call (agents that send them in the user's name, lists of messages without ids) are texts.
 */
export function blockFields(input: OfProtection, limits: FieldLimits, guard: Guard): BlockFields {
  const args = { over: limits.argumentsOver, keep: limits.argumentsKeep };
  const result = { over: limits.resultsOver, keep: limits.resultsKeep };
  const blocks = fieldCuts(input, { args, result });
  const texts = fieldCuts(input, { text: result });
  const state = stateOf(input.transcript);
  const isText = (i: number): boolean => input.itemType[i] === 'TOOL_RESULT' && input.messages[i]!.parts.every((part) => part.type !== 'tool-result');
  const of = (i: number): typeof blocks => (isText(i) ? texts : blocks);
  const mayCut = (i: number): boolean =>
    guard.by[i] !== REASONING &&
    (input.protection[i] === 0 || lastResults(input)[i] === 1) &&
    !input.messages[i]!.parts.some((_, part) => isRecorded(state, input.messages[i]!, part));
  // Most messages are short as a whole: their texts need no inspection.
  const least = Math.min(limits.argumentsOver, limits.resultsOver);
  return {
    saves: (i) => (input.counts.messages[i]! > least && mayCut(i) ? input.counts.messages[i]! - of(i).tokens(i) : 0),
    tokens: (i) => of(i).tokens(i),
    parts: (i) => of(i).parts(i),
    gaps: (i, found) => of(i).gaps(i, found),
  };
}
