/** The trigger of each system, from its settings, and what triggers of products are made of. Strategies name theirs as `trigger`. docs/replay.md#triggers */
import { type OwnTrigger, S3_BUFFER, SUMMARY_MARKER, type Trigger } from './contract.ts';

const any = (...triggers: Trigger[]): OwnTrigger => ({ rule: { triggers, combine: 'any' } });

/** S0's turn threshold. */
const S0_TURNS = 200;
/** S2's threshold where no row of its provider table applies, and the seconds between two of its checks. */
const S2_COMPRESS = 0.9;
const S2_INTERVAL = 5;

/** S0: little of the window is left (`threshold` = share that may be in use, 0.75), 200 turns, or a marker in an answer. */
export function s0Trigger({ threshold }: { readonly threshold: number }): OwnTrigger {
  const share = Number((1 - threshold).toFixed(6));
  return any({ kind: 'remaining', share }, { kind: 'turns', count: S0_TURNS }, { kind: 'marker', text: SUMMARY_MARKER });
}

/** At least this many tokens. */
export const tokensTrigger = (tokens: number): OwnTrigger => any({ kind: 'tokens', tokens: Number(tokens.toFixed(6)) });

/** More than this many tokens. */
export const overTrigger = (tokens: number): OwnTrigger => tokensTrigger(Math.max(0, Math.floor(Number(tokens.toFixed(6)))) + 1);

/** A share of the window (S4). */
export const ratioTrigger = (share: number): OwnTrigger => any({ kind: 'ratio', share });

/** S2: use of the window, checked at most every 5 seconds. */
export const s2Trigger = (compress = S2_COMPRESS): OwnTrigger => any({ kind: 'ratio', share: compress, interval: S2_INTERVAL });

/** S3: an estimate with a buffer after a tool result, the recorded usage after an answer. */
export const s3Trigger = ({ threshold: share }: { readonly threshold: number }): OwnTrigger =>
  any({ kind: 'tool-result', share, buffer: S3_BUFFER }, { kind: 'answer', share });

/** This many turns of the user since the last compaction. */
export const turnsTrigger = (count: number): OwnTrigger => any({ kind: 'turns', count, unit: 'turns' });

/** This many messages in the context; without those of the user where `except` says so. */
export const messagesTrigger = (count: number, except?: 'user'): OwnTrigger => any({ kind: 'messages', count, ...(except && { except }) });

/** Whenever a request is sent. */
export const EACH_REQUEST: OwnTrigger = any({ kind: 'requests' });

/** S4's hard limit: over the window. */
export const HARD_LIMIT: OwnTrigger = any({ kind: 'hard-limit' });
