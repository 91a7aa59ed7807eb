/** Worker messages about asking a model over a row's contexts. As in protocol.ts: data only. */
import type { AskReport } from '../engine/ask/contract.ts';
import type { Reason } from '../engine/strategies/contract.ts';
import type { Asking } from '../models/asker.ts';

/** A row of the last comparison, and the id of a model of its settings. */
export interface AskWish {
  readonly row: string;
  readonly model: string;
}

/** What would be sent. */
export interface AskingView extends Asking {
  readonly model: string;
  readonly endpoint: string;
  readonly cuts: number;
}

export interface AskView {
  readonly report: AskReport;
  /** Calls without an answer, by reason. */
  readonly failures: readonly { readonly reason: Reason; readonly count: number }[];
}
