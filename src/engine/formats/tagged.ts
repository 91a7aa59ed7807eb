/** Calls that models write as text, between tags. */
import type { Part } from '../transcript/types.ts';
import type { Draft } from './finish.ts';
import { filled, isObject, tryJson } from './json.ts';
import { readAnyCall, resultContent } from './any-part.ts';

const CALL_TAG = /<tool_call>\s*(\{[\s\S]*?\})\s*<\/tool_call>/g;
const RESULT_TAG = /^\s*<tool_response>\s*([\s\S]*?)\s*<\/tool_response>\s*$/;

/**
 * Calls that stand as `<tool_call>{…}</tool_call>` in the texts of answers, where no call of the conversation stands apart and a result
 * follows: a message of a tool, or one in `<tool_response>`.
 */
export function readTagged(messages: readonly Draft[]): void {
  if (messages.some(({ parts }) => parts.some(({ type }) => type === 'tool-call'))) return;
  for (const [i, message] of messages.entries()) {
    const next = messages[i + 1];
    const answer = next && resultIn(next);
    if (message.role !== 'assistant' || !next || !answer) continue;
    const parts = message.parts.flatMap((part) => (part.type === 'text' ? taggedParts(part.text) : [part]));
    if (!parts.some(({ type }) => type === 'tool-call')) continue;
    message.parts = parts;
    next.role = 'tool';
    next.parts = answer;
  }
}

function resultIn({ role, parts }: Draft): readonly Part[] | undefined {
  if (role === 'tool' && parts.length > 1) return parts.every(({ type }) => type === 'tool-result') ? parts : undefined;
  const [only] = parts;
  const [said] = only?.type === 'tool-result' ? only.content : only?.type === 'text' ? [only] : [];
  if (said?.type !== 'text') return undefined;
  return role === 'tool' || RESULT_TAG.test(said.text) ? asResult(said.text) : undefined;
}

const asResult = (text: string): readonly Part[] => [{ type: 'tool-result', callId: '', content: resultContent(RESULT_TAG.exec(text)?.[1] ?? text) }];

function taggedParts(text: string): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  const add = (said: string): void => void (said.trim() !== '' && parts.push({ type: 'text', text: said.trim() }));
  for (const found of text.matchAll(CALL_TAG)) {
    const call = tryJson(found[1]!);
    if (!isObject(call) || filled(call.name) === undefined) continue;
    add(text.slice(from, found.index));
    parts.push(readAnyCall(call));
    from = found.index + found[0].length;
  }
  if (from === 0) return [{ type: 'text', text }];
  add(text.slice(from));
  return parts;
}
