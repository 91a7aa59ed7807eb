import type {
  CompactionRecord,
  Branch,
  FilePart,
  ImagePart,
  Message,
  Origin,
  Part,
  RecordedCompaction,
  Result,
  Role,
  TextPart,
  ToolDefinition,
  Transcript,
  Usage,
} from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { finishTranscript, isTokenCount, tokenCount, UniqueIds } from '../finish.ts';
import { filled, isObject, type JsonObject, listOf, numberOf, objectOf, textOf, windowOf } from '../json.ts';

/**
 * Reads the normal form from untrusted JSON: every field is validated, invalid ones are omitted and reported with their path, valid ones
 * come back exactly, in their original order.
 */
export class NormalFormReader {
  private readonly report: Report;

  constructor(report: Report) {
    this.report = report;
  }

  transcript(value: JsonObject, path: string, depth = 0): Transcript {
    const read = like<Transcript>(value, {
      id: filled(value.id) ?? 'transcript',
      title: textOf(value.title),
      format: filled(value.format) ?? 'playground',
      model: textOf(value.model),
      window: windowOf(value.window),
      tools: this.list(value.tools, `${path}.tools`, (item) => this.tool(item)),
      messages: this.messages(value.messages, `${path}.messages`),
      compactions: this.list(value.compactions, `${path}.compactions`, (item, at) => this.recorded(item, at)),
      branches: this.list(value.branches, `${path}.branches`, (item, at) => this.branch(item, at)),
      subagents: depth > 20 ? [] : this.list(value.subagents, `${path}.subagents`, (item, at) => this.transcript(item, at, depth + 1)),
      extra: isObject(value.extra) ? value.extra : undefined,
    });
    if (!repeatsId(read)) return read;
    this.report({ code: 'repeated-id', message: 'Messages or calls had the id of an earlier one and got ids of their own.', path });
    return finishTranscript(read, () => undefined);
  }

  /** Ids are kept, unless two messages share one. */
  messages(value: unknown, path: string): readonly Message[] {
    const ids = new UniqueIds();
    return this.list(value, path, (item, at) => {
      const message = this.message(item, at);
      const id = message && ids.take(message.id);
      return message && id !== message.id ? { ...message, id: id! } : message;
    });
  }

  private list<T>(value: unknown, path: string, read: (item: JsonObject, path: string) => T | undefined): T[] {
    if (value !== undefined && !Array.isArray(value)) this.refuse(path);
    const out: T[] = [];
    listOf(value).forEach((item, i) => {
      const at = `${path}[${i}]`;
      const got = isObject(item) ? read(item, at) : undefined;
      if (got === undefined) this.refuse(at);
      else out.push(got);
    });
    return out;
  }

  private refuse(path: string): undefined {
    this.report({ code: 'invalid-field', message: 'Parts of the file are in no shape of a session and were left out.', path });
    return undefined;
  }

  private message(value: JsonObject, path: string): Message | undefined {
    const role = textOf(value.role);
    const id = filled(value.id);
    if (!isRole(role) || id === undefined || !Array.isArray(value.parts)) return undefined;
    return like<Message>(value, {
      id,
      role,
      parts: this.list(value.parts, `${path}.parts`, (item, at) => this.part(item, at)),
      ts: textOf(value.ts),
      model: textOf(value.model),
      usage: this.usage(value.usage, `${path}.usage`),
      parentId: textOf(value.parentId),
      synthetic: typeof value.synthetic === 'boolean' ? value.synthetic : undefined,
      cacheHint: value.cacheHint === true ? true : undefined,
      compaction: this.compaction(value.compaction, path),
      name: textOf(value.name),
      origin: this.origin(value.origin),
      extra: isObject(value.extra) ? value.extra : undefined,
    });
  }

  private part(value: JsonObject, path: string): Part | undefined {
    switch (value.type) {
      case 'reasoning': {
        const text = textOf(value.text);
        return text === undefined
          ? undefined
          : like<Part>(value, { type: 'reasoning', text, signature: textOf(value.signature), encrypted: textOf(value.encrypted) });
      }
      case 'tool-call': {
        const [id, name, args] = [textOf(value.id), textOf(value.name), textOf(value.args)];
        return id === undefined || name === undefined || args === undefined ? undefined : like<Part>(value, { type: 'tool-call', id, name, args });
      }
      case 'tool-result': {
        const callId = textOf(value.callId);
        if (callId === undefined) return undefined;
        const content = this.list(value.content, `${path}.content`, (item) => this.content(item));
        return like<Part>(value, {
          type: 'tool-result',
          callId,
          name: textOf(value.name),
          content,
          isError: typeof value.isError === 'boolean' ? value.isError : undefined,
        });
      }
      default:
        return this.content(value);
    }
  }

  private content(value: JsonObject): TextPart | ImagePart | FilePart | undefined {
    if (value.type === 'text') {
      const text = textOf(value.text);
      return text === undefined ? undefined : like<TextPart>(value, { type: 'text', text, document: documentOf(value.document) });
    }
    const media = { mime: textOf(value.mime), bytes: numberOf(value.bytes), data: textOf(value.data), url: textOf(value.url) };
    if (value.type === 'image') return like<ImagePart>(value, { type: 'image', ...media });
    return value.type === 'file' ? like<FilePart>(value, { type: 'file', name: textOf(value.name), ...media }) : undefined;
  }

  private usage(value: unknown, path: string): Usage | undefined {
    if (!isObject(value) || value.input === undefined || value.output === undefined) return undefined;
    const { input, output, cacheRead = 0, cacheWrite = 0 } = value;
    const counts = [input, output, cacheRead, cacheWrite].map((count) => tokenCount(count, this.report, { path }));
    if (!counts.every(isTokenCount)) return undefined;
    const hour = tokenCount(value.cacheWriteHour, this.report, { path });
    return like<Usage>(value, { input: counts[0]!, output: counts[1]!, cacheRead: counts[2]!, cacheWrite: counts[3]!, cacheWriteHour: hour });
  }

  private origin(value: unknown): Origin | undefined {
    return isObject(value) ? like<Origin>(value, { line: numberOf(value.line), path: textOf(value.path) }) : undefined;
  }

  private compaction(value: unknown, path: string): Message['compaction'] {
    if (!isObject(value)) return undefined;
    return like<NonNullable<Message['compaction']>>(value, {
      kind: 'summary',
      tokensBefore: tokenCount(value.tokensBefore, this.report, { path }),
      keptFrom: textOf(value.keptFrom),
      trigger: textOf(value.trigger),
      generation: numberOf(value.generation),
    });
  }

  private recorded(value: JsonObject, path: string): RecordedCompaction | undefined {
    const at = numberOf(value.at);
    return at === undefined
      ? undefined
      : like<RecordedCompaction>(value, {
          at,
          tokensBefore: tokenCount(value.tokensBefore, this.report, { path }),
          tokensAfter: tokenCount(value.tokensAfter, this.report, { path }),
          trigger: textOf(value.trigger),
          summaryId: textOf(value.summaryId),
          keptFrom: textOf(value.keptFrom),
          usage: this.usage(value.usage, `${path}.usage`),
          kept: Array.isArray(value.kept) ? value.kept.filter((id) => typeof id === 'string') : undefined,
        });
  }

  private branch(value: JsonObject, path: string): Branch | undefined {
    const id = filled(value.id);
    return id === undefined
      ? undefined
      : like<Branch>(value, { id, forkedFrom: textOf(value.forkedFrom), messages: this.messages(value.messages, `${path}.messages`) });
  }

  private tool(value: JsonObject): ToolDefinition | undefined {
    const name = filled(value.name);
    return name === undefined ? undefined : like<ToolDefinition>(value, { name, description: textOf(value.description), schema: value.schema });
  }
}

function repeatsId({ messages, branches }: Transcript): boolean {
  const ids = new Set<string>();
  const isTaken = (id: string): boolean => ids.size === ids.add(id).size;
  const repeats = (list: readonly Message[]): boolean => {
    const calls = new Set<string>();
    return list.some(({ id, parts }) => isTaken(id) || parts.some((part) => part.type === 'tool-call' && calls.size === calls.add(part.id).size));
  };
  return [messages, ...branches.map((branch) => branch.messages)].some(repeats);
}

function like<T extends object>(source: JsonObject, read: { readonly [K in keyof T]: T[K] | undefined }): T {
  const fields: Readonly<Record<string, unknown>> = { ...read };
  const order = new Set([...Object.keys(source), ...Object.keys(fields)]);
  return Object.fromEntries(
    [...order].filter((key) => Object.hasOwn(fields, key) && fields[key] !== undefined).map((key) => [key, fields[key]]),
  ) as T;
}

const isRole = (value: string | undefined): value is Role => value === 'system' || value === 'user' || value === 'assistant' || value === 'tool';

const documentOf = (value: unknown): TextPart['document'] =>
  isObject(value) ? { ...(filled(value.title) && { title: filled(value.title)! }), ...(value.blocks === true && { blocks: true }) } : undefined;

/**
 * What S4's PersistedConversation holds beside the full messages. It travels in `Transcript.extra.persisted`, so that compactions can be
 * undone after an export and an import.
 */
export interface StoredFields {
  readonly agentId?: string;
  readonly runtimeMessages?: readonly unknown[];
  readonly compressions?: readonly unknown[];
  readonly tokenUsage?: unknown;
  /** ISO 8601. */
  readonly updatedAt?: string;
}

export interface StoredRecord extends CompactionRecord {
  /** S2's efficiency of the run, at most 1. */
  readonly efficiency?: number;
  readonly summaryMs?: number;
}

/** What is wrong with stored fields: a path below the conversation (`.compressions[0].inserted`), and the fault. */
export interface StoredError {
  readonly path: string;
  readonly message: string;
}

interface StoredHistory {
  readonly context: readonly Message[];
  readonly records: readonly StoredRecord[];
}

const fail = (path: string, message: string): { readonly ok: false; readonly error: StoredError } => ({ ok: false, error: { path, message } });
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

export function persistedOf(transcript: Transcript): StoredFields | null {
  const persisted = transcript.extra?.persisted;
  return isObject(persisted) ? persisted : null;
}

/** The stored context and records of a transcript, validated; null if the file carries no history. */
export function storedHistory(transcript: Transcript): Result<StoredHistory | null, StoredError> {
  const persisted = persistedOf(transcript);
  const { runtimeMessages, compressions } = persisted ?? {};
  if (runtimeMessages === undefined && compressions === undefined) return { ok: true, value: null };
  if (!Array.isArray(compressions)) return fail('.compressions', 'a list of compaction records was expected');
  const context = readMessages(runtimeMessages, '.runtimeMessages');
  if (!context.ok) return context;
  const records: StoredRecord[] = [];
  for (const [i, value] of compressions.entries()) {
    const read = readRecord(value, `.compressions[${i}]`);
    if (!read.ok) return read;
    records.push(read.value);
  }
  return { ok: true, value: { context: context.value, records } };
}

function readMessages(value: unknown, path: string): Result<readonly Message[], StoredError> {
  if (!Array.isArray(value)) return fail(path, 'a list of messages was expected');
  let damaged: string | undefined;
  const reader = new NormalFormReader(({ path: where }) => {
    damaged ??= where;
  });
  const messages = reader.messages(value, path);
  return damaged === undefined ? { ok: true, value: messages } : fail(damaged, 'a message of the normal form was expected');
}

/**
 * A record as written: S4's fields by their names, and beside them what several runs, other strategies and measures need
 * (docs/history.md#in-a-file).
 */
interface WrittenRecord {
  /** ISO 8601; absent where nobody recorded it. */
  readonly timestamp?: string;
  readonly summary: string;
  /** Indexes of the first and the last replaced message, in the context before; −1 for both where none was. */
  readonly compressedRange: { readonly start: number; readonly end: number };
  readonly compressedMessages: readonly Message[];
  readonly originalCount: number;
  readonly newCount: number;
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Where the range has gaps: the runs of consecutive messages, in the order of `compressedMessages`. */
  readonly runs?: readonly { readonly start: number; readonly count: number }[];
  readonly inserted: readonly number[];
  readonly summaries?: readonly string[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly state?: Readonly<Record<string, unknown>>;
  readonly efficiency?: number;
  readonly summaryMs?: number;
}

export function writeRecord(record: StoredRecord): WrittenRecord {
  const { ts, summaries, replaced, messagesBefore, messagesAfter, strategy, params, inserted, ...rest } = record;
  const last = replaced.at(-1);
  return {
    ...(ts !== undefined && { timestamp: ts }),
    summary: summaries.join('\n\n'),
    compressedRange: { start: replaced[0]?.start ?? -1, end: last ? last.start + last.originals.length - 1 : -1 },
    compressedMessages: replaced.flatMap(({ originals }) => originals),
    originalCount: messagesBefore,
    newCount: messagesAfter,
    strategy,
    params,
    ...(replaced.length > 1 && { runs: replaced.map(({ start, originals }) => ({ start, count: originals.length })) }),
    inserted,
    ...(summaries.length > 1 && { summaries }),
    ...rest,
  };
}

const OLD_NAMES = { originalCount: 'messagesBefore', newCount: 'messagesAfter' } as const;

function readRecord(value: unknown, path: string): Result<StoredRecord, StoredError> {
  if (!isObject(value)) return fail(path, 'a compaction record was expected');
  const strategy = filled(value.strategy);
  if (strategy === undefined) return fail(`${path}.strategy`, 'the id of a strategy was expected');
  const isOld = value.replaced !== undefined;
  const numbers = { originalCount: 0, newCount: 0, tokensBefore: 0, tokensAfter: 0 };
  for (const field of Object.keys(numbers) as (keyof typeof numbers)[]) {
    const name = isOld && field in OLD_NAMES ? OLD_NAMES[field as keyof typeof OLD_NAMES] : field;
    const found = value[name];
    if (!isCount(found)) return fail(`${path}.${name}`, 'a whole number was expected');
    numbers[field] = found;
  }
  const { inserted } = value;
  if (!Array.isArray(inserted) || !inserted.every(isCount)) return fail(`${path}.inserted`, 'a list of positions was expected');
  const summaries = readTexts(value, path);
  if (!summaries.ok) return summaries;
  const replaced = isOld ? readOldRuns(value, path) : readRuns(value, path);
  if (!replaced.ok) return replaced;
  const [ts, efficiency, summaryMs] = [textOf(isOld ? value.ts : value.timestamp), numberOf(value.efficiency), numberOf(value.summaryMs)];
  return {
    ok: true,
    value: {
      strategy,
      params: objectOf(value.params),
      replaced: replaced.value,
      inserted,
      summaries: summaries.value,
      messagesBefore: numbers.originalCount,
      messagesAfter: numbers.newCount,
      tokensBefore: numbers.tokensBefore,
      tokensAfter: numbers.tokensAfter,
      ...(isObject(value.state) && { state: value.state }),
      ...(ts !== undefined && { ts }),
      ...(efficiency !== undefined && { efficiency }),
      ...(summaryMs !== undefined && { summaryMs }),
    },
  };
}

function readTexts({ summaries, summary, replaced }: JsonObject, path: string): Result<readonly string[], StoredError> {
  if (summaries !== undefined || replaced !== undefined) {
    const isList = Array.isArray(summaries) && summaries.every((s) => typeof s === 'string');
    return isList ? { ok: true, value: summaries } : fail(`${path}.summaries`, 'a list of texts was expected');
  }
  if (typeof summary !== 'string') return fail(`${path}.summary`, 'a text was expected');
  return { ok: true, value: summary === '' ? [] : [summary] };
}

function readRuns(record: JsonObject, path: string): Result<StoredRecord['replaced'], StoredError> {
  const range = record.compressedRange;
  if (!isObject(range) || !Number.isInteger(range.start) || !Number.isInteger(range.end)) {
    return fail(`${path}.compressedRange`, 'the first and the last index were expected');
  }
  const messages = readMessages(record.compressedMessages, `${path}.compressedMessages`);
  if (!messages.ok) return messages;
  const all = messages.value;
  const whole = all.length > 0 ? [{ start: range.start, count: all.length }] : [];
  const given: readonly unknown[] | null = record.runs === undefined ? whole : Array.isArray(record.runs) ? record.runs : null;
  const expected = 'runs that hold the compressed messages within their range were expected';
  if (!given) return fail(`${path}.runs`, expected);
  const runs: { start: number; originals: readonly Message[] }[] = [];
  let taken = 0;
  for (const [i, run] of given.entries()) {
    if (!isObject(run) || !isCount(run.start) || !isCount(run.count) || run.count === 0) return fail(`${path}.runs[${i}]`, expected);
    runs.push({ start: run.start, originals: all.slice(taken, taken + run.count) });
    taken += run.count;
  }
  const [first, last] = [runs[0], runs.at(-1)];
  const fits = !first || !last || (first.start === range.start && last.start + last.originals.length - 1 === range.end);
  return taken === all.length && fits ? { ok: true, value: runs } : fail(`${path}.compressedRange`, expected);
}

function readOldRuns(record: JsonObject, path: string): Result<StoredRecord['replaced'], StoredError> {
  if (!Array.isArray(record.replaced)) return fail(`${path}.replaced`, 'a list of replaced runs was expected');
  const runs: { start: number; originals: readonly Message[] }[] = [];
  for (const [i, run] of record.replaced.entries()) {
    const at = `${path}.replaced[${i}]`;
    if (!isObject(run) || !isCount(run.start) || !Array.isArray(run.originals)) return fail(at, 'a start and its original messages were expected');
    const originals = readMessages(run.originals, `${at}.originals`);
    if (!originals.ok) return originals;
    runs.push({ start: run.start, originals: originals.value });
  }
  return { ok: true, value: runs };
}
