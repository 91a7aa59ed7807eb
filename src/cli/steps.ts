/** Reading and counting in steps: each says how far it is, and lets Ctrl C in. */
import { inUse, open, type Opened, type RunOptions } from '../engine/api.ts';
import { countSteps } from '../engine/tokens/count.ts';
import { loadTokenizer } from '../engine/tokens/tokenizers.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import { type Progress, progressOn } from './progress.ts';
import { Interrupted, pause } from './stop.ts';

/** Runs steps to their end. Throws Interrupted where Ctrl C comes before. */
export async function inSteps<T>(
  steps: Generator<{ readonly done: number; readonly of: number }, T>,
  told: (done: number, of: number) => void,
): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    told(step.value.done, step.value.of);
    const goesOn = pause();
    // Steps are many and pauses few.
    if (!(goesOn instanceof Promise ? await goesOn : goesOn)) throw new Interrupted();
  }
}

/** As the engine opens a transcript, counted in steps. `part` of `parts` = this one among several. */
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
