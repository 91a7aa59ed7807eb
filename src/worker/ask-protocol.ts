/** Worker messages about asking a model over rows' contexts. As in protocol.ts: data only. */
import type { AskReport } from '../engine/ask/contract.ts';
import type { Reason } from '../engine/strategies/contract.ts';
import type { Asking } from '../models/asker.ts';

export interface AskWish {
  readonly rows: readonly string[];
  readonly model: string;
  /** Judges the answers to questions, after them; null = the rule alone. */
  readonly judge: string | null;
  /** The rows' own models write the summaries at the cuts; else the built-in summariser does. */
  readonly written: boolean;
}

/** One request that would be sent, without its text (`askPrompt`). */
export interface AskPrompt {
  readonly kind: 'step' | 'probes' | 'judge';
  readonly characters: number;
  /** How often it is sent: every next step is asked for several times. */
  readonly times: number;
}

/** What would be sent. */
export interface AskingView extends Asking {
  readonly model: string;
  readonly endpoint: string;
  readonly cuts: number;
  /** Different requests, known answers included; of very many the first. */
  readonly prompts: readonly AskPrompt[];
  readonly different: number;
}

export interface AskView {
  readonly report: AskReport;
  readonly failures: readonly { readonly reason: Reason; readonly count: number }[];
  /** What the judge would be sent next; null = there is no judge, or it has been asked. */
  readonly judging: AskingView | null;
}
