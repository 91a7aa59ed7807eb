import { expect, test, vi } from 'vitest';
import { thinned } from './pause.ts';
import type { CompareReply, Progress } from './protocol.ts';

test('progress of one step is told every 100 ms; a new step, rows and models are told at once', () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const told: unknown[] = [];
  const tell = thinned(({ phase, done, models }, soFar) => told.push([phase, done, ...(models ? ['models'] : []), ...(soFar ? ['rows'] : [])]));
  const at = (ms: number, progress: Partial<Progress>, soFar?: CompareReply) => {
    now = ms;
    tell({ phase: 'counting', done: ms, of: 1000, ...progress }, soFar);
  };
  at(0, {});
  at(20, {});
  at(99, {});
  at(100, {});
  at(120, { models: {} as Progress['models'] });
  at(130, {}, {} as CompareReply);
  at(199, {});
  at(200, {});
  at(201, { phase: 'comparing' });
  at(202, { phase: 'comparing' });
  clock.mockRestore();
  expect(told).toEqual([
    ['counting', 0],
    ['counting', 100],
    ['counting', 120, 'models'],
    ['counting', 130, 'rows'],
    ['counting', 200],
    ['comparing', 201],
  ]);
});
