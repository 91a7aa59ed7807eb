/** What providers accept, as rules over a request. A broken rule names the position and the original message. */
import type { RuleSetId } from './contract.ts';
import type { Request } from './shapes.ts';

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

/**
 * OpenAI Chat: the messages directly after an assistant message with calls are tool messages that answer every one of
 * them; a tool message answers a call of that assistant message; arguments are JSON.
 */
function openaiChat({ shapes, ids }: Request): readonly Broken[] {
  const broken: Broken[] = [];
  // open[id] = 1 while the call waits for its result.
  const open = new Uint8Array(ids);
  let waiting: number[] = [];
  let from = -1;
  const close = (): void => {
    const count = waiting.reduce((sum, id) => sum + open[id]!, 0);
    if (count > 0) broken.push({ rule: 'openai-call-unanswered', position: from, count });
    for (const id of waiting) open[id] = 0;
    waiting = [];
  };
  for (let position = 0; position < shapes.length; position++) {
    const { role, calls, results, notJson } = shapes[position]!;
    if (results.length > 0) {
      const orphans = answer(results, open);
      if (orphans > 0) broken.push({ rule: 'openai-result-without-call', position, count: orphans });
    }
    if (role === 'tool') continue;
    if (waiting.length > 0) close();
    if (calls.length > 0) {
      waiting = [...calls];
      from = position;
      for (const id of calls) open[id] = 1;
    }
    if (notJson > 0) broken.push({ rule: 'openai-arguments-not-json', position, count: notJson });
  }
  close();
  return broken;
}

/** Takes answered calls out of `open`; gives the number of results that nobody waits for. */
function answer(results: readonly number[], open: Uint8Array): number {
  let orphans = 0;
  for (const id of results) {
    if (open[id]) open[id] = 0;
    else orphans++;
  }
  return orphans;
}

/**
 * Anthropic: consecutive messages of a side count as one (results are on the user's side, system messages outside);
 * the first is the user's; every call is answered at the start of the next user message; content is never empty, except
 * in a final assistant message; the input of a call is an object. Changed thinking is looked at where edits are known.
 */
function anthropic({ shapes, ids }: Request): readonly Broken[] {
  const broken: Broken[] = [];
  const open = new Uint8Array(ids);
  const madeAt = new Int32Array(ids);
  let waiting: number[] = [];
  let side: 'none' | 'user' | 'assistant' = 'none';
  let textSeen = false;
  const close = (): void => {
    const counts = new Map<number, number>();
    for (const id of waiting) if (open[id]) counts.set(madeAt[id]!, (counts.get(madeAt[id]!) ?? 0) + 1);
    for (const [position, count] of counts) broken.push({ rule: 'anthropic-call-unanswered', position, count });
    for (const id of waiting) open[id] = 0;
    waiting = [];
  };
  for (let position = 0; position < shapes.length; position++) {
    const { role, calls, results, hasText, hasContent, notJson, notObject } = shapes[position]!;
    if (role === 'system') continue;
    const isAssistant = role === 'assistant';
    if (side === 'none' && isAssistant) broken.push({ rule: 'anthropic-first-user', position, count: 1 });
    if (isAssistant && side !== 'assistant') {
      if (waiting.length > 0) close();
      textSeen = false;
    }
    side = isAssistant ? 'assistant' : 'user';
    if (results.length > 0) {
      const orphans = answer(results, open);
      if (orphans > 0) broken.push({ rule: 'anthropic-result-without-call', position, count: orphans });
      else if (textSeen) broken.push({ rule: 'anthropic-result-not-first', position, count: results.length });
    }
    if (!isAssistant && hasText) textSeen = true;
    for (const id of calls) {
      open[id] = 1;
      madeAt[id] = position;
      waiting.push(id);
    }
    if (!hasContent && !(isAssistant && position === shapes.length - 1)) broken.push({ rule: 'anthropic-empty-content', position, count: 1 });
    if (notJson + notObject > 0) broken.push({ rule: 'anthropic-input-not-object', position, count: notJson + notObject });
  }
  close();
  return broken;
}
