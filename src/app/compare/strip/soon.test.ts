import { expect, test } from 'vitest';
import { pause } from '../../../worker/pause.ts';
import { soon } from './Strip.tsx';

const busy = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

test('in another task, in order, without what was taken back', async () => {
  const done: string[] = [];
  const back = ['a', 'b', 'c'].map((name) => soon(() => done.push(name)));
  back[1]!();
  expect(done).toEqual([]);
  await pause();
  await pause();
  expect(done).toEqual(['a', 'c']);
});

test('long work is a task each, and work that is asked for meanwhile comes too', async () => {
  const tasks: number[] = [];
  let task = 0;
  const work = (then?: () => void) => (): void => {
    tasks.push(task);
    busy(10);
    then?.();
  };
  soon(work(() => soon(work())));
  soon(work());
  for (; tasks.length < 3; task++) await pause();
  expect(new Set(tasks).size).toBe(3);
});
