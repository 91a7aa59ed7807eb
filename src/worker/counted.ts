/** Counts and signals of a transcript, made once; levels of a context share what they keep. */
import type { Work, WorkStep } from '../engine/lib/work.ts';
import { type Level, levelCounts } from '../engine/compaction/history.ts';
import type { PreparedTranscript, SignalSettings } from '../engine/signals/contract.ts';
import { prepare } from '../engine/signals/signal-prepare.ts';
import type { TokenCounts, TokenizerId } from '../engine/tokens/contract.ts';
import { countSteps, estimateError } from '../engine/tokens/count.ts';
import { loadTokenizer } from '../engine/tokens/tokenizers.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import { every, pause, StopSignal } from './pause.ts';
import type { Progress } from './protocol.ts';

/** Milliseconds of work between two pauses. */
const COUNTING_STRETCH = 20;

export interface RunControl {
  readonly progress: (p: Progress) => void;
  /** Aborted with Stopped as soon as the work is no longer wanted. */
  readonly signal: AbortSignal;
}

/** Data remembered per transcript between comparisons. */
export interface Memory {
  readonly counts: Map<string, TokenCounts>;
  /** A comparison was finished: its signals are known, and the rows of the next one are quick. */
  compared: boolean;
  prepared: { readonly key: string; readonly value: PreparedTranscript } | null;
  /** The context that this one was made of: by a compaction, or cut before a recorded one. null for a transcript of the file. */
  from: { readonly context: Transcript; readonly level: Pick<Level, 'transcript' | 'origins'> } | null;
}
const memories = new WeakMap<Transcript, Memory>();

export function memoryOf(transcript: Transcript): Memory {
  let memory = memories.get(transcript);
  if (!memory) {
    memory = { counts: new Map(), compared: false, prepared: null, from: null };
    memories.set(transcript, memory);
  }
  return memory;
}

export async function breathe({ signal }: RunControl): Promise<void> {
  await pause();
  signal.throwIfAborted();
}

/** Waits for something as slow as a model; stops waiting when the run is no longer wanted. */
export function unlessStopped<T>(work: T | Promise<T>, { signal }: RunControl): T | Promise<T> {
  if (!(work instanceof Promise)) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as StopSignal);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Counts once per tokenizer and overhead; an interrupted count resumes. A level counts only what its compaction inserted. */
export async function countsOf(transcript: Transcript, id: TokenizerId, overhead: number, run: RunControl): Promise<TokenCounts> {
  const { counts, from } = memoryOf(transcript);
  const key = `${id}/${overhead}`;
  const known = counts.get(key);
  if (known) return known;
  if (from) {
    const derived = levelCounts(await countsOf(from.context, id, overhead, run), from.context, from.level);
    counts.set(key, derived);
    return derived;
  }
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

export function preparedOf(transcript: Transcript, counts: TokenCounts, settings: SignalSettings): PreparedTranscript {
  const memory = memoryOf(transcript);
  const key = `${counts.tokenizer}/${counts.total}/${JSON.stringify(settings)}`;
  if (memory.prepared?.key !== key || memory.prepared.value.counts !== counts)
    memory.prepared = { key, value: prepare(transcript, counts, settings) };
  return memory.prepared.value;
}

/** Error of S1's estimate as a share of the exact count, where the exact count is known or the estimate is in use. */
export async function s1ErrorOf(transcript: Transcript, counts: TokenCounts, overhead: number, run: RunControl): Promise<number | null> {
  const s1 = 's1-estimate';
  if (counts.tokenizer === s1) return estimateError(counts, await countsOf(transcript, 'o200k_base', overhead, run));
  const exact = counts.tokenizer === 'o200k_base' || counts.tokenizer === 'cl100k_base';
  return exact ? estimateError(await countsOf(transcript, s1, overhead, run), counts) : null;
}

// Runs long work of the engine with pauses, in which the worker answers other calls.

/** Runs steps to their end; pauses and reports progress every `stretch` ms. Throws Stopped when the work is no longer wanted. */
export async function withPauses<S extends WorkStep, T>(
  steps: Work<S, T>,
  run: RunControl,
  stretch: number,
  progressOf: (step: Extract<S, { readonly kind: 'progress' }>) => Progress,
): Promise<T> {
  const due = every(stretch);
  let step = steps.next();
  while (!step.done) {
    if (step.value.kind === 'waiting') {
      step = await Promise.resolve(unlessStopped(step.value.for, run)).then(
        (value) => steps.next(value),
        (error: unknown) => {
          if (error instanceof StopSignal) throw error;
          return steps.throw(error);
        },
      );
      continue;
    }
    if (due()) {
      run.progress(progressOf(step.value as Extract<S, { readonly kind: 'progress' }>));
      await breathe(run);
    }
    step = steps.next();
  }
  return step.value;
}
