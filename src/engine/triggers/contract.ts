/** When to compact: triggers as data. They act in a replay; Compare only shows which of them would fire now. */
import type { Reason } from '../signals/contract.ts';

export type Trigger =
  /** Use of the window: tokens ≥ share × window (S2 0.9, S4 0.8); `interval`: least seconds between two checks (S2: 5), by the timestamps of the messages. */
  | { readonly kind: 'ratio'; readonly share: number; readonly interval?: number }
  /** An absolute level: at least this many tokens, before a request (S1: its ratio of a window of its own). */
  | { readonly kind: 'tokens'; readonly tokens: number }
  /** Less than this share of the window is left (S0: 0.25). */
  | { readonly kind: 'remaining'; readonly share: number }
  /** This many turns since the last compaction, or since the start (S0). */
  | { readonly kind: 'turns'; readonly count: number; readonly unit?: 'auto' | 'turns' | 'steps' }
  /** An assistant message holds this text (S0: `!!!SUMMARY!!!`). */
  | { readonly kind: 'marker'; readonly text: string }
  /** After a tool result: tokens + a safety buffer ≥ share × window (S3: a buffer of 0.02). */
  | { readonly kind: 'tool-result'; readonly share: number; readonly buffer?: number }
  /** After an answer: the tokens that the provider recorded for it, where it did, ≥ share × window (S3). */
  | { readonly kind: 'answer'; readonly share: number }
  /** A tool result over this many tokens, as it arrives (S3's offload). `spare`: as it leaves the newest so many results, which the row never takes. */
  | { readonly kind: 'result'; readonly tokens: number; readonly spare?: number }
  | { readonly kind: 'hand' | 'recorded'; readonly messages: readonly number[] }
  /** Over the window (S4). */
  | { readonly kind: 'hard-limit' }
  | { readonly kind: 'requests' }
  | { readonly kind: 'messages'; readonly count: number; readonly except?: 'user' };

export const TRIGGER_KINDS = [
  'ratio',
  'tokens',
  'remaining',
  'turns',
  'marker',
  'tool-result',
  'answer',
  'result',
  'hand',
  'recorded',
  'hard-limit',
  'requests',
  'messages',
] as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[number];

export const isAtPlaces = (trigger: Trigger): trigger is Extract<Trigger, { kind: 'hand' | 'recorded' }> =>
  trigger.kind === 'hand' || trigger.kind === 'recorded';

/** S0's marker. */
export const SUMMARY_MARKER = '!!!SUMMARY!!!';
/** S3's safety buffer, a share of the window. */
export const S3_BUFFER = 0.02;

export interface TriggerRule {
  readonly triggers: readonly Trigger[];
  readonly combine: 'any' | 'all';
}

export interface OwnTrigger {
  /** Without triggers: never (it is switched off). */
  readonly rule: TriggerRule;
  /** Share of the window at which the system warns; absent = the common level. */
  readonly warning?: number;
}

export const MOMENTS = ['request', 'tool-result', 'answer'] as const;
export type Moment = (typeof MOMENTS)[number];

export interface Situation {
  moment: Moment;
  /** The next request as it would be sent now, tool definitions included. */
  tokens: number;
  window: number;
  messages: number;
  recorded: number;
  turns: number;
  steps: number;
  turnsInAll: number;
  /** The text of the answer, at the moment `answer`; empty otherwise. */
  text: string;
  /** Milliseconds; NaN where no message so far has a timestamp. */
  time: number;
  result(spare: number): number;
}

export interface FiredTrigger {
  readonly kind: TriggerKind;
  readonly reason: Reason;
  /**
   * Tokens of the context, as counted here, from which on it fires at such a moment: less than its threshold where the check includes more
   * than is counted (S3's buffer; recorded usage). null where it does not look at tokens.
   */
  readonly level: number | null;
}

export interface Watch {
  /** Which trigger fired; null = none, or not all of them. Triggers at places are not looked at here. */
  ask(situation: Situation): FiredTrigger | null;
  reset(): void;
}

export const SEEDS = ['S0', 'S1', 'S2', 'S3', 'S4'] as const;
export type TriggerSeed = (typeof SEEDS)[number];

export const SYSTEM_ROW: Readonly<Record<TriggerSeed, string>> = {
  S0: 'summary',
  S1: 'context-compactor',
  S2: 'hybrid',
  S3: 'selective-summary',
  S4: 'auto-compression',
};
