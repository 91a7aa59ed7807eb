import { expect, it } from 'vitest';
import { smallerWindow } from './defaults.ts';

it('the window that is offered is round, between the first request and the largest', () => {
  expect([smallerWindow(2000, 184_013), smallerWindow(17_000, 70_055), smallerWindow(5, 90)]).toEqual([93_000, 44_000, 100]);
});
