/** One comparison in steps that can be stopped: count, prepare, run the rows, view. */
import { type InUse, inUse } from '../engine/api.ts';
import { resolveTarget } from '../engine/compaction/target.ts';
import { checkTriggers } from '../engine/compaction/triggers.ts';
import { compareAll, type ComparedRow } from '../engine/compare.ts';
import { originalViolations, ruleSetOf } from '../engine/measures/validity.ts';
import type { Prepared, SignalSettings } from '../engine/signals/contract.ts';
import { prepare } from '../engine/signals/prepare.ts';
import { digestOf } from '../engine/summarizers/digest.ts';
import type { Summarizer } from '../engine/summarizers/contract.ts';
import type { TokenCounts, TokenizerId } from '../engine/tokens/contract.ts';
import { countSteps, estimateError } from '../engine/tokens/count.ts';
import { loadTokenizer } from '../engine/tokens/tokenizers.ts';
import type { Role, Transcript } from '../engine/transcript/types.ts';
import type { Loaded } from './loading.ts';
import { every, pause } from './pause.ts';
import type { CompareReply, CompareRequest, Progress, RowResult, TranscriptView } from './protocol.ts';
import { rowResult } from './rows.ts';

/** Milliseconds of work between two pauses. */
const COUNTING_STRETCH = 20;
const DIGESTING_STRETCH = 20;
const COMPARING_STRETCH = 8;

/** A finished comparison: what the page shows is read from it. */
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
  readonly stopped: () => boolean;
}

/** Thrown inside a run that was stopped; the session answers `cancelled`. */
export class Stopped extends Error {}

/** What is remembered of one transcript from one comparison to the next. */
interface Memory {
  readonly counts: Map<string, TokenCounts>;
  prepared: { readonly key: string; readonly value: Prepared } | null;
}
const memories = new WeakMap<Transcript, Memory>();

function memoryOf(transcript: Transcript): Memory {
  let memory = memories.get(transcript);
  if (!memory) {
    memory = { counts: new Map(), prepared: null };
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

/**
 * What the built-in summariser reads out of every message, ahead of the first summary: one summary of a large transcript
 * would keep the worker busy for seconds, this can be stopped and goes on where it stopped.
 */
async function digest(prepared: Prepared, rows: number, run: Run): Promise<void> {
  const due = every(DIGESTING_STRETCH);
  for (const message of prepared.messages) {
    digestOf(message);
    if (!due()) continue;
    run.progress({ phase: 'comparing', done: 0, of: rows });
    await breathe(run);
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
export async function runComparison(loaded: Loaded, request: CompareRequest, summarizer: Summarizer, run: Run): Promise<Comparison> {
  const { settings } = request;
  const transcript = loaded.conversations[request.conversation]!.transcript;
  const use = inUse(transcript, settings);
  const counts = await countsOf(transcript, use.tokenizer, settings.overhead, run);
  const s1Error = await s1ErrorOf(transcript, counts, settings.overhead, run);
  const { longTokens, shortTokens, edgeStart, edgeEnd, keepRecent, preserveStart, preserveEnd } = settings;
  const prepared = preparedOf(transcript, counts, { longTokens, shortTokens, edgeStart, edgeEnd, marks: request.marks });
  const rules = ruleSetOf(transcript, use.model);

  if (settings.summarizerOutcome === 'ok') await digest(prepared, request.rows.length, run);

  const started = performance.now();
  const due = every(COMPARING_STRETCH);
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
      summarizer,
      now: () => performance.now(),
    },
    (done, of) => {
      if (!due()) return undefined;
      run.progress({ phase: 'comparing', done, of });
      return breathe(run).then(() => undefined);
    },
  );
  if (!rows) throw new Stopped();
  const ms = performance.now() - started;

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
  const results: readonly RowResult[] = rows.map((row) => rowResult(prepared, row));
  return {
    request,
    transcript,
    prepared,
    inUse: use,
    target: settings.own ? null : resolveTarget(settings.target, counts.total),
    rows: new Map(rows.map((row) => [row.key, row])),
    reply: { transcript: view, rows: results, ms },
  };
}
