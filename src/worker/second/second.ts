/** The second worker's side (see partner.ts): which job counts. It depends on no worker, so tests run it in Node. */
import type { TokenizerId } from '../../engine/tokens/contract.ts';
import type { CountedParts } from '../../engine/tokens/parts.ts';
import type { Transcript } from '../../engine/transcript/types.ts';
import type { Waiting } from '../counted.ts';
import type { CompareRequest } from '../protocol.ts';
import type { ReplayRequest } from '../replay-protocol.ts';
import { Stopped } from '../stopped.ts';
import type { SecondWorker, SentAttempt, SentRow } from './protocol.ts';
import type * as Sharing from './sharing.ts';

type Job = (part: typeof Sharing, transcript: Transcript, run: Waiting) => Promise<void>;

export class Second implements SecondWorker {
  #transcript: Transcript | null = null;
  /** Number of the newest job; older ones end. */
  #job = 0;
  #had = new Set<string>();
  #part: Promise<typeof Sharing> | null = null;

  /** The engine, fetched while the first worker still reads the file. */
  warm(): Promise<typeof Sharing> {
    this.#part ??= import('./sharing.ts');
    return this.#part;
  }

  async open(transcript: Transcript): Promise<void> {
    this.#job++;
    this.#transcript = transcript;
  }

  count(tokenizer: TokenizerId, tell: (counted: CountedParts) => void): Promise<void> {
    return this.#run((part, transcript, run) => part.shareCount(transcript, tokenizer, tell, run));
  }

  rows(request: CompareRequest, text: Float64Array<ArrayBuffer>, tell: (row: SentRow) => void): Promise<void> {
    const had = new Set<string>();
    this.#had = had;
    return this.#run((part, transcript, run) => part.shareRows(transcript, request, { text, had, tell }, run));
  }

  replay(request: ReplayRequest, window: number, text: Float64Array<ArrayBuffer>, tell: (attempt: SentAttempt) => void): Promise<void> {
    const had = new Set<string>();
    this.#had = had;
    return this.#run(async (_part, transcript, run) => {
      const { shareReplay } = await import('./replaying.ts');
      await shareReplay(transcript, request, { window, text, had, tell }, run);
    });
  }

  async had(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.#had.add(key);
  }

  async stop(): Promise<void> {
    this.#job++;
  }

  async #run(job: Job): Promise<void> {
    const mine = ++this.#job;
    const transcript = this.#transcript;
    const stopped = (): boolean => this.#job !== mine;
    try {
      const part = await this.warm();
      if (transcript && !stopped()) await job(part, transcript, { progress: () => undefined, stopped });
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
  }
}
