/**
 * The second worker as the first one sees it: it takes a share of long work on a large transcript. Nobody ever waits for it: what has
 * arrived is used, everything else the first worker does itself, so a second worker that is slow or lost costs nothing but its help.
 */
import * as Comlink from 'comlink';
import type { Prepared } from '../../engine/signals/contract.ts';
import type { Tokenizer } from '../../engine/tokens/contract.ts';
import { charactersOf, type CountedParts, partTokens, takeParts } from '../../engine/tokens/parts.ts';
import type { Transcript } from '../../engine/transcript/types.ts';
import type { CompareRequest } from '../protocol.ts';
import type { ReplayRequest } from '../replay-protocol.ts';
import type { WorkerLike } from '../worker-like.ts';
import type { SecondWorker, SentAttempt, SentRow } from './protocol.ts';

/** Characters from which on a second worker gains more than handing a transcript over and reading its signals twice costs. */
const LARGE = 4_000_000;
/** With one core there is nothing to share. */
const CORES = 2;
/**
 * Cores from which on a first table is shared. On two it stands later than alone (`npm run bench -- second`): painting, garbage collection
 * and the compiler take the second one meanwhile.
 */
const CORES_OF_TABLE = 4;
/** Milliseconds without work after which it ends: it holds a copy of the transcript. */
const IDLE = 20_000;

export interface SecondOptions {
  /** Starts one; null where that is not possible. */
  readonly spawn: () => WorkerLike | null;
  /** Cores of the machine; absent = as many as are wanted. */
  readonly cores?: () => number;
  /** Tests share smaller transcripts, and wait less. */
  readonly large?: number;
  readonly idleMs?: number;
}

/** A share of some work. */
export interface Share {
  /** The work is done, or no longer wanted. */
  end(): void;
}
interface RowShare extends Share {
  /** Rows that the second worker need not run. */
  had(keys: readonly string[]): void;
}

interface Running {
  readonly worker: WorkerLike;
  readonly remote: Comlink.Remote<SecondWorker>;
  /** What it holds. */
  transcript: Transcript | null;
}

const sizes = new WeakMap<Transcript, number>();
function sizeOf(transcript: Transcript): number {
  const size = sizes.get(transcript) ?? charactersOf(transcript.messages);
  sizes.set(transcript, size);
  return size;
}

export class Partner {
  readonly #options: Required<SecondOptions>;
  #running: Running | null = null;
  /** It was lost with this file, and would be again. */
  #lost = false;
  #idle: ReturnType<typeof setTimeout> | undefined;
  /** Shares that have not ended. */
  #shares = 0;

  constructor(options: SecondOptions) {
    this.#options = { large: LARGE, idleMs: IDLE, cores: () => Infinity, ...options };
  }

  /** A file of this size is being read: a second worker starts meanwhile. */
  expect(bytes: number): void {
    this.#lost = false;
    if (bytes >= this.#options.large && this.#sharesTables()) this.#start();
  }

  /** Hands a transcript over before there is work on it. */
  open(transcript: Transcript | undefined): void {
    if (transcript && this.#sharesTables()) this.#with(transcript);
  }

  #sharesTables(): boolean {
    return this.#options.cores() >= CORES_OF_TABLE;
  }

  /** The second worker counts from the last message on; what it has counted, the transcript's next steps of counting leave out. */
  count(transcript: Transcript, { base }: Tokenizer): Share | undefined {
    const { id } = base;
    if (id === 's1-estimate' || id === 'chars4' || !this.#sharesTables()) return undefined;
    return this.#share<CountedParts>(transcript, (remote, tell) =>
      remote.count(
        id,
        tell((counted) => takeParts(transcript, base, counted)),
      ),
    );
  }

  /** The second worker runs rows, the last one first. */
  rows({ transcript, counts }: Prepared, request: CompareRequest, tell: (row: SentRow) => void): RowShare | undefined {
    const text = counts.rule && partTokens(transcript, counts.rule.base);
    if (!text || !this.#sharesTables()) return undefined;
    return this.#withRows(this.#share<SentRow>(transcript, (remote, told) => remote.rows(request, text, told(tell))));
  }

  /** The second worker replays rows, the last one first. */
  replay({ transcript, counts }: Prepared, request: ReplayRequest, window: number, tell: (attempt: SentAttempt) => void): RowShare | undefined {
    const text = counts.rule && partTokens(transcript, counts.rule.base);
    if (!text) return undefined;
    return this.#withRows(this.#share<SentAttempt>(transcript, (remote, told) => remote.replay(request, window, text, told(tell))));
  }

  #withRows(share: Share | undefined): RowShare | undefined {
    return share && { ...share, had: (keys) => void this.#running?.remote.had(keys).catch(() => undefined) };
  }

  #share<T>(
    transcript: Transcript,
    begin: (remote: Comlink.Remote<SecondWorker>, tell: (take: (value: T) => void) => (value: T) => void) => Promise<unknown>,
  ): Share | undefined {
    const running = this.#with(transcript);
    if (!running) return undefined;
    let wanted = true;
    const tell = (take: (value: T) => void) =>
      Comlink.proxy((value: T): void => {
        if (wanted) take(value);
      });
    begin(running.remote, tell).catch(() => this.#lose(running));
    this.#shares++;
    this.#rest();
    return {
      end: () => {
        wanted = false;
        this.#shares--;
        if (this.#running !== running) return;
        running.remote.stop().catch(() => undefined);
        this.#rest();
      },
    };
  }

  /** The second worker with this transcript; null where it would gain nothing or cannot be had. */
  #with(transcript: Transcript): Running | null {
    const running = sizeOf(transcript) >= this.#options.large ? this.#start() : null;
    if (!running || running.transcript === transcript) return running;
    running.transcript = transcript;
    running.remote.open(transcript).catch(() => this.#lose(running));
    return running;
  }

  #start(): Running | null {
    if (this.#running || this.#lost || this.#options.cores() < CORES) return this.#running;
    const worker = this.#options.spawn();
    if (!worker) return null;
    const running: Running = { worker, remote: Comlink.wrap<SecondWorker>(worker), transcript: null };
    worker.addEventListener('error', () => this.#lose(running));
    worker.addEventListener('messageerror', () => this.#lose(running));
    this.#running = running;
    this.#rest();
    return running;
  }

  #lose(running: Running): void {
    if (this.#running !== running) return;
    this.#lost = true;
    this.#end();
  }

  #rest(): void {
    clearTimeout(this.#idle);
    if (this.#shares === 0) this.#idle = setTimeout(() => this.#end(), this.#options.idleMs);
  }

  #end(): void {
    clearTimeout(this.#idle);
    this.#running?.worker.terminate();
    this.#running = null;
  }
}
