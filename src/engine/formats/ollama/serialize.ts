import type { Transcript } from '../../transcript/types.ts';
import type { Carries, Report } from '../contract.ts';
import { isObject, objectsOf, tryJson, type JsonObject } from '../json.ts';
import { CHAT_CARRIES, chatBodyOf } from '../openai-chat/serialize.ts';

/** Docs: `/api/chat` of Ollama. A message is one text with its pictures in base64; it finds out their types by the bytes. */
export const OLLAMA_CARRIES: Carries = {
  ...CHAT_CARRIES,
  family: ['ollama'],
  names: false,
  oneText: true,
  mimes: false,
  holds: (part) => part.type === 'image' && part.data !== undefined,
};

/** How long Ollama keeps a model by default: the field is its own. */
const KEEP_ALIVE = '5m';

const base64Of = ({ image_url }: JsonObject): unknown => (isObject(image_url) ? String(image_url.url).replace(/^data:[^,]*,/, '') : undefined);

/** A request body. Calls have no ids: a result names its tool. */
export function ollamaBody(transcript: Transcript, report: Report): JsonObject {
  const { messages, ...body } = chatBodyOf(transcript, OLLAMA_CARRIES, report);
  const names = new Map<unknown, unknown>();
  return {
    ...body,
    stream: false,
    keep_alive: KEEP_ALIVE,
    ...(transcript.window !== undefined && { options: { num_ctx: transcript.window } }),
    messages: objectsOf(messages).map((message) => {
      const { reasoning_content: thinking, content, tool_calls, tool_call_id, ...rest } = message;
      const parts = Array.isArray(content) ? objectsOf(content) : [];
      const text = Array.isArray(content)
        ? parts.flatMap((part) => (typeof part.text === 'string' ? [part.text] : [])).join('\n\n')
        : (content ?? '');
      const images = parts.flatMap((part) => base64Of(part) ?? []);
      const calls = objectsOf(tool_calls).map((call) => {
        const inner: JsonObject = isObject(call.function) ? call.function : {};
        names.set(call.id, inner.name);
        return { function: { name: inner.name, arguments: tryJson(String(inner.arguments)) ?? {} } };
      });
      return {
        ...rest,
        content: text,
        ...(thinking !== undefined && { thinking }),
        ...(images.length > 0 && { images }),
        ...(calls.length > 0 && { tool_calls: calls }),
        ...(message.role === 'tool' && { tool_name: names.get(tool_call_id) }),
      };
    }),
  };
}
