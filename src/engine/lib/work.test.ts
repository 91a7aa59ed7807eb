import { expect, test } from 'vitest';
import { runNow, type WorkStep } from './work.ts';

const progress: WorkStep = { kind: 'progress' };
const waiting = (promise: Promise<unknown>): WorkStep => ({ kind: 'waiting', for: promise });

test('work that awaits nothing ends at once, and tells each of its steps', () => {
  function* work(): Generator<WorkStep, string, unknown> {
    const back: unknown = yield progress;
    yield progress;
    return `back: ${String(back)}`;
  }
  const told: WorkStep[] = [];
  expect(runNow(work(), (step) => told.push(step))).toBe('back: undefined');
  expect(told).toEqual([progress, progress]);
  expect(runNow(work())).toBe('back: undefined');
});

test('what a promise gives is passed back, and the work goes on from there', async () => {
  const told: string[] = [];
  function* work(): Generator<WorkStep, unknown[], unknown> {
    const first: unknown = yield waiting(Promise.resolve(1));
    yield progress;
    const second: unknown = yield waiting(Promise.resolve('two'));
    return [first, second];
  }
  const running = runNow(work(), ({ kind }) => told.push(kind));
  expect(running).toBeInstanceOf(Promise);
  expect(told).toEqual(['waiting']);
  expect(await running).toEqual([1, 'two']);
  expect(told).toEqual(['waiting', 'progress', 'waiting']);
});

test('a promise that fails throws where the work waits for it; what the work does not catch fails it', async () => {
  function* work(): Generator<WorkStep, string, unknown> {
    try {
      yield waiting(Promise.reject(new Error('gone')));
    } catch (error) {
      return `caught ${(error as Error).message}`;
    }
    return 'not reached';
  }
  expect(await runNow(work())).toBe('caught gone');
  function* careless(): Generator<WorkStep, string, unknown> {
    yield waiting(Promise.reject(new Error('gone')));
    return 'not reached';
  }
  await expect(runNow(careless())).rejects.toThrow('gone');
});
