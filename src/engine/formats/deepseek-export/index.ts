/**
 * Export of chat.deepseek.com: `conversations.json` or its zip. Trees like those of ChatGPT, whose messages are lists of fragments. Shapes: parsers
 * of other tools.
 */
import type { Origin, Part, Transcript } from '../../transcript/types.ts';
import type { Format, Report } from '../contract.ts';
import type { Draft } from '../finish.ts';
import { compact, filled, isObject, isoTime, type JsonObject, objectsOf, type Raw, textOf } from '../json.ts';
import { chatsIn, holdsChat, linesOf, placeAt, type SourceObject } from '../lists.ts';
import { texts, thoughts, valueText } from '../format-parts.ts';
import { Talk } from '../chat-messages.ts';

interface Chat {
  id: string;
  title: string;
  mapping: Readonly<Record<string, { id: string; parent: string | null; children: readonly string[]; message: Message | null }>>;
}
interface Message {
  inserted_at: string;
  model: string;
  files: readonly object[];
  fragments: readonly Fragment[];
}
interface Fragment {
  type: 'REQUEST' | 'THINK' | 'RESPONSE' | 'SEARCH' | 'READ_LINK' | 'TIP';
  content: string;
  results?: readonly object[];
}

const isChat = (value: JsonObject): boolean =>
  isObject(value.mapping) &&
  Object.values(value.mapping).some((node) => isObject(node) && isObject(node.message) && Array.isArray(node.message.fragments));

interface Node {
  readonly id: string;
  readonly parent: string | null;
  readonly message: Raw<Message> | undefined;
  readonly origin: Origin;
}

function readFragment(fragment: JsonObject, report: Report, origin: Origin): Part[] {
  const { type, content, results }: Raw<Fragment> = fragment;
  if (type === 'THINK') return thoughts(content);
  if (type === 'REQUEST' || type === 'RESPONSE') return texts(content);
  const text = [filled(content), results === undefined ? undefined : valueText(results)].filter((own) => own !== undefined).join('\n');
  if (text === '')
    report({ code: 'unknown-part', message: `Content parts of the type "${(textOf(type) ?? '').slice(0, 40)}" were left out.`, ...origin });
  return texts(text && `[${textOf(type) ?? ''}]\n${text}`);
}

function readNode({ id, message, origin }: Node, report: Report): Draft[] {
  if (!message) return [];
  const fragments = objectsOf(message.fragments);
  const user = fragments.some(({ type }) => type === 'REQUEST');
  const files = objectsOf(message.files).map(
    (file): Part => ({
      type: 'file',
      ...compact({ name: filled(file.file_name) ?? filled(file.name), url: filled(file.file_id) ?? filled(file.id) }),
    }),
  );
  const parts = [...fragments.flatMap((fragment) => readFragment(fragment, report, origin)), ...files];
  return [
    compact<Draft>({
      id,
      role: user ? 'user' : 'assistant',
      parts,
      ts: isoTime(message.inserted_at),
      origin,
      ...(!user && { model: filled(message.model) }),
    }),
  ];
}

function readChat({ value, line, path }: SourceObject, index: number, report: Report): Transcript {
  const { id, title, mapping }: Raw<Chat> = value;
  const nodes = Object.entries(mapping as JsonObject).flatMap(([key, node]): Node[] =>
    isObject(node)
      ? [
          {
            id: key,
            parent: filled(node.parent) ?? null,
            message: isObject(node.message) ? node.message : undefined,
            origin: placeAt(line, `${path}.mapping.${key}`),
          },
        ]
      : [],
  );
  const parents = new Set(nodes.map(({ parent }) => parent));
  const time = ({ message }: Node): string => textOf(message?.inserted_at) ?? '';
  const leaf =
    nodes
      .filter((node) => !parents.has(node.id))
      .reduce<Node | undefined>((last, node) => (last && time(last) > time(node) ? last : node), undefined) ?? nodes.at(-1);
  const { main, branches } = linesOf(nodes, leaf);
  const talk = new Talk(report);
  talk.messages.push(...main.flatMap((node) => readNode(node, report)));
  return talk.finish({
    id: filled(id) ?? `conversation-${index + 1}`,
    title: filled(title),
    format: 'deepseek-export',
    branches: branches.flatMap(({ forkedFrom, nodes: own }) => {
      const messages = own.flatMap((node) => readNode(node, report));
      const fork = main.find((node) => node.id === forkedFrom && node.message)?.id;
      return messages.length > 0 ? [{ id: messages[0]!.id, forkedFrom: fork, messages }] : [];
    }),
  });
}

export const deepseekExport: Format = {
  id: 'deepseek-export',
  evidence: 'fixtures',
  extension: 'json',
  detect: (source) => (holdsChat(source, isChat) ? 0.98 : 0),
  parse: (source, report) => chatsIn(source, isChat).map((chat, i) => readChat(chat, i, report)),
};
