/** A worker made of a message channel and a scripted engine, to test the client without a browser. */
import { importError } from '../../engine/formats/encoding.ts';
import * as Comlink from 'comlink';
import type { CompareReply, CompareRequest, LoadReply, ProgressListener } from '../protocol.ts';
import type { Engine } from '../worker-calls.ts';
import type { RecallReply } from '../loss-protocol.ts';
import type { WorkerLike } from '../supervisor.ts';

const NEVER = new Promise<never>(() => undefined);
const cancelled = { ok: false, error: { code: 'cancelled', message: 'Cancelled.' } } as const;
const refused = { ok: false, error: { code: 'no-transcript', message: 'Nothing loaded.' } } as const;

/** An answer that is told from others by its time. */
const replyOf = (ms: number): CompareReply => ({ ms, transcript: {}, rows: [] }) as unknown as CompareReply;

/** What every engine of a test shares: how many were started, and what was asked of them, in order. */
export interface Script {
  /** Asked for by name, with the number of the worker (1, 2, …) and the ticket. */
  readonly log: string[];
  /** Called before each answer; may wait, throw, or crash the worker. */
  before?: (call: string, worker: FakeWorker) => Promise<void> | void;
}

export class FakeWorker implements WorkerLike {
  readonly number: number;
  readonly #near: MessagePort;
  readonly #far: MessagePort;
  readonly #onError = new Set<EventListenerOrEventListenerObject>();
  terminated = false;
  /** Stops answering anything, heart-beats too: what an endless loop looks like from outside. */
  frozen = false;
  #loaded: string | null = null;
  #compared: number | null = null;
  /** The last comparison that was asked for. */
  asked: CompareRequest | null = null;

  constructor(number: number, script: Script) {
    this.number = number;
    const { port1, port2 } = new MessageChannel();
    this.#near = port1;
    this.#far = port2;
    let onProgress: ProgressListener = () => undefined;
    let newest = 0;
    const step = async (call: string): Promise<void> => {
      script.log.push(`${number}:${call}`);
      await script.before?.(call, this);
      if (this.frozen) await NEVER;
    };
    const engine: Partial<Engine> = {
      async listen(listener) {
        await step('listen');
        onProgress = listener;
      },
      ping: async () => {
        if (this.frozen) await NEVER;
      },
      cancel: async (ticket, kind) => step(`cancel ${ticket}${kind ? ` ${kind}` : ''}`),
      load: async (bytes, name, _format, ticket) => {
        const text = new TextDecoder().decode(bytes);
        onProgress(ticket, { phase: 'parsing', done: 1, of: 2 });
        newest = Math.max(newest, ticket);
        await step(`load ${name}`);
        if (ticket < newest) return cancelled;
        if (text === 'bad') return { ok: false, error: importError('not-json', { key: 'import-single-value' }, { key: 'expects-json' }) };
        this.#loaded = text;
        this.#compared = null;
        return { ok: true, value: { format: text, hash: `hash of ${text}`, bytes: bytes.byteLength } as LoadReply };
      },
      compare: async (request: CompareRequest, ticket) => {
        this.asked = request;
        newest = Math.max(newest, ticket);
        // Conversations from 1000 on have slow summaries: some rows are there before.
        if (request.conversation >= 1000 && ticket === newest) {
          this.#compared = request.conversation;
          onProgress(ticket, { phase: 'comparing', done: 1, of: 2 }, replyOf(-1));
        }
        await step(`compare ${request.conversation}`);
        if (ticket < newest) return cancelled;
        if (this.#loaded === null) return refused;
        this.#compared = request.conversation;
        return { ok: true, value: replyOf(request.conversation) };
      },
      recall: async (_paid, _keys, ticket) => {
        onProgress(ticket, { phase: 'recall', done: 1, of: 4 });
        await step('recall');
        return ticket < newest ? cancelled : { ok: true, value: { needed: this.#compared } as RecallReply };
      },
      ownFormat: async () => {
        await step('ownFormat');
        return this.#compared === null ? refused : { ok: true, value: `${this.#loaded} ${this.#compared}` };
      },
    };
    Comlink.expose(engine, this.#far);
  }

  /** The error event of a worker whose code threw. */
  crash(): void {
    const event = new Event('error');
    for (const listener of this.#onError) {
      if (typeof listener === 'function') listener(event);
      else listener.handleEvent(event);
    }
  }

  terminate(): void {
    this.terminated = true;
    this.#near.close();
    this.#far.close();
  }

  start(): void {
    this.#near.start();
  }
  postMessage(message: unknown, transfer: Transferable[] = []): void {
    if (!this.terminated) this.#near.postMessage(message, transfer);
  }
  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    if (type === 'error') this.#onError.add(listener);
    else this.#near.addEventListener(type, listener);
  }
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    this.#near.removeEventListener(type, listener);
  }
}
