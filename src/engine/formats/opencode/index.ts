import type { Format, Report, Source } from '../contract.ts';
import { firstObjects, objectsIn, placeAt, type SourceObject, stated } from '../lists.ts';
import type { Branch, FilePart, ImagePart, Origin, Part, RecordedCompaction, ToolResultPart, Transcript, Usage } from '../../transcript/types.ts';
import { type Draft, finishTranscript, modelOf, usageFrom } from '../finish.ts';
import { addTo, compact, filled, isObject, isoTime, type JsonObject, jsonText, listOf, numberOf, objectOf, objectsOf, textOf } from '../json.ts';
import { mediaPart, resultOf, texts, thoughts, unknownPart } from '../format-parts.ts';

interface StoredMessage {
  readonly info: JsonObject;
  readonly parts: readonly JsonObject[];
  readonly place: Pick<SourceObject, 'line' | 'path'>;
}

interface StoredSession {
  readonly id: string;
  readonly info: JsonObject;
  readonly messages: readonly StoredMessage[];
}

const ROLES = new Set<unknown>(['user', 'assistant']);

const isStoredMessage = (value: unknown): boolean =>
  isObject(value) && isObject(value.info) && ROLES.has(value.info.role) && Array.isArray(value.parts);

const isExport = (value: JsonObject): boolean =>
  isObject(value.info) && Array.isArray(value.messages) && value.messages.every((message) => isObject(message) && isObject(message.info));

const idOf = (value: JsonObject, prefix: string): boolean => filled(value.id)?.startsWith(prefix) ?? false;
const isPart = (value: JsonObject): boolean => idOf(value, 'prt_') && filled(value.messageID) !== undefined && typeof value.type === 'string';
const isInfo = (value: JsonObject): boolean => idOf(value, 'msg_') && filled(value.sessionID) !== undefined && ROLES.has(value.role);
const isSession = (value: JsonObject): boolean => idOf(value, 'ses_') && isObject(value.time);

const PLACE = /(?:^|\/)(session|message|part)\/(?:[^:]*?([^/:]+)\/)?[^/:]+\.json:/;

function ofFolder({ value, path }: SourceObject): JsonObject | undefined {
  const [, kind, owner] = PLACE.exec(path) ?? [];
  if (kind === 'part') return { ...value, messageID: filled(value.messageID) ?? owner, kind };
  if (kind === 'message' && ROLES.has(value.role)) return { ...value, sessionID: filled(value.sessionID) ?? owner, kind };
  return kind === 'session' && filled(value.id) !== undefined ? { ...value, kind } : undefined;
}

const isFolder = (source: Source): boolean =>
  source.records.some(({ value, path = '' }) => isObject(value) && ofFolder({ value, path })?.kind === 'message');

const createdAt = (info: JsonObject): number => (isObject(info.time) ? (numberOf(info.time.created) ?? 0) : 0);
const OWN_ID = /^(?:msg|prt)_/;
function byId(a: JsonObject, b: JsonObject): number {
  const [one, two] = [filled(a.id) ?? '', filled(b.id) ?? ''];
  if (!OWN_ID.test(one) || !OWN_ID.test(two) || one === two) return 0;
  return one < two ? -1 : 1;
}

function sessionsIn(source: Source): readonly StoredSession[] {
  const infos = new Map<string, JsonObject>();
  const messages = new Map<string, StoredMessage[]>();
  const parts = new Map<string, JsonObject[]>();
  const bare: SourceObject[] = [];
  const add = (session: string, stored: StoredMessage): void => {
    addTo(messages, session, stored);
  };
  for (const placed of objectsIn(source)) {
    const { line, path } = placed;
    const { kind, ...value } = ofFolder(placed) ?? placed.value;
    const place = placeAt(line, path);
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
      addTo(parts, id, value);
    } else if (kind === 'message' || (kind === undefined && isInfo(value))) bare.push({ ...placed, value });
    else if (kind === 'session' || (kind === undefined && isSession(value))) infos.set(filled(value.id)!, value);
  }
  for (const { value, line, path } of bare) {
    const id = filled(value.id)!;
    add(filled(value.sessionID)!, { info: value, parts: (parts.get(id) ?? []).sort(byId), place: placeAt(line, path) });
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

/** Parts without conversation: snapshots of the files, costs of a step, failed attempts. */
const UNSPOKEN = new Set(['step-finish', 'snapshot', 'patch', 'retry', 'agent']);

function readSessions(source: Source, report: Report): Transcript[] {
  const sessions = sessionsIn(source);
  const transcripts = new Map(sessions.map((session) => [session.id, readSession(session, report)]));
  const children = new Map<string, Transcript[]>();
  const roots: StoredSession[] = [];
  for (const session of sessions) {
    const parent = filled(session.info.parentID);
    if (parent === undefined || parent === session.id || !transcripts.has(parent)) roots.push(session);
    else addTo(children, parent, transcripts.get(session.id)!);
  }
  const seen = new Set<string>();
  const withChildren = (transcript: Transcript): Transcript => {
    seen.add(transcript.id);
    return { ...transcript, subagents: (children.get(transcript.id) ?? []).filter(({ id }) => !seen.has(id)).map(withChildren) };
  };
  const found = roots.map(({ id, info }) => {
    const transcript = withChildren(transcripts.get(id)!);
    const ofSession = filled(info.parentID);
    return ofSession === undefined ? transcript : { ...transcript, extra: { ...transcript.extra, ofSession } };
  });
  return [...found, ...sessions.filter(({ id }) => !seen.has(id)).map(({ id }) => transcripts.get(id)!)];
}

function readSession({ id, info, messages: stored }: StoredSession, report: Report): Transcript {
  const messages: Draft[] = [];
  const compactions: RecordedCompaction[] = [];
  const system = stored.flatMap(({ info: own }) => filled(own.system) ?? (listOf(own.system).filter(filled).join('\n\n') || [])).at(0);
  if (system) messages.push({ id: 'system', role: 'system', parts: [{ type: 'text', text: system }] });
  const undone = filled(objectOf(info.revert).messageID);
  const cut = undone === undefined ? -1 : stored.findIndex((message) => message.info.id === undone);
  let asked: Compaction | undefined;
  const taken: Draft[] = [];
  stored.forEach((message, i) => {
    const list = cut >= 0 && i >= cut ? taken : messages;
    const own = message.info.role === 'user' ? readPrompt(message, report) : readAnswer(message, report);
    if (list === messages) {
      asked = compactionOf(message) ?? asked;
      if (message.info.summary === true && message.info.role === 'assistant' && !message.info.error && own.length > 0) {
        const facts = { ...(asked?.trigger && { trigger: asked.trigger }), ...(asked?.keptFrom && { keptFrom: asked.keptFrom }) };
        own[0]!.compaction = { kind: 'summary', ...facts };
        own[0]!.synthetic = true;
        compactions.push({ at: messages.length, ...facts, summaryId: own[0]!.id });
        asked = undefined;
      }
    }
    for (const draft of own) list.push(draft);
  });
  const model = modelOf(messages);
  const fork = messages.at(-1)?.id;
  const branches: readonly Branch[] = taken.length > 0 ? [{ id: taken[0]!.id, ...(fork && { forkedFrom: fork }), messages: taken }] : [];
  return finishTranscript(
    {
      id,
      title: filled(info.title),
      format: 'opencode',
      model,
      messages,
      compactions,
      branches,
      extra: compact({ cwd: filled(info.directory) }),
    },
    report,
  );
}

interface Compaction {
  readonly trigger: string;
  readonly keptFrom?: string;
}

function compactionOf({ parts }: StoredMessage): Compaction | undefined {
  const part = parts.find(({ type }) => type === 'compaction');
  if (!part) return undefined;
  const keptFrom = filled(part.tail_start_id);
  return { trigger: part.overflow === true ? 'overflow' : part.auto === true ? 'auto' : 'manual', ...(keptFrom && { keptFrom }) };
}

const timeOf = ({ info }: StoredMessage): string | undefined => isoTime(objectOf(info.time).created);
const frame = (message: StoredMessage, role: Draft['role'], id: string, parts: readonly Part[]): Draft => {
  const ts = timeOf(message);
  return { id, role, parts, ...(ts && { ts }), origin: message.place };
};

function readPrompt(message: StoredMessage, report: Report): Draft[] {
  const said: Part[] = [];
  const added: Part[] = [];
  let asks = false;
  for (const part of message.parts) {
    if (part.type === 'compaction') asks = true;
    else for (const read of readPart(part, report, message.place)) (part.synthetic === true ? added : said).push(read);
  }
  const id = filled(message.info.id) ?? 'message';
  if (said.length === 0 && added.length === 0) return asks ? [] : [frame(message, 'user', id, [])];
  return [
    ...(said.length > 0 ? [frame(message, 'user', id, said)] : []),
    ...(added.length > 0 ? [{ ...frame(message, 'user', said.length > 0 ? `${id}/added` : id, added), synthetic: true }] : []),
  ];
}

function readAnswer(message: StoredMessage, report: Report): Draft[] {
  const { info, place } = message;
  const id = filled(info.id) ?? 'message';
  const nested = objectOf(info.model);
  const model = filled(info.modelID) ?? filled(nested.modelID);
  const steps: { parts: Part[]; results: ToolResultPart[]; usage: Usage | undefined }[] = [];
  let open: (typeof steps)[number] | undefined;
  const step = (): (typeof steps)[number] => {
    if (!open) {
      open = { parts: [], results: [], usage: undefined };
      steps.push(open);
    }
    return open;
  };
  for (const part of message.parts) {
    if (part.type === 'step-start') open = undefined;
    else if (part.type === 'step-finish') step().usage = usageOf(part.tokens, report, place);
    else if (part.type === 'tool') {
      const { call, result } = readTool(part, report, place);
      step().parts.push(call);
      if (result) step().results.push(result);
    } else {
      const read = readPart(part, report, place);
      if (read.length > 0) step().parts.push(...read);
    }
  }
  if (steps.length === 0) steps.push({ parts: [], results: [], usage: undefined });
  const whole = steps.length === 1 ? usageOf(info.tokens, report, place) : undefined;
  return steps.flatMap(({ parts, results, usage }, i): Draft[] => {
    const own = i === 0 ? id : `${id}/${i + 1}`;
    const spent = whole ?? usage;
    const said: Draft = { ...frame(message, 'assistant', own, parts), ...(model && { model }), ...(spent && { usage: spent }) };
    return results.length > 0 ? [said, frame(message, 'tool', `${own}/results`, results)] : [said];
  });
}

function usageOf(tokens: unknown, report: Report, place: Origin): Usage | undefined {
  if (!isObject(tokens)) return undefined;
  const cache = objectOf(tokens.cache);
  return usageFrom({ input: tokens.input, output: tokens.output, cacheRead: cache.read, cacheWrite: cache.write }, report, place);
}

function readTool(part: JsonObject, report: Report, place: Origin): { readonly call: Part; readonly result?: ToolResultPart } {
  const state = objectOf(part.state);
  const callId = filled(part.callID) ?? filled(part.id) ?? '';
  const name = textOf(part.tool) ?? '';
  const args = state.input === undefined ? (textOf(state.raw) ?? '{}') : typeof state.input === 'string' ? state.input : jsonText(state.input);
  const call: Part = { type: 'tool-call', id: callId, name, args };
  const failed = state.status === 'error';
  if (state.status !== 'completed' && !failed) return { call };
  if (isObject(state.time) && numberOf(state.time.compacted) !== undefined)
    report({ code: 'pruned-output', message: 'Outputs that the agent cleared later on were read in full.', ...place });
  const said = failed ? (textOf(state.error) ?? jsonText(state.error)) : (textOf(state.output) ?? jsonText(state.output));
  const files = objectsOf(state.attachments).flatMap((attached) => mediaOf(attached));
  return { call, result: resultOf(callId, [...texts(said), ...files], { name, isError: failed }) };
}

function mediaOf(part: JsonObject): readonly (ImagePart | FilePart)[] {
  const url = filled(part.url);
  const mime = filled(part.mime);
  if (url === undefined) return [];
  return [mediaPart(url, mime, filled(part.filename))];
}

function readPart(part: JsonObject, report: Report, place: Origin): readonly Part[] {
  const type = textOf(part.type) ?? '';
  const text = filled(part.text);
  if (type === 'text') {
    if (part.ignored === true) report({ code: 'hidden-text', message: 'Texts that the agent did not send to its model were left out.', ...place });
    return part.ignored === true ? [] : texts(text);
  }
  if (type === 'reasoning') return thoughts(text);
  if (type === 'file') return mediaOf(part);
  if (type === 'subtask') return texts(part.prompt);
  if (!UNSPOKEN.has(type)) report({ ...unknownPart(type), ...place });
  return [];
}

function detect(source: Source): number {
  if (isFolder(source)) return 0.97;
  const values = firstObjects(source);
  if (values.some((value) => isExport(value) && Array.isArray(value.messages) && value.messages.some(isStoredMessage))) return 0.97;
  if (values.some(isStoredMessage)) return 0.95;
  return values.some((value) => isPart(value) || isInfo(value)) && values.every((value) => isPart(value) || isInfo(value) || isSession(value))
    ? 0.95
    : 0;
}

export const opencode: Format = {
  id: 'opencode',
  evidence: 'recorded',
  written: { by: 'opencode', tested: '1.18.33', version: (source) => stated('info.version')(source) ?? stated('version', isSession)(source) },
  unread: 'the table `event` and what else repeats the messages',
  extension: 'json',
  detect,
  parse: (source, report) => readSessions(source, report),
};
