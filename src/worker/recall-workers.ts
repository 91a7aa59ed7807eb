/** Workers that take cuts of a recall beside the engine's own. */
import * as Comlink from 'comlink';
import type { CutOutcome } from '../engine/recall/at-cut.ts';
import type { RecallJob, RecallPartner } from '../engine/recall/recall-work.ts';
import type * as RecallWorks from '../engine/recall/recall-work.ts';
import type { Transcript } from '../engine/transcript/types.ts';

/** Name of such a worker: its script is the engine's. */
export const RECALL_WORKER = 'recall';

type JobWithout = Omit<RecallJob, 'transcript'>;

/** What a worker answers; `transcript` = null: that of the job before. */
interface RecallCalls {
  open(job: JobWithout, transcript: Transcript | null): Promise<void>;
  at(cut: number, isMatched: boolean): Promise<CutOutcome | null>;
}

/** The worker's side. Depends on no worker: tests run it in Node. */
export class RecallServer implements RecallCalls {
  #transcript: Transcript | null = null;
  #base: { readonly key: string; readonly value: ReturnType<typeof RecallWorks.baseOf> } | null = null;
  #work: Promise<RecallWorks.RecallWork> | null = null;
  #part: Promise<typeof RecallWorks> | null = null;

  /** The engine, fetched while the transcript is still read elsewhere. */
  warm(): Promise<typeof RecallWorks> {
    this.#part ??= import('../engine/recall/recall-work.ts');
    return this.#part;
  }

  async open(job: JobWithout, transcript: Transcript | null): Promise<void> {
    this.#transcript = transcript ?? this.#transcript;
    const whole = { ...job, transcript: this.#transcript! };
    const key = JSON.stringify([job.tokenizer, job.overhead, job.signals]);
    this.#work = this.warm().then(async ({ baseOf, workOn }) => {
      // Another target finds its contexts again.
      if (transcript || this.#base?.key !== key) this.#base = { key, value: baseOf(whole) };
      return workOn(await this.#base.value, whole);
    });
    await this.#work;
  }

  async at(cut: number, isMatched: boolean): Promise<CutOutcome | null> {
    const { outcomeAt } = await this.warm();
    return outcomeAt(await this.#work!, cut, isMatched);
  }
}

/** As much of a Worker as is needed. */
export type RecallEndpoint = Comlink.Endpoint & Pick<Worker, 'terminate'>;

/** Milliseconds after which a worker that does not answer is ended: a cut of the longest recall that runs by itself takes a few seconds. */
const PATIENCE = 120_000;

/** One worker; lost once it fails or does not answer. */
class RecallWorker implements RecallPartner {
  readonly #endpoint: RecallEndpoint;
  readonly #remote: Comlink.Remote<RecallCalls>;
  #lose: (error: Error) => void = () => undefined;
  readonly #lost = new Promise<never>((_, reject) => {
    this.#lose = reject;
  });
  isLost = false;

  constructor(endpoint: RecallEndpoint) {
    this.#endpoint = endpoint;
    this.#remote = Comlink.wrap<RecallCalls>(endpoint);
    this.#lost.catch(() => undefined);
    endpoint.addEventListener('error', () => this.end());
  }

  end(): void {
    this.isLost = true;
    this.#endpoint.terminate();
    this.#lose(new Error('lost'));
  }

  open(job: JobWithout, transcript: Transcript | null): Promise<void> {
    return this.#answered(this.#remote.open(job, transcript));
  }

  at(cut: number, isMatched: boolean): Promise<CutOutcome | null> {
    return this.#answered(this.#remote.at(cut, isMatched));
  }

  async #answered<T>(reply: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.end(), PATIENCE);
    try {
      return await Promise.race([reply, this.#lost]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Workers beside the engine's own: the page leaves one processor for itself where there are more than two, and each reads the transcript again. */
const MOST = 3;
export const workersOn = (processors: number): number => Math.max(0, Math.min(MOST, processors <= 2 ? processors - 1 : processors - 2));

/** Tokens of the longest transcript that other workers hold too: beyond, memory is worth more. */
const LONGEST = 2_000_000;

/** The workers of one session; they are started with the first recall that is worth it. */
export class RecallWorkers {
  readonly #spawn: () => RecallEndpoint;
  readonly #count: number;
  #workers: readonly RecallWorker[] = [];
  #job: { readonly key: string; readonly transcript: Transcript } | null = null;
  /** What was begun for the job, by cut. */
  #begun = new Map<string, Promise<CutOutcome | null>>();

  constructor(spawn: () => RecallEndpoint, count: number) {
    this.#spawn = spawn;
    this.#count = count;
  }

  /** Partners that have a job. `cuts` = begin with the last of so many at once, before anybody asks. */
  of(job: RecallJob | null, tokens: number, ahead: { readonly cuts: number; readonly isMatched: boolean } | null = null): readonly RecallPartner[] {
    if (!job || tokens > LONGEST || this.#count === 0) return [];
    const { transcript, ...rest } = job;
    const key = JSON.stringify(rest);
    const isKnown = this.#job?.key === key && this.#job.transcript === transcript;
    if (!isKnown) this.#open(rest, transcript, key);
    if (!isKnown && ahead) this.#begin(ahead.cuts, ahead.isMatched);
    return this.#workers.map((worker) => ({ at: (cut, isMatched) => this.#begun.get(`${cut}/${isMatched}`) ?? worker.at(cut, isMatched) }));
  }

  #open(job: JobWithout, transcript: Transcript, key: string): void {
    const former = this.#job?.transcript === transcript ? this.#workers : [];
    this.#workers = Array.from({ length: this.#count }, (_, k) => {
      const old = this.#workers[k];
      const worker = old && !old.isLost ? old : new RecallWorker(this.#spawn());
      worker.open(job, worker === former[k] ? null : transcript).catch(() => undefined);
      return worker;
    });
    this.#job = { key, transcript };
    this.#begun = new Map();
  }

  #begin(cuts: number, isMatched: boolean): void {
    const begun = this.#begun;
    let left = cuts;
    const next = (worker: RecallWorker): void => {
      if (left === 0 || this.#begun !== begun) return;
      const cut = --left;
      const answer = worker.at(cut, isMatched);
      begun.set(`${cut}/${isMatched}`, answer);
      answer.then(
        () => next(worker),
        () => begun.delete(`${cut}/${isMatched}`),
      );
    };
    for (const worker of this.#workers) next(worker);
  }
}
