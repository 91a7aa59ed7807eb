/** A thread that takes cuts of a recall, and what crosses its border. */
import { availableParallelism } from 'node:os';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { CutOutcome } from '../../engine/recall/at-cut.ts';
import { baseOf, outcomeAt, type RecallJob, type RecallPartner, workOn } from '../../engine/recall/recall-work.ts';
import { stopSignal } from '../stop.ts';

/** What a thread of a recall is started with. */
export interface RecallThreadData {
  readonly job: RecallJob;
}

interface Question {
  readonly cut: number;
  readonly isMatched: boolean;
}
interface Reply {
  readonly cut: number;
  readonly outcome: CutOutcome | null;
}

/** Answers one cut after the other. An error ends the thread, and its cut is the other thread's. */
export function serveRecall(port: MessagePort, { job }: RecallThreadData): void {
  const work = baseOf(job).then((base) => workOn(base, job));
  port.on('message', ({ cut, isMatched }: Question) => {
    void work.then(async (ready) => port.postMessage({ cut, outcome: await outcomeAt(ready, cut, isMatched) } satisfies Reply));
  });
}

/** Threads beside this one; each reads the transcript again, so more of them gain less. */
const MOST = 3;
export const partnersOn = (processors: number): number => Math.min(MOST, processors - 1);

/** Threads for a recall, as many as there are processors for; `end` when it is there. */
export function recallPartners(
  script: URL,
  job: RecallJob,
  count = partnersOn(availableParallelism()),
): readonly (RecallPartner & { end(): void })[] {
  return Array.from({ length: count }, () => {
    const worker = new Worker(script, { workerData: { job } satisfies RecallThreadData });
    const waiting = new Map<number, { resolve(outcome: CutOutcome | null): void; reject(error: unknown): void }>();
    const lose = (error: unknown): void => {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
      stopSignal().removeEventListener('abort', end);
    };
    const end = (): void => void worker.terminate();
    let lost: Error | null = null;
    worker.on('message', ({ cut, outcome }: Reply) => {
      waiting.get(cut)?.resolve(outcome);
      waiting.delete(cut);
    });
    worker.once('error', (error: Error) => {
      lost = error;
      lose(error);
    });
    worker.once('exit', () => {
      lost ??= new Error('ended');
      lose(lost);
    });
    stopSignal().addEventListener('abort', end);
    return {
      at: (cut, isMatched) =>
        lost
          ? Promise.reject(lost)
          : new Promise((resolve, reject) => {
              waiting.set(cut, { resolve, reject });
              worker.postMessage({ cut, isMatched } satisfies Question);
            }),
      end,
    };
  });
}
