import type { Branch, Message, Origin, Part, RecordedCompaction, ToolResultPart, Transcript, Usage } from '../../transcript/types.ts';
import type { Format, FormatCapabilities, Report, Source } from '../contract.ts';
import { type Draft, finishTranscript, modelOf, tokenCount, UniqueIds, usageFrom } from '../finish.ts';
import { callOf, imagePart, isPiece, resultOf, texts, thoughts, unknownPart } from '../format-parts.ts';
import { argsObject, MISSING_PARENT, PARTS_JOINED, REPEATED_LINE, unknownLine, unknownRole } from '../encoding.ts';
import { compact, filled, isObject, isoTime, type JsonObject, jsonText, listOf, numberOf, textOf } from '../json.ts';
import { branchesOf, lineOrPath, type Lines, linesOf, stated } from '../lists.ts';
import { branchesByFork, prepareMessages } from '../prepare.ts';
import { SESSION_CARRIES } from '../contract.ts';

interface Entry {
  readonly value: JsonObject;
  readonly type: string;
  /** The entry's own id; in files of version 1, a number derived from its position. */
  readonly id: string;
  readonly parent: string | null;
  /** Index in the file from 0, as counted by version 1's `firstKeptEntryIndex`. */
  readonly index: number;
  readonly line: number | undefined;
  readonly path: string | undefined;
}

function readEntries(source: Source): readonly Entry[] {
  const entries: Entry[] = [];
  let place = 0;
  const add = (value: unknown, line: number | undefined, path: string | undefined): void => {
    const i = place++;
    if (!isObject(value)) return;
    entries.push({
      value,
      type: textOf(value.type) ?? '',
      id: filled(value.id) ?? `entry-${line ?? i + 1}`,
      parent: filled(value.parentId) ?? null,
      index: line === undefined ? i : line - 1,
      line,
      path,
    });
  };
  for (const { value, line, path } of source.records) {
    if (!Array.isArray(value)) add(value, line, path);
    else for (const [i, item] of value.entries()) add(item, undefined, `${path ?? '$'}[${i}]`);
  }
  return entries;
}

interface Session {
  readonly header: JsonObject;
  /** Position of the header in the file: version 1 counts entries from it. */
  readonly start: number;
  readonly entries: readonly Entry[];
}

function sessionsOf(all: readonly Entry[], report: Report): readonly Session[] {
  type Open = Session & { readonly entries: Entry[] };
  const sessions: Open[] = [];
  const byId = new Map<string, Open>();
  let current: Open | undefined;
  const begin = (header: JsonObject, start: number): Open => {
    const session: Open = { header, start, entries: [] };
    sessions.push(session);
    return session;
  };
  all.forEach((entry, i) => {
    if (entry.type !== 'session') {
      if (!current) current = begin({}, 0);
      current.entries.push(entry);
      return;
    }
    const id = filled(entry.value.id);
    const known = id === undefined ? undefined : byId.get(id);
    const next = all[i + 1];
    if (known && next && filled(next.value.id) !== undefined) {
      report({ ...PARTS_JOINED, ...placeOf(entry) });
      current = known;
      return;
    }
    current = begin(entry.value, entry.index);
    if (id !== undefined) byId.set(id, current);
  });
  return sessions;
}

const placeOf = ({ line, path }: Entry): { readonly line?: number; readonly path?: string } => lineOrPath(line, path);

const isTree = (entries: readonly Entry[]): boolean => entries.every((entry) => filled(entry.value.id) !== undefined);

/** The entries of a session as a valid tree: unique ids, each parent an entry. */
function mendTree(entries: readonly Entry[], report: Report): readonly Entry[] {
  if (!isTree(entries)) return entries;
  const given = new Set(entries.map((entry) => entry.id));
  const ids = new UniqueIds(given);
  const latest = new Map<string, Entry>();
  const written = new Map<string, Set<string>>();
  const mended: Entry[] = [];
  for (const entry of entries) {
    const before = latest.get(entry.id);
    let { id } = entry;
    if (before) {
      const same = written.get(id) ?? new Set([jsonText(before.value)]);
      written.set(id, same);
      if (same.size === same.add(jsonText(entry.value)).size) {
        report({ ...REPEATED_LINE, ...placeOf(entry) });
        continue;
      }
      report({ code: 'repeated-id', message: 'Messages or calls had the id of an earlier one and got ids of their own.', ...placeOf(entry) });
      id = ids.take(id);
    }
    const own = { ...entry, id, parent: before ? before.id : parentOf(entry) };
    mended.push(own);
    latest.set(entry.id, own);
  }
  return mended;

  function parentOf(entry: Entry): string | null {
    const { parent } = entry;
    if (parent === null) return null;
    if (parent !== entry.id && given.has(parent)) return latest.get(parent)?.id ?? parent;
    const last = mended.at(-1)?.id ?? null;
    if (last !== null) report({ ...MISSING_PARENT, ...placeOf(entry) });
    return last;
  }
}

const splitTree = (nodes: readonly Entry[]): Lines<Entry> =>
  nodes.length === 0 || !isTree(nodes) ? { main: nodes, branches: [] } : linesOf(nodes, nodes.at(-1)!);

interface BashRun {
  readonly command: string;
  readonly output: string;
  readonly exitCode?: number;
}

function readBash(message: JsonObject): BashRun {
  const exitCode = numberOf(message.exitCode);
  return { command: textOf(message.command) ?? '', output: textOf(message.output) ?? '', ...(exitCode !== undefined && { exitCode }) };
}

const bashText = ({ command, output, exitCode }: BashRun): string =>
  [`$ ${command}`, output === '' ? '(no output)' : output, ...(exitCode ? [`(exit code ${exitCode})`] : [])].join('\n');

const UNSPOKEN = new Set(['session', 'model_change', 'thinking_level_change', 'label', 'custom', 'session_info', 'usage']);
const NO_TIME = '1970-';

export const parsePi = (source: Source, report: Report): Transcript[] =>
  sessionsOf(readEntries(source), report).map((session) => readSession(session, report));

function readSession({ header, start, entries }: Session, report: Report): Transcript {
  const { main, branches } = splitTree(mendTree(entries, report));
  const { messages, compactions, holders } = assemble(main, start, report);
  const model = modelOf(messages) ?? filled(header.modelId);
  const title = entries.findLast((entry) => entry.type === 'session_info' && filled(entry.value.name) !== undefined)?.value.name;
  const left = branchesOf(branches, (path) => assemble(path, start, report).messages, holders);
  const head = { id: filled(header.id) ?? 'session', title: filled(title), format: 'pi', model, extra: compact({ cwd: filled(header.cwd) }) };
  return finishTranscript({ ...head, messages, compactions, branches: left }, report);
}

interface Assembly {
  readonly messages: Draft[];
  readonly compactions: RecordedCompaction[];
  readonly holders: ReadonlyMap<string, string>;
}

function assemble(entries: readonly Entry[], start: number, report: Report): Assembly {
  const messages: Draft[] = [];
  const compactions: RecordedCompaction[] = [];
  const holders = new Map<string, string>();
  const ids = new Set<string>();
  const places = new Map<string | number, number>(entries.flatMap((entry, i) => [[entry.id, i] as const, [entry.index - start, i] as const]));
  for (const entry of entries) {
    const message = readEntry(entry, report);
    if (message) {
      const ts = isoTime(entry.value.timestamp);
      if (ts && !ts.startsWith(NO_TIME)) message.ts = ts;
      const parentId = messages.at(-1)?.id;
      if (parentId !== undefined) message.parentId = parentId;
      if (entry.type === 'compaction') {
        const facts = compactionOf(entry, entries, places, ids, report);
        compactions.push({ at: messages.length, ...facts, summaryId: message.id });
        message.compaction = { kind: 'summary', ...facts };
      }
      ids.add(message.id);
      messages.push(message);
    }
    const holder = messages.at(-1)?.id;
    if (holder) holders.set(entry.id, holder);
  }
  return { messages, compactions, holders };
}

const originOf = (entry: Entry): Origin => (entry.line === undefined ? { path: entry.path ?? '$' } : { line: entry.line });

/** The message of an entry, also one without content (an aborted answer); undefined for entries that are not sent to the model. */
function readEntry(entry: Entry, report: Report): Draft | undefined {
  const { value, type } = entry;
  const draft: Draft = { id: entry.id, role: 'user', parts: [], origin: originOf(entry) };
  if (type === 'message' && isObject(value.message)) return readMessage(draft, value.message, report) ? draft : undefined;
  if (type === 'compaction' || type === 'branch_summary') setInjected(draft, value.summary, report);
  else if (type === 'custom_message') setInjected(draft, value.content, report);
  else {
    if (!UNSPOKEN.has(type)) report({ ...unknownLine(type), ...draft.origin });
    return undefined;
  }
  return draft;
}

function setInjected(draft: Draft, content: unknown, report: Report): void {
  draft.parts = readContent(content, report, draft.origin);
  draft.synthetic = true;
}

/** Fills the draft from a recorded message; false for messages that are not sent to the model. */
function readMessage(draft: Draft, message: JsonObject, report: Report): boolean {
  const role = textOf(message.role) ?? '';
  switch (role) {
    case 'assistant':
      draft.role = 'assistant';
      draft.parts = readContent(message.content, report, draft.origin);
      setAnswer(draft, message, report);
      return true;
    case 'toolResult':
      draft.role = 'tool';
      draft.parts = [readResult(message, report, draft.origin)];
      return true;
    case 'bashExecution': {
      if (message.excludeFromContext === true) {
        report({ code: 'excluded-from-context', message: 'Commands that the person kept out of the context were left out.', ...draft.origin });
        return false;
      }
      const run = readBash(message);
      draft.parts = [{ type: 'text', text: bashText(run) }];
      draft.extra = { bash: run };
      return true;
    }
    case 'custom':
    case 'hookMessage':
      setInjected(draft, message.content, report);
      return true;
    case 'branchSummary':
    case 'compactionSummary':
      setInjected(draft, message.summary, report);
      return true;
    default:
      if (role !== 'user') report({ ...unknownRole(role), ...draft.origin });
      draft.parts = readContent(message.content, report, draft.origin);
      return true;
  }
}

const ANSWER_FIELDS = ['api', 'provider', 'stopReason', 'errorMessage'] as const;

function setAnswer(draft: Draft, message: JsonObject, report: Report): void {
  const model = filled(message.model);
  if (model) draft.model = model;
  const usage = readUsage(message.usage, report, draft.origin);
  if (usage) draft.usage = usage;
  const extra: Record<string, unknown> = {};
  for (const key of ANSWER_FIELDS) if (filled(message[key])) extra[key] = message[key];
  if (Object.keys(extra).length > 0) draft.extra = extra;
}

function readResult(message: JsonObject, report: Report, place?: Origin): ToolResultPart {
  const content = readContent(message.content, report, place).filter(isPiece);
  return resultOf(message.toolCallId, content, { name: message.toolName, isError: message.isError === true });
}

function readContent(content: unknown, report: Report, place: Origin = {}): Part[] {
  if (typeof content === 'string') return texts(content);
  return listOf(content).flatMap((block): Part[] => {
    if (!isObject(block)) return [];
    const type = textOf(block.type) ?? '';
    if (type === 'text') return texts(block.text);
    if (type === 'thinking') {
      const { thinking, thinkingSignature: own } = block;
      return thoughts(thinking, block.redacted === true ? { encrypted: own } : { signature: own });
    }
    if (type === 'toolCall') return [callOf(block.id, block.name, block.arguments)];
    if (type === 'image' && filled(block.data)) return [imagePart(filled(block.data)!, filled(block.mimeType))];
    report({ ...unknownPart(type), ...place });
    return [];
  });
}

function readUsage(usage: unknown, report: Report, place?: Origin): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const { input, output, cacheRead, cacheWrite } = usage;
  return usageFrom({ input, output, cacheRead, cacheWrite }, report, place);
}

/** The reference to the first kept entry: its id, in version 1 its index in the file; `places` knows both. */
function compactionOf(
  entry: Entry,
  entries: readonly Entry[],
  places: ReadonlyMap<string | number, number>,
  before: ReadonlySet<string>,
  report: Report,
): { readonly tokensBefore?: number; readonly keptFrom?: string } {
  const { value } = entry;
  const tokensBefore = tokenCount(value.tokensBefore, report, originOf(entry));
  const first = places.get(filled(value.firstKeptEntryId) ?? numberOf(value.firstKeptEntryIndex) ?? '');
  let keptFrom: string | undefined;
  for (let i = first ?? entries.length; i < entries.length && entries[i] !== entry && keptFrom === undefined; i++) {
    const { id } = entries[i]!;
    if (before.has(id)) keptFrom = id;
  }
  return { ...(tokensBefore !== undefined && { tokensBefore }), ...(keptFrom !== undefined && { keptFrom }) };
}

const PI_CARRIES: FormatCapabilities = {
  ...SESSION_CARRIES,
  system: false,
  family: ['pi'],
  media: 'not-assistant',
  holds: (part) => part.type === 'image' && part.data !== undefined,
  records: 'totals',
  compactions: 'summaries',
  synthetic: 'user',
};

/**
 * The session lines of a transcript in version 3: header, title, entries linked by parent; the main line ends the file. An entry has the id
 * of its message. Where a message becomes several entries, the others get unused ids: readers resolve parents by id, and of two entries
 * with one id they would lose everything before the second.
 */
function piLines(transcript: Transcript, report: Report): readonly JsonObject[] {
  const messages = prepareMessages(transcript, PI_CARRIES, report);
  const bare = transcript.compactions.filter(({ summaryId }) => summaryId === undefined).length;
  if (bare > 0) report({ code: 'lost-compactions', message: 'Compactions without a readable summary were left out.', count: bare });
  const ids = new UniqueIds();
  const main = messages.map((message) => ids.take(message.id));
  const written = new Map(messages.map((message, i) => [message.id, main[i]!]));
  const writer = new EntryWriter(transcript, ids, report);
  const forks = new Map(branchesByFork(transcript));
  const forksOf = (from: string | undefined): readonly Branch[] => {
    const found = forks.get(from) ?? [];
    forks.delete(from);
    return found;
  };
  // A fork from a missing message starts at the beginning, like one without a fork point.
  for (const from of forks.keys()) if (from === undefined || !written.has(from)) writer.branches(forksOf(from));
  messages.forEach((message, i) => {
    const keptFrom = message.compaction?.keptFrom;
    writer.message(message, main[i]!, (keptFrom === undefined ? undefined : written.get(keptFrom)) ?? main[i + 1]);
    writer.branches(forksOf(message.id));
  });
  return writer.lines;
}

class EntryWriter {
  readonly lines: JsonObject[];
  private readonly transcript: Transcript;
  private readonly ids: UniqueIds;
  private readonly report: Report;
  private parent: string | null = null;
  private clock = 0;

  constructor(transcript: Transcript, ids: UniqueIds, report: Report) {
    this.transcript = transcript;
    this.ids = ids;
    this.report = report;
    const first = transcript.messages.find((message) => message.ts !== undefined)?.ts;
    this.lines = [{ type: 'session', version: 3, id: transcript.id, timestamp: this.time(first), cwd: filled(transcript.extra?.cwd) ?? '/' }];
    if (transcript.title) this.entry({ type: 'session_info', name: transcript.title }, ids.take('title'), undefined);
  }

  branches(branches: readonly Branch[]): void {
    const at = this.parent;
    for (const branch of branches) {
      const messages = prepareMessages(
        { ...this.transcript, messages: branch.messages, tools: [], branches: [], subagents: [] },
        PI_CARRIES,
        this.report,
      );
      const own = messages.map((message) => this.ids.take(message.id));
      for (const [i, message] of messages.entries()) this.message(message, own[i]!, own[i + 1]);
      this.parent = at;
    }
  }

  message(message: Message, first: string, keptFrom: string | undefined): void {
    let id: string | undefined = first;
    const next = (kind: string): string => {
      const given = id ?? this.ids.take(`${message.id}/${kind}`);
      id = undefined;
      return given;
    };
    const text = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    if (message.compaction) {
      const tokensBefore = message.compaction.tokensBefore ?? 0;
      this.entry({ type: 'compaction', summary: text, firstKeptEntryId: keptFrom ?? first, tokensBefore }, next('summary'), message.ts);
    }
    const parts = message.compaction ? message.parts.filter((part) => part.type !== 'text') : message.parts;
    for (const part of parts) if (part.type === 'tool-result') this.said(resultMessage(part), next('result'), message.ts);
    const rest = parts.filter((part) => part.type !== 'tool-result');
    if (rest.length === 0 && id === undefined) return;
    const bash = bashOf(message, text);
    if (message.compaction) this.injected(rest, next('rest'), message.ts);
    else if (message.role === 'assistant') this.said(this.answer(message, rest), next('rest'), message.ts);
    else if (bash)
      this.said(
        { role: 'bashExecution', command: bash.command, output: bash.output, exitCode: bash.exitCode ?? 0, cancelled: false, truncated: false },
        next('rest'),
        message.ts,
      );
    else if (message.synthetic || message.role === 'tool') this.injected(rest, next('rest'), message.ts);
    else this.said({ role: 'user', content: this.blocks(rest) }, next('rest'), message.ts);
  }

  private injected(parts: readonly Part[], id: string, ts: string | undefined): void {
    this.entry({ type: 'custom_message', customType: 'injected', content: this.blocks(parts), display: false }, id, ts);
  }

  private answer(message: Message, parts: readonly Part[]): JsonObject {
    const usage = message.usage ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    const own = this.transcript.format === 'pi' ? (message.extra ?? {}) : {};
    const calls = parts.some((part) => part.type === 'tool-call');
    return {
      role: 'assistant',
      content: this.blocks(parts),
      api: filled(own.api) ?? 'unknown',
      provider: filled(own.provider) ?? 'unknown',
      ...(message.model && { model: message.model }),
      usage: {
        ...usage,
        totalTokens: usage.input + usage.output + usage.cacheRead + usage.cacheWrite,
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
      },
      stopReason: filled(own.stopReason) ?? (calls ? 'toolUse' : 'stop'),
      ...(filled(own.errorMessage) && { errorMessage: own.errorMessage }),
    };
  }

  private blocks(parts: readonly Part[]): readonly JsonObject[] {
    return parts.flatMap((part): JsonObject[] => {
      if (part.type === 'reasoning') {
        return [
          part.encrypted !== undefined
            ? { type: 'thinking', thinking: part.text, thinkingSignature: part.encrypted, redacted: true }
            : { type: 'thinking', thinking: part.text, ...(part.signature !== undefined && { thinkingSignature: part.signature }) },
        ];
      }
      if (part.type === 'tool-call') return [{ type: 'toolCall', id: part.id, name: part.name, arguments: argsObject(part.args, this.report) }];
      return plainBlock(part);
    });
  }

  private said(message: JsonObject, id: string, ts: string | undefined): void {
    const timestamp = this.time(ts);
    this.entry({ type: 'message', message: { ...message, timestamp: Date.parse(timestamp) } }, id, timestamp);
  }

  private entry(body: JsonObject, id: string, ts: string | undefined): void {
    const { type, ...rest } = body;
    this.lines.push({ type, id, parentId: this.parent, timestamp: ts ?? this.time(undefined), ...rest });
    this.parent = id;
  }

  /** Entries without a time count seconds from 1970, which the importer reads as no time. */
  private time(ts: string | undefined): string {
    return ts ?? new Date(this.clock++ * 1000).toISOString();
  }
}

const plainBlock = (part: Part): JsonObject[] =>
  part.type === 'text'
    ? [{ type: 'text', text: part.text }]
    : part.type === 'image' && part.data !== undefined
      ? [{ type: 'image', data: part.data, mimeType: part.mime ?? 'image/png' }]
      : [];

const resultMessage = (part: ToolResultPart): JsonObject => ({
  role: 'toolResult',
  toolCallId: part.callId,
  toolName: part.name ?? '',
  content: part.content.flatMap(plainBlock),
  isError: part.isError === true,
});

function bashOf(message: Message, text: string): BashRun | undefined {
  const given = message.extra?.bash;
  if (!isObject(given) || message.parts.length !== 1) return undefined;
  const exitCode = numberOf(given.exitCode);
  const run: BashRun = { command: textOf(given.command) ?? '', output: textOf(given.output) ?? '', ...(exitCode !== undefined && { exitCode }) };
  return bashText(run) === text ? run : undefined;
}

const SAMPLE = 50;
const ROLES = new Set(['user', 'assistant', 'toolResult', 'bashExecution', 'custom', 'hookMessage']);

function detect(source: Source): number {
  let best = 0;
  for (const entry of readEntries({ ...source, records: source.records.slice(0, SAMPLE) }).slice(0, SAMPLE)) {
    const { value, type } = entry;
    if (type === 'session_start') return 0;
    if (type === 'session' && typeof value.cwd === 'string' && !('payload' in value)) best = Math.max(best, 0.7);
    if (
      type === 'message' &&
      isObject(value.message) &&
      typeof value.message.role === 'string' &&
      ROLES.has(value.message.role) &&
      'timestamp' in value &&
      !('sessionId' in value)
    )
      return 0.95;
  }
  return best;
}

export const pi: Format = {
  id: 'pi',
  evidence: 'recorded',
  written: { by: "pi's session format", tested: '3', version: stated('version', ({ type }) => type === 'session') },
  extension: 'jsonl',
  carries: PI_CARRIES,
  detect,
  parse: parsePi,
  serialize: (transcript, report) =>
    piLines(transcript, report)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
};
