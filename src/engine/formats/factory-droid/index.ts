/**
 * Sessions of Factory's Droid: `~/.factory/sessions/<project>/<id>.jsonl`. Messages are Anthropic's, linked by `parentId`. Shapes: fixtures of
 * jazzyalex/agent-sessions @651e854f.
 */
import type { Origin, Transcript } from '../../transcript/types.ts';
import { readBlocks } from '../anthropic-messages/blocks.ts';
import type { Format, Report, Source } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, objectOf, type Raw, textOf } from '../json.ts';
import { branchesOf, firstObjects, lineOrPath, linesOf, runsIn, type SourceObject, stated } from '../lists.ts';
import { KindCounter } from '../encoding.ts';
import { Talk } from '../chat-messages.ts';
import type { Draft } from '../finish.ts';

interface SessionStart {
  type: 'session_start';
  id: string;
  title?: string;
  sessionTitle?: string;
  cwd: string;
  version: string;
}
interface MessageLine {
  type: 'message';
  id: string;
  parentId: string;
  timestamp: string;
  message: { role: 'user' | 'assistant'; content: string | readonly object[]; model?: string };
}
interface CompactionState {
  type: 'compaction_state';
  summary: { body: string } | string;
}

/** Lists that only the screen showed. */
const UNSPOKEN = new Set(['todo_state', 'session_end']);
const OWN = new Set(['todo_state', 'compaction_state']);

const isStart = (value: JsonObject): boolean => value.type === 'session_start' && typeof value.id === 'string';

function detect(source: Source): number {
  const lines = firstObjects(source);
  if (lines.some(isStart)) return lines.some(({ type, message }) => type === 'message' && isObject(message)) ? 0.985 : 0.6;
  return lines.some(({ type }) => OWN.has(String(type))) && lines.some(({ type, message }) => type === 'message' && isObject(message)) ? 0.96 : 0;
}

interface Entry {
  readonly id: string;
  readonly parent: string | null;
  readonly placed: SourceObject;
  readonly compactions: SourceObject[];
}

function readSession(lines: readonly SourceObject[], index: number, report: Report): Transcript {
  const start: Raw<SessionStart> = lines.find(({ value }) => isStart(value))?.value ?? {};
  const unknown = new KindCounter();
  const entries: Entry[] = [];
  const ids = new Set<string>();
  for (const placed of lines) {
    const { type, id, parentId } = placed.value;
    const last = entries.at(-1);
    if (type === 'compaction_state' && last) {
      last.compactions.push(placed);
      continue;
    }
    if (type !== 'message' && type !== 'compaction_state') {
      if (type !== 'session_start' && !UNSPOKEN.has(String(type))) unknown.add(textOf(type) ?? '', placed.line);
      continue;
    }
    const given = filled(parentId);
    const before = last?.id ?? null;
    const parent = given !== undefined && ids.has(given) ? given : given === undefined || given !== start.id ? before : null;
    const own = filled(id) ?? `line-${placed.line ?? placed.path}`;
    ids.add(own);
    entries.push({ id: own, parent, placed, compactions: [] });
  }
  unknown.report('unknown-entry', 'Lines of unknown types were left out', report);
  const talk = new Talk(report);
  const { main, branches } = linesOf(entries, entries.at(-1));
  const say = (own: Talk, nodes: readonly Entry[]): Draft[] => {
    for (const entry of nodes) readEntry(entry, own, report);
    return own.messages;
  };
  say(talk, main);
  return talk.finish({
    id: filled(start.id) ?? `session-${index + 1}`,
    title: filled(start.sessionTitle) ?? filled(start.title),
    format: 'factory-droid',
    branches: branchesOf(branches, (nodes) => say(new Talk(report), nodes)),
    extra: compact({ cwd: filled(start.cwd) }),
  });
}

function readEntry({ id, placed, compactions }: Entry, talk: Talk, report: Report): void {
  const { value } = placed;
  const origin = originOf(placed);
  if (value.type === 'compaction_state') {
    sayCompaction(placed, talk);
    return;
  }
  const { message, timestamp }: Raw<MessageLine> = value;
  const own: JsonObject = objectOf(message);
  const content = typeof own.content === 'string' ? [own.content] : own.content;
  const { parts } = readBlocks(content, report, origin);
  const role = own.role === 'assistant' ? 'assistant' : 'user';
  talk.say(role, parts, compact({ id, origin, ts: isoTime(timestamp), model: role === 'assistant' ? filled(own.model) : undefined }));
  for (const compaction of compactions) sayCompaction(compaction, talk);
}

const originOf = ({ line, path }: SourceObject): Origin => lineOrPath(line, path);

function sayCompaction(placed: SourceObject, talk: Talk): void {
  const { summary }: Raw<CompactionState> = placed.value;
  talk.compacted(isObject(summary) ? summary.body : summary, compact({ id: filled(placed.value.id), origin: originOf(placed) }));
}

export const factoryDroid: Format = {
  id: 'factory-droid',
  evidence: 'fixtures',
  written: { by: 'Droid', tested: '0.81.0', version: stated('version', isStart) },
  unread: 'the `.settings.json` beside a session, which has the usage',
  extension: 'jsonl',
  detect,
  parse: (source, report) => runsIn(source, isStart).map((lines, i) => readSession(lines, i, report)),
};
