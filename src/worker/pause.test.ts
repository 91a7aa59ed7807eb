import { expect, test, vi } from 'vitest';
import { thinned } from './pause.ts';
import type { CompareReply, Progress } from './protocol.ts';

test('progress of one step is told every 250 ms; a new step, rows and models are told at once', () => {
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
  at(249, {});
  at(250, {});
  at(260, { models: {} as Progress['models'] });
  at(270, {}, {} as CompareReply);
  at(499, {});
  at(500, {});
  at(501, { phase: 'comparing' });
  at(502, { phase: 'comparing' });
  clock.mockRestore();
  expect(told).toEqual([
    ['counting', 0],
    ['counting', 250],
    ['counting', 260, 'models'],
    ['counting', 270, 'rows'],
    ['counting', 500],
    ['comparing', 501],
  ]);
});
