/**
 * Sessions of Continue: `~/.continue/sessions/<id>.json`. Shapes: continuedev/continue `core/index.d.ts` (`Session`, `ChatHistoryItem`), and a
 * session recorded with its CLI 1.5.47. The CLI keeps results in `toolCallStates` only, the editor there and in messages.
 */
import type { Origin, Part, Transcript } from '../../transcript/types.ts';
import { commonPart, Talk } from '../chat-messages.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, type JsonObject, listOf, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { callsIn, type ContentPiece, held, imagePart, type PartReader, readParts, resultOf, texts, thoughts, titled } from '../format-parts.ts';
import { eachIn, firstObjects, placeAt, type SourceObject, thoseIn } from '../lists.ts';
import { chatUsage, modelOf } from '../finish.ts';

interface Session {
  sessionId: string;
  title: string;
  workspaceDirectory: string;
  history: readonly Item[];
  chatModelTitle?: string;
}
interface Item {
  message: ChatMessage;
  contextItems: readonly ContextItem[];
  toolCallStates?: readonly CallState[];
  reasoning?: { text: string };
  conversationSummary?: string;
}
interface ChatMessage {
  role: 'user' | 'assistant' | 'thinking' | 'system' | 'tool';
  content: string | readonly object[];
  toolCalls?: readonly { id: string; function: { name: string; arguments: string } }[];
  toolCallId?: string;
  signature?: string;
  redactedThinking?: string;
  usage?: { prompt_tokens: number; completion_tokens: number; prompt_tokens_details?: { cached_tokens?: number }; model?: string };
}
interface ContextItem {
  name: string;
  content: string;
}
interface CallState {
  toolCallId: string;
  status: 'generating' | 'generated' | 'calling' | 'done' | 'errored' | 'canceled';
  output?: readonly ContextItem[];
}

const isItem = (value: unknown): boolean => isObject(value) && isObject(value.message) && Array.isArray(value.contextItems);
const isSession = (value: JsonObject): boolean =>
  typeof value.sessionId === 'string' &&
  Array.isArray(value.history) &&
  (value.history.some(isItem) || (value.history.length === 0 && 'workspaceDirectory' in value));

const readPart: PartReader = (part, kind) => {
  if (kind !== 'imageUrl') return commonPart(part, kind);
  const url = filled(objectOf(part.imageUrl).url);
  return url === undefined ? undefined : [imagePart(url)];
};

function readSession({ value, line, path }: SourceObject, index: number, report: Report): Transcript {
  const session: Raw<Session> = value;
  const talk = new Talk(report);
  const items = listOf(session.history);
  const answered = new Set(
    items.flatMap((item) => (isObject(item) && isObject(item.message) && item.message.role === 'tool' ? [item.message.toolCallId] : [])),
  );
  let thinking: Part[] = [];
  const read = ({ message, contextItems, toolCallStates, reasoning, conversationSummary }: Raw<Item>, origin: Origin, i: number): void => {
    const own = message as Raw<ChatMessage>;
    const more = compact({ id: filled((own as JsonObject).id), origin });
    const content = readParts(own.content, readPart, report, origin);
    if (own.role === 'thinking') {
      const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
      thinking = [...thinking, ...thoughts(text, { signature: own.signature, encrypted: own.redactedThinking })];
    } else if (own.role === 'tool') talk.say('tool', [resultOf(own.toolCallId, held(content, report, origin))], more);
    else if (own.role === 'assistant') {
      const said = isObject(reasoning) ? thoughts(reasoning.text) : [];
      const parts = [...(thinking.length > 0 ? thinking : said), ...content, ...callsIn(own.toolCalls)];
      const model = filled(objectOf(own.usage).model);
      talk.say('assistant', parts, compact({ ...more, model, usage: chatUsage(own.usage, report, origin) }));
      thinking = [];
      for (const state of objectsOf(toolCallStates)) if (!answered.has(state.toolCallId)) sayState(state, talk, origin);
    } else {
      const context = objectsOf(contextItems).flatMap(({ name, content: text }: Raw<ContextItem>) => titled(name, text));
      talk.say(own.role === 'system' ? 'system' : 'user', [...context, ...content], more);
    }
    if (filled(conversationSummary)) talk.compacted(conversationSummary, { id: `summary-${i + 1}`, origin });
  };
  eachIn(items, placeAt(line, `${path}.history`), report, read, ({ message }) => isObject(message));
  return talk.finish({
    id: filled(session.sessionId) ?? `session-${index + 1}`,
    title: filled(session.title),
    format: 'continue',
    model: modelOf(talk.messages) ?? filled(session.chatModelTitle),
    extra: compact({ cwd: filled(session.workspaceDirectory) }),
  });
}

function sayState({ toolCallId, status, output }: Raw<CallState>, talk: Talk, origin: Origin): void {
  const failed = status === 'errored' || status === 'canceled';
  if (output === undefined && !failed && status !== 'done') return;
  const content = objectsOf(output).flatMap(({ content: text }): ContentPiece[] => texts(text));
  talk.say('tool', [resultOf(toolCallId, content, { isError: failed })], { origin, id: `${textOf(toolCallId) ?? ''}/result` });
}

const detect = (source: Source): number => (firstObjects(source).some(isSession) ? 0.965 : 0);

/** Named so because `continue` is a word of the language. */
export const continueSession: Format = {
  id: 'continue',
  evidence: 'recorded',
  extension: 'json',
  detect,
  parse: (source, report) => thoseIn(source, isSession).map((placed, i) => readSession(placed, i, report)),
};
