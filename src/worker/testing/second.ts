/** A second worker made of a message channel, so that a session shares its work in Node. */
import * as Comlink from 'comlink';
import type { SecondWorker } from '../second/protocol.ts';
import { Second } from '../second/second.ts';
import type { WorkerLike } from '../worker-like.ts';

export class ChannelWorker implements WorkerLike {
  readonly #near: MessagePort;
  readonly #far: MessagePort;
  readonly #onError = new Set<EventListenerOrEventListenerObject>();
  terminated = false;

  constructor(second: SecondWorker = new Second()) {
    const { port1, port2 } = new MessageChannel();
    this.#near = port1;
    this.#far = port2;
    Comlink.expose(second, port2);
    port1.start();
  }

  /** The error event of a worker whose code threw; from then on it answers nothing. */
  crash(): void {
    this.#far.close();
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
