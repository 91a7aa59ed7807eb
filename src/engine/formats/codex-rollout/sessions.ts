/** Which lines of a file belong to which session. */
import type { Origin } from '../../transcript/types.ts';
import type { Report, Source } from '../contract.ts';
import { filled, isObject, isoTime, jsonText, type JsonObject } from '../json.ts';

export interface RolloutLine {
  readonly value: JsonObject;
  readonly origin: Origin;
}

export function headerOf(line: JsonObject): JsonObject | undefined {
  if (line.type === 'session_meta') return isObject(line.payload) ? line.payload : undefined;
  return filled(line.type) === undefined && filled(line.record_type) === undefined && 'instructions' in line ? line : undefined;
}

/**
 * Id of the session whose agent started this one as a subagent; a fork by a person has none. Newer headers name it beside the source
 * (openai/codex #25113), older ones within it.
 */
export function parentOf(header: JsonObject): string | undefined {
  const { subagent } = isObject(header.source) ? header.source : {};
  const spawn = isObject(subagent) && isObject(subagent.thread_spawn) ? subagent.thread_spawn : {};
  return filled(header.parent_thread_id) ?? filled(spawn.parent_thread_id);
}

const originsOf = (header: JsonObject): readonly string[] => [header.forked_from_id, parentOf(header)].flatMap((id) => filled(id) ?? []);

interface SessionDraft {
  readonly lines: RolloutLine[];
  id: string | undefined;
  readonly ids: Set<string>;
  written?: Set<string>;
}

/**
 * The sessions of a file, the first line first. A header begins a session, unless the current session was forked from it (a fork repeats its source's
 * history, header included) or is the same one: a session stored twice, or a longer copy of it, is one session.
 */
export function sessionsOf(source: Source, report: Report): readonly (readonly RolloutLine[])[] {
  const sessions: SessionDraft[] = [];
  const byId = new Map<string, SessionDraft>();
  let current: SessionDraft | undefined;
  const begin = (): SessionDraft => {
    const session: SessionDraft = { lines: [], id: undefined, ids: new Set() };
    sessions.push(session);
    return session;
  };
  for (const line of linesOf(source)) {
    const header = headerOf(line.value);
    if (header) {
      const id = filled(header.id);
      const inside = current?.ids.has(id ?? '') ? current : undefined;
      const known = inside ?? (id === undefined ? undefined : byId.get(id));
      if (known) {
        report({ code: 'sessions-joined', message: 'Parts of one session that stand apart in the file were joined.', ...line.origin });
        if (known.id === id) known.written ??= new Set(known.lines.map(({ value }) => jsonText(value)));
      }
      current = known ?? (current && current.id === undefined && current.ids.size === 0 ? current : begin());
      if (!known) {
        current.id = id ?? '';
        if (id !== undefined) byId.set(id, current);
      }
      for (const own of [...(id === undefined ? [] : [id]), ...originsOf(header)]) current.ids.add(own);
    }
    current ??= begin();
    if (current.written && isoTime(line.value.timestamp) !== undefined) {
      const text = jsonText(line.value);
      if (current.written.has(text)) {
        if (!header) report({ code: 'duplicate-line', message: 'Lines that repeat an earlier one were left out.', ...line.origin });
        continue;
      }
      current.written.add(text);
    }
    current.lines.push(line);
  }
  return sessions.map(({ lines }) => lines);
}

function* linesOf(source: Source): Generator<RolloutLine> {
  for (const { value, line, path } of source.records) {
    for (const [i, one] of (Array.isArray(value) ? value : [value]).entries()) {
      const origin = line === undefined ? { path: `${path ?? '$'}${Array.isArray(value) ? `[${i}]` : ''}` } : { line };
      if (isObject(one)) yield { value: one, origin };
    }
  }
}
