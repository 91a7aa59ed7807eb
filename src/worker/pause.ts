/** Lets waiting messages in: a busy worker receives a cancel or a newer request only between two tasks. */
import type { CompareReply, Progress } from './protocol.ts';

/** Thrown inside a run that was stopped; the session answers `cancelled`. */
export class StopSignal extends Error {}

/** A turn of the event loop without the 4 ms that nested timers cost. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** True when at least `ms` have passed since it last was: time for a pause. */
export function every(ms: number): () => boolean {
  let last = performance.now();
  return () => {
    const now = performance.now();
    if (now - last < ms) return false;
    last = now;
    return true;
  };
}

/** Milliseconds between two messages about the same step. A person sees no more, and each costs the page a frame. */
const TOLD = 250;

/** Thins progress: a new phase, rows and what models do are told at once, the rest now and then. */
export function thinned(tell: (progress: Progress, soFar?: CompareReply) => void): typeof tell {
  const due = every(TOLD);
  let phase: Progress['phase'] | null = null;
  return (progress, soFar) => {
    const isNews = progress.phase !== phase || progress.models !== undefined || soFar !== undefined;
    if (!due() && !isNews) return;
    ({ phase } = progress);
    tell(progress, soFar);
  };
}
