import type { Branch, Message, Origin, Part, RecordedCompaction, Role, Transcript } from '../../transcript/types.ts';
import { CLAUDE_SESSIONS, expectsFormat, otherFile } from '../../transcript/english.ts';
import { readBlocks, readSummaryUsage, readUsage } from '../anthropic-messages/blocks.ts';
import type { ImportError, Report, Source } from '../contract.ts';
import { type Draft, finishTranscript, modelOf } from '../finish.ts';
import { addTo, filled, isObject, isoTime, type JsonObject, jsonText, listOf, objectsOf, textOf } from '../json.ts';
import type { Boundary, Links, MessageLine, Session } from './lines.ts';
import { attachedParts, conversationsIn, parentOf, readSession, sessionLines } from './lines.ts';
import { importError } from '../encoding.ts';
import { splitResults } from '../format-parts.ts';

function sidechainRoots(lines: readonly MessageLine[], links: Links): ReadonlyMap<MessageLine, string> {
  const roots = new Map<string, string>();
  const found = new Map<MessageLine, string>();
  for (const line of lines) if (line.sidechain) found.set(line, line.agent ?? rootOf(line.uuid, roots, links));
  return found;
}

function rootOf(uuid: string, roots: Map<string, string>, links: Links): string {
  const path: string[] = [];
  let at = uuid;
  let root = roots.get(at);
  while (root === undefined) {
    path.push(at);
    // Until its root is known, a line is its own root, which ends cycles.
    roots.set(at, at);
    const parent = parentOf(links.get(at));
    if (parent === undefined || links.get(parent)?.isSidechain !== true) root = at;
    else {
      root = roots.get(parent);
      at = parent;
    }
  }
  for (const step of path) roots.set(step, root);
  return root;
}

/**
 * Abandoned branches, by their first line: where two lines of user text have the same parent, the one whose descendants reach furthest into
 * the file continues; the others and everything below them were abandoned (rewind, edit). Parallel tool calls branch the tree too, but
 * their lines hold results, not text, and stay.
 */
function abandonedLines(lines: readonly MessageLine[]): ReadonlyMap<MessageLine, readonly MessageLine[]> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { uuid } of lines) (seen.has(uuid) ? shared : seen).add(uuid);
  const children = new Map<string, MessageLine[]>();
  for (const line of lines) {
    if (line.parent === null || shared.has(line.parent) || shared.has(line.uuid)) continue;
    addTo(children, line.parent, line);
  }
  const abandoned = new Map<MessageLine, readonly MessageLine[]>();
  const gone = new Set<MessageLine>();
  const reach = reaches(lines);
  for (const siblings of children.values()) {
    if (siblings.length < 2) continue;
    const texts = siblings.filter((line) => !gone.has(line) && isPrompt(line));
    if (texts.length < 2) continue;
    const kept = texts.reduce((best, line) => ((reach.get(line.uuid) ?? 0) > (reach.get(best.uuid) ?? 0) ? line : best));
    for (const line of texts) {
      if (line === kept) continue;
      const own = descendants(line, children, gone).sort((a, b) => a.order - b.order);
      for (const below of own) gone.add(below);
      abandoned.set(line, own);
    }
  }
  return abandoned;
}

function reaches(lines: readonly MessageLine[]): ReadonlyMap<string, number> {
  const byUuid = new Map(lines.map((line) => [line.uuid, line]));
  const reach = new Map<string, number>();
  for (const last of lines.toSorted((a, b) => b.order - a.order)) {
    let at: MessageLine | undefined = last;
    while (at && !reach.has(at.uuid)) {
      reach.set(at.uuid, last.order);
      at = at.parent === null ? undefined : byUuid.get(at.parent);
    }
  }
  return reach;
}

function descendants(first: MessageLine, children: ReadonlyMap<string, readonly MessageLine[]>, gone: ReadonlySet<MessageLine>): MessageLine[] {
  const found = new Set<MessageLine>([first]);
  for (const line of found) for (const child of children.get(line.uuid) ?? []) if (!gone.has(child)) found.add(child);
  return [...found];
}

function isPrompt(line: MessageLine): boolean {
  if (line.kind !== 'user' || line.value.isMeta === true || line.value.isCompactSummary === true || line.message.attachment !== undefined)
    return false;
  const { content } = line.message;
  return typeof content === 'string' || !objectsOf(content).some((block: JsonObject) => block.type === 'tool_result');
}

const NO_TIME = '1970-';

export function parseClaudeCode(source: Source, report: Report): readonly Transcript[] | ImportError {
  const all = sessionLines(source);
  const lines = all.filter(({ value }) => !isSummariser(value));
  if (lines.length < all.length) {
    if (lines.length === 0) return importError('not-a-session', otherFile('Claude Code', CLAUDE_SESSIONS), expectsFormat('claude-code'));
    report({
      code: 'internal-summariser',
      message: 'Lines of the agent that writes the summaries of compactions were left out.',
      count: all.length - lines.length,
    });
  }
  return conversationsIn(lines, report).flatMap((own) => readConversation(readSession(own, report), report));
}

const isSummariser = ({ agentId }: JsonObject): boolean => filled(agentId)?.startsWith('acompact-') === true;

function readConversation(session: Session, report: Report): Transcript[] {
  const lines = session.entries.filter((entry): entry is MessageLine => entry.kind !== 'boundary');
  if (lines.length === 0) return [];
  const roots = sidechainRoots(lines, session.links);
  const main = session.entries.filter((entry) => !entry.sidechain);
  const hasMain = main.some((entry) => entry.kind !== 'boundary');
  const chains = new Map<string, MessageLine[]>();
  for (const line of lines) {
    if (!line.sidechain) continue;
    const root = roots.get(line)!;
    addTo(chains, root, line);
  }
  const tasks = chains.size > 0 ? taskPrompts(lines) : new Map<string, Task>();
  const subagents = [...chains].map(([id, chain]) => subagent(id, chain, tasks, session, report));
  if (hasMain) return [mainLine(main, subagents, session, report)];
  const ofSession = filled(session.header.sessionId);
  return subagents.map((agent) => (ofSession === undefined ? agent : { ...agent, extra: { ...agent.extra, ofSession } }));
}

function mainLine(entries: readonly (MessageLine | Boundary)[], subagents: readonly Transcript[], session: Session, report: Report): Transcript {
  const abandoned = abandonedLines(entries.filter((entry): entry is MessageLine => entry.kind !== 'boundary'));
  const left = new Set([...abandoned.values()].flat());
  const kept = assemble(
    entries.filter((entry) => entry.kind === 'boundary' || !left.has(entry)),
    report,
  );
  const branches = [...abandoned].map(([first, lines]): Branch => {
    const forkedFrom = first.parent === null ? undefined : kept.messageOf(first.parent, session);
    return { id: first.uuid, ...(forkedFrom && { forkedFrom }), messages: assemble(lines, report).messages };
  });
  return complete(filled(session.header.sessionId) ?? 'session', kept, branches, subagents, session, report);
}

function subagent(id: string, lines: readonly MessageLine[], tasks: ReadonlyMap<string, Task>, session: Session, report: Report): Transcript {
  const kept = assemble(lines, report);
  const first = kept.messages[0]?.parts[0];
  const task = first?.type === 'text' ? tasks.get(first.text) : undefined;
  const transcript = complete(id, kept, [], [], session, report);
  return { ...transcript, title: task?.title ?? transcript.title, extra: { ...transcript.extra, ...(task && { parentCall: task.call }) } };
}

function complete(
  id: string,
  kept: Assembly,
  branches: readonly Branch[],
  subagents: readonly Transcript[],
  session: Session,
  report: Report,
): Transcript {
  const model = modelOf(kept.messages);
  const extra = Object.fromEntries(
    ['cwd', 'version', 'gitBranch'].flatMap((key) => (filled(session.header[key]) ? [[key, session.header[key]]] : [])),
  );
  return finishTranscript(
    {
      id,
      title: session.title,
      format: 'claude-code',
      model,
      messages: kept.messages,
      compactions: kept.compactions,
      branches,
      subagents,
      extra,
    },
    report,
  );
}

interface Task {
  readonly title: string;
  readonly call: string;
}

function taskPrompts(lines: readonly MessageLine[]): ReadonlyMap<string, Task> {
  const tasks = new Map<string, Task>();
  for (const line of lines) {
    if (line.kind !== 'assistant') continue;
    for (const block of objectsOf(line.message.content)) {
      const input = block.type === 'tool_use' ? (block.input as JsonObject | undefined) : undefined;
      const prompt = filled(input?.prompt);
      if (prompt)
        tasks.set(prompt, { title: filled(input?.description) ?? filled(input?.subagent_type) ?? 'subagent', call: textOf(block.id) ?? '' });
    }
  }
  return tasks;
}

interface Assembly {
  readonly messages: Message[];
  readonly compactions: RecordedCompaction[];
  messageOf(uuid: string, session: Session): string | undefined;
}

interface Group {
  readonly index: number;
  readonly parts: Part[];
  readonly first: MessageLine;
  seen?: Set<string>;
}

function assemble(entries: readonly (MessageLine | Boundary)[], report: Report): Assembly {
  const messages: Draft[] = [];
  const compactions: RecordedCompaction[] = [];
  const groups = new Map<string, Group>();
  const holders = new Map<string, string>();
  const wrote = new Map<string, number>();
  let boundary: Boundary | undefined;
  const flush = (summary?: Draft): void => {
    if (!boundary && !summary) return;
    const facts = {
      ...(boundary?.tokensBefore !== undefined && { tokensBefore: boundary.tokensBefore }),
      ...(boundary?.trigger && { trigger: boundary.trigger }),
    };
    const keptFrom = boundary?.keptFrom === undefined ? undefined : holders.get(boundary.keptFrom);
    const left = boundary?.tokensAfter === undefined ? {} : { tokensAfter: boundary.tokensAfter };
    compactions.push({ at: messages.length, ...facts, ...left, ...(summary && { summaryId: summary.id }), ...(keptFrom && { keptFrom }) });
    if (summary) messages.push({ ...summary, synthetic: true, compaction: { kind: 'summary', ...facts, ...(keptFrom && { keptFrom }) } });
    boundary = undefined;
  };

  /** As with an answer's usage, the last line of a message counts. */
  const countSummary = (entry: MessageLine, apiId: string): void => {
    const k = wrote.get(apiId);
    const usage = k === undefined ? undefined : readSummaryUsage(entry.message.usage, report, originOf(entry));
    if (usage) compactions[k!] = { ...compactions[k!]!, usage };
  };

  for (const entry of entries) {
    if (entry.kind === 'boundary') {
      flush();
      boundary = entry;
      continue;
    }
    const { attachment } = entry.message;
    const { parts, compaction } = isObject(attachment)
      ? { parts: attachedParts(attachment), compaction: undefined }
      : readBlocks(entry.message.content, report, originOf(entry));
    const apiId = textOf(entry.message.id) ?? entry.uuid;
    const group = entry.kind === 'assistant' ? groups.get(apiId) : undefined;
    if (group) {
      addLine(group, messages, entry, parts, report);
      countSummary(entry, apiId);
      holders.set(entry.uuid, messages[group.index]!.id);
      continue;
    }
    if (compaction !== undefined) {
      flush({ ...frame(entry, holders, 'user', [{ type: 'text', text: compaction }]), id: `${entry.uuid}/compaction` });
      wrote.set(apiId, compactions.length - 1);
    }
    countSummary(entry, apiId);
    if (parts.length === 0 && compaction !== undefined) continue;
    if (entry.kind === 'user' && entry.value.isCompactSummary === true) {
      flush(frame(entry, holders, 'user', parts));
      holders.set(entry.uuid, entry.uuid);
      continue;
    }
    flush();
    if (entry.kind === 'assistant') {
      const own = [...parts];
      groups.set(apiId, { index: messages.length, parts: own, first: entry });
      const message = frame(entry, holders, 'assistant', own);
      setAnswer(message, entry, report);
      messages.push(message);
      holders.set(entry.uuid, entry.uuid);
      continue;
    }
    const runs = parts.length > 0 ? splitResults(parts) : [{ results: false, parts }];
    runs.forEach((run, i) => {
      const message = frame(entry, holders, run.results ? 'tool' : 'user', run.parts);
      if (i > 0) message.id = `${entry.uuid}/${i + 1}`;
      if (isInjected(entry, run.parts)) message.synthetic = true;
      messages.push(message);
      holders.set(entry.uuid, message.id);
    });
  }
  flush();
  return {
    messages,
    compactions,
    messageOf(uuid, session) {
      let at: string | undefined = uuid;
      for (let steps = 0; at && !holders.has(at) && steps < 10_000; steps++) at = parentOf(session.links.get(at));
      return at ? holders.get(at) : undefined;
    },
  };
}

const originOf = (entry: MessageLine): Origin => (entry.line === undefined ? { path: entry.path ?? '$' } : { line: entry.line });

function frame(entry: MessageLine, holders: ReadonlyMap<string, string>, role: Role, parts: readonly Part[]): Draft {
  const message: Draft = { id: entry.uuid, role, parts };
  const ts = isoTime(entry.value.timestamp);
  if (ts && !ts.startsWith(NO_TIME)) message.ts = ts;
  const parentId = entry.parent === null ? undefined : holders.get(entry.parent);
  if (parentId !== undefined) message.parentId = parentId;
  message.origin = originOf(entry);
  return message;
}

function setAnswer(message: Draft, entry: MessageLine, report: Report): void {
  const model = filled(entry.message.model);
  const injected = model === '<synthetic>' || entry.value.isApiErrorMessage === true;
  if (model && !injected) message.model = model;
  if (injected && message.model === undefined) message.synthetic = true;
  else delete message.synthetic;
  const usage = injected ? undefined : readUsage(entry.message.usage, report, originOf(entry));
  if (usage) message.usage = usage;
}

const blockKeys = (entry: MessageLine): readonly string[] => listOf(entry.message.content).map((block) => jsonText(block));

function addLine(group: Group, messages: readonly Draft[], entry: MessageLine, parts: readonly Part[], report: Report): void {
  group.seen ??= new Set(blockKeys(group.first));
  const { seen } = group;
  const keys = blockKeys(entry);
  if (!keys.every((key) => seen.has(key))) for (const part of parts) group.parts.push(part);
  for (const key of keys) seen.add(key);
  setAnswer(messages[group.index]!, entry, report);
}

/** Lines written by the harness, not a person: marked ones, and text that consists of its tags alone. */
function isInjected(entry: MessageLine, parts: readonly Part[]): boolean {
  if (entry.value.isMeta === true || entry.message.attachment !== undefined) return true;
  return (
    parts.length > 0 &&
    parts.every(
      (part) =>
        part.type === 'text' &&
        /^\s*<(local-command-stdout|local-command-stderr|local-command-caveat|system-reminder|task-notification)>[\s\S]*<\/\1>\s*$/.test(part.text),
    )
  );
}
