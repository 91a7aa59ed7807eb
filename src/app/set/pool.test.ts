import { expect, test } from 'vitest';
import { Pool, type WorkerLike } from './pool.ts';

/** Says nothing by itself; `crash` ends it as an uncaught error does. */
class TestWorker extends EventTarget {
  terminated = false;
  postMessage(): void {}
  terminate(): void {
    this.terminated = true;
  }
  crash(): void {
    this.dispatchEvent(Object.assign(new Event('error', { cancelable: true }), { message: 'out of memory' }));
  }
}

function setUp(size: number) {
  const workers: TestWorker[] = [];
  const pool = new Pool(size, () => {
    const worker = new TestWorker();
    workers.push(worker);
    return worker as unknown as WorkerLike;
  });
  return { pool, workers };
}

const never = (): Promise<never> => new Promise(() => undefined);

test('as many tasks at a time as there are workers, each worker used again', async () => {
  const { pool, workers } = setUp(2);
  let running = 0;
  let most = 0;
  const done = await Promise.all(
    Array.from({ length: 7 }, (_, i) =>
      pool.run(async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running--;
        return i;
      }),
    ),
  );
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect([most, workers.length]).toEqual([2, 2]);
});

test('a worker that crashes costs its own task: what waits gets a new one', async () => {
  const { pool, workers } = setUp(1);
  const lost = pool.run(never);
  const next = pool.run(async () => 'done');
  await Promise.resolve();
  workers[0]!.crash();
  await expect(lost).rejects.toThrow('out of memory');
  expect(await next).toBe('done');
  expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
});

test('the end of the pool ends what runs and what waits', async () => {
  const { pool, workers } = setUp(1);
  const running = pool.run(never);
  const waiting = pool.run(async () => 'never');
  await Promise.resolve();
  pool.end();
  await expect(running).rejects.toThrow('cancelled');
  await expect(waiting).rejects.toThrow('cancelled');
  await expect(pool.run(async () => 1)).rejects.toThrow('cancelled');
  expect(workers[0]?.terminated).toBe(true);
});
