/**
 * Progress of long work on standard error. On a terminal one line with the time left, from the first second on; in a file whole lines, now
 * and then.
 */
import { err, showStatus } from './output.ts';
import { numbers, t } from './words.ts';

export type Phase = 'comparing' | 'recall' | 'decay' | 'replay';

/** Milliseconds without output: on a terminal, and between two lines of a file. */
const QUIET_MS = 1000;
const EVERY_MS = 5000;
/** Milliseconds between two changes of the line on a terminal. */
const STEP_MS = 100;
const BAR = 24;

export interface Way {
  /** Milliseconds. */
  readonly clock: () => number;
  readonly isTerminal: boolean;
  /** A whole line. */
  readonly say: (line: string) => void;
  /** The line that changes. */
  readonly show: (line: string) => void;
}

const here = (): Way => ({ clock: () => performance.now(), isTerminal: process.stderr.isTTY, say: err, show: showStatus });

/** Says that something goes on. `left`: milliseconds still to come, null where nobody knows; `share`: done of all, null as well. */
export type Tell = (text: () => string, left?: number | null, share?: number | null) => void;

/** A `Tell` that is silent while nothing takes long. */
export function telling({ clock, isTerminal, say, show }: Way = here()): Tell {
  let last = clock();
  let quiet = isTerminal ? QUIET_MS : EVERY_MS;
  return (text, left = null, share = null) => {
    const now = clock();
    if (now - last < quiet) return;
    last = now;
    quiet = isTerminal ? STEP_MS : EVERY_MS;
    const after = left === null ? '' : ` · ${t('cli.progress.left', { seconds: numbers().whole(Math.max(1, Math.ceil(left / 1000))) })}`;
    if (!isTerminal) return say(`${text()}${after}`);
    const filled = share === null ? 0 : Math.round(share * BAR);
    show(`${share === null ? '' : `${'━'.repeat(filled)}${'╌'.repeat(BAR - filled)}  `}${text()}${after}`);
  };
}

/** Steps of several phases, each with its own pace. */
export function progressOn(way: Way = here()): (phase: Phase, done: number, of: number) => void {
  const tell = telling(way);
  let current: Phase | null = null;
  let began = 0;
  let before = 0;
  return (phase, done, of) => {
    const now = way.clock();
    if (phase !== current) [current, began, before] = [phase, now, done];
    const steps = done - before;
    const left = steps > 0 ? ((now - began) / steps) * (of - done) : null;
    tell(() => t(`cli.progress.${phase}`, { done, of }), left, of > 0 ? done / of : null);
  };
}
