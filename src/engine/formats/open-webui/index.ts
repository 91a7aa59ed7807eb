/**
 * Chats of Open WebUI (`chat-export-….json`, or one chat): a tree of messages, of which one line is current. Answers that were asked for again, and
 * of several models side by side, are branches. Shapes: open-webui/open-webui `src/lib/utils/index.ts`, `backend/open_webui/models/chats.py`, and
 * exports in the tests of other tools; reasoning and calls are in the text as `<details>`.
 */
import type { Origin, Part, Transcript } from '../../transcript/types.ts';
import type { Format, Report } from '../contract.ts';
import { type Draft, usageFrom } from '../finish.ts';
import { compact, filled, isObject, isoTime, type JsonObject, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { branchesOf, firstObjects, linesOf, type Node, objectsIn, placeAt, type SourceObject } from '../lists.ts';
import { callOf, filePart, imagePart, resultOf, texts, thoughts } from '../format-parts.ts';
import { Talk } from '../chat-messages.ts';
import { unknownRole } from '../encoding.ts';

interface Chat {
  title: string;
  models: readonly string[];
  history: { messages: Readonly<Record<string, Message>>; currentId: string };
  messages: readonly Message[];
  system?: string;
  params?: { system?: string };
}
interface Message {
  id: string;
  parentId: string | null;
  childrenIds: readonly string[];
  role: 'user' | 'assistant' | 'system';
  content: string;
  model?: string;
  /** Seconds since 1970. */
  timestamp: number;
  files?: readonly { type?: string; url?: string; name?: string; id?: string }[];
  usage?: { prompt_tokens?: number; completion_tokens?: number; prompt_eval_count?: number; eval_count?: number };
  error?: { content?: string };
}

const chatIn = (value: JsonObject): JsonObject | undefined =>
  [value.chat, value].find((one): one is JsonObject => isObject(one) && isObject(one.history) && isObject(one.history.messages));

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'", '#x27': "'", '#34': '"' };
const decoded = (text: string): string => text.replace(/&(quot|amp|lt|gt|#39|#x27|#34);/g, (_, name: string) => ENTITIES[name]!);
const attribute = (tag: string, name: string): string => decoded(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
function unquoted(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

const DETAILS = /<details\b([^>]*\btype="(reasoning|tool_calls)"[^>]*)>([\s\S]*?)<\/details>\n?/g;

function readContent(content: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const found of content.matchAll(DETAILS)) {
    const [whole, tag = '', kind, inner = ''] = found;
    const before = content.slice(from, found.index);
    if (before.trim() !== '') parts.push(...texts(before.trim()));
    from = found.index + whole.length;
    const said = inner.replace(/<summary>[\s\S]*?<\/summary>/, '').trim();
    if (kind === 'reasoning') parts.push(...thoughts(decoded(said).replace(/^> ?/gm, '')));
    else {
      const id = attribute(tag, 'id');
      parts.push(callOf(id, attribute(tag, 'name'), unquoted(attribute(tag, 'arguments')) || '{}'));
      const result = unquoted(attribute(tag, 'result')) || decoded(said);
      if (/\bdone="true"/.test(tag) || result !== '') parts.push(resultOf(id, result));
    }
  }
  const rest = content.slice(from);
  if (from === 0 || rest.trim() !== '') parts.push(...texts(from === 0 ? rest : rest.trim()));
  return parts;
}

function readFile(file: JsonObject): Part[] {
  const url = filled(file.url) ?? filled(file.id);
  const name = filled(file.name);
  if (url === undefined && name === undefined) return [];
  if (file.type === 'image' && url !== undefined) return [imagePart(url)];
  const inner = filled(objectOf(objectOf(file.file).data).content);
  if (inner !== undefined) return [{ type: 'text', text: inner, document: name === undefined ? {} : { title: name } }];
  return [url?.startsWith('data:') ? filePart(url, undefined, name) : { type: 'file', ...compact({ name, url }) }];
}

interface Entry extends Node {
  readonly value: Raw<Message>;
  readonly origin: Origin;
}

class Chats {
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  #drafts({ id, value, origin }: Entry): Draft[] {
    const { role, content, model, timestamp, files, usage, error }: Raw<Message> = value;
    const talk = new Talk(this.#report);
    const own = role === 'assistant' || role === 'system' ? role : 'user';
    if (own !== role)
      this.#report({
        ...unknownRole(textOf(role) ?? ''),
        ...origin,
      });
    const counts = objectOf(usage);
    const used = usageFrom(
      { input: counts.prompt_tokens ?? counts.prompt_eval_count, output: counts.completion_tokens ?? counts.eval_count, cacheRead: 0, cacheWrite: 0 },
      this.#report,
      origin,
    );
    if (isObject(error) || typeof error === 'string')
      this.#report({
        code: 'failed-request',
        message: `Requests failed: ${(textOf(isObject(error) ? error.content : error) ?? '').slice(0, 80)}.`,
        ...origin,
      });
    talk.say(own, [...objectsOf(files).flatMap(readFile), ...(own === 'assistant' ? readContent(textOf(content) ?? '') : texts(content))], {
      id,
      origin,
      ...compact({ ts: isoTime(timestamp), ...(own === 'assistant' && { model: filled(model), usage: used }) }),
    });
    return talk.messages;
  }

  read({ value: item, path, line }: SourceObject, index: number): Transcript {
    const chat = chatIn(item)!;
    const { title, history, params, system }: Raw<Chat> = chat;
    const { messages, currentId } = history as JsonObject;
    const where = `${path}${chat === item ? '' : '.chat'}.history.messages`;
    const entries = Object.entries(messages as JsonObject).flatMap(([id, value]): Entry[] =>
      isObject(value) ? [{ id, parent: filled(value.parentId) ?? null, value, origin: placeAt(line, `${where}.${id}`) }] : [],
    );
    const leaf = entries.find(({ id }) => id === currentId) ?? entries.at(-1);
    const { main, branches } = linesOf(entries, leaf);
    const talk = new Talk(this.#report);
    const prompt = filled(system) ?? filled(objectOf(params).system);
    if (prompt !== undefined) talk.say('system', texts(prompt), { id: 'system' });
    talk.messages.push(...main.flatMap((entry) => this.#drafts(entry)));
    return talk.finish({
      id: filled(item.id) ?? `chat-${index + 1}`,
      title: filled(title) ?? filled(item.title),
      format: 'open-webui',
      branches: branchesOf(branches, (nodes) => nodes.flatMap((entry) => this.#drafts(entry))),
    });
  }
}

export const openWebui: Format = {
  id: 'open-webui',
  evidence: 'fixtures',
  unread: 'sources of retrieved texts',
  extension: 'json',
  detect: (source) => (firstObjects(source).some((value) => chatIn(value) !== undefined) ? 0.98 : 0),
  parse: (source, report) => {
    const chats = new Chats(report);
    return objectsIn(source)
      .filter(({ value }) => chatIn(value) !== undefined)
      .map((placed, i) => chats.read(placed, i));
  },
};
