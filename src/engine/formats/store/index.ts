/** Opens SQLite stores of programs; loaded only for one (`storeReader` of `formats/opening.ts`). */
import type { Result } from '../../transcript/types.ts';
import type { ImportError, Report, Source, SourceRecord } from '../contract.ts';
import { EXPECTS_FILE, MAX_BYTES, refuseSize } from '../encoding.ts';
import { collector, deepValues, refused } from '../format-report.ts';
import { flattenDeep } from '../../transcript/transcript-json.ts';
import { DatabaseError, Database, type Row, type DatabaseRecord, type Value } from './database.ts';
import type { EnglishKey } from '../../transcript/english.ts';
import { inflated } from '../zip.ts';
import { filled, isObject, type JsonObject, objectsOf, tryJson } from '../json.ts';

// Programs that keep their sessions in a database: which tables they are known by, and their sessions as their readers take them.

/*
 * Cursor's two stores, put together for its reader (`cursor-store`). The CLI's holds blobs that name each other by hash, the IDE's values by key.
 * Shapes: a fixture of jazzyalex/agent-sessions @651e854f, and what readers of other tools say of both; no recording was found.
 */

/** A reference to another blob: field 1, 32 bytes. */
const REFERENCE = [0x0a, 0x20];
const HASH = 32;
const MOST_BLOBS = 100_000;

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = (value: Value | undefined): Uint8Array => (value instanceof Uint8Array ? value : new TextEncoder().encode(String(value ?? '')));
const textOf = (value: Value | undefined): string => (value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value ?? ''));

function metaOf(value: Value | undefined): JsonObject {
  const given = textOf(value);
  const pairs = /^(?:[\da-f]{2})+$/i.test(given) ? given.match(/../g)! : undefined;
  const read = tryJson(pairs ? new TextDecoder().decode(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))) : given);
  return isObject(read) ? read : {};
}

/** The messages that the newest root leads to, in their order; blobs that it does not reach are of earlier states. */
function cursorChat(database: Database, report: Report): readonly DatabaseRecord[] {
  const blobs = new Map<string, Uint8Array>();
  for (const { id, data } of database.rows('blobs')) blobs.set(String(id), bytesOf(data));
  return [...database.rows('meta')].flatMap(({ key, value }): DatabaseRecord[] => {
    const meta = metaOf(value);
    const root = filled(meta.latestRootBlobId);
    if (root === undefined) return [];
    const messages: unknown[] = [];
    const seen = new Set<string>();
    const open = [root];
    for (let id = open.pop(); id !== undefined && seen.size < MOST_BLOBS; id = open.pop()) {
      const blob = blobs.get(id);
      if (seen.has(id)) continue;
      seen.add(id);
      if (!blob) {
        report({ code: 'missing-blob', message: 'Parts of the session are not in the store.' });
        continue;
      }
      const said = blob[0] === 0x7b ? tryJson(new TextDecoder().decode(blob)) : undefined;
      if (isObject(said) && typeof said.role === 'string') messages.push(said);
      else open.push(...referencesIn(blob).reverse());
    }
    return [{ value: { cursor: 'chat', ...meta, messages }, path: `meta ${String(key)}` }];
  });
}

function referencesIn(blob: Uint8Array): string[] {
  const found: string[] = [];
  for (let at = 0; at + REFERENCE.length + HASH <= blob.length; ) {
    if (blob[at] === REFERENCE[0] && blob[at + 1] === REFERENCE[1]) {
      found.push(hex(blob.subarray(at + 2, at + 2 + HASH)));
      at += 2 + HASH;
    } else at++;
  }
  return found;
}

const KEYS = /^(composerData|bubbleId):(.+)$/;

function cursorComposers(database: Database): readonly DatabaseRecord[] {
  const bubbles = new Map<string, Value>();
  const composers: { readonly id: string; readonly value: Value }[] = [];
  for (const { key, value } of database.rows('cursorDiskKV')) {
    const [, kind, id] = KEYS.exec(String(key)) ?? [];
    if (kind === 'composerData') composers.push({ id: id!, value: value ?? null });
    else if (kind === 'bubbleId') bubbles.set(id!, value ?? null);
  }
  return composers.flatMap(({ id, value }): DatabaseRecord[] => {
    const composer = tryJson(textOf(value));
    if (!isObject(composer)) return [];
    const headers = objectsOf(composer.fullConversationHeadersOnly);
    const messages = headers.flatMap((header): unknown[] => {
      const bubble = tryJson(textOf(bubbles.get(`${id}:${filled(header.bubbleId) ?? ''}`)));
      return isObject(bubble) ? [{ ...header, ...bubble }] : [];
    });
    const all = messages.length > 0 ? messages : objectsOf(composer.conversation);
    const missing = headers.length - messages.length;
    if (all.length === 0 && missing === 0) return [];
    const { name, createdAt } = composer;
    return [{ value: { cursor: 'composer', composerId: id, name, createdAt, missing, messages: all }, path: `composerData:${id}` }];
  });
}

interface Program {
  readonly has: (tables: ReadonlySet<string>, database: Database) => boolean;
  readonly read: ((database: Database, report: Report) => readonly DatabaseRecord[]) | { readonly refused: EnglishKey };
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
function opencode(database: Database): readonly DatabaseRecord[] {
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

function zed(database: Database, report: Report): readonly DatabaseRecord[] {
  return [...database.rows('threads')].flatMap(({ id, summary, data_type, data }): DatabaseRecord[] => {
    const packed = data instanceof Uint8Array ? data : undefined;
    const bytes = packed && data_type === 'zstd' ? inflated(packed, 'zstd', { left: MAX_BYTES }) : packed;
    const value = typeof bytes === 'string' ? {} : json(bytes ?? data);
    if (Object.keys(value).length > 0) return [{ value: { ...set({ id, title: text(summary) }), ...value }, path: `threads ${String(id)}` }];
    report({ code: 'unread-record', message: 'Records hold no messages and were skipped.', path: `threads ${String(id)}` });
    return [];
  });
}

const kiro = (database: Database): readonly DatabaseRecord[] =>
  ['conversations_v2', 'conversations'].flatMap((table) =>
    [...database.rows(table)].flatMap(({ key, value }) =>
      Object.keys(json(value)).length > 0 ? [{ value: json(value), path: `${table} ${String(key)}` }] : [],
    ),
  );

function goose(database: Database): readonly DatabaseRecord[] {
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

function hermes(database: Database): readonly DatabaseRecord[] {
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

const columns =
  (table: string, ...names: readonly string[]): Program['has'] =>
  (_, database) =>
    names.every((name) => database.columns(table).includes(name));

const PROGRAMS: readonly Program[] = [
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

/** The sessions of a store as records that the program's reader takes; an error where the program is not known, or the file is damaged. */
export function readStore(bytes: Uint8Array, name: string): Result<Source, ImportError> {
  const tooLarge = refuseSize(bytes);
  if (tooLarge) return { ok: false, error: tooLarge };
  try {
    return read(new Database(bytes), name);
  } catch (error) {
    if (!(error instanceof DatabaseError) && !(error instanceof RangeError)) throw error;
    const values = { problem: error instanceof DatabaseError ? error.message : 'a place is outside of the file' };
    return refused('store-damaged', { key: 'import-store-damaged', values }, EXPECTS_FILE);
  }
}

function read(database: Database, name: string): Result<Source, ImportError> {
  const tables = database.tables;
  const program = PROGRAMS.find(({ has }) => has(tables, database));
  if (!program) {
    const list = [...tables].slice(0, 8).join(', ');
    return refused('binary', { key: 'import-store-unknown', values: { list } }, EXPECTS_FILE);
  }
  if (typeof program.read !== 'function') return refused('binary', { key: program.read.refused }, EXPECTS_FILE);
  const { report, list } = collector();
  if (database.withoutLog)
    report({
      code: 'store-without-log',
      message: 'If the program was running, its newest turns are in the file with "-wal" at the end of its name, which was not given.',
    });
  const records: readonly SourceRecord[] = program.read(database, report);
  if (records.length === 0) return refused('no-messages', { key: 'import-no-message' }, { key: 'expects-messages' });
  for (const { value, path } of records) {
    const count = flattenDeep(value);
    if (count > 0) report({ ...deepValues(count), ...(path !== undefined && { path }) });
  }
  return { ok: true, value: { name, container: 'json', text: '', head: '', records, warnings: list() } };
}
