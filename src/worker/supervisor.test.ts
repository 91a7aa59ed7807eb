import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from './client.ts';
import type { WorkerLike } from './supervisor.ts';

interface WorkerMessage {
  readonly id: string;
  readonly path?: readonly string[];
}

/** A worker that answers every call at once, but never `describe` or `load`, and nothing at all once it hangs. */
class HangingWorker implements WorkerLike {
  readonly #listeners = new Set<EventListenerOrEventListenerObject>();
  hangs = false;
  terminated = false;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    if (type === 'message') this.#listeners.add(listener);
  }
  removeEventListener(_: string, listener: EventListenerOrEventListenerObject): void {
    this.#listeners.delete(listener);
  }
  postMessage({ id, path }: WorkerMessage): void {
    if (this.hangs || path?.[0] === 'describe' || path?.[0] === 'load') return;
    queueMicrotask(() => {
      const event = new MessageEvent('message', { data: { id, type: 'RAW', value: undefined } });
      for (const listener of this.#listeners) {
        if (typeof listener === 'function') listener(event);
        else listener.handleEvent(event);
      }
    });
  }
  terminate(): void {
    this.terminated = true;
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Milliseconds from the moment it hangs until the page has given it up, with the client's own settings. */
async function replacedAfter(hangsAt: number, bytes = 0): Promise<number> {
  const workers: HangingWorker[] = [];
  const client = createClient({
    spawn: () => {
      const worker = new HangingWorker();
      workers.push(worker);
      return worker;
    },
  });
  await vi.advanceTimersByTimeAsync(1);
  if (bytes > 0) {
    const file = { size: bytes, arrayBuffer: async () => ({ byteLength: bytes }) };
    void client.load(file as unknown as Blob, 'large.json', null);
    await vi.advanceTimersByTimeAsync(1);
  }
  const call = client.describe();
  await vi.advanceTimersByTimeAsync(hangsAt);
  expect(workers.length).toBe(1);
  workers[0]!.hangs = true;
  let ms = 0;
  while (!workers[0]!.terminated && ms < 60_000) {
    ms += 1;
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(workers.length).toBe(2);
  client.dispose();
  expect(await call).toMatchObject({ ok: false });
  return ms;
}

test.each([0, 1, 500, 999, 1000, 1001, 33_333])('an engine that hangs %s ms after it was asked is replaced within 10 seconds', async (hangsAt) => {
  const ms = await replacedAfter(hangsAt);
  expect(ms).toBeLessThanOrEqual(10_000);
  expect(ms).toBeGreaterThan(8000);
});

test.each([
  [10_000_000, 10_000],
  [20_000_000, 19_000],
  [40_000_000, 37_000],
])('with a file of %s bytes one row may take longer', async (bytes, most) => {
  const ms = await replacedAfter(0, bytes);
  expect(ms).toBeLessThanOrEqual(most);
  expect(ms).toBeGreaterThan(most - 2000);
});

test('one that answers its heart-beats is left alone', async () => {
  const worker = new HangingWorker();
  const client = createClient({ spawn: () => worker });
  await vi.advanceTimersByTimeAsync(1);
  void client.describe();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(worker.terminated).toBe(false);
  client.dispose();
});
