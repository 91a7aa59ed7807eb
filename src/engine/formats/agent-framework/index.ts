/**
 * Messages of Microsoft's Agent Framework in the serialised form of Python. Shapes: microsoft/agent-framework
 * `python/packages/core/agent_framework/_types.py` @5eb3eb74; the object around the list is free.
 */
import type { Origin, Part, Role, Usage } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, type JsonObject, objectsOf, type Raw } from '../json.ts';
import { eachIn, messageLists } from '../lists.ts';
import { callOf, held, mediaPart, readParts, resultOf, texts, thoughts, valueText } from '../format-parts.ts';
import { Talk } from '../chat-messages.ts';
import { usageFrom } from '../finish.ts';

interface Message {
  type: 'message' | 'chat_message';
  role: Role | { value: Role };
  contents: readonly Content[];
  author_name?: string;
  message_id?: string;
}
interface Content {
  type: string;
  text?: string;
  protected_data?: string;
  call_id?: string;
  name?: string;
  arguments?: string | object;
  result?: unknown;
  exception?: string;
  uri?: string;
  media_type?: string;
  file_id?: string;
  message?: string;
  usage_details?: { input_token_count?: number; output_token_count?: number };
}

const isMessage = (value: JsonObject): boolean =>
  Array.isArray(value.contents) && (value.type === 'message' || value.type === 'chat_message') && value.role !== undefined;
const FIELDS = ['messages', 'state', 'chat_message_store_state', 'data', 'thread', 'session', 'items'];
const listsIn = (source: Pick<Source, 'records' | 'container'>, report?: Report) => messageLists(source as Source, isMessage, FIELDS, report);

function readContent(part: JsonObject, kind: string, report: Report, origin: Origin): readonly Part[] | undefined {
  const { text, protected_data, call_id, name, arguments: args, result, exception, uri, media_type, file_id, message }: Raw<Content> = part;
  if (kind === 'text') return texts(text);
  if (kind === 'text_reasoning') return thoughts(text, { encrypted: protected_data });
  if (kind === 'function_call') return [callOf(call_id, name, args)];
  if (kind === 'function_result') {
    const failed = filled(exception);
    const inner = Array.isArray(part.items)
      ? held(
          readParts(part.items, (one, own) => readContent(one, own, report, origin), report, origin),
          report,
          origin,
        )
      : texts(valueText(result));
    const repeats = failed !== undefined && inner.some((one) => one.type === 'text' && one.text.includes(failed));
    return [resultOf(call_id, repeats ? inner : [...inner, ...texts(failed)], { isError: failed !== undefined })];
  }
  if (kind === 'data' || kind === 'uri') {
    const place = filled(uri);
    if (place === undefined) return undefined;
    const mime = filled(media_type);
    return [mediaPart(place, mime, filled(name))];
  }
  if (kind === 'hosted_file') return filled(file_id) ? [{ type: 'file', ...compact({ url: filled(file_id), name: filled(name) }) }] : undefined;
  if (kind === 'error') return texts(message);
  if (kind === 'usage') return [];
  return undefined;
}

function usageOf(contents: unknown, report: Report, origin: Origin): Usage | undefined {
  const counts = objectsOf(contents).find(({ type }) => type === 'usage')?.usage_details;
  return isObject(counts)
    ? usageFrom({ input: counts.input_token_count, output: counts.output_token_count, cacheRead: 0, cacheWrite: 0 }, report, origin)
    : undefined;
}

const ROLES: readonly Role[] = ['system', 'user', 'assistant', 'tool'];
const roleOf = (role: unknown): Role | undefined => ROLES.find((own) => own === (isObject(role) ? role.value : role));

export const agentFramework: Format = {
  id: 'agent-framework',
  evidence: 'source',
  unread: 'the .NET form of messages',
  extension: 'json',
  detect: (source) => (listsIn({ ...source, records: source.records.slice(0, 50) }).length > 0 ? 0.97 : 0),
  parse: (source, report) =>
    listsIn(source, report).map(({ messages, path, line }, index) => {
      const talk = new Talk(report);
      const read = ({ role, contents, author_name, message_id }: Raw<Message>, origin: Origin): void => {
        const parts = readParts(contents, (part, kind) => readContent(part, kind, report, origin), report, origin);
        talk.say(roleOf(role)!, parts, {
          origin,
          ...compact({ id: filled(message_id), name: filled(author_name), usage: usageOf(contents, report, origin) }),
        });
      };
      eachIn(messages, { path, line }, report, read, ({ role }) => roleOf(role) !== undefined);
      return talk.finish({ id: `conversation-${index + 1}`, format: 'agent-framework' });
    }),
};
