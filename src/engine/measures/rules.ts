/** What providers accept, as rules over a request. A broken rule names the position and the original message. */
import type { RuleSetId } from './contract.ts';
import {
  ASSISTANT,
  BAD_ARGUMENTS,
  HAS_BLANK,
  HAS_CALLS,
  HAS_CONTENT,
  HAS_RESULTS,
  HAS_TEXT,
  type Request,
  type Shapes,
  SYSTEM,
  TOOL,
} from './shapes.ts';

/** A rule broken at a position; `count` = calls, results or arguments concerned. */
export interface Broken {
  readonly rule: string;
  readonly position: number;
  readonly count: number;
}

export const RULES: Readonly<Record<RuleSetId, (request: Request) => readonly Broken[]>> = {
  'openai-chat': openaiChat,
  anthropic,
};

/** Calls that wait for their results, by number of their id. */
class Waiting {
  /** Position of the call + 1; 0 = not waiting. */
  private readonly since: Int32Array;
  private readonly shapes: Shapes;
  /** Ids made since the last settle(), answered ones included: the first `madeCount` entries. */
  private readonly made: number[] = [];
  private madeCount = 0;
  private open = 0;

  constructor(shapes: Shapes) {
    this.shapes = shapes;
    this.since = new Int32Array(shapes.idCount);
  }

  call(shape: number, position: number): void {
    const { ids, callStart, resultStart } = this.shapes;
    for (let k = callStart[shape]!; k < resultStart[shape]!; k++) {
      this.since[ids[k]!] = position + 1;
      this.made[this.madeCount++] = ids[k]!;
      this.open++;
    }
  }

  /** Takes answered calls out; gives the number of results that nobody waits for. */
  answer(shape: number): number {
    const { ids, callStart, resultStart } = this.shapes;
    let orphans = 0;
    for (let k = resultStart[shape]!; k < callStart[shape + 1]!; k++) {
      const id = ids[k]!;
      if (this.since[id] === 0) orphans++;
      else {
        this.since[id] = 0;
        this.open--;
      }
    }
    return orphans;
  }

  /** Nothing can be answered any more: what is open is a broken rule of the message that made the call. */
  settle(rule: string, broken: Broken[]): void {
    if (this.open > 0) {
      const counts = new Map<number, number>();
      for (let k = 0; k < this.madeCount; k++) {
        const id = this.made[k]!;
        const position = this.since[id]! - 1;
        if (position >= 0) counts.set(position, (counts.get(position) ?? 0) + 1);
        this.since[id] = 0;
      }
      for (const [position, count] of counts) broken.push({ rule, position, count });
      this.open = 0;
    }
    this.madeCount = 0;
  }
}

/**
 * OpenAI Chat: the messages directly after an assistant message with calls are tool messages that answer every one of
 * them; a tool message answers a call of that assistant message; arguments are JSON; an assistant message has content or
 * calls.
 */
function openaiChat({ shapes, at, length }: Request): readonly Broken[] {
  const { role, flags, notJson } = shapes;
  const broken: Broken[] = [];
  const waiting = new Waiting(shapes);
  for (let position = 0; position < length; position++) {
    const shape = at[position]!;
    const has = flags[shape]!;
    if (has & HAS_RESULTS) {
      const orphans = waiting.answer(shape);
      if (orphans > 0) broken.push({ rule: 'openai-result-without-call', position, count: orphans });
    }
    if (role[shape] === TOOL) continue;
    waiting.settle('openai-call-unanswered', broken);
    if (has & HAS_CALLS) waiting.call(shape, position);
    if (role[shape] === ASSISTANT && !(has & (HAS_CONTENT | HAS_BLANK))) broken.push({ rule: 'openai-empty-content', position, count: 1 });
    if (notJson[shape]! > 0) broken.push({ rule: 'openai-arguments-not-json', position, count: notJson[shape]! });
  }
  waiting.settle('openai-call-unanswered', broken);
  return broken;
}

/**
 * Anthropic: consecutive messages of a side count as one (results are on the user's side, system messages outside);
 * the first is the user's; every call is answered at the start of the next user message; content is never empty, except
 * in a final assistant message; the input of a call is an object. Changed thinking is looked at where edits are known.
 */
function anthropic({ shapes, at, length }: Request): readonly Broken[] {
  const { role, flags, notJson, notObject } = shapes;
  const broken: Broken[] = [];
  const waiting = new Waiting(shapes);
  let started = false;
  let assistantSide = false;
  let textSeen = false;
  for (let position = 0; position < length; position++) {
    const shape = at[position]!;
    if (role[shape] === SYSTEM) continue;
    const has = flags[shape]!;
    const isAssistant = role[shape] === ASSISTANT;
    if (isAssistant && !assistantSide) {
      if (!started) broken.push({ rule: 'anthropic-first-user', position, count: 1 });
      waiting.settle('anthropic-call-unanswered', broken);
      textSeen = false;
    }
    started = true;
    assistantSide = isAssistant;
    if (has & HAS_RESULTS) {
      const orphans = waiting.answer(shape);
      if (orphans > 0) broken.push({ rule: 'anthropic-result-without-call', position, count: orphans });
      else if (textSeen) {
        const count = shapes.callStart[shape + 1]! - shapes.resultStart[shape]!;
        broken.push({ rule: 'anthropic-result-not-first', position, count });
      }
    }
    if (!isAssistant && has & HAS_TEXT) textSeen = true;
    if (has & HAS_CALLS) waiting.call(shape, position);
    if (!(has & HAS_CONTENT) && !(isAssistant && position === length - 1)) broken.push({ rule: 'anthropic-empty-content', position, count: 1 });
    if (has & BAD_ARGUMENTS) broken.push({ rule: 'anthropic-input-not-object', position, count: notJson[shape]! + notObject[shape]! });
  }
  waiting.settle('anthropic-call-unanswered', broken);
  return broken;
}
