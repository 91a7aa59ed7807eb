/**
 * The page's side of the worker. Every call settles with a value or a described error; the newest load and compare win; a crashed or stuck
 * worker is replaced by one with the same transcript and comparison, and its unanswered calls are repeated.
 */
import * as Comlink from 'comlink';
import { parse } from 'devalue';
import type { DeviceModel } from '../models/device.ts';
import type { Network } from '../models/network.ts';
import type { ImportError } from '../engine/formats/contract.ts';
import type { Result } from '../engine/transcript/types.ts';
import { type EngineCalls, CALLS, kindOf, METHOD_NAMES, type MethodName, type OnProgress } from './worker-calls.ts';
import { confined, EngineProcess, type LossReason, LOST, type WorkerLike } from './supervisor.ts';
import { callId, type FirstReplies, loadId } from './first-replies.ts';
import script from './engine.worker.ts?worker&url';
import { pause } from './pause.ts';
import { type CompareNews, type inNews, type NewsListener, NewsReader } from './news.ts';
import type { CompareRequest, LoadReply, WorkerError } from './protocol.ts';
import { type Kind, type Ticket, Tickets } from './tickets.ts';

export interface RestartEvent {
  readonly reason: LossReason;
  readonly intact: boolean;
}

interface ClientMethods {
  /** Reads a transcript; the source is kept, so that a new worker can read it again. Ends everything that runs. */
  load(source: Blob, name: string, format: string | null, onProgress?: OnProgress): Promise<Result<LoadReply, ImportError | WorkerError>>;
  /** Settles a running call of this kind, or all, as `cancelled`; the previous state stays. */
  cancel(kind?: Kind): void;
  restart(): void;
  /** Returns a function that ends the subscription. */
  onRestart(listener: (event: RestartEvent) => void): () => void;
  /** Ends the worker for good; later calls answer `failed`. */
  dispose(): void;
  /** Brings the worker to where the page is, if the page has first replies only: what follows needs it. */
  warm(): void;
  /** The worker has been needed, and first replies answer nothing any more. */
  isWarm(): boolean;
  /** Settles when that is so. */
  readonly warmed: Promise<void>;
}

/**
 * Every method of the worker's table. No promise ever rejects or stays pending; methods may be detached from the object. Long calls answer
 * `cancelled` as soon as a newer one of their kind, or one that replaces what they read, starts. A new worker does not repeat a replay:
 * reads from it fail.
 */
export type EngineClient = ClientMethods & Omit<EngineCalls, 'load'>;

export interface ClientOptions {
  /** Starts a worker; the built one by default. */
  readonly spawn?: () => WorkerLike;
  /** Longest silence of a worker with unanswered calls. */
  readonly stuckAfterMs?: number;
  /** The same after a cancel. */
  readonly cancelGraceMs?: number;
  /** Pause between heart-beats while calls are unanswered. */
  readonly beatMs?: number;
  /** The browser's own language model, where a page has one. */
  readonly device?: DeviceModel;
  /** What sends requests to endpoints, where the page's policy forbids them to the worker. */
  readonly network?: Network;
  /** Replies to the first calls: while all calls are among them the worker is not asked. null = it answers all. */
  readonly firstReplies?: Promise<FirstReplies | null>;
  /** Called when a call begins; what it returns, when the call has settled. */
  readonly begin?: (name: MethodName) => () => void;
}

type RemoteEngine = Comlink.Remote<ReturnType<typeof inNews>>;
type Send<T, E> = (remote: RemoteEngine) => Promise<Result<T, E>>;
const NONE_HELD: Readonly<Record<Kind, number>> = { load: 0, compare: 0, replay: 0, measure: 0, recall: 0, decay: 0, curves: 0, ask: 0 };
/** What a call needs the worker to hold of what the page has; all unless it is here. */
type Need = 'nothing' | 'file' | 'all';
const NEEDS: Readonly<Partial<Record<Kind, Need>>> = { load: 'nothing', compare: 'file' };
type Failure = { readonly ok: false; readonly error: WorkerError };
interface LoadRequest {
  readonly source: Blob;
  readonly name: string;
  readonly format: string | null;
  readonly ticket: number;
}
interface CompareCall {
  readonly request: CompareRequest;
  readonly ticket: number;
}

const failure = (code: WorkerError['code'], message: string): Failure => ({ ok: false, error: { code, message } });
const CANCELLED = failure('cancelled', 'Cancelled.');
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Attempts to restore a new worker: everything, the transcript only, nothing. Then the engine counts as broken. */
const MAX_ATTEMPTS = 3;

/**
 * A worker that hangs is replaced after 10 seconds at most (of a file over 10 MB 10 for each 10 MB): its silence is noticed at a
 * heart-beat and measured from the last answered one. A single step of the engine stays far below that.
 */
const STUCK_AFTER_MS = 9000;
const BEAT_MS = 1000;

const spawnWorker = (): WorkerLike => confined(script);

class Client implements ClientMethods {
  readonly #spawn: () => WorkerLike;
  readonly #watch: { readonly stuckAfterMs: number; readonly beatMs: number };
  readonly #cancelGraceMs: number;
  readonly #device: DeviceModel | undefined;
  readonly #network: Network | undefined;
  readonly #listeners = new Set<(event: RestartEvent) => void>();
  readonly #progress = new Map<number, OnProgress>();

  #news = new NewsReader();
  /** null = it cannot be started, or was disposed of. */
  #process: EngineProcess | null = null;
  /** Settles when the worker is in the state that the page has accepted. */
  #ready: Promise<void> = Promise.resolve();
  #disposed = false;
  /** Workers lost in a row before they were ready. */
  #stillborn = 0;

  #ticket = 0;
  /** What the page has, with the tickets of the calls that gave it. */
  #loaded: LoadRequest | null = null;
  #compared: CompareCall | null = null;
  /** State of the worker: tickets of the last calls that it finished. Differs where an answer crossed a cancel. */
  #held: Record<Kind, number> = { ...NONE_HELD };
  /** Long calls that the page waits for. */
  readonly #waiting = new Tickets({
    load: ['compare', 'replay', 'measure', 'recall', 'decay', 'curves', 'ask'],
    compare: ['measure', 'recall', 'decay', 'curves', 'ask'],
  });
  /** Calls settled here that the worker has not answered yet. */
  readonly #leaving = new Set<Promise<void>>();
  /** What answers in the worker's place; null from the first call on that is not there. */
  #replies: Promise<FirstReplies | null> | null;
  #tellWarmed = (): void => undefined;
  readonly warmed = new Promise<void>((resolve) => {
    this.#tellWarmed = resolve;
  });

  constructor(options: ClientOptions) {
    this.#spawn = options.spawn ?? spawnWorker;
    this.#watch = { stuckAfterMs: options.stuckAfterMs ?? STUCK_AFTER_MS, beatMs: options.beatMs ?? BEAT_MS };
    this.#cancelGraceMs = options.cancelGraceMs ?? 3000;
    this.#device = options.device;
    this.#network = options.network;
    this.#replies = options.firstReplies ?? null;
    if (!this.#replies) this.#tellWarmed();
    this.#start(null);
  }

  readonly load: ClientMethods['load'] = (source, name, format, onProgress) =>
    this.#long(
      'load',
      (ticket) => this.#sendLoad({ source, name, format, ticket }),
      (ticket) => {
        this.#loaded = { source, name, format, ticket };
        this.#compared = null;
      },
      () => loadId(source, name, format),
      onProgress,
    );

  /** A method of the table. Long calls may end with a listener. */
  ask(name: MethodName, args: readonly unknown[]): Promise<Result<unknown, unknown>> {
    const kind = kindOf(name);
    if (!kind) return this.#read(sending(name, args), CALLS[name] === 'at-once', callId(name, args));
    const last = args.at(-1);
    const onProgress = typeof last === 'function' ? (last as OnProgress) : undefined;
    const given = onProgress ? args.slice(0, -1) : args;
    return this.#long(
      kind,
      (ticket) => {
        const send = sending(name, [...given, ticket]);
        return kind === 'compare' ? (remote) => send(remote).then((reply) => this.#told(ticket, reply)) : send;
      },
      (ticket) => {
        if (name === 'recall' && this.#compared) this.#compared = { ...this.#compared, request: { ...this.#compared.request, recalled: true } };
        if (kind !== 'compare') return;
        // A new worker compares again, but sends nothing to models, because nobody is watching; it has no keys.
        this.#compared = { request: { ...(given[0] as CompareRequest), agreed: [] }, ticket };
      },
      () => callId(name, given),
      onProgress,
    );
  }

  /** In a task of its own, as rows so far. */
  async #told(ticket: number, reply: Result<unknown, WorkerError>): Promise<Result<unknown, WorkerError>> {
    if (!reply.ok) return reply;
    const value = this.#news.read(ticket, reply.value as CompareNews);
    await pause();
    return { ...reply, value };
  }

  readonly cancel = (kind?: Kind): void => {
    const upTo = this.#ticket;
    if (kind && !this.#waiting.running(kind)) return;
    this.#waiting.cancel(upTo, kind && [kind]);
    if (!kind && this.#leaving.size === 0) return;
    void this.#process?.run((remote) => remote.cancel(upTo, kind)).catch(() => undefined);
    if (!kind) this.#process?.hurry(this.#cancelGraceMs);
  };

  readonly restart = (): void => {
    this.#stillborn = 0;
    if (this.#process) this.#process.lose('asked');
    else this.#start('asked');
  };

  readonly onRestart = (listener: (event: RestartEvent) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly dispose = (): void => {
    this.#disposed = true;
    this.#waiting.cancel(this.#ticket);
    this.#process?.lose('asked');
  };

  /** Starts a worker (unless that is pointless) and restores the accepted state. */
  #start(reason: LossReason | null): void {
    this.#process = null;
    this.#held = { ...NONE_HELD };
    // Where first replies are in force, what wakes the worker says what it has to hold.
    const isLazy = this.#replies !== null;
    this.#ready = Promise.resolve();
    if (this.#disposed || this.#stillborn >= MAX_ATTEMPTS) return;
    let isReady = false;
    try {
      const started = new EngineProcess(this.#spawn(), this.#watch, (why) => {
        this.#stillborn = isReady || why === 'asked' ? 0 : this.#stillborn + 1;
        this.#start(why);
      });
      this.#process = started;
      this.#ready = this.#bringUp(started, isLazy).then((outcome) => {
        if (outcome === 'lost') return;
        isReady = true;
        this.#stillborn = 0;
        if (reason) for (const listener of this.#listeners) listener({ reason, intact: outcome === 'intact' });
      });
    } catch {
      // The browser refuses to start workers: #process stays null, and every call says so.
    }
  }

  async #bringUp(target: EngineProcess, isLazy: boolean): Promise<'intact' | 'partly' | 'lost'> {
    const news = new NewsReader();
    this.#news = news;
    const listener: NewsListener = (ticket, progress, soFar) => {
      target.sign();
      // Read even if nobody waits: the worker sends no run again once this has answered.
      const told = soFar && news.read(ticket, soFar);
      const tell = (): void => this.#progress.get(ticket)?.(progress, told);
      // Reading the rows of a large transcript takes a task of its own, before the one that draws them.
      if (told) void pause().then(tell);
      else tell();
    };
    const listen = Comlink.proxy(listener);
    const answer = await target.run((remote) => remote.listen(listen)).catch(() => undefined);
    if (this.#device && answer !== LOST) {
      const device = Comlink.proxy(this.#device);
      await target.run((remote) => remote.setDevice(device)).catch(() => undefined);
    }
    if (this.#network && answer !== LOST) {
      const network = Comlink.proxy(this.#network);
      await target.run((remote) => remote.setNetwork(network)).catch(() => undefined);
    }
    if (answer === LOST) return 'lost';
    return isLazy ? 'intact' : this.#recover(target);
  }

  readonly warm = (): void => this.#wake('all');
  readonly isWarm = (): boolean => this.#replies === null;

  /** From now on the worker answers; it is brought to what a call needs. */
  #wake(need: Need): void {
    if (!this.#replies) return;
    this.#replies = null;
    this.#tellWarmed();
    if (need === 'nothing') return;
    this.#ready = this.#ready.then(async () => {
      if (this.#process) await this.#recover(this.#process, need === 'all');
    });
  }

  /** A reply that the page has been given; null = the worker is asked. `need` null = a call that the worker answers whatever it holds. */
  async #firstReply<R>(id: () => string | Promise<string>, need: Need | null): Promise<R | null> {
    const replies = await this.#replies;
    if (replies) {
      const reply = replies.get(await id());
      if (reply !== undefined && this.#replies) {
        await pause();
        return parse(reply) as R;
      }
    }
    if (need) this.#wake(need);
    return null;
  }

  /**
   * Restores the accepted state in a worker. Whatever cannot be restored is given up, so that worker and page agree; if the worker dies
   * meanwhile, its successor tries less.
   */
  async #recover(target: EngineProcess, isWhole = true): Promise<'intact' | 'partly' | 'lost'> {
    const attempt = this.#stillborn;
    const [loaded, compared] = [this.#loaded, this.#compared];
    if (loaded && this.#held.load !== loaded.ticket) {
      const again: LoadRequest = { ...loaded, ticket: ++this.#ticket };
      const reply = attempt < 2 ? await this.#ask(target, this.#sendLoad(again)) : CANCELLED;
      if (reply === LOST) return 'lost';
      this.#loaded = reply.ok ? again : null;
      this.#held = { ...NONE_HELD, load: this.#loaded?.ticket ?? 0 };
    }
    if (isWhole && compared && this.#held.compare !== compared.ticket) {
      const again: CompareCall = { ...compared, ticket: ++this.#ticket };
      const reply = attempt < 1 && this.#loaded ? await this.#ask(target, (remote) => remote.compare(again.request, again.ticket)) : CANCELLED;
      if (reply === LOST) return 'lost';
      this.#compared = reply.ok ? again : null;
      this.#held.compare = this.#compared?.ticket ?? 0;
    }
    return (loaded && !this.#loaded) || (compared && !this.#compared) ? 'partly' : 'intact';
  }

  /** One call; a rejection becomes a described error. */
  #ask<T, E>(target: EngineProcess, send: (remote: RemoteEngine) => Promise<Result<T, E>>): Promise<Result<T, E | WorkerError> | typeof LOST> {
    return target.run(send).catch((error: unknown) => failure('failed', messageOf(error)));
  }

  readonly #sendLoad =
    ({ source, name, format, ticket }: LoadRequest) =>
    async (remote: RemoteEngine): Promise<Result<LoadReply, ImportError | WorkerError>> => {
      this.#progress.get(ticket)?.({ phase: 'reading', done: 0, of: source.size });
      let bytes: ArrayBuffer;
      try {
        bytes = await source.arrayBuffer();
      } catch (error) {
        return failure('failed', `The file cannot be read (any more): ${messageOf(error)}`);
      }
      this.#process?.bearWith(bytes.byteLength);
      return remote.load(Comlink.transfer(bytes, [bytes]), name, format, ticket);
    };

  /** Waits for the worker, calls it, and repeats the call once on its successor if it was lost meanwhile. */
  async #call<T, E>(
    send: (remote: RemoteEngine) => Promise<Result<T, E>>,
    stillWanted: () => boolean = () => true,
  ): Promise<Result<T, E | WorkerError>> {
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

  /**
   * A long call: settles as cancelled when a newer one, or a cancel, ends it. `accept`: the page has its answer, or the first rows of it.
   */
  #long<T, E>(
    kind: Kind,
    sendWith: (ticket: number) => Send<T, E>,
    accept: (ticket: number) => void,
    id: () => string | Promise<string>,
    onProgress: OnProgress = () => undefined,
  ): Promise<Result<T, E | WorkerError>> {
    return new Promise((resolve) => {
      let ticket = 0;
      // Numbered when sent: a second attempt follows the restoring calls, and must be newer.
      const send = (remote: RemoteEngine): Promise<Result<T, E>> => {
        this.#progress.delete(ticket);
        ticket = ++this.#ticket;
        this.#progress.set(ticket, (progress, soFar) => {
          if (soFar) hold();
          if (!waiting.stopped()) onProgress(progress, soFar);
        });
        return sendWith(ticket)(remote);
      };
      /** The worker now reads from this call's result; so does the page, unless it has settled the call meanwhile. */
      const hold = (): void => {
        this.#held[kind] = ticket;
        if (kind === 'load') this.#held.compare = 0;
        if (!waiting.stopped()) accept(ticket);
      };
      const waiting: Ticket = this.#waiting.begin(kind, ++this.#ticket, () => {
        this.#leaving.add(answered);
        resolve(CANCELLED);
      });
      const settle = (reply: Result<T, E | WorkerError>): void => {
        this.#waiting.close(waiting);
        resolve(reply);
      };
      const asked = async (): Promise<void> => {
        const first = await this.#firstReply<Result<T, E>>(id, NEEDS[kind] ?? 'all');
        if (first) {
          this.#leaving.delete(answered);
          if (!waiting.stopped()) accept(++this.#ticket);
          return settle(first);
        }
        const reply = await this.#call(send, () => !waiting.stopped());
        this.#leaving.delete(answered);
        this.#progress.delete(ticket);
        if (reply.ok) hold();
        settle(reply);
        this.#keepInStep();
      };
      const answered: Promise<void> = asked();
    });
  }

  /** Reads wait until cancelled calls have left the worker, so that they never see a state that the page did not accept. */
  async #read<T>(send: Send<T, WorkerError>, atOnce: boolean, id: string): Promise<Result<T, WorkerError>> {
    if (!atOnce) await Promise.all(this.#leaving);
    const first = await this.#firstReply<Result<T, WorkerError>>(() => id, atOnce ? null : 'all');
    if (first) return first;
    return this.#call(send);
  }

  /** Where an answer crossed its cancel, the worker is ahead of the page: restores the accepted state. */
  #keepInStep(): void {
    const target = this.#process;
    if (!target || this.#waiting.running('load') || this.#waiting.running('compare') || this.#leaving.size > 0) return;
    if (this.#held.load === (this.#loaded?.ticket ?? 0) && this.#held.compare === (this.#compared?.ticket ?? 0)) return;
    this.#ready = this.#ready.then(async () => {
      if (this.#process === target) await this.#recover(target);
    });
  }
}

const sending =
  (name: MethodName, args: readonly unknown[]): Send<unknown, WorkerError> =>
  (remote) =>
    // Which method it is, and so its arguments, is known where it is called.
    (remote[name] as unknown as (...given: readonly unknown[]) => Promise<Result<unknown, WorkerError>>)(...args);

export function createClient(options: ClientOptions = {}): EngineClient {
  const client = new Client(options);
  const counted = <T>(name: MethodName, call: Promise<T>): Promise<T> => {
    if (options.begin) void call.then(options.begin(name));
    return call;
  };
  const asked = METHOD_NAMES.map((name) => [name, (...args: readonly unknown[]) => counted(name, client.ask(name, args))]);
  const { cancel, restart, onRestart, dispose, warm, isWarm, warmed } = client;
  const load: ClientMethods['load'] = (...args) => counted('load', client.load(...args));
  return { ...(Object.fromEntries(asked) as EngineCalls), load, cancel, restart, onRestart, dispose, warm, isWarm, warmed };
}
