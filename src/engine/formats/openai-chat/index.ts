import type { Format, Source } from '../contract.ts';
import { isObject, listOf } from '../json.ts';
import { locate } from './locate.ts';
import { parseChat } from './parse.ts';
import { CHAT_CARRIES, chatBody } from './serialize.ts';

const SAMPLE = 50;
const ANTHROPIC_BLOCKS = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'image', 'document', 'server_tool_use', 'compaction']);
const OPENAI_PARTS = new Set(['image_url', 'input_audio', 'refusal']);

/** Confidence that messages are in Chat Completions notation: roles and contents are weak evidence, calls and parts are conclusive. */
export function chatConfidence(messages: readonly unknown[]): number {
  let confidence = 0;
  for (const message of messages.slice(0, SAMPLE)) {
    if (!isObject(message) || typeof message.role !== 'string') continue;
    if (Array.isArray(message.parts)) return 0.1;
    const types = listOf(message.content).map((part) => (isObject(part) ? part.type : undefined));
    if (types.some((type) => typeof type === 'string' && ANTHROPIC_BLOCKS.has(type))) return 0.2;
    if (
      Array.isArray(message.tool_calls) ||
      isObject(message.function_call) ||
      typeof message.tool_call_id === 'string' ||
      message.role === 'developer'
    )
      return 0.9;
    if (types.some((type) => typeof type === 'string' && OPENAI_PARTS.has(type))) return 0.9;
    if ('content' in message) confidence = Math.max(confidence, message.role === 'system' || message.role === 'tool' ? 0.7 : 0.5);
  }
  return confidence;
}

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
  extension: 'json',
  carries: CHAT_CARRIES,
  detect,
  parse: (source, report) => parseChat(source, 'openai-chat', report),
  serialize: (transcript, report) => `${JSON.stringify(chatBody(transcript, report), null, 2)}\n`,
};
