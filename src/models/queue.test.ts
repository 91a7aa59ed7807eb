import { expect, it } from 'vitest';
import { Queue } from './model-summarizer.ts';

const gate = () => {
  let open = (): void => undefined;
  const wait = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { wait, open: () => open() };
};

it('does a job once for all who ask while it waits or runs, and again afterwards', async () => {
  const queue = new Queue<number>(1);
  let done = 0;
  const { wait, open } = gate();
  const job = async () => {
    await wait;
    return ++done;
  };
  const [a, b] = [queue.run('x', job), queue.run('x', job)];
  expect(queue.has('x')).toBe(true);
  open();
  expect([await a, await b]).toEqual([1, 1]);
  expect(queue.has('x')).toBe(false);
  expect(await queue.run('x', job)).toBe(2);
});

it('drops what waits when a new round begins, unless it is asked for again; what runs goes on', async () => {
  const queue = new Queue<string>(1);
  const { wait, open } = gate();
  const running = queue.run('runs', () => wait.then(() => 'ran'));
  const dropped = queue.run('dropped', () => Promise.resolve('never'));
  const wanted = queue.run('wanted', () => Promise.resolve('still'));
  await Promise.resolve();
  queue.nextRound();
  const again = queue.run('wanted', () => Promise.resolve('other'));
  open();
  expect(await Promise.all([running, dropped, wanted, again])).toEqual(['ran', null, 'still', 'still']);
});

it('goes on after a job that failed', async () => {
  const queue = new Queue<number>(1);
  await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run('b', () => Promise.resolve(1))).toBe(1);
});
