/** Work that is done soon, in tasks of a few milliseconds between which the page is free. */
import { pause } from '../../../worker/pause.ts';
import { during } from '../../store/idle.ts';

/** Milliseconds of one task. */
const STRETCH = 8;

const waiting = new Set<() => void>();
let isRunning = false;

async function run(): Promise<void> {
  isRunning = true;
  try {
    while (waiting.size > 0) {
      await pause();
      const from = performance.now();
      for (const work of waiting) {
        waiting.delete(work);
        work();
        if (performance.now() - from > STRETCH) break;
      }
    }
  } finally {
    isRunning = false;
  }
}

/** In the order asked for. Returns a function that takes it back. */
export function soon(work: () => void): () => void {
  waiting.add(work);
  if (!isRunning) void during(run());
  return () => void waiting.delete(work);
}
