/**
 * Sessions of Cursor's stores, as `store/index.ts` takes them out: of the CLI messages with parts of the AI SDK, of the IDE bubbles, in which a call
 * and its result are one. Shapes: see there.
 */
import type { Origin, Part, Transcript } from '../../transcript/types.ts';
import { callOf, readAnyPart, resultOf, texts, thoughts, titled, typeOfPart, unknownPart, valueText } from '../format-parts.ts';
import type { Format, Report } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, listOf, numberOf, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { firstObjects, type SourceObject, thoseIn } from '../lists.ts';
import { Talk } from '../chat-messages.ts';
import { usageFrom } from '../finish.ts';
import { unknownRole } from '../encoding.ts';

interface ChatMessage {
  id: string;
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | readonly object[];
}
interface Bubble {
  bubbleId: string;
  /** 1 = the person, 2 = the model. */
  type: 1 | 2;
  text: string;
  thinking?: { text: string; signature?: string };
  toolFormerData?: { toolCallId: string; name: string; rawArgs?: string; params?: string; result?: unknown; status?: string; error?: unknown };
  tokenCount?: { inputTokens: number; outputTokens: number };
  createdAt?: string;
  modelInfo?: { modelName?: string };
  attachedCodeChunks?: readonly { relativeWorkspacePath?: string; lines?: readonly string[] }[];
}

const ROLES: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'tool']);
const isSession = (value: JsonObject): boolean => (value.cursor === 'chat' || value.cursor === 'composer') && Array.isArray(value.messages);

function sayMessage(talk: Talk, { id, role, content }: Raw<ChatMessage>, origin: Origin, report: Report): void {
  const parts = (Array.isArray(content) ? (content as readonly unknown[]) : [content]).flatMap((part): readonly Part[] => {
    if (isObject(part) && part.type === 'redacted-reasoning') return thoughts('', { encrypted: part.data });
    const read = readAnyPart(part);
    if (!read && part !== undefined) report({ ...unknownPart(isObject(part) ? typeOfPart(part) : typeof part), ...origin });
    return read ?? [];
  });
  const named = textOf(role) ?? '';
  if (!ROLES.has(named)) report({ ...unknownRole(named), ...origin });
  talk.say(ROLES.has(named) ? (named as ChatMessage['role']) : 'user', parts, { origin, ...compact({ id: filled(id) }) });
}

function sayBubble(talk: Talk, bubble: JsonObject, origin: Origin, report: Report): void {
  const { bubbleId, type, text, thinking, toolFormerData, tokenCount, createdAt, modelInfo, attachedCodeChunks }: Raw<Bubble> = bubble;
  const more = { origin, ...compact({ id: filled(bubbleId), ts: isoTime(createdAt) }) };
  if (type === 1) {
    const attached = objectsOf(attachedCodeChunks).flatMap((chunk) =>
      titled(chunk.relativeWorkspacePath, listOf(chunk.lines).filter(filled).join('\n')),
    );
    talk.say('user', [...attached, ...texts(text)], more);
    return;
  }
  const thought = isObject(thinking) ? thoughts(thinking.text, { signature: thinking.signature }) : [];
  const call: Raw<NonNullable<Bubble['toolFormerData']>> = objectOf(toolFormerData);
  const called: Part[] = filled(call.name) ? [callOf(call.toolCallId, call.name, filled(call.rawArgs) ?? call.params)] : [];
  const failed = call.status === 'error';
  const result = valueText(call.result ?? (failed ? call.error : undefined));
  if (called.length > 0 && (result !== '' || failed)) called.push(resultOf(call.toolCallId, result, { name: call.name, isError: failed }));
  const parts = [...thought, ...texts(text), ...called];
  if (parts.length === 0) return;
  const counts = objectOf(tokenCount);
  const usage = usageFrom({ input: counts.inputTokens, output: counts.outputTokens, cacheRead: 0, cacheWrite: 0 }, report, origin);
  talk.say('assistant', parts, { ...more, ...compact({ usage, model: filled(objectOf(modelInfo).modelName) }) });
}

function readSession({ value, path }: SourceObject, index: number, report: Report): Transcript {
  const talk = new Talk(report);
  const composer = value.cursor === 'composer';
  for (const [i, message] of objectsOf(value.messages).entries()) {
    const origin = { path: `${path}.messages[${i}]` };
    if (composer) sayBubble(talk, message, origin, report);
    else sayMessage(talk, message, origin, report);
  }
  const missing = numberOf(value.missing) ?? 0;
  if (missing > 0) report({ code: 'missing-blob', message: 'Parts of the session are not in the store.', count: missing, path });
  return talk.finish({
    id: filled(value.agentId) ?? filled(value.composerId) ?? `session-${index + 1}`,
    title: filled(value.name),
    format: 'cursor-store',
    model: filled(value.lastUsedModel),
  });
}

export const cursorStore: Format = {
  id: 'cursor-store',
  evidence: 'fixtures',
  unread: 'blobs that the newest state does not reach; edits that Cursor keeps apart from the conversation',
  extension: 'json',
  detect: (source) => (firstObjects(source).some(isSession) ? 0.98 : 0),
  parse: (source, report) => thoseIn(source, isSession).map((placed, i) => readSession(placed, i, report)),
};
