import type { Format, Report, Source } from '../contract.ts';
import { filled, isObject, isoTime, type JsonObject, jsonText, listOf, objectsOf, textOf } from '../json.ts';
import { isContentList } from '../gemini-api/index.ts';
import type { Branch, Origin, Part, RecordedCompaction, ToolResultPart, Transcript, Usage } from '../../transcript/types.ts';
import { type Draft, finishTranscript, usageWithin } from '../finish.ts';
import { readContent, readPart, sum } from '../gemini-api/content.ts';
import { INTERFACE_NOTE } from '../encoding.ts';
import { callOf, isPiece, resultOf, thoughts } from '../format-parts.ts';
import { lineOrPath } from '../lists.ts';

/*
 * Replays a session log of Gemini CLI. A line with an id is a message, or a newer state of it; `$rewindTo` takes a message and all after it
 * back; `$set.messages` replaces what the model sees: at a compression by a summary and what was kept, after a broken-off turn by less.
 */

interface Entry {
  readonly id: string | undefined;
  value: JsonObject;
  readonly origin: Origin;
}

interface Compaction {
  readonly at: number;
  readonly summary: Entry | undefined;
  readonly kept: Entry | undefined;
}

interface AbandonedEntries {
  readonly after: Entry | undefined;
  readonly entries: readonly Entry[];
}

const SNAPSHOT = /<state_snapshot>/;

const isSnapshot = (text: string): boolean => SNAPSHOT.test(text);

const isSummary = ({ value }: Entry): boolean =>
  value.type === 'user' && isSnapshot(typeof value.content === 'string' ? value.content : jsonText(value.content));

const sameAs = ({ type, content, toolCalls }: JsonObject): string => jsonText([type, content, toolCalls]);

class Log {
  header: JsonObject = {};
  readonly entries: Entry[] = [];
  readonly abandoned: AbandonedEntries[] = [];
  compactions: Compaction[] = [];
  #context: Entry[] = [];
  #byId = new Map<string, Entry>();

  read(value: JsonObject, origin: Origin): boolean {
    const target = filled(value.$rewindTo);
    if (target !== undefined) this.#rewind(this.#byId.get(target) ?? this.#context[0]);
    else if (isMessage(value)) this.#add(value, origin);
    else {
      const patch = isObject(value.$set) ? value.$set : value;
      const { messages, ...rest } = patch;
      if (!isObject(value.$set) && filled(value.sessionId) === undefined) return false;
      this.header = { ...this.header, ...rest };
      if (Array.isArray(messages)) this.#replace(objectsOf(messages), origin, isObject(value.$set) ? '$set.messages' : 'messages');
    }
    return true;
  }

  #add(value: JsonObject, origin: Origin): void {
    const id = filled(value.id);
    const known = id === undefined ? undefined : this.#byId.get(id);
    if (known) {
      known.value = value;
      return;
    }
    const entry = { id, value, origin };
    this.entries.push(entry);
    this.#see(entry);
  }

  #see(entry: Entry): void {
    this.#context.push(entry);
    if (entry.id !== undefined) this.#byId.set(entry.id, entry);
  }

  #forget(): readonly Entry[] {
    const before = this.#context;
    this.#context = [];
    this.#byId = new Map();
    return before;
  }

  #rewind(first: Entry | undefined): void {
    if (!first) return;
    const from = this.entries.indexOf(first);
    this.abandoned.push({ after: this.entries[from - 1], entries: this.entries.splice(from) });
    this.compactions = this.compactions.filter(({ at }) => at < from);
    const left = new Set(this.entries);
    for (const entry of this.#forget()) if (left.has(entry)) this.#see(entry);
  }

  #replace(list: readonly JsonObject[], origin: Origin, name: string): void {
    const before = this.#context;
    const byContent = new Map(before.map((entry) => [sameAs(entry.value), entry]));
    const known = list.map((value) => this.#byId.get(filled(value.id) ?? '') ?? byContent.get(sameAs(value)));
    if (known.every((entry, i) => entry !== undefined && entry === before[i])) {
      this.#rewind(before[list.length]);
      return;
    }
    const at = this.entries.length;
    const kept = known.find((entry) => entry !== undefined);
    this.#forget();
    const added = list.map((value, i): Entry => {
      const entry = known[i] ?? { id: filled(value.id), value, origin: { ...origin, path: `${origin.path ?? '$'}.${name}[${i}]` } };
      this.#see(entry);
      if (!known[i]) this.entries.push(entry);
      return entry;
    });
    // The first list is the beginning of the session, or what it was resumed with.
    if (before.length > 0) this.compactions.push({ at, summary: added.find((entry, i) => !known[i] && isSummary(entry)), kept });
  }
}

const TYPES = new Set(['user', 'gemini', 'info', 'error', 'warning']);

const isMessage = (value: JsonObject): boolean => TYPES.has(textOf(value.type) ?? '') && ('content' in value || Array.isArray(value.toolCalls));

function parseGeminiCli(source: Source, report: Report): Transcript[] {
  const found: Transcript[] = [];
  const logs: Log[] = [];
  const read = (value: unknown, origin: Origin, depth: number): void => {
    if (Array.isArray(value) && depth === 0) {
      for (const [i, one] of (value as readonly unknown[]).entries()) read(one, { ...origin, path: `${origin.path ?? '$'}[${i}]` }, 1);
      return;
    }
    if (!isObject(value)) return;
    const saved = [value.clientHistory, value.history].find(isContentList);
    if (saved) {
      found.push(checkpoint(value, saved as readonly unknown[], found.length, origin, report));
      return;
    }
    const id = filled(value.sessionId);
    const log = logs.find(({ header }) => id !== undefined && header.sessionId === id) ?? (id === undefined ? logs.at(-1) : undefined) ?? new Log();
    if (!logs.includes(log)) logs.push(log);
    if (!log.read(value, origin)) report({ code: 'unknown-entry', message: 'Lines that are no part of a session were left out.', ...origin });
  };
  for (const { value, line, path } of source.records) read(value, lineOrPath(line, path), 0);
  for (const [i, log] of logs.entries()) found.push(new SessionReader(log, report).transcript(i));
  return found.filter(({ messages }) => messages.length > 0);
}

class SessionReader {
  readonly #log: Log;
  readonly #report: Report;
  #model: string | undefined;

  constructor(log: Log, report: Report) {
    this.#log = log;
    this.#report = report;
  }

  transcript(index: number): Transcript {
    const { header, entries, abandoned } = this.#log;
    const summaries = new Map(this.#log.compactions.flatMap(({ summary, kept }) => (summary ? [[summary, kept] as const] : [])));
    const messages: Draft[] = [];
    const starts: number[] = [];
    const ids = new Map<Entry, string>();
    for (const entry of entries) {
      starts.push(messages.length);
      for (const draft of this.#messagesOf(entry)) {
        if (!ids.has(entry)) ids.set(entry, draft.id);
        if (summaries.has(entry)) {
          const keptFrom = ids.get(summaries.get(entry) ?? entry);
          Object.assign(draft, {
            synthetic: true,
            compaction: { kind: 'summary', ...(keptFrom !== undefined && keptFrom !== draft.id && { keptFrom }) },
          });
        }
        messages.push(draft);
      }
    }
    const compactions = this.#log.compactions.map(({ at, summary, kept }): RecordedCompaction => {
      const [summaryId, keptFrom] = [summary, kept].map((entry) => (entry ? ids.get(entry) : undefined));
      return { at: starts[at] ?? messages.length, ...(summaryId !== undefined && { summaryId }), ...(keptFrom !== undefined && { keptFrom }) };
    });
    const branches = abandoned.flatMap(({ after, entries: own }, i): Branch[] => {
      const branch = own.flatMap((entry) => this.#messagesOf(entry));
      const from = after && lastMessage(messages, entries, starts, after);
      return branch.length === 0 ? [] : [{ id: `rewound-${i + 1}`, ...(from !== undefined && { forkedFrom: from }), messages: branch }];
    });
    const head = { id: filled(header.sessionId) ?? `session-${index + 1}`, title: filled(header.summary), format: 'gemini-cli', model: this.#model };
    return finishTranscript({ ...head, messages, compactions, branches }, this.#report);
  }

  #messagesOf({ id: own, value, origin }: Entry): readonly Draft[] {
    const id = own ?? `line-${origin.line ?? origin.path ?? ''}`;
    const ts = isoTime(value.timestamp);
    const stamped = (drafts: readonly Draft[]): readonly Draft[] => {
      if (ts !== undefined) for (const draft of drafts) draft.ts = ts;
      return drafts;
    };
    if (value.type === 'user') return stamped(readContent({ role: 'user', parts: partList(value.content) }, { id, origin }, this.#report));
    if (value.type !== 'gemini') {
      this.#report({ ...INTERFACE_NOTE, ...origin });
      return [];
    }
    const model = filled(value.model);
    this.#model = model ?? this.#model;
    const calls = objectsOf(value.toolCalls);
    const spoken = readContent({ role: 'model', parts: partList(value.content) }, { id, origin }, this.#report);
    const parts: Part[] = [
      ...objectsOf(value.thoughts).flatMap(thoughtOf),
      ...spoken.flatMap((draft) => draft.parts),
      ...calls.map((call) => callOf(call.id, call.name, call.args)),
    ];
    const usage = usageOf(value.tokens, this.#report, origin);
    const results = calls.flatMap((call) => resultsOf(call, origin, this.#report));
    return stamped([
      { id, role: 'assistant', parts, origin, ...(model !== undefined && { model }), ...(usage && { usage }) },
      ...(results.length > 0 ? [{ id: `${id}/results`, role: 'tool' as const, parts: results, origin }] : []),
    ]);
  }
}

function lastMessage(messages: readonly Draft[], entries: readonly Entry[], starts: readonly number[], entry: Entry): string | undefined {
  const at = entries.indexOf(entry);
  return at < 0 ? undefined : messages[(starts[at + 1] ?? messages.length) - 1]?.id;
}

const partList = (content: unknown): readonly unknown[] =>
  content === undefined || content === null || content === '' ? [] : Array.isArray(content) ? listOf(content) : [content];

const thoughtOf = ({ subject, description }: JsonObject): readonly Part[] =>
  thoughts([subject, description].flatMap((one) => filled(one) ?? []).join('\n'));

function resultsOf(call: JsonObject, origin: Origin, report: Report): readonly ToolResultPart[] {
  const list = partList(call.result).flatMap((part) => (typeof part === 'string' ? [{ text: part }] : isObject(part) ? [part] : []));
  if (list.length === 0) return [];
  const read = list.flatMap((part) => readPart(part, origin, report));
  const responses = read.filter((part) => part.type === 'tool-result');
  const content = [...responses.flatMap((part) => part.content), ...read.filter(isPiece)];
  const wrong = call.status === 'error' || call.status === 'cancelled' || responses.some(({ isError }) => isError);
  return [resultOf(call.id, content, { name: call.name, isError: wrong })];
}

function usageOf(tokens: unknown, report: Report, origin: Origin): Usage | undefined {
  if (!isObject(tokens)) return undefined;
  const counts = { input: sum(tokens.input, tokens.tool), output: sum(tokens.output, tokens.thoughts), cacheRead: tokens.cached, cacheWrite: 0 };
  return usageWithin(counts, report, origin);
}

function checkpoint(value: JsonObject, contents: readonly unknown[], index: number, origin: Origin, report: Report): Transcript {
  const name = Array.isArray(value.clientHistory) ? 'clientHistory' : 'history';
  const messages = contents.flatMap((content, i) =>
    readContent(content, { id: `m${i + 1}`, origin: { ...origin, path: `${origin.path ?? '$'}.${name}[${i}]` } }, report),
  );
  const at = messages.findLastIndex(({ role, parts: [part] }) => role === 'user' && part?.type === 'text' && isSnapshot(textOf(part.text) ?? ''));
  const summary = messages[at];
  if (summary) Object.assign(summary, { synthetic: true, compaction: { kind: 'summary' } });
  const compactions = summary ? [{ at, summaryId: summary.id }] : [];
  return finishTranscript({ id: `checkpoint-${index + 1}`, format: 'gemini-cli', messages, compactions }, report);
}

const isHeader = (value: JsonObject): boolean => filled(value.sessionId) !== undefined && filled(value.projectHash) !== undefined;

const isCheckpoint = (value: JsonObject): boolean => isContentList(value.clientHistory) || isContentList(value.history);

function detect(source: Source): number {
  const values = source.records
    .slice(0, 20)
    .flatMap(({ value }) => (Array.isArray(value) ? listOf(value).slice(0, 20) : [value]))
    .filter(isObject);
  if (values.some(isHeader)) return 0.97;
  if (values.some((value) => isMessage(value) && value.type === 'gemini' && (Array.isArray(value.thoughts) || isObject(value.tokens)))) return 0.95;
  return values.some(isCheckpoint) ? 0.93 : 0;
}

export const geminiCli: Format = { id: 'gemini-cli', evidence: 'recorded', extension: 'jsonl', detect, parse: parseGeminiCli };
