/** Progress of long work on standard error. */
import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { inUse, open, type OpenTranscript, type RunOptions } from '../engine/api.ts';
import type { Share, Work, WorkStep } from '../engine/lib/work.ts';
import { countSteps } from '../engine/tokens/count.ts';
import { loadTokenizer } from '../engine/tokens/tokenizers.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import { clearStatus, err, numbers, showStatus, t } from './cli-words.ts';

type Phase = 'reading' | 'counting' | 'comparing' | 'recall' | 'decay' | 'replay' | 'contexts' | 'asking' | 'reducing' | 'tables';

const QUIET_MS = 1000;
const EVERY_MS = 5000;
const STEP_MS = 100;
const BAR = 24;

export interface Way {
  readonly clock: () => number;
  readonly isTerminal: boolean;
  readonly say: (line: string) => void;
  readonly show: (line: string) => void;
}

const here = (): Way => ({ clock: () => performance.now(), isTerminal: process.stderr.isTTY, say: err, show: showStatus });

/**
 * Says that something goes on. `left`: milliseconds still to come, null where nobody knows; `share`: done of all, null as well. `isNew`: what begins
 * now is said at once where a status is shown already, because nothing else may be said before it ends.
 */
type Tell = (text: () => string, left?: number | null, share?: number | null, isNew?: boolean) => void;

export function telling({ clock, isTerminal, say, show }: Way = here()): Tell {
  let last = clock();
  let quiet = isTerminal ? QUIET_MS : EVERY_MS;
  return (text, left = null, share = null, isNew = false) => {
    const now = clock();
    if (now - last < quiet && !(isNew && quiet === STEP_MS)) return;
    last = now;
    quiet = isTerminal ? STEP_MS : EVERY_MS;
    const after = left === null ? '' : ` · ${leftText(left)}`;
    if (!isTerminal) return say(`${text()}${after}`);
    const filled = share === null ? 0 : Math.round(share * BAR);
    show(`${share === null ? '' : `${'━'.repeat(filled)}${'╌'.repeat(BAR - filled)}  `}${text()}${after}`);
  };
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Up to twice a unit in the smaller one: nobody reads 130 minutes, nor 1 hour of 119 minutes. */
function leftText(left: number): string {
  const n = numbers();
  const [unit, symbol] = left < 2 * MINUTE ? [SECOND, 's'] : left < 2 * HOUR ? [MINUTE, 'min'] : [HOUR, 'h'];
  return t('cli.progress.left', { time: `${n.whole(Math.max(1, Math.ceil(left / unit)))} ${symbol}` });
}

let current: Tell | null = null;
/** One for the whole of a command: its second of silence begins with it, not with each of its phases. */
export function beginTelling(): void {
  current = telling();
}
export const ofCommand = (): Tell => (current ??= telling());

/** The milliseconds left, by the pace since the first call; null where nothing is known of it yet. */
export function paceOf(clock: Way['clock'] = () => performance.now()): (done: number, of: number) => number | null {
  let first: { readonly at: number; readonly done: number } | null = null;
  return (done, of) => {
    first ??= { at: clock(), done };
    const steps = done - first.done;
    return steps > 0 ? ((clock() - first.at) / steps) * (of - done) : null;
  };
}

/** What each phase does, in words that the page has where it does the same. */
const WHAT = {
  reading: 'cli.progress.reading',
  counting: 'cli.progress.counting',
  comparing: 'progress.label',
  recall: 'measure.independent.title',
  decay: 'measure.decay.title',
  replay: 'tab.replay',
  contexts: 'cli.progress.contexts',
  asking: 'cli.answers',
  reducing: 'cli.progress.reading',
  tables: 'cli.progress.tables',
} as const satisfies Record<Phase, string>;
const BY_SHARE: ReadonlySet<Phase> = new Set(['reading', 'counting', 'reducing', 'tables']);

type Progress = (phase: Phase, done: number, of: number) => void;

/** Says that a compaction begins, and then how long it has taken: nobody knows how long a model takes. */
export function compactingOn(tell: Tell = ofCommand(), clock: Way['clock'] = () => performance.now()): () => void {
  const begun = clock();
  const say = (isNew: boolean): void =>
    tell(() => t('cli.progress.compacting', { seconds: Math.round((clock() - begun) / SECOND) }), null, null, isNew);
  say(true);
  return () => say(false);
}

export function progressOn(tell: Tell = ofCommand(), clock: Way['clock'] = () => performance.now()): Progress {
  let current: Phase | null = null;
  let leftAt = paceOf(clock);
  return (phase, done, of) => {
    if (phase !== current) [current, leftAt] = [phase, paceOf(clock)];
    const left = leftAt(done, of);
    const share = of > 0 ? done / of : null;
    tell(() => t(BY_SHARE.has(phase) ? 'cli.progress.share' : 'cli.progress.of', { what: t(WHAT[phase]), done, of, share: share ?? 0 }), left, share);
  };
}

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
): Promise<OpenTranscript> {
  const tokenizer = await loadTokenizer(inUse(transcript, options).tokenizer);
  await inSteps(countSteps(transcript, tokenizer), (done, of) => progress('counting', part + done / Math.max(1, of), parts));
  // The engine knows what is counted, and counts nothing twice.
  return open(transcript, options);
}
