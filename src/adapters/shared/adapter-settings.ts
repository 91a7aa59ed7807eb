/** What an agent is told about compaction: the settings of the page, in the page's words and units. */
import type { RunOptions } from '../../engine/api.ts';
import type { CompactionResult } from '../../engine/compaction/types.ts';
import { mayBe, mustBe, wrong } from '../../engine/lib/arguments.ts';
import { checkOptions } from '../../engine/options.ts';
import { byId } from '../../engine/pipelines/index.ts';
import { unknownStrategy } from '../../engine/pipelines/run-spec.ts';
import type { Reason } from '../../engine/signals/contract.ts';
import { checkMilliseconds, DEFAULT_SUMMARIZE_MS } from '../../engine/summarizers/summary-limits.ts';
import { resolveParams } from '../../engine/strategies/params.ts';
import type { Message } from '../../engine/transcript/types.ts';

const DEFAULT_TRIGGER = 0.8;

type EngineSettings = Pick<
  RunOptions,
  'target' | 'window' | 'model' | 'tokenizer' | 'overhead' | 'weight' | 'signals' | 'shared' | 'seed' | 'embedder'
>;

/** A request for one summary, as a model gets it. */
export interface SummaryPrompt {
  /** Instructions: what to keep, the limits, and that the conversation is data. */
  readonly system: string;
  /** The messages to be summarised, secrets masked. */
  readonly prompt: string;
  /** Most tokens of the summary. One that is longer counts as failed, and the strategy decides what happens then. */
  readonly maxTokens: number;
  /** Ends with the time limit: give it to whatever asks the model. */
  readonly signal: AbortSignal;
}

/** Writes a summary with a model of your own. Rejecting is a failed summary, never an error of the agent. */
export type Summarize = (request: SummaryPrompt) => Promise<string>;

/** What a compaction, or an attempt at one, did. */
export interface CompactionEvent {
  /** `invalid`: the result breaks a rule of the provider that the context kept before, so it is not used. */
  readonly outcome: CompactionResult['outcome'] | 'invalid';
  /** Why it is not `compacted`, or missed its target: a key with values, as in `result.why`; null where there is nothing to say. */
  readonly why: CompactionResult['why'] | null;
  readonly tokensBefore: number;
  /** Tokens of the context that is used from now on. */
  readonly tokensAfter: number;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  /** Messages that the context has no more, in its order; none where the result is not used. */
  readonly leftOut: readonly RemovedMessage[];
  /** Fates, reasons, summaries and the record that undoes it, as `compact` of the engine returns them. */
  readonly result: CompactionResult;
}

/** A message that went, whole. */
export interface RemovedMessage {
  /** As the engine reads it. */
  readonly message: Message;
  /** `summarised`: a summary that was put in stands for it. `dropped`: nothing does. */
  readonly fate: 'summarised' | 'dropped';
  /** Why: a key with values, as in `result.plan.reason`. */
  readonly why: Reason;
}

export interface CompactionSettings extends EngineSettings {
  /** Id of a strategy or product (`strategies` of the engine lists them). */
  readonly strategy: string;
  /** Its parameters; those left out have their defaults. */
  readonly params?: Readonly<Record<string, unknown>>;
  /**
   * Of a published product: its decisions with their flaws, so that the user's last message may go, or a call without its result. Default false:
   * *repaired*, the same decisions under the protections of all other strategies. A result that the provider refuses is not used either way.
   */
  readonly asShipped?: boolean;
  /** When to compact: above this share of the window (0 < x ≤ 1), or above this number of tokens (an integer ≥ 2). Default 0.8. */
  readonly trigger?: number;
  /** Tokens that each request has beside the messages (system prompt, tools); counted against the trigger only. Default 0. */
  readonly reserve?: number;
  /** Writes the summaries. Default: the built-in summariser, which needs no model. */
  readonly summarize?: Summarize;
  /** Milliseconds that `summarize` may take; then its summary has failed. Default 30,000. */
  readonly summarizeMs?: number;
  /** Window of that model in tokens: a call that would not fit is not made, and its summary has failed. Default: not checked. */
  readonly summarizeWindow?: number;
  /** Told of every attempt. What it throws is the caller's. */
  readonly onCompaction?: (event: CompactionEvent) => void;
}

/** Tokens above which a context is compacted. */
export const limitOf = ({ trigger = DEFAULT_TRIGGER }: CompactionSettings, window: number): number =>
  trigger <= 1 ? Math.floor(trigger * window) : trigger;

/** The parameters that the strategy runs with: a product is repaired unless `asShipped` says otherwise. */
export const paramsOf = ({ strategy, params = {}, asShipped = false }: CompactionSettings): Readonly<Record<string, unknown>> =>
  byId.get(strategy)?.preset ? { ...params, repaired: !asShipped } : params;

/** Throws a RangeError that names an unknown strategy, a bad parameter or a bad setting: when the agent is set up, not in its middle. */
export function checkSettings(settings: CompactionSettings): void {
  mustBe('settings', settings, 'object');
  mustBe('strategy', settings.strategy, 'string');
  mayBe('params', settings.params, 'object');
  mayBe('asShipped', settings.asShipped, 'boolean');
  mayBe('summarize', settings.summarize, 'function');
  mayBe('onCompaction', settings.onCompaction, 'function');
  checkOptions(settings);
  const strategy = byId.get(settings.strategy);
  if (!strategy) throw unknownStrategy(settings.strategy);
  if (settings.asShipped && !strategy.preset) throw wrong('asShipped', `false, because ${settings.strategy} is no product`, true);
  if (strategy.preset && settings.params?.repaired === !!settings.asShipped)
    throw wrong('params.repaired', `asShipped: ${String(!settings.asShipped)} instead`, settings.params.repaired);
  const params = resolveParams(strategy.params, paramsOf(settings));
  if (!params.ok) throw new RangeError(`${settings.strategy}: ${params.error}`);
  const { trigger = DEFAULT_TRIGGER, reserve = 0, summarizeMs = DEFAULT_SUMMARIZE_MS, summarizeWindow } = settings;
  checkMilliseconds('summarizeMs', summarizeMs);
  if (summarizeWindow !== undefined && !(Number.isInteger(summarizeWindow) && summarizeWindow >= 1))
    throw wrong('summarizeWindow', 'a whole number of tokens from 1', summarizeWindow);
  if (!(typeof trigger === 'number' && ((trigger > 0 && trigger <= 1) || (Number.isInteger(trigger) && trigger >= 2))))
    throw wrong('trigger', 'a share above 0 and up to 1, or a whole number of tokens from 2', trigger);
  if (!(Number.isInteger(reserve) && reserve >= 0)) throw wrong('reserve', 'a whole number of tokens from 0', reserve);
}
