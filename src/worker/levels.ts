/**
 * The working context of a comparison: the compactions in the file, then the steps that the page requests, run again in order. A step runs
 * once per context; its result is remembered with it.
 */
import { remembered } from '../engine/signals/remember.ts';
import { yoursIn } from '../engine/answer/yours.ts';
import { type InUse, inUse } from '../engine/api.ts';
import { entryOfLevel, type HistoryEntry, type Level, levelOf } from '../engine/compaction/history.ts';
import { contextAt } from '../engine/compaction/compaction-recorded.ts';
import { type CompareOptions, compareRow } from '../engine/compare.ts';
import type { EngineRun } from '../engine/policy-run.ts';
import { ruleSetOf } from '../engine/formats/contract.ts';
import { BoundedMap } from '../engine/lib/bounded-map.ts';
import { byId } from '../engine/pipelines/index.ts';
import type { Embeddings, PreparedTranscript, SignalSettings } from '../engine/signals/contract.ts';
import type { Summarizer } from '../engine/summarizers/contract.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import { checksum } from '../scenario/packing.ts';
import { BY_WORDS } from '../models/contract.ts';
import type { Row, Settings, Step } from '../scenario/schema.ts';
import { breathe, countsOf, memoryOf, preparedOf, unlessStopped, type RunControl } from './counted.ts';
import type { LoadedFile } from './worker-loading.ts';
import type { CompareRequest } from './protocol.ts';

/** Results of steps remembered per context. */
const REMEMBERED = 8;

export interface Stack {
  /** The conversation of the file with its full messages, or the context before one of its recorded compactions. */
  readonly base: Transcript;
  /** Number of that compaction; null = the end of the conversation. */
  readonly until: number | null;
  readonly transcript: Transcript;
  readonly levels: readonly Level[];
  /** One per level. */
  readonly entries: readonly HistoryEntry[];
  /** How many of the levels came with the file, including those taken back. */
  readonly restored: number;
  /** The first step that could not be carried out (index into the request's `applied`); it and later ones are not in force. */
  readonly stopped: { readonly step: number; readonly entry: HistoryEntry } | null;
}

interface LevelRecord {
  readonly level: Level;
  readonly entry: HistoryEntry;
}
const levelsOf = remembered<Transcript, BoundedMap<string, LevelRecord>>(() => new BoundedMap(REMEMBERED));

/** Returns the summariser for settings and, where a row or step has its own, its id; `row` = the key of the row that asks, for a rehearsal. */
export type WriterFor = (settings: Settings, summarizer?: string, row?: string) => Summarizer;

/** Returns the vectors of a context by the embedder with this id, as far as they exist or may be requested. */
export type EmbeddingsOf = (settings: Settings, prepared: PreparedTranscript, embedder: string) => Embeddings | Promise<Embeddings>;

export interface Helpers {
  readonly writerFor: WriterFor;
  readonly embeddingsOf: EmbeddingsOf;
}

/** Id of what a row or a step compares by; null = by words, or its strategy compares nothing. */
export function embedderOf({ strategy, embedder }: Pick<Row, 'strategy' | 'embedder'>, settings: Settings): string | null {
  const id = embedder ?? settings.embedder ?? BY_WORDS;
  return id !== BY_WORDS && byId.get(strategy)?.embeds ? id : null;
}

export function signalsOf(settings: Settings, marks: SignalSettings['marks']): SignalSettings {
  const { longTokens, shortTokens, edgeStart, edgeEnd, keywords } = settings;
  return { longTokens, shortTokens, edgeStart, edgeEnd, marks, keywords };
}

export function optionsOf(settings: Settings, use: InUse, transcript: Transcript, summarizer: Summarizer): CompareOptions {
  const { keepRecent, preserveStart, preserveEnd } = settings;
  return {
    window: use.window,
    target: settings.target,
    own: settings.budget === 'shipped',
    ...(settings.budget === 'same' && { match: yoursIn(transcript) }),
    weight: settings.weight,
    ...(use.model !== null && { model: use.model }),
    seed: settings.seed,
    shared: { keepRecent, preserveStart, preserveEnd },
    rules: ruleSetOf(transcript, use.model),
    summarizer,
    now: () => performance.now(),
  };
}

/**
 * Carries out the requested steps. Throws Stopped when they are no longer wanted.
 * @param remember false = results of steps are neither read from memory nor stored: a rehearsal
 */
export async function stackOf(loaded: LoadedFile, request: CompareRequest, helpers: Helpers, run: RunControl, remember = true): Promise<Stack> {
  const { conversation, applied = [], undone = 0 } = request;
  const whole = loaded.conversations[conversation]!.transcript;
  const place = request.until === undefined ? null : contextAt(whole, request.until);
  if (place) memoryOf(place.transcript).from ??= { context: whole, level: place };
  const base = place?.transcript ?? whole;
  const until = place ? request.until! : null;
  // Compactions that the file brings are those of its full messages.
  const brought = place ? [] : (loaded.histories[conversation]?.levels ?? []);
  const levels: Level[] = [];
  const entries: HistoryEntry[] = [];
  let transcript = base;
  const add = (level: Level, entry: HistoryEntry): void => {
    memoryOf(level.transcript).from ??= { context: transcript, level };
    levels.push(level);
    entries.push(entry);
    transcript = level.transcript;
  };
  for (const level of brought.slice(0, Math.max(0, brought.length - undone))) {
    add(level, entryOfLevel(level, levels.length + 1, `file:${levels.length}`, null));
  }
  for (const [step, asked] of applied.entries()) {
    const done = await carryOut(transcript, levels.length + 1, asked, helpers, run, remember);
    if (!done.level) return { base, until, transcript, levels, entries, restored: brought.length, stopped: { step, entry: done.entry } };
    add(done.level, done.entry);
  }
  return { base, until, transcript, levels, entries, restored: brought.length, stopped: null };
}

/** A failed step is retried with the next comparison: a model may answer then. */
async function carryOut(
  context: Transcript,
  number: number,
  step: Step,
  helpers: Helpers,
  run: RunControl,
  remember: boolean,
): Promise<LevelRecord | { readonly level: null; readonly entry: HistoryEntry }> {
  const known = levelsOf(context);
  const key = `${number}:${step.at}:${step.strategy}:${checksum(JSON.stringify(step))}`;
  const found = known.get(key);
  if (found && remember) return found;
  const row = await rowOf(context, step, helpers, run);
  const { result, measures, embedded } = row;
  // By words the step would leave another context than the one carried out.
  if (embedded?.lacking) return { level: null, entry: { ...failedEntry(row, context, key, step), outcome: 'rejected', why: embedded.lacking } };
  if (result?.outcome !== 'compacted') return { level: null, entry: failedEntry(row, context, key, step) };
  const { efficiency } = measures;
  const level = levelOf(context, result, efficiency === null ? {} : { efficiency });
  const done: LevelRecord = { level, entry: entryOfLevel(level, number, key, result) };
  if (!remember) return done;
  known.set(key, done);
  return done;
}

async function rowOf(context: Transcript, step: Step, { writerFor, embeddingsOf }: Helpers, run: RunControl): Promise<EngineRun> {
  const { strategy, params, settings, marks, at } = step;
  const writer = writerFor(settings, step.summarizer);
  const use = inUse(context, settings);
  const counts = await countsOf(context, use.tokenizer, settings.overhead, run);
  const prepared = preparedOf(context, counts, signalsOf(settings, marks));
  try {
    const options = { ...optionsOf(settings, use, context, writer), ts: at };
    const embedder = embedderOf(step, settings);
    const embeddings = embedder === null ? null : await unlessStopped(embeddingsOf(settings, prepared, embedder), run);
    const row = { key: strategy, strategy, params, ...(embeddings && { embeddings }) };
    return await unlessStopped(compareRow(prepared, row, options), run);
  } finally {
    await breathe(run);
  }
}

/** A step that changed nothing: unchanged, rejected, refused or failed. */
function failedEntry({ result, outcome, why, log }: EngineRun, context: Transcript, key: string, { strategy, params, at }: Step): HistoryEntry {
  const messages = context.messages.length;
  const tokens = result?.tokensBefore ?? 0;
  return {
    key,
    strategy,
    params: result?.params ?? params,
    outcome,
    level: null,
    // The engine names every strategy that there is; here the one that is missing says enough.
    why: byId.has(strategy) ? why : { key: 'step-unknown-strategy', values: { strategy } },
    messagesBefore: messages,
    messagesAfter: messages,
    tokensBefore: tokens,
    tokensAfter: tokens,
    efficiency: null,
    summaries: 0,
    summaryFailures: result?.failures.length ?? 0,
    summaryMs: null,
    ts: at,
    log,
  };
}
