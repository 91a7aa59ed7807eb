/** Programs that keep their sessions in a database: which tables they are known by, and their sessions as their readers take them. */
import type { SaidKey } from '../../transcript/english.ts';
import type { Report } from '../contract.ts';
import { MAX_BYTES } from '../encoding.ts';
import { inflated } from '../inflate.ts';
import { isObject, tryJson, type JsonObject } from '../json.ts';
import { cursorChat, cursorComposers } from './cursor.ts';
import type { Database, Row, Stored, Value } from './database.ts';

export interface Program {
  readonly has: (tables: ReadonlySet<string>, database: Database) => boolean;
  readonly read: ((database: Database, report: Report) => readonly Stored[]) | { readonly refused: SaidKey };
}

const tables =
  (...names: readonly string[]): Program['has'] =>
  (known) =>
    names.every((name) => known.has(name));

const json = (value: Value | undefined): JsonObject => {
  const read = typeof value === 'string' ? tryJson(value) : value instanceof Uint8Array ? tryJson(new TextDecoder().decode(value)) : undefined;
  return isObject(read) ? read : {};
};
const text = (value: Value | undefined): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const set = (object: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== null));

/** Rows by the value of a column. */
function grouped(rows: Iterable<Row>, column: string): ReadonlyMap<Value, Row[]> {
  const groups = new Map<Value, Row[]>();
  for (const row of rows) {
    const own = groups.get(row[column] ?? null);
    if (own) own.push(row);
    else groups.set(row[column] ?? null, [row]);
  }
  return groups;
}

const byId = (a: Row, b: Row): number => (String(a.id) < String(b.id) ? -1 : 1);

/** opencode 1.18: `session`, `message`, `part`, whose ids ascend with time; `data` lacks them. Tables with tokens of accounts are not read. */
function opencode(database: Database): readonly Stored[] {
  const messages = grouped(database.rows('message'), 'session_id');
  const parts = grouped(database.rows('part'), 'message_id');
  return [...database.rows('session')].sort(byId).map((session) => {
    const { id, parent_id, title, directory, version, time_created, revert } = session;
    const own = (messages.get(id ?? null) ?? []).sort(byId).map((message) => ({
      info: { ...json(message.data), id: message.id, sessionID: id },
      parts: (parts.get(message.id ?? null) ?? [])
        .sort(byId)
        .map((part) => ({ ...json(part.data), id: part.id, messageID: message.id, sessionID: id })),
    }));
    const undone = revert === null ? undefined : json(revert);
    const info = set({ id, parentID: parent_id, title, directory, version, time: { created: time_created }, revert: undone });
    return { value: { info, messages: own }, path: `session ${String(id)}` };
  });
}

/** Zed: `threads(id, summary, updated_at, data_type, data)`, JSON or zstd of it. */
function zed(database: Database, report: Report): readonly Stored[] {
  return [...database.rows('threads')].flatMap(({ id, summary, data_type, data }): Stored[] => {
    const packed = data instanceof Uint8Array ? data : undefined;
    const bytes = packed && data_type === 'zstd' ? inflated(packed, 'zstd', { left: MAX_BYTES }) : packed;
    const value = typeof bytes === 'string' ? {} : json(bytes ?? data);
    if (Object.keys(value).length > 0) return [{ value: { ...set({ title: text(summary) }), ...value }, path: `threads ${String(id)}` }];
    report({ code: 'unread-record', message: 'Records hold no messages and were skipped.', path: `threads ${String(id)}` });
    return [];
  });
}

/** Kiro CLI and Amazon Q: a folder and its conversation. */
const kiro = (database: Database): readonly Stored[] =>
  ['conversations_v2', 'conversations'].flatMap((table) =>
    [...database.rows(table)].flatMap(({ key, value }) =>
      Object.keys(json(value)).length > 0 ? [{ value: json(value), path: `${table} ${String(key)}` }] : [],
    ),
  );

/** goose: `sessions`, `messages(session_id, role, content_json, created_timestamp, metadata_json)`. */
function goose(database: Database): readonly Stored[] {
  const messages = grouped(database.rows('messages'), 'session_id');
  return [...database.rows('sessions')].map((session) => ({
    value: {
      ...set({ id: session.id, name: session.name, description: session.description, working_dir: session.working_dir }),
      conversation: (messages.get(session.id ?? null) ?? [])
        .sort((a, b) => Number(a.id) - Number(b.id))
        .map((message) => {
          const content = text(message.content_json);
          const metadata = json(message.metadata_json);
          return set({
            id: message.message_id ?? message.id,
            role: message.role,
            created: message.created_timestamp,
            content: content === undefined ? [] : (tryJson(content) ?? content),
            metadata: Object.keys(metadata).length > 0 ? metadata : { agentVisible: true },
          });
        }),
    },
    path: `sessions ${String(session.id)}`,
  }));
}

/** Hermes: `sessions(id, source, model, system_prompt)`, `messages(session_id, role, content, tool_calls, tool_call_id, tool_name, reasoning)`. */
function hermes(database: Database): readonly Stored[] {
  const messages = grouped(database.rows('messages'), 'session_id');
  return [...database.rows('sessions')].map((session) => ({
    value: {
      ...set({ session_id: session.id, platform: session.source, model: session.model, system_prompt: session.system_prompt }),
      messages: (messages.get(session.id ?? null) ?? [])
        .sort((a, b) => Number(a.id) - Number(b.id))
        .map((message) => {
          const calls = text(message.tool_calls);
          const { role, content, tool_call_id, tool_name, reasoning, reasoning_content } = message;
          return set({
            role,
            content,
            tool_call_id,
            tool_name,
            reasoning,
            reasoning_content,
            tool_calls: calls === undefined ? undefined : tryJson(calls),
          });
        }),
    },
    path: `sessions ${String(session.id)}`,
  }));
}

/** Programs whose tables have the same names are told apart by columns. */
const columns =
  (table: string, ...names: readonly string[]): Program['has'] =>
  (_, database) =>
    names.every((name) => database.columns(table).includes(name));

/** The first that fits. */
export const PROGRAMS: readonly Program[] = [
  { has: tables('session', 'message', 'part'), read: opencode },
  { has: tables('cursorDiskKV'), read: cursorComposers },
  { has: tables('blobs', 'meta'), read: cursorChat },
  { has: columns('threads', 'data_type', 'data'), read: zed },
  { has: tables('conversations_v2'), read: kiro },
  { has: columns('conversations', 'key', 'value'), read: kiro },
  { has: columns('messages', 'session_id', 'content_json'), read: goose },
  { has: tables('sessions', 'turns', 'checkpoints'), read: { refused: 'import-sqlite-copilot' } },
  { has: tables('trajectory_meta', 'steps'), read: { refused: 'import-sqlite-antigravity' } },
  { has: columns('messages', 'session_id', 'role', 'content', 'tool_calls'), read: hermes },
];
