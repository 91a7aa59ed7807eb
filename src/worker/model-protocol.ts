/** Worker messages about real models: what they did, and what would be sent. As in protocol.ts: data only. */
import type { EmbeddingUse } from '../engine/policy-run.ts';
import type { Reason } from '../engine/strategies/contract.ts';
import type { ModelUsage } from '../engine/summarizers/contract.ts';
import type { PlannedPrompt, SendPlan } from '../models/sending.ts';

/** Activity of real models in a run: calls, tokens as reported by the endpoints, time and price. */
export interface ModelProgress {
  readonly running: number;
  readonly finished: number;
  readonly failed: number;
  /** Characters received so far. */
  readonly characters: number;
  readonly usage: ModelUsage;
  readonly ms: number;
  /** US dollars, of the calls whose model the price list knows; null = none. */
  readonly price: number | null;
  /** A refused call waits for its next attempt. */
  readonly waiting: { readonly ms: number; readonly reason: Reason } | null;
  /** The last failure, in words that say what to do. */
  readonly error: Reason | null;
  /** Texts: embedded, on their way, and those whose request failed. Requests for them are not among the calls above. */
  readonly texts: { readonly done: number; readonly running: number; readonly failed: number };
}

export interface ModelsView {
  /**
   * Summaries and embeddings that were not requested, by model and reason: nobody has agreed yet, or a model, a key or an address is
   * missing.
   */
  readonly unsent: readonly { readonly choice: string; readonly summaries: number; readonly texts: number; readonly reason: Reason }[];
  /** Usage of the calls; null = there were none. */
  readonly spent: ModelProgress | null;
}

/** What would go to one model, as sent to the page; texts of prompts are requested one by one. */
export interface SendingView extends Omit<SendPlan, 'prompts'> {
  readonly id: string;
  /** How many prompts, or texts to embed, there are. */
  readonly all: number;
  /** One for each call, or for each text to embed; at most a few hundred. */
  readonly prompts: readonly (Omit<PlannedPrompt, 'system' | 'user'> & { readonly characters: number })[];
}

/** What a row compared by, if embeddings were requested. */
export interface RowEmbedding extends EmbeddingUse {
  /** Their tokens as counted here, and what embedding all of them costs once; US dollars, null where no price is known. */
  readonly tokens: number;
  readonly price: number | null;
}
