/** What providers accept, as rules over a request. A broken rule names the position and the original message. */
import type { RuleSetId } from '../../formats/contract.ts';
import { Scratch } from '../../lib/arrays.ts';
import {
  ASSISTANT,
  BAD_ARGUMENTS,
  ENDS_IN_REASONING,
  ENDS_IN_SPACE,
  HAS_BLANK,
  HAS_CALLS,
  HAS_CONTENT,
  HAS_LOCAL_REFERENCE,
  HAS_LONE_SURROGATE,
  HAS_RESULTS,
  HAS_TEXT,
  type Request,
  type Shapes,
  SYSTEM,
  TOOL,
} from './shapes.ts';

export interface RuleBreach {
  readonly rule: string;
  readonly position: number;
  readonly count: number;
}

export interface Checker {
  readonly broken: RuleBreach[];
  see(shape: number, position: number, next: number): void;
  end(): void;
  state(): number;
  resume(state: number): void;
}

export const CHECKERS: Readonly<Record<RuleSetId, (shapes: Shapes) => Checker>> = {
  'openai-chat': (shapes) => new OpenAiChat(shapes),
  'openai-responses': (shapes) => new OpenAiResponses(shapes),
  anthropic: (shapes) => new Anthropic(shapes),
  gemini: (shapes) => new Gemini(shapes),
};

export interface Way {
  readonly states: Int8Array;
  readonly settled: Int32Array;
  readonly broken: readonly RuleBreach[];
  readonly found: Int32Array;
}

export function wayThrough(rules: RuleSetId, shapes: Shapes, count: number): Way {
  const checker = CHECKERS[rules](shapes);
  const states = new Int8Array(count + 1);
  const settled = new Int32Array(count + 1);
  const found = new Int32Array(count + 1);
  for (let i = 0; i <= count; i++) {
    states[i] = checker.state();
    settled[i] = states[i]! >= 0 ? i : settled[i - 1]!;
    found[i] = checker.broken.length;
    if (i < count) checker.see(i, i, i + 1 < count ? i + 1 : -1);
  }
  checker.end();
  return { states, settled, found, broken: checker.broken };
}

/**
 * What a request breaks. In a stretch of originals that begins in the state in which the original was there, everything goes as it
 * went there: up to the last message of the stretch, which may be before another one, it need not be looked at.
 */
export function brokenIn(rules: RuleSetId, { shapes, starts, ends, count }: Request, way: Way): readonly RuleBreach[] {
  const checker = CHECKERS[rules](shapes);
  const { states, settled, found } = way;
  const originals = states.length - 1;
  let position = 0;
  for (let k = 0; k < count; k++) {
    const end = ends[k]!;
    const after = k + 1 < count ? starts[k + 1]! : -1;
    for (let shape = starts[k]!; shape < end; shape++) {
      const to = shape < originals ? settled[end - 1]! : -1;
      if (to > shape && states[shape]! >= 0 && states[shape] === checker.state()) {
        for (let b = found[shape]!; b < found[to]!; b++) {
          const same = way.broken[b]!;
          checker.broken.push({ ...same, position: same.position + position - shape });
        }
        checker.resume(states[to]!);
        position += to - shape;
        shape = to;
      }
      checker.see(shape, position++, shape + 1 < end ? shape + 1 : after);
    }
  }
  checker.end();
  return checker.broken;
}

const waitingSince = new Scratch();

class OpenCalls {
  /** Position of the call + 1; 0 = not waiting. */
  private readonly since: Int32Array;
  private readonly shapes: Shapes;
  private readonly made: number[] = [];
  private madeCount = 0;
  private open = 0;

  constructor(shapes: Shapes) {
    this.shapes = shapes;
    this.since = waitingSince.take(shapes.idCount);
  }

  isSettled(): boolean {
    return this.open === 0;
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

  settle(rule: string, broken: RuleBreach[]): void {
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

abstract class OpenAi implements Checker {
  readonly broken: RuleBreach[] = [];
  protected readonly shapes: Shapes;
  protected readonly waiting: OpenCalls;
  protected abstract readonly unanswered: string;

  constructor(shapes: Shapes) {
    this.shapes = shapes;
    this.waiting = new OpenCalls(shapes);
  }

  abstract see(shape: number, position: number, next: number): void;

  end(): void {
    this.waiting.settle(this.unanswered, this.broken);
  }

  state(): number {
    return this.waiting.isSettled() ? 0 : -1;
  }

  resume(): void {}
}

/**
 * OpenAI Chat: the messages directly after an assistant message with calls are tool messages that answer every one of them; a tool message answers a
 * call of that assistant message; arguments are JSON; an assistant message has content or calls; there is a message.
 */
class OpenAiChat extends OpenAi {
  protected readonly unanswered = 'openai-call-unanswered';
  private started = false;

  see(shape: number, position: number): void {
    this.started = true;
    const { broken, waiting } = this;
    const { role, flags, notJson } = this.shapes;
    const has = flags[shape]!;
    if (has & HAS_RESULTS) {
      const orphans = waiting.answer(shape);
      if (orphans > 0) broken.push({ rule: 'openai-result-without-call', position, count: orphans });
    }
    if (has & HAS_LOCAL_REFERENCE) broken.push({ rule: 'openai-local-reference', position, count: 1 });
    if (role[shape] === TOOL) return;
    waiting.settle(this.unanswered, broken);
    if (has & HAS_CALLS) waiting.call(shape, position);
    if (role[shape] === ASSISTANT && !(has & (HAS_CONTENT | HAS_BLANK))) broken.push({ rule: 'openai-empty-content', position, count: 1 });
    if (notJson[shape]! > 0) broken.push({ rule: 'openai-arguments-not-json', position, count: notJson[shape]! });
  }

  override end(): void {
    super.end();
    if (!this.started) this.broken.push({ rule: 'openai-no-messages', position: 0, count: 1 });
  }
}

/**
 * Anthropic: consecutive messages of a side count as one (results are on the user's side, system messages outside); the first is the user's; every
 * call is answered at the start of the next user message; content is never empty, except in a final assistant message; no text is white space alone,
 * and a final assistant message does not end in it; no text holds half of a surrogate pair; the input of a call is an object; there is a message
 * beside the system's.
 */
class Anthropic implements Checker {
  readonly broken: RuleBreach[] = [];
  private readonly shapes: Shapes;
  private readonly waiting: OpenCalls;
  private started = false;
  private assistantSide = false;
  private textSeen = false;

  constructor(shapes: Shapes) {
    this.shapes = shapes;
    this.waiting = new OpenCalls(shapes);
  }

  see(shape: number, position: number, next: number): void {
    const { broken, waiting, shapes } = this;
    const { role, flags, notJson, notObject } = shapes;
    const has = flags[shape]!;
    if (has & HAS_LONE_SURROGATE) broken.push({ rule: 'anthropic-lone-surrogate', position, count: 1 });
    if (has & HAS_LOCAL_REFERENCE) broken.push({ rule: 'anthropic-local-reference', position, count: 1 });
    if (role[shape] === SYSTEM) return;
    const isAssistant = role[shape] === ASSISTANT;
    if (isAssistant && !this.assistantSide) {
      if (!this.started) broken.push({ rule: 'anthropic-first-user', position, count: 1 });
      waiting.settle('anthropic-call-unanswered', broken);
      this.textSeen = false;
    }
    this.started = true;
    this.assistantSide = isAssistant;
    if (has & HAS_RESULTS) {
      const orphans = waiting.answer(shape);
      if (orphans > 0) broken.push({ rule: 'anthropic-result-without-call', position, count: orphans });
      else if (this.textSeen) {
        const count = shapes.callStart[shape + 1]! - shapes.resultStart[shape]!;
        broken.push({ rule: 'anthropic-result-not-first', position, count });
      }
    }
    if (!isAssistant && has & HAS_TEXT) this.textSeen = true;
    if (has & HAS_CALLS) waiting.call(shape, position);
    if (!(has & HAS_CONTENT) && !(isAssistant && next < 0)) broken.push({ rule: 'anthropic-empty-content', position, count: 1 });
    const isFinal = isAssistant && next < 0;
    if (has & HAS_BLANK && (has & HAS_CONTENT || isFinal)) broken.push({ rule: 'anthropic-blank-text', position, count: 1 });
    if (isFinal && has & ENDS_IN_SPACE && has & HAS_TEXT) broken.push({ rule: 'anthropic-final-space', position, count: 1 });
    if (has & BAD_ARGUMENTS) broken.push({ rule: 'anthropic-input-not-object', position, count: notJson[shape]! + notObject[shape]! });
  }

  end(): void {
    this.waiting.settle('anthropic-call-unanswered', this.broken);
    if (!this.started) this.broken.push({ rule: 'anthropic-no-messages', position: 0, count: 1 });
  }

  state(): number {
    return this.waiting.isSettled() ? Number(this.started) + 2 * Number(this.assistantSide) + 4 * Number(this.textSeen) : -1;
  }

  resume(state: number): void {
    this.started = (state & 1) !== 0;
    this.assistantSide = (state & 2) !== 0;
    this.textSeen = (state & 4) !== 0;
  }
}

/**
 * OpenAI Responses: every function call has its output somewhere after it, every output its call before it, and reasoning is followed by the item
 * that it belongs to (a message or a call of the same side).
 */
class OpenAiResponses extends OpenAi {
  protected readonly unanswered = 'responses-call-unanswered';

  see(shape: number, position: number, next: number): void {
    const { broken, waiting } = this;
    const { role, flags } = this.shapes;
    const has = flags[shape]!;
    if (has & HAS_RESULTS) {
      const orphans = waiting.answer(shape);
      if (orphans > 0) broken.push({ rule: 'responses-output-without-call', position, count: orphans });
    }
    if (has & HAS_LOCAL_REFERENCE) broken.push({ rule: 'responses-local-reference', position, count: 1 });
    if (has & HAS_CALLS) waiting.call(shape, position);
    if (has & ENDS_IN_REASONING && role[shape] === ASSISTANT) {
      if (next < 0 || role[next] !== ASSISTANT || !(flags[next]! & HAS_CONTENT))
        broken.push({ rule: 'responses-reasoning-alone', position, count: 1 });
    }
  }
}

/**
 * Gemini: the first content is the user's; a function call comes directly after a content of the user or of function responses; directly after it
 * come as many responses as it has calls; arguments are an object, no content is empty, and there is one.
 */
class Gemini implements Checker {
  readonly broken: RuleBreach[] = [];
  private readonly shapes: Shapes;
  private readonly waiting: OpenCalls;
  private before = SYSTEM;

  constructor(shapes: Shapes) {
    this.shapes = shapes;
    this.waiting = new OpenCalls(shapes);
  }

  see(shape: number, position: number): void {
    const { broken, waiting, before } = this;
    const { role, flags, notJson, notObject } = this.shapes;
    const side = role[shape]!;
    if (side === SYSTEM) return;
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
    if (has & HAS_LOCAL_REFERENCE) broken.push({ rule: 'gemini-local-reference', position, count: 1 });
    if (has & BAD_ARGUMENTS) broken.push({ rule: 'gemini-args-not-object', position, count: notJson[shape]! + notObject[shape]! });
    if (!(has & (HAS_CONTENT | HAS_BLANK))) broken.push({ rule: 'gemini-empty-content', position, count: 1 });
    this.before = side;
  }

  end(): void {
    this.waiting.settle('gemini-responses-missing', this.broken);
    if (this.before === SYSTEM) this.broken.push({ rule: 'gemini-no-messages', position: 0, count: 1 });
  }

  state(): number {
    return this.waiting.isSettled() ? this.before : -1;
  }

  resume(state: number): void {
    this.before = state;
  }
}
