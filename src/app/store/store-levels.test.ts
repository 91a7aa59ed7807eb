import { describe, expect, test, vi } from 'vitest';
import { defaultScenario, MAX_APPLIED } from '../../scenario/defaults.ts';
import type { Scenario, Step } from '../../scenario/schema.ts';
import type { HistoryView } from '../../worker/protocol.ts';
import { hasRoom, stepsInForce, stepsPending, withoutLevel } from './store-actions.ts';

vi.mock('./engine.ts', () => ({ client: {} }));

const step = (strategy: string): Step => ({ strategy, params: {}, settings: defaultScenario().settings, marks: {}, at: '2026-01-02T03:04:05.678Z' });
const [a, b, c] = ['a', 'b', 'c'].map(step) as [Step, Step, Step];
const scenario = (applied: readonly Step[], undone = 0): Scenario => ({ ...defaultScenario(), applied, undone });
const history = (restored: number, stoppedAt: number | null = null): HistoryView =>
  ({ restored, stopped: stoppedAt === null ? null : { step: stoppedAt } }) as HistoryView;

describe('steps', () => {
  test('those before the first that could not be carried out are in force', () => {
    expect(stepsInForce(scenario([a, b, c]), history(0))).toEqual([a, b, c]);
    expect(stepsInForce(scenario([a, b, c]), history(0, 1))).toEqual([a]);
    expect(stepsPending(scenario([a, b, c]), history(0, 1))).toEqual([b, c]);
    expect(stepsPending(scenario([a]), null)).toEqual([]);
  });
  test('a link holds so many', () => {
    const many = Array.from({ length: MAX_APPLIED }, () => a);
    expect(hasRoom(scenario(many), history(3))).toBe(false);
    expect(hasRoom(scenario(many), history(3, 2))).toBe(true);
    expect(hasRoom(scenario(many.slice(1)), history(0))).toBe(true);
  });
});

describe('undo', () => {
  test('takes steps first, the newest first, and with the last one what could not be carried out', () => {
    expect(withoutLevel(scenario([a, b]), history(2))).toMatchObject({ applied: [a], undone: 0 });
    expect(withoutLevel(scenario([a, b, c]), history(0, 1))).toMatchObject({ applied: [] });
  });
  test('then what the file brought, and nothing more', () => {
    expect(withoutLevel(scenario([]), history(2))).toMatchObject({ applied: [], undone: 1 });
    expect(withoutLevel(scenario([], 1), history(2))).toMatchObject({ undone: 2 });
    expect(withoutLevel(scenario([], 2), history(2))).toBeNull();
    // A link may say more than the file has.
    expect(withoutLevel(scenario([], 9), history(2))).toBeNull();
    expect(withoutLevel(scenario([]), null)).toBeNull();
  });
});
