/** Progress of long work on standard error. */
import type { Slice } from '../engine/lib/lib-steps.ts';
import { err, numbers, showStatus, t } from './cli-words.ts';

export type Phase = 'reading' | 'counting' | 'comparing' | 'recall' | 'decay' | 'replay' | 'contexts' | 'asking' | 'reducing' | 'tables';

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

/** Says that something goes on. `left`: milliseconds still to come, null where nobody knows; `share`: done of all, null as well. */
export type Tell = (text: () => string, left?: number | null, share?: number | null) => void;

export function telling({ clock, isTerminal, say, show }: Way = here()): Tell {
  let last = clock();
  let quiet = isTerminal ? QUIET_MS : EVERY_MS;
  return (text, left = null, share = null) => {
    const now = clock();
    if (now - last < quiet) return;
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

export type Progress = (phase: Phase, done: number, of: number) => void;

/**
 * A compaction: share and time left of the part that is under way, where it knows them, else how long all has taken. What its parts will be
 * depends on the strategy and the file: nobody knows the time left of all.
 */
export function compactingOn(tell: Tell = ofCommand(), clock: Way['clock'] = () => performance.now()): (slice: Slice) => void {
  const begun = clock();
  let leftAt = paceOf(clock);
  let last = { done: 0, of: 0 };
  let toldAt = begun;
  return (slice) => {
    if (!slice) {
      // Between two steps that know more there may be some that do not.
      if (clock() - toldAt < QUIET_MS) return;
      last = { done: 0, of: 0 };
      tell(() => t('cli.progress.compacting', { seconds: Math.round((clock() - begun) / SECOND) }));
      return;
    }
    const { done, of } = slice;
    if (of !== last.of || done < last.done) leftAt = paceOf(clock);
    last = slice;
    toldAt = clock();
    tell(() => t('cli.progress.share', { what: t('cli.progress.phase'), share: done / of }), leftAt(done, of), done / of);
  };
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
