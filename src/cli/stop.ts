import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Share, Work, WorkStep } from '../engine/lib/work.ts';
import { clearStatus } from './cli-words.ts';
import { inUse, open, type Opened, type RunOptions } from '../engine/api.ts';
import { countSteps } from '../engine/tokens/count.ts';
import { loadTokenizer } from '../engine/tokens/tokenizers.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import { type Progress, progressOn } from './progress.ts';

export const INTERRUPTED = 130;
const STRETCH_MS = 40;

let stop: AbortController | null = null;
let paused = 0;

function interrupt(): void {
  if (stop && !stop.signal.aborted) {
    stop.abort();
    return;
  }
  clearStatus();
  process.exit(INTERRUPTED);
}

export async function stoppable(run: () => Promise<number>): Promise<number> {
  stop = new AbortController();
  setMaxListeners(0, stop.signal);
  process.on('SIGINT', interrupt);
  try {
    const code = await run();
    return stop.signal.aborted ? INTERRUPTED : code;
  } finally {
    process.removeListener('SIGINT', interrupt);
    stop = null;
  }
}

export class InterruptError extends Error {}

export const isStopped = (): boolean => stop?.signal.aborted === true;

const NEVER = new AbortController();
setMaxListeners(0, NEVER.signal);
export const stopSignal = (): AbortSignal => (stop ?? NEVER).signal;

export function pause(): boolean | Promise<boolean> {
  const now = performance.now();
  if (now - paused < STRETCH_MS) return !isStopped();
  paused = now;
  return setImmediate().then(() => !isStopped());
}

/** Runs long work with pauses; null = it was stopped. `told` receives every step. `endsItself`: the work looks for Ctrl C itself. */
export async function withPauses<S extends WorkStep, T>(steps: Work<S, T>, told?: (step: S) => void, endsItself = false): Promise<T | null> {
  let step = steps.next();
  while (!step.done) {
    told?.(step.value);
    if (step.value.kind === 'waiting') {
      step = await step.value.for.then(
        (value) => steps.next(value),
        (error: unknown) => steps.throw(error),
      );
      continue;
    }
    const goesOn = pause();
    if (!(goesOn instanceof Promise ? await goesOn : goesOn) && !endsItself) return null;
    step = steps.next();
  }
  return step.value;
}

// Reading and counting in steps: each says how far it is, and lets Ctrl C in.

/** Runs steps to their end. Throws Interrupted where Ctrl C comes before. */
export async function inSteps<T>(steps: Work<Share, T>, told: (done: number, of: number) => void): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    told(step.value.done, step.value.of);
    const goesOn = pause();
    if (!(goesOn instanceof Promise ? await goesOn : goesOn)) throw new InterruptError();
  }
}

export async function opened(
  transcript: Transcript,
  options: RunOptions,
  { progress = progressOn(), part = 0, parts = 1 }: { readonly progress?: Progress; readonly part?: number; readonly parts?: number } = {},
): Promise<Opened> {
  const tokenizer = await loadTokenizer(inUse(transcript, options).tokenizer);
  await inSteps(countSteps(transcript, tokenizer), (done, of) => progress('counting', part + done / Math.max(1, of), parts));
  // The engine knows what is counted, and counts nothing twice.
  return open(transcript, options);
}
