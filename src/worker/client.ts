/**
 * The page's side of the worker. Every call settles with a value or a described error; the newest load and compare win;
 * a crashed or stuck worker is replaced by one with the same transcript and comparison, and calls it owed are tried again.
 */
import * as Comlink from 'comlink';
import type { DeviceModel } from '../models/device.ts';
import type { ImportError } from '../engine/formats/contract.ts';
import type { Result } from '../engine/transcript/types.ts';
import type { Decay, LossApi, MeasuresReply, PaidRecall, RecallReply } from './loss-protocol.ts';
import type {
  CompareReply,
  CompareRequest,
  Description,
  EngineApi,
  LoadReply,
  Progress,
  ProgressListener,
  Reply,
  WorkerError,
  SendingView,
} from './protocol.ts';
import type { ReplayApi, ReplayReply, ReplayRequest, WorkerApi } from './replay-protocol.ts';
import { EngineProcess, LOST, type LossReason, type WorkerLike } from './supervisor.ts';

/** Told after a worker was replaced. `intact`: transcript and comparison are there again. */
export interface Restarted {
  readonly reason: LossReason;
  readonly intact: boolean;
}

/** Calls that only read the last comparison, and those that have nothing to do with it; they pass through as they are. */
type Reads = Pick<
  EngineApi,
  | 'rows'
  | 'full'
  | 'diff'
  | 'insertions'
  | 'fatesOf'
  | 'find'
  | 'unified'
  | 'request'
  | 'exportComparison'
  | 'secrets'
  | 'ownFormat'
  | 'record'
  | 'saved'
  | 'exportHistory'
  | 'rehearse'
  | 'prompt'
  | 'setKeys'
  | 'listModels'
  | 'usedSummaries'
  | 'takeSummaries'
  | 'keptSummaries'
  | 'clearSummaries'
>;

type LossReads = Pick<LossApi, 'losses' | 'lossesIn'>;

/** No promise of it ever rejects or stays open. Functions may be taken off the object. */
export interface EngineClient extends Reads, LossReads, Omit<ReplayApi, 'replay' | 'stopReplay'> {
  describe(): Reply<Description>;
  /** Reads a transcript; the source is kept, so that a new worker can read it again. Cancels what runs. */
  load(source: Blob, name: string, format: string | null, onProgress: (p: Progress) => void): Promise<Result<LoadReply, ImportError | WorkerError>>;
  /** Answers `cancelled` as soon as a newer compare or load starts. `soFar`: rows that are finished, in force until the answer comes. */
  compare(request: CompareRequest, onProgress: (p: Progress, soFar?: CompareReply) => void): Reply<CompareReply>;
  /** Answers `cancelled` as soon as a newer replay or load starts. A worker that takes over does not run it again: reads from it fail. */
  replay(request: ReplayRequest, onProgress: (p: Progress) => void): Reply<ReplayReply>;
  /** Of the last comparison; these answer `cancelled` as soon as a newer call of the same kind, a compare or a load starts. */
  measure(): Reply<MeasuresReply>;
  recall(onProgress: (p: Progress) => void, paid?: PaidRecall): Reply<RecallReply>;
  /** Ends a recall that is under way, as another recall does. */
  rehearseRecall(key: string, onProgress: (p: Progress) => void): Reply<readonly SendingView[]>;
  decay(key: string, onProgress: (p: Progress) => void): Reply<Decay>;
  /** Settles a running recall alone as `cancelled`. */
  cancelRecall(): void;
  /** Settles a running replay alone as `cancelled`. */
  cancelReplay(): void;
  /** Settles a running load, compare and replay as `cancelled`; what was there before stays. */
  cancel(): void;
  /** Replaces the worker now, as after a crash. */
  restart(): void;
  /** Returns a function that ends the subscription. */
  onRestart(listener: (event: Restarted) => void): () => void;
  /** Ends the worker for good; later calls answer `failed`. */
  dispose(): void;
}

export interface ClientOptions {
  /** Starts a worker; the built one by default. */
  readonly spawn?: () => WorkerLike;
  /** Longest silence of a worker that owes an answer. */
  readonly stuckAfterMs?: number;
  /** The same after a cancel. */
  readonly cancelGraceMs?: number;
  /** Pause between heart-beats while an answer is owed. */
  readonly beatMs?: number;
  /** The browser's own language model, where a page has one. */
  readonly device?: DeviceModel;
}

type Remote = Comlink.Remote<WorkerApi>;
/** What is read from the last comparison takes time as well, and ends with it. */
const OF_COMPARISON = ['measure', 'recall', 'decay'] as const;
type Kind = 'load' | 'compare' | 'replay' | (typeof OF_COMPARISON)[number];
const NONE_HELD: Readonly<Record<Kind, number>> = { load: 0, compare: 0, replay: 0, measure: 0, recall: 0, decay: 0 };
type Failure = { readonly ok: false; readonly error: WorkerError };
/** A call that the page waits for. `settle` answers it once; later answers are thrown away. */
interface Running {
  settled: boolean;
  readonly settle: (reply: Failure) => void;
}
interface Loaded {
  readonly source: Blob;
  readonly name: string;
  readonly format: string | null;
  readonly ticket: number;
}
interface Compared {
  readonly request: CompareRequest;
  readonly ticket: number;
}

const failure = (code: WorkerError['code'], message: string): Failure => ({ ok: false, error: { code, message } });
const CANCELLED = failure('cancelled', 'Cancelled.');
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Attempts to bring a new worker to the old state: everything, the transcript only, nothing. Then the engine counts as broken. */
const MAX_ATTEMPTS = 3;

/**
 * A worker that hangs is replaced 10 seconds later at most: its silence is seen at a heart-beat, and begins with the last one that
 * it answered. A single step of the engine stays far below it.
 */
const STUCK_AFTER_MS = 9000;
const BEAT_MS = 1000;

const spawnWorker = (): WorkerLike => new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });

class Client implements EngineClient {
  readonly #spawn: () => WorkerLike;
  readonly #watch: { readonly stuckAfterMs: number; readonly beatMs: number };
  readonly #cancelGraceMs: number;
  readonly #device: DeviceModel | undefined;
  readonly #listeners = new Set<(event: Restarted) => void>();
  readonly #progress = new Map<number, (p: Progress, soFar?: CompareReply) => void>();

  /** null = it cannot be started, or was disposed of. */
  #process: EngineProcess | null = null;
  /** Settles when the process is in the state that the page has accepted. */
  #ready: Promise<void> = Promise.resolve();
  #disposed = false;
  /** Workers lost in a row before they were ready. */
  #stillborn = 0;

  #ticket = 0;
  /** What the page has, with the tickets of the calls that gave it. */
  #loaded: Loaded | null = null;
  #compared: Compared | null = null;
  /** What the worker has: tickets of the last calls that it finished. Another one where an answer crossed a cancel. */
  #held: Record<Kind, number> = { ...NONE_HELD };
  readonly #running: Record<Kind, Running | null> = { load: null, compare: null, replay: null, measure: null, recall: null, decay: null };
  /** Calls that were settled here while the worker has not answered yet. */
  readonly #leaving = new Set<Promise<void>>();

  constructor(options: ClientOptions) {
    this.#spawn = options.spawn ?? spawnWorker;
    this.#watch = { stuckAfterMs: options.stuckAfterMs ?? STUCK_AFTER_MS, beatMs: options.beatMs ?? BEAT_MS };
    this.#cancelGraceMs = options.cancelGraceMs ?? 3000;
    this.#device = options.device;
    this.#start(null);
  }

  readonly describe = (): Reply<Description> => this.#call((remote) => remote.describe());

  readonly load = (
    source: Blob,
    name: string,
    format: string | null,
    onProgress: (p: Progress) => void,
  ): Promise<Result<LoadReply, ImportError | WorkerError>> => {
    this.#stop('compare', 'replay', ...OF_COMPARISON);
    return this.#exclusive<LoadReply, ImportError | WorkerError>(
      'load',
      (ticket) => this.#sendLoad({ source, name, format, ticket }),
      (ticket) => {
        this.#loaded = { source, name, format, ticket };
        this.#compared = null;
      },
      onProgress,
    );
  };

  readonly compare: EngineClient['compare'] = (request, onProgress) => {
    this.#stop(...OF_COMPARISON);
    return this.#exclusive<CompareReply, WorkerError>(
      'compare',
      (ticket) => (remote) => remote.compare(request, ticket),
      (ticket) => {
        // A worker that takes over compares again, but sends nothing that nobody is looking at any more; keys it has none.
        this.#compared = { request: { ...request, agreed: [] }, ticket };
      },
      onProgress,
    );
  };

  readonly measure: EngineClient['measure'] = () =>
    this.#ofComparison(
      'measure',
      (ticket) => (remote) => remote.measure(ticket),
      () => undefined,
    );
  readonly recall: EngineClient['recall'] = (onProgress, paid) =>
    this.#ofComparison('recall', (ticket) => (remote) => remote.recall(ticket, paid), onProgress);
  readonly rehearseRecall: EngineClient['rehearseRecall'] = (key, onProgress) =>
    this.#ofComparison('recall', (ticket) => (remote) => remote.rehearseRecall(key, ticket), onProgress);

  readonly replay: EngineClient['replay'] = (request, onProgress) =>
    this.#exclusive<ReplayReply, WorkerError>(
      'replay',
      (ticket) => (remote) => remote.replay(request, ticket),
      () => undefined,
      onProgress,
    );

  readonly decay: EngineClient['decay'] = (key, onProgress) =>
    this.#ofComparison('decay', (ticket) => (remote) => remote.decay(key, ticket), onProgress);

  readonly cancelReplay = (): void => {
    if (!this.#running.replay) return;
    const upTo = this.#ticket;
    this.#stop('replay');
    void this.#process?.run((remote) => remote.stopReplay(upTo)).catch(() => undefined);
  };

  readonly cancelRecall = (): void => {
    if (!this.#running.recall) return;
    const upTo = this.#ticket;
    this.#stop('recall');
    void this.#process?.run((remote) => remote.stopRecall(upTo)).catch(() => undefined);
  };

  readonly cancel = (): void => {
    const upTo = this.#ticket;
    this.#stop('load', 'compare', 'replay', ...OF_COMPARISON);
    if (this.#leaving.size === 0) return;
    void this.#process?.run((remote) => remote.cancel(upTo)).catch(() => undefined);
    this.#process?.hurry(this.#cancelGraceMs);
  };

  readonly rows: Reads['rows'] = (...args) => this.#read((remote) => remote.rows(...args));
  readonly full: Reads['full'] = (...args) => this.#read((remote) => remote.full(...args));
  readonly diff: Reads['diff'] = (...args) => this.#read((remote) => remote.diff(...args));
  readonly insertions: Reads['insertions'] = (...args) => this.#read((remote) => remote.insertions(...args));
  readonly fatesOf: Reads['fatesOf'] = (...args) => this.#read((remote) => remote.fatesOf(...args));
  readonly find: Reads['find'] = (...args) => this.#read((remote) => remote.find(...args));
  readonly unified: Reads['unified'] = (...args) => this.#read((remote) => remote.unified(...args));
  readonly request: Reads['request'] = (...args) => this.#read((remote) => remote.request(...args));
  readonly exportComparison: Reads['exportComparison'] = (...args) => this.#read((remote) => remote.exportComparison(...args));
  readonly secrets: Reads['secrets'] = () => this.#read((remote) => remote.secrets());
  readonly ownFormat: Reads['ownFormat'] = () => this.#read((remote) => remote.ownFormat());
  readonly record: Reads['record'] = (...args) => this.#read((remote) => remote.record(...args));
  readonly saved: Reads['saved'] = (...args) => this.#read((remote) => remote.saved(...args));
  readonly exportHistory: Reads['exportHistory'] = () => this.#read((remote) => remote.exportHistory());
  readonly rehearse: Reads['rehearse'] = (...args) => this.#read((remote) => remote.rehearse(...args));
  readonly prompt: Reads['prompt'] = (...args) => this.#read((remote) => remote.prompt(...args));
  readonly setKeys: Reads['setKeys'] = (...args) => this.#call((remote) => remote.setKeys(...args));
  readonly listModels: Reads['listModels'] = (...args) => this.#call((remote) => remote.listModels(...args));
  readonly usedSummaries: Reads['usedSummaries'] = (...args) => this.#read((remote) => remote.usedSummaries(...args));
  readonly takeSummaries: Reads['takeSummaries'] = (...args) => this.#call((remote) => remote.takeSummaries(...args));
  readonly keptSummaries: Reads['keptSummaries'] = () => this.#call((remote) => remote.keptSummaries());
  readonly clearSummaries: Reads['clearSummaries'] = () => this.#call((remote) => remote.clearSummaries());

  readonly lossesIn: LossReads['lossesIn'] = (...args) => this.#read((remote) => remote.lossesIn(...args));
  readonly losses: LossReads['losses'] = (...args) => this.#read((remote) => remote.losses(...args));

  readonly replayContext: ReplayApi['replayContext'] = (...args) => this.#call((remote) => remote.replayContext(...args));
  readonly replayRows: ReplayApi['replayRows'] = (...args) => this.#call((remote) => remote.replayRows(...args));
  readonly replayInsertions: ReplayApi['replayInsertions'] = (...args) => this.#call((remote) => remote.replayInsertions(...args));
  readonly replayWhy: ReplayApi['replayWhy'] = (...args) => this.#call((remote) => remote.replayWhy(...args));
  readonly replayFull: ReplayApi['replayFull'] = (...args) => this.#call((remote) => remote.replayFull(...args));
  readonly replayDiff: ReplayApi['replayDiff'] = (...args) => this.#call((remote) => remote.replayDiff(...args));
  readonly replayMisses: ReplayApi['replayMisses'] = (...args) => this.#call((remote) => remote.replayMisses(...args));
  readonly replayRecord: ReplayApi['replayRecord'] = (...args) => this.#call((remote) => remote.replayRecord(...args));

  readonly restart = (): void => {
    this.#stillborn = 0;
    if (this.#process) this.#process.lose('asked');
    else this.#start('asked');
  };

  readonly onRestart = (listener: (event: Restarted) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly dispose = (): void => {
    this.#disposed = true;
    this.#stop('load', 'compare', 'replay', ...OF_COMPARISON);
    this.#process?.lose('asked');
  };

  /** Starts a worker (unless there is no point any more) and brings it to the accepted state. */
  #start(reason: LossReason | null): void {
    this.#process = null;
    this.#held = { ...NONE_HELD };
    this.#ready = Promise.resolve();
    if (this.#disposed || this.#stillborn >= MAX_ATTEMPTS) return;
    let isReady = false;
    try {
      const started = new EngineProcess(this.#spawn(), this.#watch, (why) => {
        this.#stillborn = isReady ? 0 : this.#stillborn + 1;
        this.#start(why);
      });
      this.#process = started;
      this.#ready = this.#bringUp(started).then((outcome) => {
        if (outcome === 'lost') return;
        isReady = true;
        this.#stillborn = 0;
        if (reason) for (const listener of this.#listeners) listener({ reason, intact: outcome === 'intact' });
      });
    } catch {
      // The browser refuses to start workers: #process stays null, and every call says so.
    }
  }

  async #bringUp(target: EngineProcess): Promise<'intact' | 'partly' | 'lost'> {
    const listener: ProgressListener = (ticket, progress, soFar) => {
      target.sign();
      this.#progress.get(ticket)?.(progress, soFar);
    };
    const listen = Comlink.proxy(listener);
    const answer = await target.run((remote) => remote.listen(listen)).catch(() => undefined);
    if (this.#device && answer !== LOST) {
      const device = Comlink.proxy(this.#device);
      await target.run((remote) => remote.setDevice(device)).catch(() => undefined);
    }
    return answer === LOST ? 'lost' : this.#recover(target);
  }

  /**
   * Brings a worker to the state that the page has accepted. What cannot be brought back is given up, so that worker and
   * page agree; a worker that dies on the way leaves the rest to its successor, which tries less.
   */
  async #recover(target: EngineProcess): Promise<'intact' | 'partly' | 'lost'> {
    const attempt = this.#stillborn;
    const [loaded, compared] = [this.#loaded, this.#compared];
    if (loaded && this.#held.load !== loaded.ticket) {
      const again: Loaded = { ...loaded, ticket: ++this.#ticket };
      const reply = attempt < 2 ? await this.#ask(target, this.#sendLoad(again)) : CANCELLED;
      if (reply === LOST) return 'lost';
      this.#loaded = reply.ok ? again : null;
      this.#held = { ...NONE_HELD, load: this.#loaded?.ticket ?? 0 };
    }
    if (compared && this.#held.compare !== compared.ticket) {
      const again: Compared = { ...compared, ticket: ++this.#ticket };
      const reply = attempt < 1 && this.#loaded ? await this.#ask(target, (remote) => remote.compare(again.request, again.ticket)) : CANCELLED;
      if (reply === LOST) return 'lost';
      this.#compared = reply.ok ? again : null;
      this.#held.compare = this.#compared?.ticket ?? 0;
    }
    return (loaded && !this.#loaded) || (compared && !this.#compared) ? 'partly' : 'intact';
  }

  /** One call; a rejection becomes a described error. */
  #ask<T, E>(target: EngineProcess, send: (remote: Remote) => Promise<Result<T, E>>): Promise<Result<T, E | WorkerError> | typeof LOST> {
    return target.run(send).catch((error: unknown) => failure('failed', messageOf(error)));
  }

  readonly #sendLoad =
    ({ source, name, format, ticket }: Loaded) =>
    async (remote: Remote): Promise<Result<LoadReply, ImportError | WorkerError>> => {
      this.#progress.get(ticket)?.({ phase: 'reading', done: 0, of: source.size });
      let bytes: ArrayBuffer;
      try {
        bytes = await source.arrayBuffer();
      } catch (error) {
        return failure('failed', `The file cannot be read (any more): ${messageOf(error)}`);
      }
      return remote.load(Comlink.transfer(bytes, [bytes]), name, format, ticket);
    };

  /** Waits for the worker, asks, and asks its successor once more if it was lost meanwhile. */
  async #call<T, E>(send: (remote: Remote) => Promise<Result<T, E>>, stillWanted: () => boolean = () => true): Promise<Result<T, E | WorkerError>> {
    for (let attempt = 0; attempt < 2; attempt++) {
      let ready: Promise<void>;
      do {
        ready = this.#ready;
        await ready;
      } while (ready !== this.#ready);
      if (!stillWanted()) return CANCELLED;
      if (!this.#process) return failure('failed', 'The engine cannot be started.');
      const reply = await this.#ask(this.#process, send);
      if (reply !== LOST) return reply;
    }
    return failure('restarted', 'The engine was restarted twice during this call.');
  }

  /** A load or compare: settles the older one of its kind as cancelled, and itself when a newer one or a cancel comes. */
  #exclusive<T, E>(
    kind: Kind,
    sendWith: (ticket: number) => (remote: Remote) => Promise<Result<T, E>>,
    accept: (ticket: number) => void,
    onProgress: (p: Progress, soFar?: CompareReply) => void,
  ): Promise<Result<T, E | WorkerError>> {
    this.#stop(kind);
    return new Promise((resolve) => {
      let ticket = 0;
      // Taken when it is sent: a second attempt comes after what brought the new worker up, and must be newer than that.
      const send = (remote: Remote): Promise<Result<T, E>> => {
        this.#progress.delete(ticket);
        ticket = ++this.#ticket;
        this.#progress.set(ticket, (progress, soFar) => {
          if (soFar) hold();
          if (!running.settled) onProgress(progress, soFar);
        });
        return sendWith(ticket)(remote);
      };
      /** The worker reads from this call's result now; so does the page, unless it has settled the call meanwhile. */
      const hold = (): void => {
        this.#held[kind] = ticket;
        if (kind === 'load') this.#held.compare = 0;
        if (!running.settled) accept(ticket);
      };
      const done = (reply: Result<T, E | WorkerError>): void => {
        running.settled = true;
        if (this.#running[kind] === running) this.#running[kind] = null;
        resolve(reply);
      };
      const answered = this.#call(send, () => !running.settled).then((reply) => {
        this.#leaving.delete(answered);
        this.#progress.delete(ticket);
        if (reply.ok) hold();
        if (!running.settled) done(reply);
        this.#keepInStep();
      });
      const running: Running = {
        settled: false,
        settle: (reply) => {
          this.#leaving.add(answered);
          done(reply);
        },
      };
      this.#running[kind] = running;
    });
  }

  /** A call that reads the last comparison and can be overtaken. */
  #ofComparison<T>(
    kind: (typeof OF_COMPARISON)[number],
    sendWith: (ticket: number) => (remote: Remote) => Promise<Result<T, WorkerError>>,
    onProgress: (p: Progress) => void,
  ): Reply<T> {
    return this.#exclusive<T, WorkerError>(kind, sendWith, () => undefined, onProgress);
  }

  #stop(...kinds: readonly Kind[]): void {
    for (const kind of kinds) this.#running[kind]?.settle(CANCELLED);
  }

  /** Reads wait for cancelled calls to leave the worker, so that they never see a state that the page did not accept. */
  async #read<T>(send: (remote: Remote) => Promise<Result<T, WorkerError>>): Promise<Result<T, WorkerError>> {
    await Promise.all(this.#leaving);
    return this.#call(send);
  }

  /** Where an answer crossed its cancel, the worker holds what the page does not: brings the accepted state back. */
  #keepInStep(): void {
    const target = this.#process;
    if (!target || this.#running.load || this.#running.compare || this.#leaving.size > 0) return;
    if (this.#held.load === (this.#loaded?.ticket ?? 0) && this.#held.compare === (this.#compared?.ticket ?? 0)) return;
    this.#ready = this.#ready.then(async () => {
      if (this.#process === target) await this.#recover(target);
    });
  }
}

/** Starts the engine's worker at once. */
export function createClient(options: ClientOptions = {}): EngineClient {
  return new Client(options);
}
