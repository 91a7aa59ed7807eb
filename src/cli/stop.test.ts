import { expect, test } from 'vitest';
import { inSteps, INTERRUPTED, InterruptError, isStopped, stoppable } from './progress.ts';

function* counting(of: number, at?: { readonly step: number; readonly act: () => void }): Generator<{ done: number; of: number }, string> {
  for (let done = 1; done <= of; done++) {
    if (at?.step === done) at.act();
    yield { done, of };
  }
  return 'all';
}

test('steps are told, and their end is the result', async () => {
  const told: number[] = [];
  expect(await inSteps(counting(3), (done, of) => told.push(done / of))).toBe('all');
  expect(told).toEqual([1 / 3, 2 / 3, 1]);
});

test('Ctrl C ends them at the next pause; the command ends with 130', async () => {
  let told = 0;
  const interrupt = { step: 3, act: () => void process.emit('SIGINT') };
  const code = await stoppable(async () => {
    await expect(
      inSteps(counting(1e9, interrupt), () => {
        told++;
      }),
    ).rejects.toThrow(InterruptError);
    expect(isStopped()).toBe(true);
    return 0;
  });
  expect(code).toBe(INTERRUPTED);
  expect(told).toBe(3);
  // Nothing of it is left for the next command.
  expect(isStopped()).toBe(false);
  expect(process.listeners('SIGINT').filter(({ name }) => name === 'interrupt')).toEqual([]);
});
