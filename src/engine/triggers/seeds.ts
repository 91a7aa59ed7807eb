/** The trigger of each system, from its settings, and what triggers of products are made of. Strategies name theirs as `trigger`. docs/replay.md#triggers */
import { type OwnTrigger, S3_BUFFER, type Trigger } from './contract.ts';

const any = (...triggers: Trigger[]): OwnTrigger => ({ rule: { triggers, combine: 'any' } });

/** Offloading has no threshold of its own: that of S3's rules. */
const S3_THRESHOLD = 0.8;

interface S0Triggers {
  readonly threshold: number;
  readonly turnThreshold: number;
  readonly summaryMarker: string;
}

/** S0: little of the window is left (`threshold` = share that may be in use), so many turns, or a marker in an answer. */
export function s0Trigger({ threshold, turnThreshold, summaryMarker }: S0Triggers): OwnTrigger {
  const share = Number((1 - threshold).toFixed(6));
  const marker: Trigger[] = summaryMarker === '' ? [] : [{ kind: 'marker', text: summaryMarker }];
  return any({ kind: 'remaining', share }, { kind: 'turns', count: turnThreshold }, ...marker);
}

export const tokensTrigger = (tokens: number): OwnTrigger => any({ kind: 'tokens', tokens: Number(tokens.toFixed(6)) });

export const overTrigger = (tokens: number): OwnTrigger => tokensTrigger(Math.max(0, Math.floor(Number(tokens.toFixed(6)))) + 1);

/** A share of the window (S4). */
export const ratioTrigger = (share: number): OwnTrigger => any({ kind: 'ratio', share });

interface S2Triggers {
  readonly compressionThreshold: number;
  readonly checkInterval: number;
}

/** S2: use of the window, checked at most every so many seconds. */
export const s2Trigger = ({ compressionThreshold: share, checkInterval: interval }: S2Triggers): OwnTrigger =>
  any({ kind: 'ratio', share, interval });

/** S3: an estimate with a buffer after a tool result, the recorded usage after an answer. */
export const s3Trigger = ({ threshold: share }: { readonly threshold: number }): OwnTrigger =>
  any({ kind: 'tool-result', share, buffer: S3_BUFFER }, { kind: 'answer', share });

/** S3's offload: besides S3's checks, a result over `offloadOver` tokens that it may take. */
export function offloadTrigger({ offloadOver, keepRecentResults }: { readonly offloadOver: number; readonly keepRecentResults: number }): OwnTrigger {
  const { rule } = s3Trigger({ threshold: S3_THRESHOLD });
  return any({ kind: 'result', tokens: offloadOver, spare: keepRecentResults }, ...rule.triggers);
}

export const turnsTrigger = (count: number): OwnTrigger => any({ kind: 'turns', count, unit: 'turns' });

export const messagesTrigger = (count: number, except?: 'user'): OwnTrigger => any({ kind: 'messages', count, ...(except && { except }) });

export const EACH_REQUEST: OwnTrigger = any({ kind: 'requests' });

/** S4's hard limit: over the window. */
export const HARD_LIMIT: OwnTrigger = any({ kind: 'hard-limit' });
