import type { Source } from '../contract.ts';
import { filled, isObject, numberOf, objectsOf, type JsonObject } from '../json.ts';
import { objectsIn, type Placed } from '../records.ts';

/** A message of a session with its parts. */
export interface Stored {
  readonly info: JsonObject;
  readonly parts: readonly JsonObject[];
  readonly place: Pick<Placed, 'line' | 'path'>;
}

/** A session: its own record, where there is one, and its messages in the order of their time. */
export interface StoredSession {
  readonly id: string;
  readonly info: JsonObject;
  readonly messages: readonly Stored[];
}

const ROLES = new Set<unknown>(['user', 'assistant']);

export const isStoredMessage = (value: unknown): boolean =>
  isObject(value) && isObject(value.info) && ROLES.has(value.info.role) && Array.isArray(value.parts);

/** `opencode export`: a session with its messages. */
export const isExport = (value: JsonObject): boolean =>
  isObject(value.info) && Array.isArray(value.messages) && value.messages.every((message) => isObject(message) && isObject(message.info));

/** Files of the storage folder, each a record of its own. */
const idOf = (value: JsonObject, prefix: string): boolean => filled(value.id)?.startsWith(prefix) ?? false;
export const isPart = (value: JsonObject): boolean => idOf(value, 'prt_') && filled(value.messageID) !== undefined && typeof value.type === 'string';
export const isInfo = (value: JsonObject): boolean => idOf(value, 'msg_') && filled(value.sessionID) !== undefined && ROLES.has(value.role);
export const isSession = (value: JsonObject): boolean => idOf(value, 'ses_') && isObject(value.time);

/** What a file of the storage folder is, by its path in an archive: ids of older versions say nothing. */
const PLACE = /(?:^|\/)(session|message|part)\/(?:[^:]*?([^/:]+)\/)?[^/:]+\.json:/;

/** A record of the folder with what only its path tells: whose part or message it is. */
function ofFolder({ value, path }: Placed): JsonObject | undefined {
  const [, kind, owner] = PLACE.exec(path) ?? [];
  if (kind === 'part') return { ...value, messageID: filled(value.messageID) ?? owner, kind };
  if (kind === 'message' && ROLES.has(value.role)) return { ...value, sessionID: filled(value.sessionID) ?? owner, kind };
  return kind === 'session' && filled(value.id) !== undefined ? { ...value, kind } : undefined;
}

/** Whether an archive holds messages of the folder. */
export const isFolder = (source: Source): boolean =>
  source.records.some(({ value, path = '' }) => isObject(value) && ofFolder({ value, path })?.kind === 'message');

const createdAt = (info: JsonObject): number => (isObject(info.time) ? (numberOf(info.time.created) ?? 0) : 0);
/** Ids of opencode ascend with time; others (anonymised files) say nothing. */
const OWN_ID = /^(?:msg|prt)_/;
function byId(a: JsonObject, b: JsonObject): number {
  const [one, two] = [filled(a.id) ?? '', filled(b.id) ?? ''];
  if (!OWN_ID.test(one) || !OWN_ID.test(two) || one === two) return 0;
  return one < two ? -1 : 1;
}

/** Sessions of a file: exports, the answer of the server (`[{info, parts}]`), or files of the storage folder in a row. */
export function sessionsIn(source: Source): readonly StoredSession[] {
  const infos = new Map<string, JsonObject>();
  const messages = new Map<string, Stored[]>();
  const parts = new Map<string, JsonObject[]>();
  const bare: Placed[] = [];
  const add = (session: string, stored: Stored): void => {
    const list = messages.get(session);
    if (list) list.push(stored);
    else messages.set(session, [stored]);
  };
  for (const placed of objectsIn(source)) {
    const { line, path } = placed;
    const { kind, ...value } = ofFolder(placed) ?? placed.value;
    const place = line === undefined ? { path } : { path, line };
    if (isExport(value)) {
      const info = value.info as JsonObject;
      const id = filled(info.id) ?? `session-${infos.size + 1}`;
      infos.set(id, info);
      for (const [i, message] of objectsOf(value.messages).entries())
        add(id, { info: message.info as JsonObject, parts: objectsOf(message.parts), place: { ...place, path: `${path}.messages[${i}]` } });
    } else if (isStoredMessage(value)) {
      const info = value.info as JsonObject;
      add(filled(info.sessionID) ?? 'session', { info, parts: objectsOf(value.parts), place });
    } else if (kind === 'part' || (kind === undefined && isPart(value))) {
      const id = filled(value.messageID) ?? '';
      const own = parts.get(id);
      if (own) own.push(value);
      else parts.set(id, [value]);
    } else if (kind === 'message' || (kind === undefined && isInfo(value))) bare.push({ ...placed, value });
    else if (kind === 'session' || (kind === undefined && isSession(value))) infos.set(filled(value.id)!, value);
  }
  for (const { value, line, path } of bare) {
    const id = filled(value.id)!;
    add(filled(value.sessionID)!, { info: value, parts: (parts.get(id) ?? []).sort(byId), place: line === undefined ? { path } : { path, line } });
    parts.delete(id);
  }
  // Parts whose message is in another file: whose they are is not known, but for what only an answer has.
  for (const [id, own] of parts) {
    const role = own.some(({ type }) => ['tool', 'reasoning', 'step-start', 'step-finish'].includes(String(type))) ? 'assistant' : 'user';
    add(filled(own[0]!.sessionID) ?? 'session', { info: { id, role }, parts: own.sort(byId), place: { path: '$' } });
  }
  return [...messages].map(([id, list]) => ({
    id,
    info: infos.get(id) ?? {},
    messages: list.toSorted((a, b) => createdAt(a.info) - createdAt(b.info) || byId(a.info, b.info)),
  }));
}
