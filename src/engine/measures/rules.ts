/** What providers accept, as rules over a request. A broken rule names the position and the original message. */
import type { RuleSetId } from '../formats/rule-sets.ts';
import {
  ASSISTANT,
  BAD_ARGUMENTS,
  ENDS_IN_REASONING,
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
  'openai-responses': openaiResponses,
  anthropic,
  gemini,
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

/**
 * OpenAI Responses: every function call has its output somewhere after it, every output its call before it, and reasoning is followed
 * by the item that it belongs to (a message or a call of the same side). Arguments are a string of any kind, and what has no
 * content is no item.
 */
function openaiResponses({ shapes, at, length }: Request): readonly Broken[] {
  const { role, flags } = shapes;
  const broken: Broken[] = [];
  const waiting = new Waiting(shapes);
  for (let position = 0; position < length; position++) {
    const shape = at[position]!;
    const has = flags[shape]!;
    if (has & HAS_RESULTS) {
      const orphans = waiting.answer(shape);
      if (orphans > 0) broken.push({ rule: 'responses-output-without-call', position, count: orphans });
    }
    if (has & HAS_CALLS) waiting.call(shape, position);
    if (has & ENDS_IN_REASONING && role[shape] === ASSISTANT) {
      const next = position + 1 < length ? at[position + 1]! : -1;
      if (next < 0 || role[next] !== ASSISTANT || !(flags[next]! & HAS_CONTENT))
        broken.push({ rule: 'responses-reasoning-alone', position, count: 1 });
    }
  }
  waiting.settle('responses-call-unanswered', broken);
  return broken;
}

/**
 * Gemini: the first content is the user's; a function call comes directly after a content of the user or of function responses; directly
 * after it come as many responses as it has calls; arguments are an object, and no content is empty. System messages stand outside.
 */
function gemini({ shapes, at, length }: Request): readonly Broken[] {
  const { role, flags, notJson, notObject } = shapes;
  const broken: Broken[] = [];
  const waiting = new Waiting(shapes);
  let before = SYSTEM;
  for (let position = 0; position < length; position++) {
    const shape = at[position]!;
    const side = role[shape]!;
    if (side === SYSTEM) continue;
    const has = flags[shape]!;
    if (has & HAS_RESULTS) {
      const orphans = waiting.answer(shape);
      if (orphans > 0) broken.push({ rule: 'gemini-response-without-call', position, count: orphans });
    } else waiting.settle('gemini-responses-missing', broken);
    if (before === SYSTEM && side === ASSISTANT) broken.push({ rule: 'gemini-first-user', position, count: 1 });
    if (has & HAS_CALLS) {
      if (before === ASSISTANT) broken.push({ rule: 'gemini-call-not-after-user', position, count: 1 });
      waiting.call(shape, position);
    }
    if (has & BAD_ARGUMENTS) broken.push({ rule: 'gemini-args-not-object', position, count: notJson[shape]! + notObject[shape]! });
    if (!(has & (HAS_CONTENT | HAS_BLANK))) broken.push({ rule: 'gemini-empty-content', position, count: 1 });
    before = side;
  }
  waiting.settle('gemini-responses-missing', broken);
  return broken;
}
