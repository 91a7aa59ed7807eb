import type { Transcript } from '../../transcript/types.ts';
import type { Carries, Report } from '../contract.ts';
import { isObject, listOf, objectsOf, type JsonObject } from '../json.ts';
import { CHAT_CARRIES, chatBodyOf } from '../openai-chat/serialize.ts';

/** Docs: Mistral's chat completions; thinking goes back as it came, names of speakers have no place. */
export const MISTRAL_CARRIES: Carries = {
  ...CHAT_CARRIES,
  family: ['mistral'],
  names: false,
  holds: (part) => part.type === 'image' || part.mime === 'application/pdf',
};

/** Ids of calls are nine letters and digits. */
function callIds(): (id: unknown) => string {
  const given = new Map<unknown, string>();
  return (id) => {
    const known = given.get(id) ?? `call${String(given.size + 1).padStart(5, '0')}`;
    given.set(id, known);
    return known;
  };
}

function contentOf({ content, reasoning_content }: JsonObject): unknown {
  const list = objectsOf(Array.isArray(content) ? content : content ? [{ type: 'text', text: content }] : []).map((part) => {
    const file = isObject(part.file) ? part.file : undefined;
    return file
      ? { type: 'document_url', document_url: file.file_data ?? file.file_id, ...(file.filename !== undefined && { document_name: file.filename }) }
      : part;
  });
  if (reasoning_content !== undefined) return [{ type: 'thinking', thinking: [{ type: 'text', text: reasoning_content }] }, ...list];
  return Array.isArray(content) ? list : (content ?? '');
}

/** A request body. `safe_prompt` is written as it is by default, which no other provider has. */
export function mistralBody(transcript: Transcript, report: Report): JsonObject {
  const { messages, ...body } = chatBodyOf(transcript, MISTRAL_CARRIES, report);
  const id = callIds();
  return {
    safe_prompt: false,
    ...body,
    messages: objectsOf(messages).map((message) => {
      const { reasoning_content: _, ...rest } = message;
      const calls = objectsOf(message.tool_calls).map((call) => ({ ...call, id: id(call.id) }));
      return {
        ...rest,
        content: contentOf(message),
        ...(calls.length > 0 && { tool_calls: calls }),
        ...(message.tool_call_id !== undefined && { tool_call_id: id(message.tool_call_id) }),
      };
    }),
    ...(listOf(body.tools).length > 0 && { tool_choice: 'auto' }),
  };
}
