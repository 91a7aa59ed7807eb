import { filled, isObject, listOf, objectsOf, textOf, type JsonObject } from '../json.ts';

/** A message of LangChain in any of its notations: what it is, and its fields. */
export interface LangChainMessage {
  readonly kind: 'human' | 'ai' | 'system' | 'tool' | 'function' | 'chat' | 'remove';
  readonly fields: JsonObject;
  /** A piece of a streamed answer. */
  readonly chunk: boolean;
}

const KINDS: Readonly<Record<string, LangChainMessage['kind']>> = {
  human: 'human',
  ai: 'ai',
  system: 'system',
  developer: 'system',
  tool: 'tool',
  function: 'function',
  chat: 'chat',
  generic: 'chat',
  remove: 'remove',
  HumanMessage: 'human',
  AIMessage: 'ai',
  SystemMessage: 'system',
  ToolMessage: 'tool',
  FunctionMessage: 'function',
  ChatMessage: 'chat',
  RemoveMessage: 'remove',
};

/** The class of a message, also of its chunks and of their kind in `type`. */
function kindOf(name: unknown): LangChainMessage['kind'] | undefined {
  const plain = textOf(name)?.replace(/(?:Message)?Chunk$/, (end) => (end.startsWith('Message') ? 'Message' : '')) ?? '';
  return Object.hasOwn(KINDS, plain) ? KINDS[plain] : undefined;
}

const isChunk = (name: unknown): boolean => typeof name === 'string' && name.endsWith('Chunk');

/** `{"lc": 1, "type": "constructor", …}` of `dumps`, `{"type", "data"}` of `messages_to_dict`, or the fields themselves. */
export function messageOf(value: unknown): LangChainMessage | undefined {
  if (!isObject(value)) return undefined;
  if (value.lc === 1) {
    const name: unknown = listOf(value.id).at(-1);
    const kind = kindOf(name);
    return kind && isObject(value.kwargs) ? { kind, fields: value.kwargs, chunk: isChunk(name) } : undefined;
  }
  const kind = kindOf(value.type);
  if (!kind) return undefined;
  const chunk = isChunk(value.type);
  if (isObject(value.data)) return { kind, fields: value.data, chunk };
  // `role` belongs to other notations, but for messages that say their own.
  return 'content' in value && (value.role === undefined || kind === 'chat') ? { kind, fields: value, chunk } : undefined;
}

/** Calls by both notations: of LangChain, and the provider's own that it was read from. Arguments that are no JSON stay text. */
export function callsOf(fields: JsonObject): readonly { readonly id: string; readonly name: string; readonly args: unknown }[] {
  const calls = [...objectsOf(fields.tool_calls), ...objectsOf(fields.invalid_tool_calls)];
  if (calls.length > 0) return calls.map(({ id, name, args }) => ({ id: textOf(id) ?? '', name: textOf(name) ?? '', args }));
  const kwargs = isObject(fields.additional_kwargs) ? fields.additional_kwargs : {};
  const old = isObject(kwargs.function_call) ? [{ id: '', function: kwargs.function_call }] : objectsOf(kwargs.tool_calls);
  return old.flatMap((call) => {
    const given: JsonObject | undefined = isObject(call.function) ? call.function : undefined;
    return given ? [{ id: textOf(call.id) ?? '', name: filled(given.name) ?? '', args: given.arguments }] : [];
  });
}
