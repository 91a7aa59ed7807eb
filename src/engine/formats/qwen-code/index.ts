/**
 * Sessions of Qwen Code: `~/.qwen/projects/<slug>/chats/<id>.jsonl`. Lines are linked like Claude Code's, their messages are Gemini's.
 * Shapes: a session recorded with 0.24.4, and fixtures of older versions.
 */
import type { Origin, Part, Transcript, Usage } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { readContent } from '../gemini-api/content.ts';
import { compact, filled, isObject, isoTime, type JsonObject, jsonText, namesIn, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { branchesOf, firstObjects, lineOrPath, linesOf, objectsIn, stated } from '../lists.ts';
import { KindCounter, MISSING_PARENT } from '../encoding.ts';
import { Talk } from '../chat-messages.ts';
import { type Draft, tokenCount, usageWithin } from '../finish.ts';

interface Line {
  uuid: string;
  parentUuid: string | null;
  sessionId: string;
  timestamp: string;
  type: 'user' | 'assistant' | 'tool_result' | 'system';
  subtype?: string;
  /** Who wrote it: `real_user` is the person. */
  provenance?: string;
  cwd: string;
  version: string;
  model?: string;
  message?: { role: 'user' | 'model'; parts: readonly object[] };
  usageMetadata?: Counts;
  /** `resultDisplay` repeats the result for the screen. */
  toolCallResult?: { callId: string; status: 'success' | 'error' | 'cancelled'; resultDisplay?: unknown };
  systemPayload?: object;
}
interface Counts {
  promptTokenCount: number;
  candidatesTokenCount: number;
  thoughtsTokenCount: number;
  totalTokenCount: number;
  cachedContentTokenCount: number;
}
interface Compression {
  /** `compressionStatus` 1: done. */
  info: { originalTokenCount: number; newTokenCount: number; compressionStatus: number; triggerReason?: string };
  compressedHistory: readonly object[];
}

const UNSPOKEN = namesIn(`
  ui_telemetry attribution_snapshot file_history_snapshot slash_command notification rewind custom_title chat_compression at_command
  session_artifact_snapshot
`);

const isLine = (value: JsonObject): value is JsonObject & { readonly uuid: string } =>
  typeof value.uuid === 'string' && typeof value.sessionId === 'string' && 'parentUuid' in value && typeof value.type === 'string';
const isMessage = (value: JsonObject): boolean => isLine(value) && isObject(value.message) && Array.isArray(value.message.parts);

interface Entry {
  readonly id: string;
  readonly parent: string | null;
  readonly value: Raw<Line>;
  readonly more: Raw<Line>[];
  readonly origin: Origin;
}

function sessionsIn(source: Source, report: Report): readonly Entry[][] {
  const sessions = new Map<string, Map<string, Entry>>();
  for (const { value, line, path } of objectsIn(source)) {
    const origin: Origin = lineOrPath(line, path);
    if (!isLine(value)) {
      report({ code: 'unknown-entry', message: 'Lines that are no part of a session were left out.', ...origin });
      continue;
    }
    const session = sessions.get(String(value.sessionId)) ?? new Map<string, Entry>();
    sessions.set(String(value.sessionId), session);
    const same = session.get(value.uuid);
    if (same) same.more.push(value);
    else session.set(value.uuid, { id: value.uuid, parent: parentOf(value, session, report, origin), value, more: [], origin });
  }
  return [...sessions.values()].map((session) => [...session.values()]);
}

/** A parent that is not in the file: the line follows the one before. */
function parentOf(value: JsonObject, session: ReadonlyMap<string, Entry>, report: Report, origin: Origin): string | null {
  const parent = filled(value.parentUuid);
  if (parent === undefined || session.has(parent)) return parent ?? null;
  const before = [...session.keys()].at(-1);
  if (before !== undefined) report({ ...MISSING_PARENT, ...origin });
  return before ?? null;
}

const isSnapshot = ({ value }: Entry): boolean => value.type === 'system' && /snapshot|telemetry/.test(textOf(value.subtype) ?? '');

function readSession(entries: readonly Entry[], report: Report): Transcript {
  const leaf = entries.findLast((entry) => !isSnapshot(entry)) ?? entries.at(-1)!;
  const { main, branches } = linesOf(entries, leaf);
  const unknown = new KindCounter();
  const talk = new Talk(report);
  const holders = new Map<string, string>();
  for (const entry of main) {
    readEntry(entry, talk, unknown, report);
    const last = talk.messages.at(-1)?.id;
    if (last !== undefined) holders.set(entry.id, last);
  }
  const read = (nodes: readonly Entry[]): Draft[] => {
    const own = new Talk(report);
    for (const entry of nodes) readEntry(entry, own, unknown, report);
    return own.messages;
  };
  const left = branchesOf(branches, read, holders);
  unknown.report('unknown-entry', 'Lines of unknown types were left out', report);
  const titled = main.findLast(({ value }) => value.subtype === 'custom_title')?.value.systemPayload;
  const title = isObject(titled) ? (filled(titled.customTitle) ?? filled(titled.title)) : undefined;
  const { sessionId, cwd } = leaf.value;
  return talk.finish({
    id: String(sessionId),
    title,
    format: 'qwen-code',
    branches: left,
    ...(filled(cwd) && { extra: { cwd } }),
  });
}

function readEntry({ id, value, more, origin }: Entry, talk: Talk, unknown: KindCounter, report: Report): void {
  if (value.type === 'system') {
    const subtype = textOf(value.subtype) ?? '';
    if (subtype === 'chat_compression' && isObject(value.systemPayload)) readCompression(value.systemPayload, talk, { id, origin }, report);
    else if (!UNSPOKEN.has(subtype)) unknown.add(subtype || 'system', origin.line);
    return;
  }
  const parts = [value, ...more].flatMap(({ message }) =>
    isObject(message) && Array.isArray(message.parts) ? (message.parts as readonly unknown[]) : [],
  );
  const role = value.type === 'assistant' ? 'model' : 'user';
  const ts = isoTime(value.timestamp);
  const usage = value.type === 'assistant' ? readUsage(value.usageMetadata, report, origin) : undefined;
  const by = value.provenance === undefined ? 'real_user' : value.provenance;
  const synthetic = value.type === 'user' && (by !== 'real_user' || value.subtype === 'notification') ? true : undefined;
  const failed = isObject(value.toolCallResult) && value.toolCallResult.status === 'error';
  for (const draft of readContent({ role, parts }, { id, origin }, report)) {
    const own: readonly Part[] = failed ? draft.parts.map((part) => (part.type === 'tool-result' ? { ...part, isError: true } : part)) : draft.parts;
    talk.messages.push(
      compact({
        ...draft,
        parts: own,
        ts,
        ...(draft.role === 'assistant' && { model: filled(value.model), usage }),
        ...(draft.role === 'user' && { synthetic }),
      }),
    );
  }
}

function readCompression(payload: Raw<Compression>, talk: Talk, { id, origin }: { id: string; origin: Origin }, report: Report): void {
  const info: JsonObject = objectOf(payload.info);
  if (info.compressionStatus !== undefined && info.compressionStatus !== 1) return;
  const byText = new Map(talk.messages.map((message) => [jsonText([message.role, message.parts]), message.id]));
  const kept: string[] = [];
  const added: Part[] = [];
  for (const content of objectsOf(payload.compressedHistory))
    for (const draft of readContent(content, { id, origin }, report)) {
      const known = byText.get(jsonText([draft.role, draft.parts]));
      if (known !== undefined) kept.push(known);
      else added.push(...draft.parts);
    }
  talk.compacted(added, {
    id,
    origin,
    ...compact({
      tokensBefore: tokenCount(info.originalTokenCount, report, origin),
      tokensAfter: tokenCount(info.newTokenCount, report, origin),
      trigger: filled(info.triggerReason),
      keptFrom: kept[0],
      kept: kept.length > 0 ? kept : undefined,
    }),
  });
}

function readUsage(usage: unknown, report: Report, origin: Origin): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const {
    promptTokenCount: prompt,
    candidatesTokenCount: answer,
    thoughtsTokenCount: thoughts,
    totalTokenCount: total,
    cachedContentTokenCount,
  } = usage as Raw<Counts>;
  const apart = typeof total === 'number' && typeof prompt === 'number' && typeof answer === 'number' && total > prompt + answer;
  const output = apart && typeof thoughts === 'number' ? answer + thoughts : answer;
  return usageWithin({ input: prompt, output, cacheRead: cachedContentTokenCount, cacheWrite: 0 }, report, origin);
}

const startsLike = (source: Source): number => {
  const lines = firstObjects(source);
  if (lines.some(isMessage)) return 0.985;
  return lines.some((value) => isLine(value) && (value.type === 'tool_result' || value.type === 'system') && 'provenance' in value) ? 0.95 : 0;
};

export const qwenCode: Format = {
  id: 'qwen-code',
  evidence: 'recorded',
  written: { by: 'Qwen Code', tested: '0.24.4', version: stated('version') },
  extension: 'jsonl',
  detect: startsLike,
  parse: (source: Source, report: Report) => sessionsIn(source, report).map((entries) => readSession(entries, report)),
};
