import type { Format, Source } from '../contract.ts';
import { isObject } from '../json.ts';
import { CHAT_CARRIES, chatBody, chatConfidence, parseChat } from '../openai-chat/index.ts';

const SAMPLE = 50;

function detect(source: Source): number {
  const several = source.container === 'jsonl' || source.container === 'concatenated-json';
  if (source.container === 'text') return 0;
  let best = 0;
  for (const { value } of source.records.slice(0, SAMPLE)) {
    if (!isObject(value)) return 0;
    const messages = Array.isArray(value.messages)
      ? value.messages
      : isObject(value.input) && Array.isArray(value.input.messages) && 'preferred_output' in value
        ? value.input.messages
        : undefined;
    if (!messages || 'model' in value || 'response' in value) return 0;
    const confidence = chatConfidence(messages);
    if (confidence > 0.2) best = several ? Math.max(best, 0.8, confidence + 0.01) : 0.45;
  }
  return best;
}

export const openaiFinetune: Format = {
  id: 'openai-finetune',
  evidence: 'recorded',
  extension: 'jsonl',
  carries: CHAT_CARRIES,
  detect,
  parse: (source, report) => parseChat(source, 'openai-finetune', report),
  serialize: (transcript, report) => {
    const { messages, tools, parallel_tool_calls: parallel } = chatBody(transcript, report);
    return `${JSON.stringify({ messages, ...(tools !== undefined && { tools }), ...(parallel !== undefined && { parallel_tool_calls: parallel }) })}\n`;
  },
};
