/** Compaction records and the compacted context as S4's PersistedConversation stores them, read from untrusted JSON. */
import type { Message, Result, Transcript } from '../../transcript/types.ts';
import { filled, isObject, numberOf, textOf, type JsonObject } from '../json.ts';
import { NormalFormReader } from './read.ts';

/**
 * What S4's PersistedConversation holds beside the full messages. It travels in `Transcript.extra.persisted`, so that
 * compactions can be undone after an export and an import.
 */
export interface Persisted {
  readonly agentId?: string;
  /** The compacted context, in the normal form. */
  readonly runtimeMessages?: readonly unknown[];
  /** Compaction records, the oldest first. */
  readonly compressions?: readonly unknown[];
  readonly tokenUsage?: unknown;
  /** ISO 8601. */
  readonly updatedAt?: string;
}

/** A compaction record as it is stored: what the engine's own records hold, and what was measured of the run. */
export interface StoredRecord {
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly replaced: readonly { readonly start: number; readonly originals: readonly Message[] }[];
  readonly inserted: readonly number[];
  readonly summaries: readonly string[];
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** What the strategy has to remember: fields for `extra` of the transcript that the compaction leaves. */
  readonly state?: Readonly<Record<string, unknown>>;
  readonly ts?: string;
  /** S2's efficiency of the run, 0–1. */
  readonly efficiency?: number;
  /** Time that writing the summaries took, ms. */
  readonly summaryMs?: number;
}

/** Where stored fields are wrong: a path below the conversation (`.compressions[0].inserted`), and what is wrong there. */
export interface StoredError {
  readonly path: string;
  readonly message: string;
}

export interface Stored {
  readonly context: readonly Message[];
  readonly records: readonly StoredRecord[];
}

const fail = (path: string, message: string): { readonly ok: false; readonly error: StoredError } => ({ ok: false, error: { path, message } });
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

/** The persisted fields of a transcript; null where it has none. */
export function persistedOf(transcript: Transcript): Persisted | null {
  const persisted = transcript.extra?.persisted;
  return isObject(persisted) ? persisted : null;
}

/** The stored context and records of a transcript, checked; null where the file carries no history. */
export function storedHistory(transcript: Transcript): Result<Stored | null, StoredError> {
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

/** Every message, or where the first thing stands that is none. */
function readMessages(value: unknown, path: string): Result<readonly Message[], StoredError> {
  if (!Array.isArray(value)) return fail(path, 'a list of messages was expected');
  let damaged: string | undefined;
  const reader = new NormalFormReader(({ path: where }) => {
    damaged ??= where;
  });
  const messages = reader.messages(value, path);
  return damaged === undefined ? { ok: true, value: messages } : fail(damaged, 'a message of the normal form was expected');
}

function readRecord(value: unknown, path: string): Result<StoredRecord, StoredError> {
  if (!isObject(value)) return fail(path, 'a compaction record was expected');
  const strategy = filled(value.strategy);
  if (strategy === undefined) return fail(`${path}.strategy`, 'the id of a strategy was expected');
  for (const field of ['messagesBefore', 'messagesAfter', 'tokensBefore', 'tokensAfter'] as const) {
    if (!isCount(value[field])) return fail(`${path}.${field}`, 'a whole number was expected');
  }
  const { inserted, summaries } = value;
  if (!Array.isArray(inserted) || !inserted.every(isCount)) return fail(`${path}.inserted`, 'a list of positions was expected');
  if (!Array.isArray(summaries) || !summaries.every((s) => typeof s === 'string')) return fail(`${path}.summaries`, 'a list of texts was expected');
  const replaced = readRuns(value, path);
  if (!replaced.ok) return replaced;
  const [ts, efficiency, summaryMs] = [textOf(value.ts), numberOf(value.efficiency), numberOf(value.summaryMs)];
  return {
    ok: true,
    value: {
      strategy,
      params: isObject(value.params) ? value.params : {},
      replaced: replaced.value,
      inserted,
      summaries,
      messagesBefore: value.messagesBefore as number,
      messagesAfter: value.messagesAfter as number,
      tokensBefore: value.tokensBefore as number,
      tokensAfter: value.tokensAfter as number,
      ...(isObject(value.state) && { state: value.state }),
      ...(ts !== undefined && { ts }),
      ...(efficiency !== undefined && { efficiency }),
      ...(summaryMs !== undefined && { summaryMs }),
    },
  };
}

function readRuns(record: JsonObject, path: string): Result<StoredRecord['replaced'], StoredError> {
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
