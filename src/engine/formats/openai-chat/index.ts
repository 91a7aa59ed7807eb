import type { Format, Source } from '../contract.ts';
import { isObject, listOf, type JsonObject } from '../json.ts';
import { locate } from './locate.ts';
import { parseChat } from './parse.ts';
import { CHAT_CARRIES, chatBody } from './serialize.ts';

const SAMPLE = 50;
const ANTHROPIC_BLOCKS = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'image', 'document', 'server_tool_use', 'compaction']);
const OPENAI_PARTS = new Set(['image_url', 'input_audio', 'refusal']);

/**
 * Confidence that messages are in Chat Completions notation: roles and contents are weak evidence, calls and parts are conclusive; other
 * notations' parts speak against it, a little where its own calls stand beside them.
 */
export function chatConfidence(messages: readonly unknown[]): number {
  let confidence = 0;
  let foreign = false;
  for (const message of messages.slice(0, SAMPLE)) {
    if (!isObject(message) || typeof message.role !== 'string') continue;
    if (Array.isArray(message.parts)) return 0.1;
    const parts = listOf(message.content).filter(isObject);
    foreign ||= parts.some(({ type }) => typeof type !== 'string' || ANTHROPIC_BLOCKS.has(type));
    if (isOwn(message) || parts.some(({ type }) => typeof type === 'string' && OPENAI_PARTS.has(type))) confidence = 0.9;
    if ('content' in message) confidence = Math.max(confidence, message.role === 'system' || message.role === 'tool' ? 0.7 : 0.5);
  }
  if (!foreign) return confidence;
  return confidence === 0.9 ? 0.6 : Math.min(confidence, 0.2);
}

const isOwn = ({ tool_calls: calls, function_call: call, tool_call_id: id, role }: JsonObject): boolean =>
  (Array.isArray(calls) && calls.some(isObject)) || isObject(call) || typeof id === 'string' || role === 'developer';

function detect(source: Source): number {
  let best = 0;
  for (const conversation of locate(source, undefined, 5)) {
    if (conversation.response) return 0.85;
    best = Math.max(best, chatConfidence(conversation.messages));
  }
  return best;
}

export const openaiChat: Format = {
  id: 'openai-chat',
  evidence: 'recorded',
  extension: 'json',
  carries: CHAT_CARRIES,
  detect,
  parse: (source, report) => parseChat(source, 'openai-chat', report),
  serialize: (transcript, report) => `${JSON.stringify(chatBody(transcript, report), null, 2)}\n`,
};
