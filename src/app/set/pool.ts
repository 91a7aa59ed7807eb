/** The workers of a set: one less than there are cores, at most eight. A worker that crashes is replaced, and its task fails alone. */
import * as Comlink from 'comlink';
import { begin } from '../store/index.ts';
import { confined } from '../../worker/supervisor.ts';
import script from '../../worker/sets/sets.worker.ts?worker&url';
import type { SetWorker } from '../../worker/sets/worker.ts';

type RemoteWorker = Comlink.Remote<SetWorker>;

/** One core is left for the page, but of two both work; the machine stays usable. */
export const MOST_WORKERS = 8;
export const workersHere = (cores = navigator.hardwareConcurrency || 1): number => Math.min(cores, Math.max(2, Math.min(MOST_WORKERS, cores - 1)));

/** What the pool needs of a worker; tests bring their own. */
export type WorkerLike = Comlink.Endpoint & Pick<Worker, 'terminate'>;

const spawnWorker = (): WorkerLike => confined(script);

class Member {
  readonly remote: RemoteWorker;
  readonly #worker: WorkerLike;
  #lost: (error: Error) => void = () => undefined;

  constructor(worker: WorkerLike, onCrash: (member: Member) => void) {
    this.#worker = worker;
    this.remote = Comlink.wrap<SetWorker>(worker);
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      onCrash(this);
      const message = 'message' in event && typeof event.message === 'string' ? event.message : '';
      this.end(new Error(message || 'The worker ended.'));
    });
  }

  /** Settles also where the worker is lost. */
  run<T>(task: (remote: RemoteWorker) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#lost = reject;
      task(this.remote).then(resolve, reject);
    });
  }

  end(error: Error): void {
    this.#worker.terminate();
    this.#lost(error);
  }
}

export class Pool {
  readonly #size: number;
  readonly #spawn: () => WorkerLike;
  #idle: Member[] = [];
  #all = new Set<Member>();
  #waiting: { readonly take: (member: Member) => void; readonly leave: (error: Error) => void }[] = [];
  #ended = false;

  constructor(size: number, spawn: () => WorkerLike = spawnWorker) {
    this.#size = size;
    this.#spawn = spawn;
  }

  /** Rejects where the worker crashes, and where the pool was ended. */
  async run<T>(task: (remote: RemoteWorker) => Promise<T>): Promise<T> {
    const end = begin();
    try {
      const member = await this.#take();
      try {
        return await member.run(task);
      } finally {
        if (this.#all.has(member)) this.#give(member);
      }
    } finally {
      end();
    }
  }

  end(): void {
    this.#ended = true;
    for (const { leave } of this.#waiting) leave(new Error('cancelled'));
    this.#waiting = [];
    for (const member of this.#all) member.end(new Error('cancelled'));
    this.#all.clear();
    this.#idle = [];
  }

  async #take(): Promise<Member> {
    if (this.#ended) throw new Error('cancelled');
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#all.size < this.#size) return this.#start();
    return new Promise((take, leave) => this.#waiting.push({ take, leave }));
  }

  #start(): Member {
    const member = new Member(this.#spawn(), (crashed) => {
      this.#all.delete(crashed);
      // Somebody may wait for the one that is gone.
      const next = this.#waiting.shift();
      if (next && !this.#ended) next.take(this.#start());
    });
    this.#all.add(member);
    return member;
  }

  #give(member: Member): void {
    const next = this.#waiting.shift();
    if (next) next.take(member);
    else this.#idle.push(member);
  }
}

// The workers of a set, and whose turn it is: what an earlier turn asked for is dropped.

/** Keeps the results and makes the tables: it stays as long as there is a set. */
let keeper: Pool | null = null;
/** Reads files and runs sessions: only as long as there is work. */
let pool: Pool | null = null;
/** Counts what was started: answers of what was cancelled are dropped. */
let turn = 0;

export const keeping = (): Pool => (keeper ??= new Pool(1));
export function working(): Pool {
  clearTimeout(resting);
  pool ??= new Pool(workersHere());
  return pool;
}
export function endPool(): void {
  clearTimeout(resting);
  pool?.end();
  pool = null;
}

/** A started worker has its code compiled and its token tables read: what follows soon begins at full speed. */
const REST_MS = 60_000;
let resting: ReturnType<typeof setTimeout> | undefined;
export function restPool(): void {
  clearTimeout(resting);
  resting = setTimeout(endPool, REST_MS);
}

/** Something new starts, or what runs is given up: asks whether its turn still lasts. */
export function nextTurn(): () => boolean {
  const mine = ++turn;
  return () => mine === turn;
}

/** What belongs to the turn under way: asks whether it still lasts. */
export function thisTurn(): () => boolean {
  const mine = turn;
  return () => mine === turn;
}
