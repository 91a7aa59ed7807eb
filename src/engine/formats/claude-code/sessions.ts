/** Which lines of a file belong to one conversation. */
import type { Report } from '../contract.ts';
import { filled, isObject, listOf, textOf, type JsonObject } from '../json.ts';

export interface SessionLine {
  readonly value: JsonObject;
  readonly line: number | undefined;
  readonly path: string | undefined;
}

export function severalSessions(lines: readonly SessionLine[]): boolean {
  let first: unknown;
  for (const { value } of lines) {
    if (typeof value.sessionId !== 'string') continue;
    first ??= value.sessionId;
    if (first !== value.sessionId) return true;
  }
  return false;
}

/** What a copy of a line in another session shares with it: kind, time and content. Undefined for lines without a time. */
export function copyKey({ type, timestamp, message }: JsonObject): string | undefined {
  const ts = filled(timestamp);
  if (!ts || !isObject(message)) return undefined;
  return `${textOf(type)} ${ts} ${textOf(message.id) ?? ''} ${contentKey(message.content)}`;
}

export const saidKey = (message: JsonObject): string => `${textOf(message.id) ?? ''} ${contentKey(message.content)}`;

function contentKey(content: unknown): string {
  if (typeof content === 'string') return `${content.length} ${content.slice(0, 200)}`;
  return listOf(content)
    .map((block) =>
      isObject(block)
        ? `${textOf(block.type)} ${textOf(block.id) ?? textOf(block.tool_use_id) ?? ''} ${(textOf(block.text) ?? textOf(block.thinking) ?? '').slice(0, 200)}`
        : '',
    )
    .join('|');
}

/** Lines by conversation, in order of their first line. */
export function conversationsIn(lines: readonly SessionLine[], report: Report): readonly (readonly SessionLine[])[] {
  if (!severalSessions(lines)) return [lines];
  const joined = new UnionFind();
  const sessions = sessionsOf(lines);
  const owners = new Map<string, string>();
  lines.forEach(({ value }, i) => {
    for (const key of [filled(value.uuid), copyKey(value)]) {
      if (key === undefined) continue;
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, sessions[i]!);
      else joined.join(owner, sessions[i]!);
    }
  });
  lines.forEach(({ value }, i) => {
    for (const parent of [filled(value.parentUuid), filled(value.logicalParentUuid)]) {
      const owner = parent === undefined ? undefined : owners.get(parent);
      if (owner !== undefined) joined.join(owner, sessions[i]!);
    }
  });
  const conversations = new Map<string, SessionLine[]>();
  const met = new Set<string>();
  lines.forEach((line, i) => {
    const session = sessions[i]!;
    const root = joined.root(session);
    const own = conversations.get(root);
    if (own) own.push(line);
    else conversations.set(root, [line]);
    if (own && !met.has(session))
      report({
        code: 'sessions-joined',
        message: 'Parts of one session that stand apart in the file were joined.',
        ...(line.line !== undefined && { line: line.line }),
        ...(line.path !== undefined && { path: line.path }),
      });
    met.add(session);
  });
  return [...conversations.values()];
}

function sessionsOf(lines: readonly SessionLine[]): readonly string[] {
  const sessions: string[] = [];
  let next = '';
  for (let i = lines.length - 1; i >= 0; i--) {
    next = textOf(lines[i]!.value.sessionId) ?? next;
    sessions[i] = next;
  }
  let last = '';
  return sessions.map((session, i) => {
    last = textOf(lines[i]!.value.sessionId) ?? last;
    return session === '' ? last : session;
  });
}

class UnionFind {
  private readonly parents = new Map<string, string>();

  root(session: string): string {
    let at = session;
    for (let up = this.parents.get(at); up !== undefined; up = this.parents.get(at)) {
      const above = this.parents.get(up);
      if (above !== undefined) this.parents.set(at, above);
      at = up;
    }
    return at;
  }

  join(a: string, b: string): void {
    const [one, other] = [this.root(a), this.root(b)];
    if (one !== other) this.parents.set(other, one);
  }
}
