import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeated } from './call.ts';
import { type CallError, DEFAULT_CALL } from './contract.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const PASSING = { kind: 'rate-limited' } as CallError;

/** Every attempt fails for now; the waits between them. `after` = what the endpoint asks for, if anything. */
async function waits(after: number | null): Promise<{ readonly attempts: number; readonly waits: readonly number[] }> {
  const told: number[] = [];
  let attempts = 0;
  const once = async () => {
    attempts++;
    return { ok: false as const, error: PASSING, after };
  };
  const done = repeated(once, new AbortController().signal, DEFAULT_CALL, (ms) => told.push(ms));
  await vi.runAllTimersAsync();
  expect(await done).toEqual({ ok: false, error: PASSING });
  return { attempts, waits: told };
}

test('an answer may take 30 s', () => {
  expect(DEFAULT_CALL.timeoutMs).toBe(30_000);
});

test('tried again up to three times, after 1, 2 and 4 s', async () => {
  expect(await waits(null)).toEqual({ attempts: 4, waits: [1000, 2000, 4000] });
});

test('the pause that the endpoint asks for goes before, up to a minute', async () => {
  expect((await waits(1500)).waits).toEqual([1500, 1500, 1500]);
  expect((await waits(60_000)).waits).toEqual([60_000, 60_000, 60_000]);
  expect((await waits(60_001)).waits).toEqual([60_000, 60_000, 60_000]);
});
