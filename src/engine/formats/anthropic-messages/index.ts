import type { Format, Source } from '../contract.ts';
import { filled, isObject, listOf, textOf } from '../json.ts';
import { locateRequests, parseAnthropic, type RawRequest } from './parse.ts';
import { ANTHROPIC_CARRIES, anthropicBody } from './serialize.ts';

const SAMPLE = 50;
const BLOCKS = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'document',
  'server_tool_use',
  'web_search_tool_result',
  'compaction',
]);

/** Anthropic's blocks are conclusive; a system prompt beside the messages or a Claude model is strong evidence. */
function confidenceOf({ messages, header, response }: RawRequest): number {
  if (response) return 0.9;
  let text = 0;
  for (const message of messages.slice(0, SAMPLE)) {
    if (!isObject(message) || (message.role !== 'user' && message.role !== 'assistant')) return 0.1;
    if (Array.isArray(message.parts) || Array.isArray(message.tool_calls) || isObject(message.tool_calls)) return 0.1;
    const blocks = listOf(message.content).filter(isObject);
    if (blocks.some((block) => BLOCKS.has(textOf(block.type) ?? '') || (block.type === 'image' && isObject(block.source)))) return 0.92;
    if ('content' in message) text = 0.3;
  }
  if (text === 0) return 0;
  if (filled(header.model)?.includes('claude') && 'max_tokens' in header) return 0.85;
  return header.system !== undefined || filled(header.model)?.includes('claude') ? 0.75 : text;
}

const detect = (source: Source): number => locateRequests(source, undefined, 5).reduce((best, request) => Math.max(best, confidenceOf(request)), 0);

export const anthropicMessages: Format = {
  id: 'anthropic-messages',
  extension: 'json',
  carries: ANTHROPIC_CARRIES,
  detect,
  parse: parseAnthropic,
  serialize: (transcript, report) => `${JSON.stringify(anthropicBody(transcript, report), null, 2)}\n`,
};
