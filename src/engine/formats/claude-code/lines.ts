import type { Part } from '../../transcript/types.ts';
import type { Report, Source } from '../contract.ts';
import { tokenCount } from '../finish.ts';
import { imagePart } from '../format-parts.ts';
import { KindCounter, PARTS_JOINED, REPEATED_LINE } from '../encoding.ts';
import { addTo, compact, filled, isObject, type JsonObject, jsonText, listOf, namesIn, objectOf, textOf } from '../json.ts';

interface SessionLine {
  readonly value: JsonObject;
  readonly line: number | undefined;
  readonly path: string | undefined;
}

function severalSessions(lines: readonly SessionLine[]): boolean {
  let first: unknown;
  for (const { value } of lines) {
    if (typeof value.sessionId !== 'string') continue;
    first ??= value.sessionId;
    if (first !== value.sessionId) return true;
  }
  return false;
}

/** What a copy of a line in another session shares with it: kind, time and content. Undefined for lines without a time. */
function copyKey({ type, timestamp, message }: JsonObject): string | undefined {
  const ts = filled(timestamp);
  if (!ts || !isObject(message)) return undefined;
  return `${textOf(type)} ${ts} ${textOf(message.id) ?? ''} ${contentKey(message.content)}`;
}

const saidKey = (message: JsonObject): string => `${textOf(message.id) ?? ''} ${contentKey(message.content)}`;

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
    const own = conversations.has(root);
    addTo(conversations, root, line);
    if (own && !met.has(session))
      report({
        ...PARTS_JOINED,
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

// What Claude Code attaches to a prompt and sends to the model: files, memory, reminders, output of hooks.

const TEXT_FIELDS = namesIn(`
  content snippet text planContent addedBlocks addedLines skills blockingError contents file delta
`);
const ENTRY_FIELDS = ['status', 'name', 'subject', 'description'];
const DEEPEST = 4;

export function attachedParts(attachment: JsonObject): readonly Part[] {
  const shown = objectOf(attachment.content);
  const image = shown.type === 'image' ? objectOf(shown.file) : {};
  if (filled(image.base64)) return [imagePart(filled(image.base64)!, filled(image.type))];
  const text = attachmentsTextOf(attachment, 0);
  if (text.trim() === '') return [];
  const path = filled(attachment.displayPath) ?? filled(attachment.filename) ?? filled(attachment.path);
  return [{ type: 'text', text: path === undefined ? text : `${path}\n${text}` }];
}

function attachmentsTextOf(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (depth > DEEPEST) return '';
  if (Array.isArray(value))
    return listOf(value)
      .map((entry) => (isObject(entry) ? entryOf(entry, depth + 1) : attachmentsTextOf(entry, depth + 1)))
      .filter((text) => text !== '')
      .join('\n');
  if (!isObject(value)) return '';
  const found = [...TEXT_FIELDS].map((key) => attachmentsTextOf(value[key], depth + 1)).find((text) => text !== '');
  return found ?? '';
}

const entryOf = (entry: JsonObject, depth: number): string =>
  [...ENTRY_FIELDS.map((key) => filled(entry[key])), attachmentsTextOf(entry, depth)].filter((text) => text !== undefined && text !== '').join(' ');

export interface MessageLine {
  readonly kind: 'user' | 'assistant';
  readonly value: JsonObject;
  readonly message: JsonObject;
  readonly uuid: string;
  /** Null at the start and after a compaction. */
  readonly parent: string | null;
  readonly sidechain: boolean;
  readonly agent: string | undefined;
  readonly line: number | undefined;
  readonly path: string | undefined;
  readonly order: number;
}

export interface Boundary {
  readonly kind: 'boundary';
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  readonly trigger?: string;
  readonly keptFrom?: string;
  readonly sidechain: boolean;
  readonly order: number;
}

export type Links = ReadonlyMap<string, JsonObject>;

export const parentOf = (value: JsonObject | undefined): string | undefined =>
  value ? (filled(value.parentUuid) ?? filled(value.logicalParentUuid)) : undefined;

export interface Session {
  readonly entries: readonly (MessageLine | Boundary)[];
  /** Every line with a uuid, message or not: parents may be lines that are no messages. */
  readonly links: Links;
  readonly title?: string;
  readonly header: JsonObject;
}

const UNSPOKEN = namesIn(`
  progress queue-operation file-history-snapshot last-prompt permission-mode mode agent-name agent-color agent-setting frame-link pr-link started
  result relocated worktree-state bridge-session atis-latch tag attribution-snapshot speculation-accept content-replacement marble-origami-commit
  marble-origami-snapshot
`);

export function sessionLines(source: Source): readonly SessionLine[] {
  const lines: SessionLine[] = [];
  for (const { value, line, path } of source.records) {
    const list = Array.isArray(value)
      ? (value as readonly unknown[])
      : isObject(value) && Array.isArray(value.loglines)
        ? (value.loglines as readonly unknown[])
        : undefined;
    if (!list) {
      if (isObject(value)) lines.push({ value, line, path });
    } else {
      for (const [i, item] of list.entries()) if (isObject(item)) lines.push({ value: item, line: undefined, path: `${path ?? '$'}[${i}]` });
    }
  }
  return lines;
}

export function readSession(lines: readonly SessionLine[], report: Report): Session {
  const entries: (MessageLine | Boundary)[] = [];
  const links = new Map<string, JsonObject>();
  const byUuid = new Map<string, MessageLine>();
  const titles = new Titles();
  const copies = severalSessions(lines) ? new Copies() : undefined;
  const attachments = new KindCounter();
  const unknown = new KindCounter();
  let header: JsonObject = {};
  let order = 0;
  for (const { value, line, path } of lines) {
    order++;
    const type = textOf(value.type) ?? '';
    const uuid = filled(value.uuid) ?? `line-${line ?? order}`;
    const known = links.has(uuid);
    if (!known) links.set(uuid, value);
    if (titles.read(value, type)) continue;
    const message = messageOf(value, type);
    if (message) {
      const entry: MessageLine = {
        kind: type === 'assistant' ? 'assistant' : 'user',
        value,
        message,
        uuid,
        parent: filled(value.parentUuid) ?? null,
        sidechain: value.isSidechain === true,
        agent: filled(value.agentId),
        line,
        path,
        order,
      };
      if (copies?.has(entry) || (known && isRepeated(entry, byUuid.get(uuid)))) {
        report({ ...REPEATED_LINE, ...compact({ line, path }) });
        continue;
      }
      if (!byUuid.has(uuid)) byUuid.set(uuid, entry);
      if (header.sessionId === undefined) header = value;
      entries.push(entry);
    } else if (type === 'system') {
      const boundary = boundaryOf(value, order, report);
      if (boundary && !known) entries.push(boundary);
    } else if (type === 'attachment') {
      const kind = isObject(value.attachment) ? (textOf(value.attachment.type) ?? '') : '';
      attachments.add(kind, line);
    } else if (!UNSPOKEN.has(type)) unknown.add(type, line);
  }
  attachments.report('attachment', 'Attachments that the harness injected were left out', report);
  unknown.report('unknown-entry', 'Lines of unknown types were left out', report);
  const title = titles.best(links);
  return { entries: withoutRewritten(entries, report), links, ...(title && { title }), header };
}

/**
 * A history that was written again with new ids is one history: the answers are known by the ids of their requests (parse.ts adds their lines to
 * the first ones), and what is before a repeated answer and repeats an earlier line too is left out.
 */
function withoutRewritten(entries: readonly (MessageLine | Boundary)[], report: Report): readonly (MessageLine | Boundary)[] {
  const answers = new Map<string, string>();
  const prompts = new Map<string, MessageLine>();
  const again = new Set<MessageLine | Boundary>();
  for (const [i, entry] of entries.entries()) {
    if (entry.kind === 'boundary') continue;
    const key = saidKey(entry.message);
    if (entry.kind === 'user') {
      if (!prompts.has(key)) prompts.set(key, entry);
      continue;
    }
    if (filled(entry.message.id) === undefined) continue;
    const known = answers.get(key);
    if (known === undefined) answers.set(key, entry.uuid);
    if (known === undefined || known === entry.uuid) continue;
    for (let at = i - 1; at >= 0; at--) {
      const before = entries[at]!;
      if (before.kind !== 'user' || before.message.attachment !== undefined) break;
      const first = prompts.get(saidKey(before.message));
      if (first === undefined || first === before || again.has(before)) break;
      again.add(before);
      report({
        ...REPEATED_LINE,
        ...(before.line !== undefined && { line: before.line }),
        ...(before.path !== undefined && { path: before.path }),
      });
    }
  }
  return again.size === 0 ? entries : entries.filter((entry) => !again.has(entry));
}

function messageOf(value: JsonObject, type: string): JsonObject | undefined {
  if ((type === 'user' || type === 'assistant') && isObject(value.message)) return value.message;
  const attachment = type === 'attachment' && isObject(value.attachment) ? value.attachment : undefined;
  if (attachment?.type === 'queued_command' && (filled(attachment.prompt) || Array.isArray(attachment.prompt)))
    return { role: 'user', content: attachment.prompt };
  return attachment && attachedParts(attachment).length > 0 ? { role: 'user', attachment } : undefined;
}

const isRepeated = (entry: MessageLine, known: MessageLine | undefined): boolean =>
  known !== undefined && jsonText(known.message) === jsonText(entry.message);

function boundaryOf(value: JsonObject, order: number, report: Report): Boundary | undefined {
  if (value.subtype !== 'compact_boundary' && value.subtype !== 'microcompact_boundary') return undefined;
  const meta = isObject(value.compactMetadata) ? value.compactMetadata : objectOf(value.microcompactMetadata);
  const segment = filled(objectOf(meta.preservedSegment).headUuid);
  const tokensBefore = tokenCount(meta.preTokens, report);
  const tokensAfter = tokenCount(meta.postTokens, report);
  const trigger = value.subtype === 'microcompact_boundary' ? 'microcompact' : filled(meta.trigger);
  return {
    kind: 'boundary',
    ...(tokensBefore !== undefined && { tokensBefore }),
    ...(tokensAfter !== undefined && { tokensAfter }),
    ...(trigger && { trigger }),
    ...(segment && { keptFrom: segment }),
    sidechain: value.isSidechain === true,
    order,
  };
}

class Copies {
  private readonly seen = new Map<string, string>();

  has(entry: MessageLine): boolean {
    const key = copyKey({ ...entry.value, message: entry.message });
    if (key === undefined) return false;
    const session = filled(entry.value.sessionId) ?? '';
    const first = this.seen.get(key);
    if (first === undefined) this.seen.set(key, session);
    return first !== undefined && first !== session;
  }
}

class Titles {
  private custom: string | undefined;
  private generated: string | undefined;
  private readonly summaries: { readonly text: string; readonly leaf: string | undefined }[] = [];

  read(value: JsonObject, type: string): boolean {
    if (type === 'custom-title') this.custom = filled(value.customTitle) ?? this.custom;
    else if (type === 'ai-title') this.generated = filled(value.aiTitle) ?? this.generated;
    else if (type === 'summary' && filled(value.summary)) this.summaries.push({ text: filled(value.summary)!, leaf: filled(value.leafUuid) });
    else return false;
    return true;
  }

  best(links: ReadonlyMap<string, unknown>): string | undefined {
    return (
      this.custom ??
      this.generated ??
      this.summaries.findLast(({ leaf }) => leaf !== undefined && links.has(leaf))?.text ??
      this.summaries.at(-1)?.text
    );
  }
}
