import type { Format, Report, Source } from '../contract.ts';
import { isObject, objectsOf, textOf, type JsonObject } from '../json.ts';
import { messageLists, type MessageList } from '../lists.ts';
import { spoken } from '../records.ts';
import { isMessage, readList } from './parse.ts';
import { AI_SDK_CARRIES, uiMessages } from './serialize.ts';

const SAMPLE = 50;

const listsIn = (source: Source, report?: Report): readonly MessageList[] =>
  messageLists(source, isMessage, ['messages', 'chat', 'chats', 'body'], report);

/** Parts that only UI messages have; and their plain ones, which have an id around them. */
function uiConfidence(value: JsonObject): number {
  if (objectsOf(value.toolInvocations).some((call) => 'toolCallId' in call)) return 0.96;
  const parts = objectsOf(value.parts);
  if (parts.length === 0) return 0;
  const own = parts.some((part) => {
    const type = textOf(part.type) ?? '';
    return type === 'step-start' || type === 'tool-invocation' || ((type === 'dynamic-tool' || type.startsWith('tool-')) && 'toolCallId' in part);
  });
  if (own) return 0.96;
  const plain = parts.every(({ type, text, url }) =>
    type === 'text' || type === 'reasoning' ? typeof text === 'string' : type === 'file' ? typeof url === 'string' : false,
  );
  return plain ? (typeof value.id === 'string' ? 0.93 : 0.8) : 0;
}

/** Calls and results of model messages have hyphens in their type. */
function modelConfidence(value: JsonObject): number {
  const own = objectsOf(value.content).some(
    ({ type, toolCallId }) => (type === 'tool-call' || type === 'tool-result') && typeof toolCallId === 'string',
  );
  return own ? 0.95 : 0;
}

function detect(source: Source): number {
  const lists = listsIn({ ...source, records: source.records.slice(0, SAMPLE) });
  return lists
    .slice(0, 5)
    .flatMap(({ messages }) => messages.slice(0, SAMPLE))
    .reduce<number>((best, value) => (isObject(value) && isMessage(value) ? Math.max(best, uiConfidence(value), modelConfidence(value)) : best), 0);
}

export const aiSdk: Format = {
  id: 'ai-sdk',
  evidence: 'source',
  extension: 'json',
  carries: AI_SDK_CARRIES,
  detect,
  parse: (source, report) =>
    spoken(
      listsIn(source, report).map((list, i) => readList(list, i, report)),
      'ai-sdk',
    ),
  serialize: (transcript, report) => `${JSON.stringify(uiMessages(transcript, report), null, 2)}\n`,
};
