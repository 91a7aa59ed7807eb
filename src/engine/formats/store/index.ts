/** Opens SQLite stores of programs; loaded only for one (`storeReader` of `formats/index.ts`). */
import { type EnglishReason, otherFile } from '../../transcript/english.ts';
import { hex } from '../../lib/hashes.ts';
import { flattenDeep } from '../../transcript/transcript-json.ts';
import type { Result } from '../../transcript/types.ts';
import { inflated } from '../archive.ts';
import type { ImportError, Report, Source, SourceRecord } from '../contract.ts';
import { collector, deepValues, EXPECTS_FILE, MAX_BYTES, refused, refuseSize } from '../encoding.ts';
import { addTo, filled, isObject, type JsonObject, objectsOf, tryJson } from '../json.ts';

/** Of the log, and of each frame in front of its page, in bytes. */
const LOG_HEADER = 32;
const FRAME = 24;
const MAGIC = 0x377f0682;
const VERSION = 3007000;

function checksum(view: DataView, from: number, to: number, little: boolean, [a, b]: readonly [number, number]): readonly [number, number] {
  let one = a;
  let two = b;
  for (let at = from; at < to; at += 8) {
    one = (one + view.getUint32(at, little) + two) >>> 0;
    two = (two + view.getUint32(at + 4, little) + one) >>> 0;
  }
  return [one, two];
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function isLog(view: DataView, at: number, pageSize: number): boolean {
  if (at + LOG_HEADER > view.byteLength) return false;
  const magic = view.getUint32(at);
  if ((magic & ~1) !== MAGIC || view.getUint32(at + 4) !== VERSION || view.getUint32(at + 8) !== pageSize) return false;
  const [one, two] = checksum(view, at, at + 24, (magic & 1) === 0, [0, 0]);
  return one === view.getUint32(at + 24) && two === view.getUint32(at + 28);
}

/**
 * Where in the bytes of a store its log begins that was put behind it; their length where there is none. A database is a whole number of pages,
 * so the log begins at the end of one.
 */
function logAt(bytes: Uint8Array, pageSize: number): number {
  const view = viewOf(bytes);
  for (let at = pageSize; at < bytes.length; at += pageSize) if (isLog(view, at, pageSize)) return at;
  return bytes.length;
}

function pagesOf(log: Uint8Array, pageSize: number): ReadonlyMap<number, Uint8Array> {
  const view = viewOf(log);
  const pages = new Map<number, Uint8Array>();
  if (!isLog(view, 0, pageSize)) return pages;
  const little = (view.getUint32(0) & 1) === 0;
  let sum: readonly [number, number] = [view.getUint32(24), view.getUint32(28)];
  let open: [number, Uint8Array][] = [];
  for (let at = LOG_HEADER; at + FRAME + pageSize <= log.length; at += FRAME + pageSize) {
    if (view.getUint32(at + 8) !== view.getUint32(16) || view.getUint32(at + 12) !== view.getUint32(20)) break;
    const body = at + FRAME;
    sum = checksum(view, body, body + pageSize, little, checksum(view, at, at + 8, little, sum));
    if (sum[0] !== view.getUint32(at + 16) || sum[1] !== view.getUint32(at + 20)) break;
    open.push([view.getUint32(at), log.subarray(body, body + pageSize)]);
    if (view.getUint32(at + 4) === 0) continue;
    for (const [number, page] of open) pages.set(number, page);
    open = [];
  }
  return pages;
}

type Value = null | number | string | Uint8Array;
type Row = Readonly<Record<string, Value>>;

/** What is in one database; `path` says where a record comes from. */
interface DatabaseRecord {
  readonly value: unknown;
  readonly path: string;
}

class DatabaseError extends Error {}

interface Table {
  readonly root: number;
  readonly columns: readonly string[];
  readonly key: string | undefined;
  readonly keyed: boolean;
}

const DEEPEST = 40;
const HEADER = 100;
const NUMBERED = { leaf: 13, interior: 5 };
const KEYED = { leaf: 10, interior: 2 };

const NAME = /^\s*(?:"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]|([\p{L}_$][\p{L}\p{N}_$]*))\s*/u;
const CONSTRAINT = /^\s*(?:constraint|primary\s+key|unique|check|foreign\s+key)\b/i;

function pieces(list: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < list.length; i++) {
    const char = list[i]!;
    if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === "'" || char === '"' || char === '`') i = Math.max(i, list.indexOf(char, i + 1));
    else if (char === '[') i = Math.max(i, list.indexOf(']', i));
    else if (char === '-' && list[i + 1] === '-') i = list.indexOf('\n', i) < 0 ? list.length : list.indexOf('\n', i);
    else if (char === ',' && depth === 0) {
      found.push(list.slice(from, i));
      from = i + 1;
    }
  }
  return [...found, list.slice(from)];
}

function nameAt(piece: string): readonly [name: string | undefined, length: number] {
  const [whole = '', ...names] = NAME.exec(piece) ?? [];
  return [names.find((one) => one !== undefined)?.replace(/(["`])\1/g, '$1'), whole.length];
}

function columnsOf(sql: string): Omit<Table, 'root'> {
  const end = sql.lastIndexOf(')');
  const keyed = /\bwithout\s+rowid\b/i.test(sql.slice(end));
  const columns: string[] = [];
  const integers = new Set<string>();
  let ofKey: readonly string[] = [];
  let key: string | undefined;
  for (const piece of pieces(sql.slice(sql.indexOf('(') + 1, end))) {
    if (CONSTRAINT.test(piece)) {
      const [constraint] = /^\s*constraint\b/i.exec(piece) ?? [];
      const rule = constraint === undefined ? piece : piece.slice(constraint.length + nameAt(piece.slice(constraint.length))[1]);
      const [, list] = /^\s*primary\s+key\s*\(([^)]*)\)/i.exec(rule) ?? [];
      if (list === undefined) continue;
      ofKey = pieces(list).flatMap((one) => nameAt(one)[0] ?? []);
      if (ofKey.length === 1 && integers.has(ofKey[0]!)) key = ofKey[0];
      continue;
    }
    const [name, length] = nameAt(piece);
    if (name === undefined) continue;
    columns.push(name);
    const type = piece.slice(length);
    if (/\bprimary\s+key\b/i.test(type)) ofKey = [name];
    if (/^integer\b/i.test(type)) integers.add(name);
    if (/^integer\s+(?:constraint\s+\S+\s+)?primary\s+key(?!\s+desc)/i.test(type)) key = name;
  }
  return keyed ? { columns: [...new Set([...ofKey, ...columns])], key: undefined, keyed } : { columns, key, keyed };
}

const MASTER: Table = { root: 1, columns: ['type', 'name', 'tbl_name', 'rootpage', 'sql'], key: undefined, keyed: false };

class Database {
  readonly #bytes: Uint8Array;
  readonly #pageSize: number;
  readonly #usable: number;
  readonly #pages: ReadonlyMap<number, Uint8Array>;
  readonly #decoder: { decode(bytes: Uint8Array): string };
  readonly #tables = new Map<string, Table>();
  readonly withoutLog: boolean;

  /** @throws DatabaseError where the header, or the list of tables, cannot be read. */
  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < HEADER) throw new DatabaseError('the header is cut off');
    const size = view.getUint16(16);
    this.#pageSize = size === 1 ? 65536 : size;
    if (this.#pageSize < 512 || (this.#pageSize & (this.#pageSize - 1)) !== 0) throw new DatabaseError('the size of a page is none');
    this.#usable = this.#pageSize - bytes[20]!;
    const end = logAt(bytes, this.#pageSize);
    this.#bytes = bytes.subarray(0, end);
    this.#pages = pagesOf(bytes.subarray(end), this.#pageSize);
    this.withoutLog = bytes[18] === 2 && end === bytes.length;
    const first = this.#page(1);
    this.#decoder = new TextDecoder(['utf-8', 'utf-8', 'utf-16le', 'utf-16be'][first[59]!] ?? 'utf-8');
    for (const { type, name, rootpage, sql } of this.#rows(MASTER)) {
      if (type !== 'table' || typeof name !== 'string' || typeof rootpage !== 'number' || typeof sql !== 'string' || rootpage === 0) continue;
      this.#tables.set(name, { root: rootpage, ...columnsOf(sql) });
    }
  }

  get tables(): ReadonlySet<string> {
    return new Set(this.#tables.keys());
  }

  columns(table: string): readonly string[] {
    return this.#tables.get(table)?.columns ?? [];
  }

  /** The rows of a table in the order of their numbers, or of their keys where they have none; none where there is no such table. @throws DatabaseError */
  *rows(table: string): IterableIterator<Row> {
    const known = this.#tables.get(table);
    if (known) yield* this.#rows(known);
  }

  #page(number: number): Uint8Array {
    const changed = this.#pages.get(number);
    if (changed) return changed;
    const from = (number - 1) * this.#pageSize;
    if (number < 1 || from + this.#pageSize > this.#bytes.length) throw new DatabaseError(`page ${number} is not there`);
    return this.#bytes.subarray(from, from + this.#pageSize);
  }

  *#rows(table: Table): IterableIterator<Row> {
    const kinds = table.keyed ? KEYED : NUMBERED;
    const seen = new Set<number>();
    type Step = { readonly number: number; readonly depth: number } | { readonly page: Uint8Array; readonly place: number };
    const open: Step[] = [{ number: table.root, depth: 0 }];
    for (let at = open.pop(); at; at = open.pop()) {
      if ('page' in at) {
        yield this.#row(at.page, at.place, table);
        continue;
      }
      const { number, depth } = at;
      if (seen.has(number) || depth > DEEPEST) throw new DatabaseError(`page ${number} is part of a circle`);
      seen.add(number);
      const page = this.#page(number);
      const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
      const start = number === 1 ? HEADER : 0;
      const kind = page[start];
      const cells = view.getUint16(start + 3);
      const pointers = start + (kind === kinds.interior ? 12 : 8);
      if ((kind !== kinds.interior && kind !== kinds.leaf) || pointers + 2 * cells > page.length)
        throw new DatabaseError(`page ${number} is none of a table`);
      const places = Array.from({ length: cells }, (_, i) => view.getUint16(pointers + 2 * i));
      if (places.some((place) => place + 4 > page.length)) throw new DatabaseError(`a cell of page ${number} is outside of it`);
      if (kind === kinds.leaf) for (const place of places) yield this.#row(page, place, table);
      else {
        const child = (from: number): Step => ({ number: view.getUint32(from), depth: depth + 1 });
        // Behind the number of a page, a cell of an index has the row that comes after that page.
        const steps = places.flatMap((place): Step[] => [child(place), ...(table.keyed ? [{ page, place: place + 4 }] : [])]);
        for (const step of [...steps, child(start + 8)].reverse()) open.push(step);
      }
    }
  }

  #row(page: Uint8Array, place: number, { columns, key, keyed }: Table): Row {
    const [size, afterSize] = varint(page, place);
    const [number, from] = keyed ? [0, afterSize] : varint(page, afterSize);
    const values = this.#values(this.#payload(page, from, size, keyed));
    return Object.fromEntries(columns.map((column, i) => [column, column === key ? number : (values[i] ?? null)]));
  }

  #payload(page: Uint8Array, from: number, size: number, keyed: boolean): Uint8Array {
    const usable = this.#usable;
    const most = keyed ? Math.floor(((usable - 12) * 64) / 255) - 23 : usable - 35;
    if (size <= most) {
      if (from + size > page.length) throw new DatabaseError('a row is longer than its page');
      return page.subarray(from, from + size);
    }
    if (size > this.#bytes.length + this.#pages.size * this.#pageSize) throw new DatabaseError('a row is longer than the file');
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const fitting = least + ((size - least) % (usable - 4));
    const local = fitting <= most ? fitting : least;
    const whole = new Uint8Array(size);
    whole.set(page.subarray(from, from + local));
    let done = local;
    let next = new DataView(page.buffer, page.byteOffset).getUint32(from + local);
    while (done < size) {
      const more = this.#page(next);
      const piece = more.subarray(4, 4 + Math.min(usable - 4, size - done));
      whole.set(piece, done);
      done += piece.length;
      next = new DataView(more.buffer, more.byteOffset).getUint32(0);
    }
    return whole;
  }

  #values(record: Uint8Array): Value[] {
    const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
    const [header, start] = varint(record, 0);
    if (header > record.length) throw new DatabaseError('the header of a row is longer than the row');
    const values: Value[] = [];
    let body = header;
    for (let at = start; at < header; ) {
      const [type, next] = varint(record, at);
      at = next;
      const size = type < 12 ? [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0][type]! : Math.floor((type - 12) / 2);
      if (body + size > record.length) throw new DatabaseError('a value is longer than its row');
      values.push(
        type < 12
          ? numberAt(view, body, type)
          : type % 2 === 0
            ? record.slice(body, body + size)
            : this.#decoder.decode(record.subarray(body, body + size)),
      );
      body += size;
    }
    return values;
  }
}

function numberAt(view: DataView, at: number, type: number): null | number {
  switch (type) {
    case 1:
      return view.getInt8(at);
    case 2:
      return view.getInt16(at);
    case 3:
      return view.getInt8(at) * 65536 + view.getUint16(at + 1);
    case 4:
      return view.getInt32(at);
    case 5:
      return view.getInt16(at) * 2 ** 32 + view.getUint32(at + 2);
    case 6:
      return Number(view.getBigInt64(at));
    case 7:
      return view.getFloat64(at);
    default:
      return type === 8 ? 0 : type === 9 ? 1 : null;
  }
}

function varint(bytes: Uint8Array, from: number): readonly [number, number] {
  let value = 0;
  for (let i = 0; i < 9; i++) {
    const byte = bytes[from + i];
    if (byte === undefined) throw new DatabaseError('a number is cut off');
    if (i === 8) return [value * 256 + byte, from + 9];
    value = value * 128 + (byte & 127);
    if (byte < 128) return [value, from + i + 1];
  }
  return [value, from + 9];
}

// Programs that keep their sessions in a database: which tables they are known by, and their sessions as their readers take them.

/*
 * Cursor's two stores, put together for its reader (`cursor-store`). The CLI's holds blobs that name each other by hash, the IDE's values by key.
 * Shapes: a fixture of jazzyalex/agent-sessions @651e854f, and what readers of other tools say of both; no recording was found.
 */

/** A reference to another blob: field 1, 32 bytes. */
const REFERENCE = [0x0a, 0x20];
const HASH = 32;
const MOST_BLOBS = 100_000;

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
  readonly read: ((database: Database, report: Report) => readonly DatabaseRecord[]) | { readonly refused: EnglishReason };
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
    addTo(groups, row[column] ?? null, row);
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
  { has: tables('sessions', 'turns', 'checkpoints'), read: { refused: otherFile('Copilot', '~/.copilot/session-state/*/events.jsonl') } },
  { has: tables('trajectory_meta', 'steps'), read: { refused: otherFile('Antigravity', '.system_generated/logs/transcript_full.jsonl') } },
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
  if (typeof program.read !== 'function') return refused('binary', program.read.refused, EXPECTS_FILE);
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
