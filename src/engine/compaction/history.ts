/**
 * Compactions on top of one another: the levels of a context, their storage in a file (S4's PersistedConversation), and the history of the
 * last attempts with its statistics (S2, S4). docs/history.md
 */
import type { ListedConversation } from '../formats/index.ts';
import {
  type StoredFields,
  persistedOf,
  type StoredError,
  storedHistory,
  type StoredRecord,
  writeRecord,
} from '../formats/playground/normal-form.ts';
import { isOf, mayBe, mustBe, mustBeResult, mustHave, wrong } from '../lib/arguments.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { DROP, KEEP, type LogLine, type Outcome, type Plan, type Reason, SUMMARIZE } from '../strategies/contract.ts';
import type { TokenCounts } from '../tokens/contract.ts';
import { checkTranscript, messagesError, sameData, transcriptError } from '../transcript/transcript-json.ts';
import type { BeforeAfter, Message, RecordedCompaction, Result, Transcript, Warning } from '../transcript/types.ts';
import type { CompactionRecord, CompactionResult, Layout } from './types.ts';

type RecordHead = Pick<CompactionRecord, 'strategy' | 'params' | 'summaries' | 'tokensBefore' | 'tokensAfter' | 'state' | 'ts'>;

export function recordOf(
  { messages, n }: Pick<PreparedTranscript, 'messages' | 'n'>,
  plan: Pick<Plan, 'fates'>,
  layout: Pick<Layout, 'before' | 'position' | 'length'>,
  head: RecordHead,
): CompactionRecord {
  const replaced: { start: number; originals: Message[] }[] = [];
  const inserted: number[] = [...layout.position];
  let position = 0;
  let next = 0;
  for (let i = 0; i < n; i++) {
    while (next < layout.before.length && layout.before[next]! <= i) {
      position++;
      next++;
    }
    const fate = plan.fates[i];
    if (fate !== KEEP) {
      const run = replaced.at(-1);
      if (run && run.start + run.originals.length === i) run.originals.push(messages[i]!);
      else replaced.push({ start: i, originals: [messages[i]!] });
      if (fate !== SUMMARIZE && fate !== DROP) inserted.push(position);
    }
    if (fate !== SUMMARIZE && fate !== DROP) position++;
  }
  inserted.sort((a, b) => a - b);
  return { ...head, replaced, inserted, messagesBefore: n, messagesAfter: layout.length };
}

interface RestoreError {
  readonly code: 'record-does-not-fit';
  readonly message: string;
  /** Index of the record that does not fit. */
  readonly record: number;
}

/**
 * Applies records backwards, the last first, and returns the original messages: the same objects where they were kept. Messages appended
 * after a compaction stay at the end. A record that does not belong to the context is an error, and so is one that is undone already (the
 * same record twice).
 */
export function restore(context: readonly Message[], records: readonly CompactionRecord[]): Result<readonly Message[], RestoreError> {
  const misfit = (message: string, record: number) => ({ ok: false, error: { code: 'record-does-not-fit', message, record } }) as const;
  const none = messagesError('context', context) ?? (Array.isArray(records) ? null : wrong('records', 'a list', records));
  if (none) return misfit(none.message, 0);
  let messages = context;
  for (let r = records.length - 1; r >= 0; r--) {
    if (!isRecord(records[r])) return misfit(wrong(`records[${r}]`, 'what record() of a result gives', records[r]).message, r);
    const undone = undo(messages, records[r]!);
    if (typeof undone === 'string') return misfit(undone, r);
    messages = undone;
  }
  return { ok: true, value: messages };
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

function isRecord(value: unknown): value is CompactionRecord {
  if (!isOf(value, 'object')) return false;
  const { messagesBefore, messagesAfter, inserted, replaced } = value as Readonly<Record<string, unknown>>;
  return (
    isNumber(messagesBefore) &&
    isNumber(messagesAfter) &&
    Array.isArray(inserted) &&
    Array.isArray(replaced) &&
    replaced.every(
      (run) => isOf(run, 'object') && isNumber((run as { start?: unknown }).start) && Array.isArray((run as { originals?: unknown }).originals),
    )
  );
}

/** One level; a string says why the record does not fit. */
function undo(context: readonly Message[], record: CompactionRecord): Message[] | string {
  const { messagesAfter, messagesBefore } = record;
  if (context.length < messagesAfter) return `the context has ${context.length} messages, the record's result had ${messagesAfter}`;
  const out = new Set(record.inserted);
  const result: Message[] = [];
  let kept = 0;
  let run = 0;
  while (result.length < messagesBefore) {
    const replaced = record.replaced[run];
    if (replaced?.start === result.length) {
      for (const original of replaced.originals) result.push(original);
      run++;
      continue;
    }
    while (kept < messagesAfter && out.has(kept)) kept++;
    if (kept >= messagesAfter) return `only ${result.length} of ${messagesBefore} messages can be put back`;
    result.push(context[kept++]!);
  }
  while (kept < messagesAfter && out.has(kept)) kept++;
  if (kept !== messagesAfter || run !== record.replaced.length || result.length !== messagesBefore) {
    return `${messagesBefore} messages were expected, the record does not add up to that`;
  }
  for (let i = messagesAfter; i < context.length; i++) result.push(context[i]!);
  return isUndone(context, record, out) ? 'what the record puts back stands in the context already' : result;
}

/**
 * Whether the context is from before the compaction: a message that the record restores is already present among those it leaves alone, or
 * everything that it would remove is what it restores.
 */
function isUndone(context: readonly Message[], { replaced }: CompactionRecord, out: ReadonlySet<number>): boolean {
  const originals = new Map(replaced.flatMap((run) => run.originals.map((message) => [message.id, message] as const)));
  const isOriginal = (message: Message): boolean => originals.has(message.id) && sameData(message, originals.get(message.id));
  if (context.some((message, i) => !out.has(i) && isOriginal(message))) return true;
  return out.size > 0 && [...out].every((i) => isOriginal(context[i]!));
}

export interface Level {
  readonly record: StoredRecord;
  readonly transcript: Transcript;
  /** For each message of it: its index in the context before, whole or edited; −1 for insertions. */
  readonly origins: Int32Array;
}

interface LevelFigures {
  /** S2's efficiency, at most 1: below 0 where more tokens are left than there were. */
  readonly efficiency?: number;
}

export function levelOf(before: Transcript, result: CompactionResult, measured: LevelFigures = {}): Level {
  checkTranscript('transcript', before);
  mustBeResult('result', result);
  mustBe('measured', measured, 'object');
  const { efficiency } = measured;
  if (efficiency !== undefined && !(efficiency <= 1)) throw new RangeError(`efficiency: expected a number up to 1, got ${efficiency}`);
  const origins = result.origins();
  const summaryMs = result.summaries.reduce((sum, s) => sum + s.outcome.ms, 0);
  const record: StoredRecord = {
    ...(result.record() satisfies CompactionRecord),
    ...(efficiency !== undefined && { efficiency }),
    ...(result.summaries.length > 0 && { summaryMs }),
  };
  return { record, origins, transcript: contextTranscript(before, result.context(), origins, record.state) };
}

export function contextTranscript(
  before: Transcript,
  messages: readonly Message[],
  origins: Int32Array,
  state?: Readonly<Record<string, unknown>>,
): Transcript {
  const { extra: { persisted: _, ...kept } = {}, ...rest } = before;
  const { persisted: __, ...extra }: Record<string, unknown> = { ...kept, ...state };
  const ids = new Set(messages.map(({ id }) => id));
  return {
    ...rest,
    messages,
    compactions: before.compactions.flatMap((compaction) => {
      const moved = movedCompaction(compaction, before, ids, origins);
      return moved ? [moved] : [];
    }),
    branches: before.branches.filter(({ forkedFrom }) => forkedFrom === undefined || ids.has(forkedFrom)),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

function movedCompaction(
  { at, summaryId, keptFrom, kept, ...rest }: RecordedCompaction,
  before: Transcript,
  ids: ReadonlySet<string>,
  origins: Int32Array,
): RecordedCompaction | null {
  const anchor = summaryId ?? before.messages[at]?.id;
  if (anchor === undefined || !ids.has(anchor)) return null;
  const next = origins.findIndex((origin) => origin >= at);
  return {
    ...rest,
    at: next < 0 ? origins.length : next,
    ...(summaryId !== undefined && { summaryId }),
    ...(keptFrom !== undefined && ids.has(keptFrom) && { keptFrom }),
    ...(kept && { kept: kept.filter((id) => ids.has(id)) }),
  };
}

/**
 * Counts of a level from those of the context before it: kept messages have theirs, only new and edited ones are counted. The calibration
 * stays that of the full transcript, because the recorded usage belongs to it.
 */
export function levelCounts(before: TokenCounts, context: Transcript, { transcript, origins }: Pick<Level, 'transcript' | 'origins'>): TokenCounts {
  const { messages } = transcript;
  const n = messages.length;
  const tokens = new Float64Array(n);
  const prefix = new Float64Array(n + 1);
  const isKept = (i: number): boolean => origins[i]! >= 0 && context.messages[origins[i]!] === messages[i];
  for (let i = 0; i < n; i++) {
    tokens[i] = isKept(i) ? before.messages[origins[i]!]! : before.message(messages[i]!);
    prefix[i + 1] = prefix[i]! + tokens[i]!;
  }
  return {
    ...before,
    messages: tokens,
    prefix,
    total: prefix[n]! + before.toolDefinitions,
    parts: (i) => {
      if (isKept(i)) return before.parts(origins[i]!);
      const message = messages[i]!;
      const overhead = before.message({ ...message, parts: [] });
      return message.parts.map((part) => before.message({ ...message, parts: [part] }) - overhead);
    },
  };
}

/**
 * The levels in a file of our own format: its records applied backwards to the stored context must give the full messages. An error says
 * where they do not; then the full messages are used.
 */
export function restoredLevels(base: Transcript): Result<readonly Level[], StoredError> {
  const none = transcriptError('transcript', base);
  if (none) return { ok: false, error: { path: '', message: none.message } };
  const stored = storedHistory(base);
  if (!stored.ok) return stored;
  if (!stored.value) return { ok: true, value: [] };
  const { context, records } = stored.value;
  // Contexts from the newest back to the full messages: each is the input of the record after it.
  const contexts: (readonly Message[])[] = [context];
  for (let r = records.length - 1; r >= 0; r--) {
    const undone = restore(contexts[0]!, [records[r]!]);
    if (!undone.ok) return { ok: false, error: { path: `.compressions[${r}]`, message: undone.error.message } };
    contexts.unshift(undone.value);
  }
  if (!sameData(contexts[0]!, base.messages)) {
    const path = records.length === 0 ? '.runtimeMessages' : '.compressions';
    return { ok: false, error: { path, message: 'applied backwards, the records do not give the messages of the file' } };
  }
  const levels: Level[] = [];
  let before = base;
  for (const [r, record] of records.entries()) {
    const level = redone(before, record, contexts[r + 1]!);
    levels.push(level);
    before = level.transcript;
  }
  return { ok: true, value: levels };
}

/**
 * The compactions of the `index`-th conversation of a file, with a warning if they do not fit its messages and are ignored. Only our own
 * format stores them, and not for subagents.
 */
export function broughtLevels(
  { transcript, parent }: ListedConversation,
  index: number,
  format: string,
): { readonly levels: readonly Level[]; readonly warning: Warning | null } {
  if (format !== 'playground' || parent !== null) return { levels: [], warning: null };
  const restored = restoredLevels(transcript);
  if (restored.ok) return { levels: restored.value, warning: null };
  const { path, message } = restored.error;
  const warning: Warning = {
    code: 'history-does-not-fit',
    message: `The stored compactions do not fit the messages and were left aside (${message}); the full messages are used.`,
    path: `$.conversations[${index}]${path}`,
    count: 1,
  };
  return { levels: [], warning };
}

function redone(before: Transcript, record: StoredRecord, context: readonly Message[]): Level {
  const gone = new Set(record.replaced.flatMap(({ start, originals }) => originals.map((_, k) => start + k)));
  const inserted = new Set(record.inserted);
  const indexOf = new Map(before.messages.map(({ id }, i) => [id, i]));
  const origins = new Int32Array(context.length).fill(-1);
  let next = 0;
  const messages = context.map((message, i) => {
    if (i < record.messagesAfter && inserted.has(i)) {
      origins[i] = indexOf.get(message.id) ?? -1;
      return message;
    }
    while (gone.has(next)) next++;
    origins[i] = next;
    return before.messages[next++]!;
  });
  return { record, origins, transcript: contextTranscript(before, messages, origins, record.state) };
}

interface SaveInfo {
  /** ISO 8601; the engine has no clock. */
  readonly updatedAt?: string;
  readonly tokenUsage?: { readonly usedTokens: number; readonly maxTokens: number };
}

/**
 * The full transcript with everything that S4 persists beside its messages: runtime context, records, token usage and time. Without levels,
 * the transcript alone. Throws a RangeError for token usage that is not an integer from 0.
 */
export function withHistory(base: Transcript, levels: readonly Level[], saved: SaveInfo = {}): Transcript {
  checkTranscript('transcript', base);
  mustBe('levels', levels, 'list');
  for (const [i, level] of levels.entries())
    mustHave(`levels[${i}]`, level, 'what levelOf or restoredLevels gives', { transcript: 'object', record: 'object' });
  mustBe('saved', saved, 'object');
  mayBe('updatedAt', saved.updatedAt, 'string');
  mayBe('tokenUsage', saved.tokenUsage, 'object');
  for (const [name, value] of Object.entries(saved.tokenUsage ?? {}))
    if (!Number.isInteger(value) || value < 0) throw new RangeError(`tokenUsage.${name}: expected a whole number from 0, got ${value}`);
  const { persisted: _, ...extra } = base.extra ?? {};
  const context = levels.at(-1)?.transcript.messages;
  if (!context) return Object.keys(extra).length > 0 ? { ...base, extra } : withoutExtra(base);
  const agentId = persistedOf(base)?.agentId;
  const persisted: StoredFields = {
    ...(agentId !== undefined && { agentId }),
    runtimeMessages: context,
    compressions: levels.map(({ record }) => writeRecord(record)),
    ...saved,
  };
  return { ...base, extra: { ...extra, persisted } };
}

function withoutExtra(transcript: Transcript): Transcript {
  const { extra: _, ...rest } = transcript;
  return rest;
}

export interface HistoryEntry extends BeforeAfter {
  readonly key: string;
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly outcome: Outcome | 'failed';
  readonly level: number | null;
  /** Why it is not `compacted`. */
  readonly why: Reason | null;
  /** S2's efficiency; null where nothing was compacted or nobody recorded it. */
  readonly efficiency: number | null;
  /** Summaries written and failed, and the time that writing them took in ms (null = not recorded). */
  readonly summaries: number;
  readonly summaryFailures: number;
  readonly summaryMs: number | null;
  /** ISO time; null = not recorded. */
  readonly ts: string | null;
  /** What the original system would have logged; empty for compactions from a file. */
  readonly log: readonly LogLine[];
}

export function entryOfLevel({ record }: Level, number: number, key: string, result: CompactionResult | null): HistoryEntry {
  return {
    key,
    strategy: record.strategy,
    params: record.params,
    outcome: 'compacted',
    level: number,
    why: null,
    messagesBefore: record.messagesBefore,
    messagesAfter: record.messagesAfter,
    tokensBefore: record.tokensBefore,
    tokensAfter: record.tokensAfter,
    efficiency: record.efficiency ?? null,
    summaries: record.summaries.length,
    summaryFailures: result?.failures.length ?? 0,
    summaryMs: record.summaryMs ?? null,
    ts: record.ts ?? null,
    log: result?.log() ?? [],
  };
}

const REMEMBERED = 100;

/**
 * The log of attempts after a comparison: new levels are added, missing levels are marked as undone, and an attempt that changed nothing is
 * added once.
 */
export function follow(log: readonly HistoryEntry[], levels: readonly HistoryEntry[], failed: HistoryEntry | null): readonly HistoryEntry[] {
  const now = new Map([...levels, ...(failed ? [failed] : [])].map((entry) => [entry.key, entry]));
  const next = log.map((entry) => {
    const found = now.get(entry.key);
    now.delete(entry.key);
    return found ?? (entry.level === null ? entry : { ...entry, level: null });
  });
  return [...next, ...now.values()].slice(-REMEMBERED);
}

export interface HistoryStatistics {
  readonly attempts: number;
  readonly compactions: number;
  readonly undone: number;
  /** Rejected, refused, failed. An attempt with nothing to do does not count. */
  readonly failures: number;
  readonly tokensSaved: number;
  readonly messagesRemoved: number;
  /** 0–1; null when no compaction in force has one. */
  readonly meanEfficiency: number | null;
  /** Share of the requested summaries that were written, 0–1; null if none was requested. */
  readonly summarySuccess: number | null;
  /** Milliseconds per written summary; null when no time was recorded. */
  readonly meanSummaryMs: number | null;
}

const FAILURES: ReadonlySet<HistoryEntry['outcome']> = new Set(['rejected', 'refused', 'failed']);

export function statisticsOf(entries: readonly HistoryEntry[]): HistoryStatistics {
  const standing = entries.filter(({ level }) => level !== null);
  const sum = (list: readonly HistoryEntry[], value: (entry: HistoryEntry) => number): number =>
    list.reduce((total, entry) => total + value(entry), 0);
  const scored = standing.filter(({ efficiency }) => efficiency !== null);
  const timed = entries.filter(({ summaryMs, summaries }) => summaryMs !== null && summaries > 0);
  const written = sum(entries, ({ summaries }) => summaries);
  const asked = written + sum(entries, ({ summaryFailures }) => summaryFailures);
  return {
    attempts: entries.length,
    compactions: standing.length,
    undone: entries.filter(({ outcome, level }) => outcome === 'compacted' && level === null).length,
    failures: entries.filter(({ outcome }) => FAILURES.has(outcome)).length,
    tokensSaved: sum(standing, ({ tokensBefore, tokensAfter }) => tokensBefore - tokensAfter),
    messagesRemoved: sum(standing, ({ messagesBefore, messagesAfter }) => messagesBefore - messagesAfter),
    meanEfficiency: scored.length === 0 ? null : sum(scored, ({ efficiency }) => efficiency ?? 0) / scored.length,
    summarySuccess: asked === 0 ? null : written / asked,
    meanSummaryMs: timed.length === 0 ? null : sum(timed, ({ summaryMs }) => summaryMs ?? 0) / sum(timed, ({ summaries }) => summaries),
  };
}
