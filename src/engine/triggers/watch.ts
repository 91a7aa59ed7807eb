/** Asks the triggers of a rule at each moment of a walk. Reasons are made only when one fires. */
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import type { Message } from '../transcript/types.ts';
import {
  type FiredTrigger,
  isAtPlaces,
  type Moment,
  type OwnTrigger,
  S3_BUFFER,
  type Situation,
  type Trigger,
  type TriggerRule,
  type Watch,
} from './contract.ts';

interface TriggerState {
  readonly trigger: Trigger;
  /** The moment at which it is asked; null = it looks at the context itself, before a request and whenever another trigger is asked. */
  readonly at: Moment | null;
  yes: boolean;
  /** Time of its last check, ms; NaN = never. */
  checked: number;
}

/** A rule for one walk. */
export function watch({ triggers, combine }: TriggerRule): Watch {
  const asked = triggers
    .filter((trigger) => !isAtPlaces(trigger))
    .map((trigger): TriggerState => ({ trigger, at: momentOf(trigger), yes: false, checked: Number.NaN }));
  const together = combine === 'all' && asked.length > 1;
  return {
    ask(situation) {
      let last: TriggerState | null = null;
      for (const one of asked) {
        const comes = one.at === null ? together || situation.moment === 'request' : one.at === situation.moment;
        if (!comes) continue;
        const says = isDue(one, situation) && holds(one.trigger, situation);
        // A marker stays seen until something is compacted.
        one.yes = says || (one.yes && one.trigger.kind === 'marker');
        if (says && !together) return firedBy(one.trigger, situation);
        if (says) last = one;
      }
      return last && asked.every(({ yes }) => yes) ? firedBy(last.trigger, situation) : null;
    },
    reset() {
      for (const one of asked) one.yes = false;
    },
  };
}

function momentOf({ kind }: Trigger): Moment | null {
  if (kind === 'tool-result' || kind === 'result') return 'tool-result';
  return kind === 'answer' || kind === 'marker' ? 'answer' : null;
}

function isDue(one: TriggerState, { time }: Situation): boolean {
  const interval = one.trigger.kind === 'ratio' ? (one.trigger.interval ?? 0) : 0;
  if (interval === 0) return true;
  if (time - one.checked < interval * 1000) return false;
  one.checked = time;
  return true;
}

function counted({ count, unit = 'auto' }: Extract<Trigger, { kind: 'turns' }>, { turns, steps, turnsInAll }: Situation) {
  const bySteps = unit === 'steps' || (unit === 'auto' && turnsInAll < count);
  return { unit: bySteps ? 'steps' : 'turns', since: bySteps ? steps : turns } as const;
}

const levelOf = (share: number, window: number): number => Number((share * window).toFixed(6));

const messagesOf = ({ except }: Extract<Trigger, { kind: 'messages' }>, { messages, turns }: Situation): number =>
  except === 'user' ? messages - turns : messages;

function holds(trigger: Trigger, situation: Situation): boolean {
  const { tokens, window } = situation;
  switch (trigger.kind) {
    case 'ratio':
      return tokens >= levelOf(trigger.share, window);
    case 'tokens':
      return tokens >= trigger.tokens;
    case 'remaining':
      return window - tokens < levelOf(trigger.share, window);
    case 'turns':
      return counted(trigger, situation).since >= trigger.count;
    case 'marker':
      return situation.text.includes(trigger.text);
    case 'tool-result':
      return tokens >= levelOf(trigger.share, window) - levelOf(trigger.buffer ?? S3_BUFFER, window);
    case 'answer':
      return situation.recorded >= levelOf(trigger.share, window);
    case 'result':
      return situation.result(trigger.spare ?? 0) > trigger.tokens;
    case 'hard-limit':
      return tokens > window;
    case 'requests':
      return situation.moment === 'request';
    case 'messages':
      return messagesOf(trigger, situation) >= trigger.count;
    case 'hand':
    case 'recorded':
      return false;
  }
}

/** A trigger's statement with its numbers, and whether it fires: `reason.trigger-*` of the dictionary. */
export function reasonOf(trigger: Trigger, situation: Situation, fires = true): Reason {
  const { tokens, window } = situation;
  const said = (key: string, values: Reason['values']): Reason => ({ key: `trigger-${key}`, values: { fires, ...values } });
  switch (trigger.kind) {
    case 'ratio':
      return said('share', { tokens, window, at: levelOf(trigger.share, window), share: trigger.share });
    case 'tokens':
      return said('tokens', { tokens, window, at: trigger.tokens });
    case 'remaining': {
      const { share } = trigger;
      return said('left', { tokens, window, at: levelOf(1 - share, window), remaining: Math.max(0, window - tokens), share });
    }
    case 'tool-result': {
      const { share, buffer = S3_BUFFER } = trigger;
      return said('buffer', { tokens, window, buffer: levelOf(buffer, window), at: levelOf(share, window), share });
    }
    case 'turns': {
      const { unit, since } = counted(trigger, situation);
      return said(unit, { since, count: trigger.count });
    }
    case 'marker':
      return said('marker', { marker: trigger.text });
    case 'answer':
      return said('recorded', { tokens: situation.recorded, window, at: levelOf(trigger.share, window), share: trigger.share });
    case 'result': {
      const { tokens: over, spare = 0 } = trigger;
      return said('result', { tokens: situation.result(spare), over, spare });
    }
    case 'requests':
      return { key: 'trigger-requests' };
    case 'messages':
      return said('messages', { messages: messagesOf(trigger, situation), at: trigger.count });
    case 'hard-limit':
      return said('hard-limit', { tokens, window });
    case 'hand':
      return { key: 'trigger-hand' };
    case 'recorded':
      return { key: 'trigger-as-recorded' };
  }
}

function firesFrom(trigger: Trigger, { tokens, window, recorded }: Situation): number | null {
  if (trigger.kind === 'tokens') return trigger.tokens;
  if (trigger.kind === 'hard-limit') return window;
  if (trigger.kind === 'remaining') return levelOf(1 - trigger.share, window);
  if (!('share' in trigger)) return null;
  const level = levelOf(trigger.share, window);
  if (trigger.kind === 'tool-result') return level - levelOf(trigger.buffer ?? S3_BUFFER, window);
  return trigger.kind === 'answer' ? level - Math.max(0, recorded - tokens) : level;
}

const firedBy = (trigger: Trigger, situation: Situation): FiredTrigger => ({
  kind: trigger.kind,
  reason: reasonOf(trigger, situation),
  level: firesFrom(trigger, situation),
});

export function situationAt(tokens: number, window: number): Situation {
  const time = Number.NaN;
  return { moment: 'request', tokens, window, messages: 0, recorded: tokens, turns: 0, steps: 0, turnsInAll: 0, text: '', time, result: () => 0 };
}

export function situationOf({ counts, turns, messages, n }: PreparedTranscript, window: number): Situation {
  const last = messages.at(-1);
  const text = last?.role === 'assistant' ? wordsOf(last) : '';
  const steps = messages.reduce((count, { role }) => count + (role === 'assistant' ? 1 : 0), 0);
  const result = (spare: number): number => {
    const results = messages.flatMap((message, i) => resultTokens(message, counts.parts(i)));
    return results.slice(0, Math.max(0, results.length - spare)).reduce((largest, tokens) => Math.max(largest, tokens), 0);
  };
  return { ...situationAt(counts.total, window), messages: n, turns, turnsInAll: turns, steps, text, result };
}

export const resultTokens = (message: Message, parts: readonly number[]): number[] =>
  message.parts.flatMap(({ type }, p) => (type === 'tool-result' ? (parts[p] ?? 0) : []));

export function wordsOf({ parts }: Message): string {
  let text = '';
  for (const part of parts) if (part.type === 'text') text += part.text;
  return text;
}

/** Whether a rule would fire in this situation, and by which trigger; if none does, the first one is reported. null = a rule without triggers. */
export function checkRule({ triggers, combine }: TriggerRule, situation: Situation): { readonly fires: boolean; readonly reason: Reason } | null {
  const asked = triggers.filter((trigger) => !isAtPlaces(trigger));
  const yes = asked.filter((one) => holds(one, situation));
  const fires = combine === 'all' ? yes.length === asked.length : yes.length > 0;
  const speaks = fires ? yes[0] : (asked.find((one) => !yes.includes(one)) ?? asked[0]);
  return speaks ? { fires, reason: reasonOf(speaks, situation, fires) } : null;
}

// The trigger of each system, from its settings, and what triggers of products are made of. Strategies name theirs as `trigger`. docs/replay.md#triggers

const any = (...triggers: Trigger[]): OwnTrigger => ({ rule: { triggers, combine: 'any' } });

/** Offloading has no threshold of its own: that of S3's rules. */
const S3_THRESHOLD = 0.8;

type S0Triggers = Readonly<Record<'threshold' | 'turnThreshold', number>> & { readonly summaryMarker: string };

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

type S2Triggers = Readonly<Record<'compressionThreshold' | 'checkInterval', number>>;

/** S2: use of the window, checked at most every so many seconds. */
export const s2Trigger = ({ compressionThreshold: share, checkInterval: interval }: S2Triggers): OwnTrigger =>
  any({ kind: 'ratio', share, interval });

/** S3: an estimate with a buffer after a tool result, the recorded usage after an answer. */
export const s3Trigger = ({ threshold: share }: { readonly threshold: number }): OwnTrigger =>
  any({ kind: 'tool-result', share, buffer: S3_BUFFER }, { kind: 'answer', share });

/** S3's offload: besides S3's checks, a result over `offloadOver` tokens that it may take. */
export function offloadTrigger({ offloadOver, keepRecentResults }: Readonly<Record<'offloadOver' | 'keepRecentResults', number>>): OwnTrigger {
  const { rule } = s3Trigger({ threshold: S3_THRESHOLD });
  return any({ kind: 'result', tokens: offloadOver, spare: keepRecentResults }, ...rule.triggers);
}

export const turnsTrigger = (count: number): OwnTrigger => any({ kind: 'turns', count, unit: 'turns' });

export const messagesTrigger = (count: number, except?: 'user'): OwnTrigger => any({ kind: 'messages', count, ...(except && { except }) });

export const EACH_REQUEST: OwnTrigger = any({ kind: 'requests' });

/** S4's hard limit: over the window. */
export const HARD_LIMIT: OwnTrigger = any({ kind: 'hard-limit' });
