import type { Transcript } from '../../transcript/types.ts';
import type { Carries, Report } from '../contract.ts';
import { objectsOf, type JsonObject } from '../json.ts';
import { CHAT_CARRIES, chatBodyOf } from '../openai-chat/serialize.ts';

/** Docs: `/v2/chat` of Cohere. It takes pictures and no files; names of speakers have no place. */
export const COHERE_CARRIES: Carries = { ...CHAT_CARRIES, family: ['cohere'], names: false, holds: (part) => part.type === 'image' };

/** Results are documents, which no other provider has; what was thought before calls is their plan. */
export function cohereBody(transcript: Transcript, report: Report): JsonObject {
  const { messages, ...body } = chatBodyOf(transcript, COHERE_CARRIES, report);
  return {
    ...body,
    messages: objectsOf(messages).map((message) => {
      const { reasoning_content: thought, content, tool_calls, ...rest } = message;
      const calls = objectsOf(tool_calls);
      if (message.role === 'tool') {
        const texts = Array.isArray(content) ? objectsOf(content).map(({ text }) => text) : content === '' ? [] : [content];
        return { ...rest, content: texts.map((data) => ({ type: 'document', document: { data } })) };
      }
      const list = Array.isArray(content) ? content : content ? [{ type: 'text', text: content }] : [];
      if (calls.length > 0)
        return { ...rest, ...(thought !== undefined && { tool_plan: thought }), ...(list.length > 0 && { content: list }), tool_calls: calls };
      return { ...rest, content: thought === undefined ? content : [{ type: 'thinking', thinking: thought }, ...list] };
    }),
    // An empty list of context: the field is Cohere's own.
    documents: [],
  };
}
