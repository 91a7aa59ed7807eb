/**
 * Sessions of Kiro's editor: `…/kiro.kiroagent/workspace-sessions/<workspace>/<id>.json`, and its older `.chat` files. The text of an answer is often
 * a placeholder: the words are in logs of its execution. Shapes: a fixture of yigitkonur/cli-continues @9427b130.
 */
import type { Origin, Transcript } from '../../transcript/types.ts';
import { commonPart, Talk } from '../chat-messages.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, type JsonObject, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { readParts, resultOf, texts } from '../format-parts.ts';
import { eachIn, firstObjects, objectsIn, placeAt, type SourceObject } from '../lists.ts';

interface Session {
  sessionId: string;
  title: string;
  selectedModel: string;
  history: readonly Item[];
}
interface Item {
  message: { role: string; content: string | readonly object[]; id: string };
  executionId?: string;
  promptLogs?: readonly { prompt?: string; completion: string }[];
}
interface OldChat {
  chat: readonly { role: 'human' | 'bot' | 'tool'; content: string }[];
  metadata?: { modelId?: string };
}

const isItem = (value: unknown): boolean =>
  isObject(value) && isObject(value.message) && typeof value.message.role === 'string' && !('contextItems' in value);
const isSession = (value: JsonObject): boolean =>
  typeof value.sessionId === 'string' &&
  Array.isArray(value.history) &&
  value.history.some(isItem) &&
  !('workspaceDirectory' in value && 'usage' in value);
const isOldChat = (value: JsonObject): boolean => objectsOf(value.chat).some(({ role }) => role === 'human' || role === 'bot');

const detect = (source: Source): number => (firstObjects(source).some((value) => isSession(value) || isOldChat(value)) ? 0.95 : 0);

function readSession({ value, line, path }: SourceObject, index: number, report: Report): Transcript {
  const session: Raw<Session> = value;
  const talk = new Talk(report);
  const read = ({ message, executionId, promptLogs }: Raw<Item>, origin: Origin): void => {
    const { role, content, id } = message as Raw<Item['message']>;
    const parts = readParts(content, commonPart, report, origin);
    const said = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    const words = objectsOf(promptLogs)
      .flatMap(({ completion }) => filled(completion) ?? [])
      .filter((text) => !said.includes(text));
    if (role === 'assistant' && filled(executionId) && words.length === 0)
      report({
        code: 'placeholder-answer',
        message: 'Answers may be placeholders: their words are in execution logs, which are other files.',
        ...origin,
      });
    const own = role === 'assistant' ? 'assistant' : role === 'system' ? 'system' : 'user';
    talk.say(own, [...parts, ...words.flatMap(texts)], compact({ id: filled(id), origin }));
  };
  eachIn(session.history, placeAt(line, `${path}.history`), report, read, ({ message }) => isObject(message));
  return talk.finish({
    id: filled(session.sessionId) ?? `session-${index + 1}`,
    title: filled(session.title),
    format: 'kiro-ide',
    model: filled(session.selectedModel),
  });
}

function readOldChat({ value, line, path }: SourceObject, index: number, report: Report): Transcript {
  const { chat, metadata }: Raw<OldChat> = value;
  const talk = new Talk(report);
  for (const [i, message] of objectsOf(chat).entries()) {
    const origin: Origin = placeAt(line, `${path}.chat[${i}]`);
    const role = textOf(message.role) ?? '';
    if (role === 'tool') talk.say('tool', [resultOf('', message.content)], { origin });
    else talk.say(role === 'bot' ? 'assistant' : 'user', readParts(message.content, commonPart, report, origin), { origin });
  }
  return talk.finish({
    id: filled(value.executionId) ?? `chat-${index + 1}`,
    format: 'kiro-ide',
    model: filled(objectOf(metadata).modelId),
  });
}

export const kiroIde: Format = {
  id: 'kiro-ide',
  evidence: 'fixtures',
  unread: 'logs of executions, which hold the words of some answers',
  extension: 'json',
  detect,
  parse: (source, report) =>
    objectsIn(source).flatMap((placed, i) =>
      isSession(placed.value) ? [readSession(placed, i, report)] : isOldChat(placed.value) ? [readOldChat(placed, i, report)] : [],
    ),
};
