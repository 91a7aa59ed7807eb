/** What the engine's worker asks of its second one. Everything is answered in pieces, so that whatever has arrived can be used. */
import type { CountedParts } from '../../engine/tokens/parts.ts';
import type { TokenizerId } from '../../engine/tokens/contract.ts';
import type { Transcript } from '../../engine/transcript/types.ts';
import type { GivenAttempt } from '../../engine/replay/attempt.ts';
import type { CompareRequest, RowResult } from '../protocol.ts';
import type { ReplayRequest } from '../replay-protocol.ts';

/** Name of the second worker: it runs the script of the first. */
export const SECOND = 'second';

/** A row that the second worker has run, or null: it waits for a summary, which the first one writes. */
export interface SentRow {
  readonly key: string;
  readonly result: RowResult | null;
}

/** The k-th attempt (from 0) of a row of a replay. */
export interface SentAttempt {
  readonly row: string;
  readonly k: number;
  readonly attempt: GivenAttempt;
}

/** A job ends early when the next one begins, and with `stop`. */
export interface SecondWorker {
  /** The transcript that all jobs are about. */
  open(transcript: Transcript): Promise<void>;
  /** Counts from the last message on. */
  count(tokenizer: TokenizerId, tell: (counted: CountedParts) => void): Promise<void>;
  /**
   * Runs the rows that need neither a summary nor a slow signal, the last one first, but those that `had` names by then.
   * @param text base tokens of all parts
   */
  rows(request: CompareRequest, text: Float64Array<ArrayBuffer>, tell: (row: SentRow) => void): Promise<void>;
  /** Replays the rows in this window, the last one first, but those that `had` names by then. */
  replay(request: ReplayRequest, window: number, text: Float64Array<ArrayBuffer>, tell: (attempt: SentAttempt) => void): Promise<void>;
  /** Rows that are no longer needed. */
  had(keys: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}
