/**
 * Conversations of LM Studio (`conversations/….conversation.json`). A message has versions, of which one is selected; an answer has steps. Shapes:
 * files in the fixtures and readers of other tools; the program's source is not public.
 */
import type { Origin, Part } from '../../transcript/types.ts';
import type { Format, Report } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, listOf, numberOf, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { callOf, filePart, imagePart, readParts, resultOf, texts, thoughts } from '../format-parts.ts';
import { firstObjects, type SourceObject, thoseIn } from '../lists.ts';
import { Talk } from '../chat-messages.ts';
import { usageFrom } from '../finish.ts';

interface Conversation {
  name: string;
  createdAt: number;
  systemPrompt: string;
  messages: readonly { versions: readonly Version[]; currentlySelected: number }[];
  lastUsedModel?: { identifier?: string };
}
interface Version {
  type: 'singleStep' | 'multiStep';
  role: 'user' | 'assistant' | 'system';
  content?: readonly object[];
  steps?: readonly Step[];
  senderInfo?: { senderName?: string };
}
interface Step {
  /** `toolStatus` and `debugInfoBlock` are for the screen. */
  type: 'contentBlock' | 'toolStatus' | 'debugInfoBlock';
  content?: readonly object[];
  style?: { type: 'default' | 'thinking'; title?: string };
  genInfo?: { identifier?: string; stats?: { promptTokensCount?: number; predictedTokensCount?: number } };
}

const isConversation = (value: JsonObject): boolean =>
  listOf(value.messages).some((message) => isObject(message) && Array.isArray(message.versions) && 'currentlySelected' in message);

function readPart(part: JsonObject, kind: string, thinking: boolean): readonly Part[] | undefined {
  if (kind === 'text') return thinking ? thoughts(part.text) : texts(part.text);
  if (kind === 'toolCallRequest') return [callOf(part.toolCallRequestId ?? part.callId, part.name, part.parameters)];
  if (kind === 'toolCallResult') return [resultOf(part.toolCallRequestId ?? part.callId, resultText(part.content))];
  if (kind === 'file') {
    const place = filled(part.fileIdentifier) ?? filled(part.url);
    if (place === undefined) return undefined;
    return [
      part.fileType === 'image'
        ? { type: 'image', url: place }
        : place.startsWith('data:')
          ? filePart(place)
          : { type: 'file', url: place, ...compact({ name: filled(part.name) }) },
    ];
  }
  if (kind === 'image') {
    const url = filled(part.url) ?? filled(part.base64);
    return url === undefined ? undefined : [imagePart(url)];
  }
  return undefined;
}

function resultText(content: unknown): string {
  const text = textOf(content) ?? '';
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return value;
    const said = objectsOf(value).flatMap((part) => (part.type === 'text' ? (filled(part.text) ?? []) : []));
    return Array.isArray(value) && said.length === value.length && said.length > 0 ? said.join('\n') : text;
  } catch {
    return text;
  }
}

class Chat extends Talk {
  version(version: JsonObject, id: string, origin: Origin): void {
    const { role, content, steps, senderInfo }: Raw<Version> = version;
    const own = role === 'assistant' || role === 'system' ? role : 'user';
    const read = (list: unknown, thinking = false): Part[] => readParts(list, (part, kind) => readPart(part, kind, thinking), this.report, origin);
    const name = filled(objectOf(senderInfo).senderName);
    if (!Array.isArray(steps)) {
      this.say(own, read(content), { id, origin, ...(own === 'assistant' && compact({ model: name })) });
      return;
    }
    const parts: Part[] = [];
    const about: { model?: string; usage?: ReturnType<typeof usageFrom> } = {};
    for (const [i, step] of objectsOf(steps).entries()) {
      const at = { ...origin, path: `${origin.path ?? '$'}.steps[${i}]` };
      const { type, content: inner, style, genInfo }: Raw<Step> = step;
      if (type === 'contentBlock') parts.push(...read(inner, isObject(style) && style.type === 'thinking'));
      else if (type !== 'toolStatus' && type !== 'debugInfoBlock')
        this.report({ code: 'unknown-entry', message: `Steps of the kind "${(textOf(type) ?? '').slice(0, 40)}" were left out.`, ...at });
      const info: Raw<NonNullable<Step['genInfo']>> = objectOf(genInfo);
      const stats = objectOf(info.stats);
      const usage = usageFrom({ input: stats.promptTokensCount, output: stats.predictedTokensCount, cacheRead: 0, cacheWrite: 0 }, this.report, at);
      if (usage) about.usage = usage;
      if (filled(info.identifier)) about.model = filled(info.identifier)!;
    }
    this.say(own, parts, { id, origin, ...compact({ ...about, model: about.model ?? name }) });
  }
}

function readConversation({ value, path, line }: SourceObject, index: number, report: Report) {
  const { name, createdAt, systemPrompt, messages, lastUsedModel }: Raw<Conversation> = value;
  const chat = new Chat(report);
  const place = line === undefined ? {} : { line };
  if (filled(systemPrompt)) chat.say('system', texts(systemPrompt), { id: 'system', origin: { ...place, path: `${path}.systemPrompt` } });
  let others = 0;
  for (const [i, message] of objectsOf(messages).entries()) {
    const versions = objectsOf(message.versions);
    const chosen = numberOf(message.currentlySelected) ?? 0;
    const version = versions[chosen] ?? versions.at(-1);
    others += Math.max(0, versions.length - 1);
    if (version) chat.version(version, `m${i + 1}`, { ...place, path: `${path}.messages[${i}].versions[${versions.indexOf(version)}]` });
  }
  if (others > 0) report({ code: 'other-versions', message: 'Versions of messages that are not selected were left out.', count: others, ...place });
  return chat.finish({
    id: isoTime(createdAt) ?? `conversation-${index + 1}`,
    title: filled(name),
    format: 'lm-studio',
    model: filled(objectOf(lastUsedModel).identifier),
  });
}

export const lmStudio: Format = {
  id: 'lm-studio',
  evidence: 'fixtures',
  unread: 'versions that are not selected',
  extension: 'json',
  detect: (source) => (firstObjects(source).some(isConversation) ? 0.98 : 0),
  parse: (source, report) => thoseIn(source, isConversation).map((placed, i) => readConversation(placed, i, report)),
};
