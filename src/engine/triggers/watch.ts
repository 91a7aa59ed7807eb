/** Asks the triggers of a rule at each moment of a walk. Reasons are made only when something fires. */
import type { Reason } from '../signals/contract.ts';
import { type Fired, type Moment, S3_BUFFER, type Situation, type Trigger, type TriggerRule, type Watch } from './contract.ts';

/** A trigger with what it remembers. */
interface Asked {
  readonly trigger: Trigger;
  /** The moment it belongs to; null = it looks at the context as it is, before a request and, among others, whenever one of them is asked. */
  readonly at: Moment | null;
  /** What it said when it was last asked. */
  yes: boolean;
  /** Time of its last check, ms; NaN = never. */
  checked: number;
}

/**
 * A rule for one walk. Any: a trigger fires by itself. All: at every moment those that can be asked are asked, and the rule fires
 * when the last answer of each was yes; the one that said it now is named.
 */
export function watch({ triggers, combine }: TriggerRule): Watch {
  const asked = triggers
    .filter(({ kind }) => kind !== 'hand')
    .map((trigger): Asked => ({ trigger, at: momentOf(trigger), yes: false, checked: Number.NaN }));
  const together = combine === 'all' && asked.length > 1;
  return {
    ask(situation) {
      let last: Asked | null = null;
      for (const one of asked) {
        const comes = one.at === null ? together || situation.moment === 'request' : one.at === situation.moment;
        if (!comes) continue;
        const says = isDue(one, situation) && holds(one.trigger, situation);
        // A marker stays said until something is compacted.
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
  if (kind === 'tool-result') return 'tool-result';
  return kind === 'answer' || kind === 'marker' ? 'answer' : null;
}

/** Without timestamps every check is due: nothing tells how long ago the last one was. */
function isDue(one: Asked, { time }: Situation): boolean {
  const interval = one.trigger.kind === 'ratio' ? (one.trigger.interval ?? 0) : 0;
  if (interval === 0) return true;
  if (time - one.checked < interval * 1000) return false;
  one.checked = time;
  return true;
}

/** Turns or steps, whichever the trigger counts, and how many since the last compaction. */
function counted({ count, unit = 'auto' }: Extract<Trigger, { kind: 'turns' }>, { turns, steps, turnsInAll }: Situation) {
  const bySteps = unit === 'steps' || (unit === 'auto' && turnsInAll < count);
  return { unit: bySteps ? 'steps' : 'turns', since: bySteps ? steps : turns } as const;
}

/** Does the condition of a trigger hold now? `hand` is for the walk to say. */
export function holds(trigger: Trigger, situation: Situation): boolean {
  const { tokens, window } = situation;
  switch (trigger.kind) {
    case 'ratio':
      return tokens >= trigger.share * window;
    case 'remaining':
      return window - tokens < trigger.share * window;
    case 'turns':
      return counted(trigger, situation).since >= trigger.count;
    case 'marker':
      return situation.text.includes(trigger.text);
    case 'tool-result':
      return tokens + (trigger.buffer ?? S3_BUFFER) * window >= trigger.share * window;
    case 'answer':
      return situation.recorded >= trigger.share * window;
    case 'hard-limit':
      return tokens > window;
    case 'hand':
      return false;
  }
}

/** What a trigger says with its numbers, whether it fires or not: `reason.trigger-*` of the dictionary. */
export function reasonOf(trigger: Trigger, situation: Situation, fires = true): Reason {
  const { tokens, window } = situation;
  switch (trigger.kind) {
    case 'ratio': {
      const { share } = trigger;
      return { key: fires ? 'trigger-reached' : 'trigger-not-reached', values: { tokens, window, at: share * window, share } };
    }
    case 'remaining': {
      const { share } = trigger;
      const remaining = Math.max(0, window - tokens);
      return { key: fires ? 'trigger-little-left' : 'trigger-enough-left', values: { tokens, window, at: (1 - share) * window, remaining, share } };
    }
    case 'tool-result': {
      const { share, buffer = S3_BUFFER } = trigger;
      const values = { tokens, window, buffer: buffer * window, at: share * window, share };
      return { key: fires ? 'trigger-buffer-reached' : 'trigger-buffer-not-reached', values };
    }
    case 'turns': {
      const { unit, since } = counted(trigger, situation);
      return { key: `trigger-${unit}`, values: { since, count: trigger.count } };
    }
    case 'marker':
      return { key: 'trigger-marker', values: { marker: trigger.text } };
    case 'answer':
      return { key: 'trigger-recorded', values: { tokens: situation.recorded, window, at: trigger.share * window, share: trigger.share } };
    case 'hard-limit':
      return { key: 'trigger-hard-limit', values: { tokens, window } };
    case 'hand':
      return { key: 'trigger-hand' };
  }
}

const firedBy = (trigger: Trigger, situation: Situation): Fired => ({ kind: trigger.kind, reason: reasonOf(trigger, situation) });
