/**
 * Export of grok.com: `prod-grok-backend.json`. Answers that were asked for again are branches. Shapes: a fixture of Sinity/polylogue @d250e578 and
 * parsers of other tools.
 */
import type { Origin, Part, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import type { Draft } from '../finish.ts';
import { compact, filled, isObject, isoTime, type JsonObject, listOf, objectsOf, type Raw, textOf } from '../json.ts';
import { branchesOf, firstObjects, linesOf, objectsIn, placeAt } from '../lists.ts';
import { texts, thoughts } from '../format-parts.ts';
import { Talk } from '../chat-messages.ts';

interface Response {
  _id: string;
  message: string;
  /** `human`, `assistant`, in any case. */
  sender: string;
  model: string;
  parent_response_id: string | null;
  /** ISO 8601, or `{$date: {$numberLong}}`. */
  create_time: unknown;
  thinking_trace?: string;
  steps?: readonly object[];
  file_attachments?: readonly unknown[];
}
interface Conversation {
  id: string;
  title: string;
}

const isChat = (value: unknown): value is JsonObject & { readonly responses: readonly unknown[] } =>
  isObject(value) && isObject(value.conversation) && Array.isArray(value.responses);
const chatsIn = (value: JsonObject): readonly JsonObject[] => (isChat(value) ? [value] : objectsOf(value.conversations).filter(isChat));

function timeOf(value: unknown): string | undefined {
  const date = isObject(value) ? value.$date : value;
  const number = isObject(date) ? Number(date.$numberLong) : date;
  return isoTime(number);
}

interface Entry {
  readonly id: string;
  readonly parent: string | null;
  readonly value: Raw<Response>;
  readonly origin: Origin;
}

function readEntry({ id, value, origin }: Entry, report: Report): Draft {
  const user = /^(?:human|user)$/i.test(textOf(value.sender) ?? '');
  if (!user && !/^(?:assistant|grok|ai|bot)$/i.test(textOf(value.sender) ?? ''))
    report({
      code: 'unknown-role',
      message: `Messages with the role "${(textOf(value.sender) ?? '').slice(0, 40)}" were read as the assistant's.`,
      ...origin,
    });
  const files = listOf(value.file_attachments).map((file): Part => {
    const name = isObject(file) ? (filled(file.file_name) ?? filled(file.name)) : undefined;
    const url = isObject(file) ? (filled(file.file_id) ?? filled(file.id)) : filled(file);
    return { type: 'file', ...compact({ name, url }) };
  });
  const said = listOf(value.steps).flatMap((step) =>
    isObject(step) ? thoughts(filled(step.text) ?? filled(step.message) ?? listOf(step.text).filter(filled).join('\n')) : [],
  );
  if (listOf(value.steps).length > said.length)
    report({
      code: 'unknown-part',
      message: 'Content parts of the type "steps" were left out.',
      count: listOf(value.steps).length - said.length,
      ...origin,
    });
  const parts = [...thoughts(value.thinking_trace), ...said, ...texts(value.message), ...files];
  return compact<Draft>({
    id,
    role: user ? 'user' : 'assistant',
    parts,
    ts: timeOf(value.create_time),
    origin,
    ...(!user && { model: filled(value.model) }),
  });
}

function readChat(chat: JsonObject, origin: Origin, index: number, report: Report): Transcript {
  const { id, title }: Raw<Conversation> = chat.conversation as JsonObject;
  const entries: Entry[] = [];
  for (const [i, item] of objectsOf(chat.responses).entries()) {
    const value: Raw<Response> = isObject(item.response) ? item.response : item;
    const own = filled(value._id) ?? `response-${i + 1}`;
    const parent = filled(value.parent_response_id);
    entries.push({
      id: own,
      parent: parent ?? ('parent_response_id' in value ? null : (entries.at(-1)?.id ?? null)),
      value,
      origin: { ...origin, path: `${origin.path ?? '$'}.responses[${i}]` },
    });
  }
  const { main, branches } = linesOf(entries, entries.at(-1));
  const talk = new Talk(report);
  for (const entry of main) talk.messages.push(readEntry(entry, report));
  return talk.finish({
    id: filled(id) ?? `conversation-${index + 1}`,
    title: filled(title),
    format: 'grok-export',
    branches: branchesOf(branches, (nodes) => nodes.map((node) => readEntry(node, report))),
  });
}

export const grokExport: Format = {
  id: 'grok-export',
  evidence: 'fixtures',
  extension: 'json',
  detect: (source: Source) => (firstObjects(source).some((value) => chatsIn(value).length > 0) ? 0.97 : 0),
  parse: (source, report) =>
    objectsIn(source).flatMap(({ value, line, path }) =>
      chatsIn(value).map((chat, i) => readChat(chat, placeAt(line, `${path}.conversations[${i}]`), i, report)),
    ),
};
