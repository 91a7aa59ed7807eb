/** One comparison in steps that can be stopped: count, prepare, run the rows, view. */
import { type InUse, inUse } from '../engine/api.ts';
import { resolveTarget } from '../engine/compaction/target.ts';
import { checkTriggers } from '../engine/compaction/triggers.ts';
import { compareAll, type ComparedRow } from '../engine/compare.ts';
import { originalViolations, ruleSetOf } from '../engine/measures/validity.ts';
import type { Prepared, SignalSettings } from '../engine/signals/contract.ts';
import { prepare } from '../engine/signals/prepare.ts';
import { digestOf } from '../engine/summarizers/digest.ts';
import type { TokenCounts, TokenizerId } from '../engine/tokens/contract.ts';
import { countSteps, estimateError } from '../engine/tokens/count.ts';
import { loadTokenizer } from '../engine/tokens/tokenizers.ts';
import type { Role, Transcript } from '../engine/transcript/types.ts';
import type { Loaded } from './loading.ts';
import type { Patient } from './patient.ts';
import { every, pause } from './pause.ts';
import type { CompareReply, CompareRequest, Progress, TranscriptView } from './protocol.ts';
import { rowResult } from './rows.ts';

/** Milliseconds of work between two pauses. */
const COUNTING_STRETCH = 20;
const DIGESTING_STRETCH = 20;
const COMPARING_STRETCH = 8;
/** What the summariser is told to do where it reads the messages before it does. */
const READING: ReadonlySet<string> = new Set(['ok', 'too-long']);
/** Milliseconds after which rows that are finished are shown while others wait, and between two such answers. */
const SOON = 150;

/** A comparison, finished or as far as it is: what the page shows is read from it. */
export interface Comparison {
  readonly request: CompareRequest;
  readonly transcript: Transcript;
  readonly prepared: Prepared;
  readonly inUse: InUse;
  /** Tokens; null with own defaults. */
  readonly target: number | null;
  readonly rows: ReadonlyMap<string, ComparedRow>;
  readonly reply: CompareReply;
}

/** How a run reports, and how it learns that nobody waits for it any more. */
export interface Run {
  readonly progress: (p: Progress) => void;
  /** Takes the rows that are finished while others wait for their summaries. */
  readonly soFar: (comparison: Comparison) => void;
  readonly stopped: () => boolean;
}

/** Thrown inside a run that was stopped; the session answers `cancelled`. */
export class Stopped extends Error {}

/** What is remembered of one transcript from one comparison to the next. */
interface Memory {
  readonly counts: Map<string, TokenCounts>;
  /** Every message has been read for summaries. */
  read: boolean;
  prepared: { readonly key: string; readonly value: Prepared } | null;
}
const memories = new WeakMap<Transcript, Memory>();

function memoryOf(transcript: Transcript): Memory {
  let memory = memories.get(transcript);
  if (!memory) {
    memory = { counts: new Map(), read: false, prepared: null };
    memories.set(transcript, memory);
  }
  return memory;
}

async function breathe(run: Run): Promise<void> {
  await pause();
  if (run.stopped()) throw new Stopped();
}

/** Counts once per tokenizer and overhead; what was counted before a stop is not counted again. */
async function countsOf(transcript: Transcript, id: TokenizerId, overhead: number, run: Run): Promise<TokenCounts> {
  const { counts } = memoryOf(transcript);
  const key = `${id}/${overhead}`;
  const known = counts.get(key);
  if (known) return known;
  const tokenizer = await loadTokenizer(id);
  await breathe(run);
  const due = every(COUNTING_STRETCH);
  const steps = countSteps(transcript, tokenizer, { overhead });
  for (;;) {
    const step = steps.next();
    if (step.done) {
      counts.set(key, step.value);
      return step.value;
    }
    if (due()) {
      run.progress({ phase: 'counting', ...step.value });
      await breathe(run);
    }
  }
}

function preparedOf(transcript: Transcript, counts: TokenCounts, settings: SignalSettings): Prepared {
  const memory = memoryOf(transcript);
  const key = `${counts.tokenizer}/${counts.total}/${JSON.stringify(settings)}`;
  if (memory.prepared?.key !== key || memory.prepared.value.counts !== counts)
    memory.prepared = { key, value: prepare(transcript, counts, settings) };
  return memory.prepared.value;
}

/** What the built-in summariser reads out of every message: once per transcript, in steps; where it was stopped it goes on. */
async function readForSummaries(transcript: Transcript, breath: () => Promise<void>): Promise<void> {
  const due = every(DIGESTING_STRETCH);
  for (const message of transcript.messages) {
    digestOf(message);
    if (due()) await breath();
  }
}

/** Error of S1's estimate as a share of the exact count, where the exact count is known or the estimate is in use. */
async function s1ErrorOf(transcript: Transcript, counts: TokenCounts, overhead: number, run: Run): Promise<number | null> {
  const s1 = 's1-estimate';
  if (counts.tokenizer === s1) return estimateError(counts, await countsOf(transcript, 'o200k_base', overhead, run));
  const exact = counts.tokenizer === 'o200k_base' || counts.tokenizer === 'cl100k_base';
  return exact ? estimateError(await countsOf(transcript, s1, overhead, run), counts) : null;
}

const ROLES: readonly Role[] = ['system', 'user', 'assistant', 'tool'];

/** Runs a comparison. Throws Stopped when nobody waits any more, and what the engine throws (ranks that cannot be loaded). */
export async function runComparison(loaded: Loaded, request: CompareRequest, patient: Patient, run: Run): Promise<Comparison> {
  const { settings } = request;
  const transcript = loaded.conversations[request.conversation]!.transcript;
  const use = inUse(transcript, settings);
  const counts = await countsOf(transcript, use.tokenizer, settings.overhead, run);
  const s1Error = await s1ErrorOf(transcript, counts, settings.overhead, run);
  const { longTokens, shortTokens, edgeStart, edgeEnd, keepRecent, preserveStart, preserveEnd } = settings;
  const prepared = preparedOf(transcript, counts, { longTokens, shortTokens, edgeStart, edgeEnd, marks: request.marks, keywords: {} });
  const rules = ruleSetOf(transcript, use.model);

  const view: TranscriptView = {
    conversation: request.conversation,
    title: transcript.title ?? '',
    format: loaded.reply.format,
    n: prepared.n,
    toolCalls: loaded.reply.conversations[request.conversation]!.toolCalls,
    turns: prepared.turns,
    ownModel: transcript.model ?? null,
    model: use.model,
    provider: use.provider,
    window: use.window,
    tokenizer: use.tokenizer,
    exact: counts.exact,
    calibration: counts.calibration ?? null,
    s1Error,
    total: counts.total,
    toolDefinitionTokens: counts.toolDefinitions,
    tokens: counts.messages,
    prefix: counts.prefix,
    priority: prepared.priority,
    priorityRule: prepared.priorityRule,
    roles: Uint8Array.from(transcript.messages, (m) => ROLES.indexOf(m.role)),
    protection: prepared.protection,
    compactions: transcript.compactions.map((c) => c.at),
    originalViolations: originalViolations(prepared, rules),
    triggers: checkTriggers(counts.total, use.window, settings.trigger),
  };
  const memory = memoryOf(transcript);
  const started = performance.now();
  let readingMs = 0;
  const comparisonOf = (rows: readonly ComparedRow[]): Comparison => ({
    request,
    transcript,
    prepared,
    inUse: use,
    target: settings.own ? null : resolveTarget(settings.target, counts.total),
    rows: new Map(rows.map((row) => [row.key, row])),
    reply: {
      transcript: view,
      rows: rows.map((row) => rowResult(prepared, row)),
      waiting: request.rows.length - rows.length,
      ms: performance.now() - started - readingMs,
    },
  });

  let finished: readonly ComparedRow[] = [];
  let shown = 0;
  let shownAt = started;
  const breath = async (): Promise<void> => {
    run.progress({ phase: 'comparing', done: finished.length, of: request.rows.length });
    await breathe(run);
    if (finished.length <= shown || performance.now() - shownAt < SOON) return;
    run.soFar(comparisonOf(finished));
    shown = finished.length;
    shownAt = performance.now();
  };

  // The first time, summaries wait until the rows without one are there and the messages have been read; each waits for a pause.
  let others = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    others = resolve;
  });
  const before = async (): Promise<void> => {
    await ready;
    await breath();
    if (memory.read) return;
    const from = performance.now();
    await readForSummaries(transcript, breath);
    memory.read = true;
    readingMs += performance.now() - from;
  };
  if (READING.has(settings.summarizerOutcome) && !memory.read) patient.before = before;
  const due = every(COMPARING_STRETCH);
  try {
    const rows = await compareAll(
      prepared,
      request.rows,
      {
        window: use.window,
        target: settings.target,
        own: settings.own,
        weight: settings.weight,
        ...(use.model !== null && { model: use.model }),
        seed: settings.seed,
        shared: { keepRecent, preserveStart, preserveEnd },
        rules,
        summarizer: patient.summarizer,
        now: () => performance.now(),
      },
      {
        progress: (done, of) => {
          if (!due()) return undefined;
          run.progress({ phase: 'comparing', done, of });
          return breathe(run).then(() => undefined);
        },
        soFar: (rowsSoFar) => {
          finished = rowsSoFar;
          others();
        },
      },
    );
    if (!rows || run.stopped()) throw new Stopped();
    return comparisonOf(rows);
  } finally {
    // A newer run may have put its own in place already.
    if (patient.before === before) patient.before = null;
    others();
  }
}
