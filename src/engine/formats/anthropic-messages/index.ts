import type { Format, Source } from '../contract.ts';
import { filled, isObject, listOf, textOf, type JsonObject } from '../json.ts';
import { locateRequests, parseAnthropic, type RawRequest } from './parse.ts';
import { ANTHROPIC_CARRIES, anthropicBody } from './serialize.ts';

const SAMPLE = 50;
/** The API knows no system role, but lists that were put together from elsewhere begin with one. */
const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system']);
const BLOCKS = new Set(['redacted_thinking', 'document', 'server_tool_use', 'web_search_tool_result', 'compaction']);

/** A block that no other notation has: others know thinking without a signature, and calls and results by other ids. */
const isBlock = (block: JsonObject): boolean =>
  BLOCKS.has(textOf(block.type) ?? '') ||
  (block.type === 'image' && isObject(block.source)) ||
  (block.type === 'thinking' && 'signature' in block) ||
  (block.type === 'tool_use' && typeof block.id === 'string') ||
  (block.type === 'tool_result' && typeof block.tool_use_id === 'string');

/** Blocks of another notation: without a type, or with calls and results that Anthropic's API has not. */
const isForeign = (block: JsonObject): boolean =>
  typeof block.type !== 'string' || ((block.type === 'tool_use' || block.type === 'tool_result') && !isBlock(block));

/** Thinking that nobody signed is Cohere's or Mistral's. */
const isUnsigned = ({ content }: JsonObject): boolean => listOf(content).some((block) => isObject(block) && block.type === 'thinking');

/** Anthropic's blocks are conclusive; a system prompt beside the messages or a Claude model is strong evidence. */
function confidenceOf({ messages, header, response }: RawRequest): number {
  if (response) return 0.9;
  let text = 0;
  for (const message of messages.slice(0, SAMPLE)) {
    if (!isObject(message) || !ROLES.has(message.role)) return 0.1;
    if (Array.isArray(message.parts) || Array.isArray(message.tool_calls) || isObject(message.tool_calls)) return 0.1;
    const blocks = listOf(message.content).filter(isObject);
    if (blocks.some(isForeign)) return 0.1;
    if (blocks.some(isBlock)) text = 0.92;
    else if ('content' in message && message.role !== 'system') text = Math.max(text, 0.3);
  }
  if (text === 0 || text > 0.9) return text;
  if (messages.some((message) => isObject(message) && (message.role === 'system' || isUnsigned(message)))) return 0.1;
  if (filled(header.model)?.includes('claude') && 'max_tokens' in header) return 0.85;
  return header.system !== undefined || filled(header.model)?.includes('claude') ? 0.75 : text;
}

const detect = (source: Source): number => locateRequests(source, undefined, 5).reduce((best, request) => Math.max(best, confidenceOf(request)), 0);

export const anthropicMessages: Format = {
  id: 'anthropic-messages',
  evidence: 'recorded',
  extension: 'json',
  carries: ANTHROPIC_CARRIES,
  detect,
  parse: parseAnthropic,
  serialize: (transcript, report) => `${JSON.stringify(anthropicBody(transcript, report), null, 2)}\n`,
};
