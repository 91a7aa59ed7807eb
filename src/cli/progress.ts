/** Progress of long work on standard error: nothing for quick work, then a line now and then. */
import { t } from './words.ts';

export type Phase = 'comparing' | 'measuring' | 'recall' | 'decay';

/** Milliseconds without output. */
const EVERY_MS = 5000;

/** `clock` in milliseconds. Whole lines: standard error may be a file. */
export function progressOn(say: (line: string) => void, clock: () => number): (phase: Phase, done: number, of: number) => void {
  let last = clock();
  return (phase, done, of) => {
    const now = clock();
    if (now - last < EVERY_MS) return;
    last = now;
    say(t(`cli.progress.${phase}`, { done, of }));
  };
}
