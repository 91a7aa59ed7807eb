import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SIGNALS, prepare } from '../../signals/signal-prepare.ts';
import { transcripts } from '../../testing/arbitraries.ts';
import { charCounts } from '../../testing/counts.ts';
import { falls, knobCurve } from '../../testing/knobs.ts';
import { answer, assistant, call, letters, planned, preparedOf, type MessageSpec, system, user } from '../../testing/plans.ts';
import { incrementalSummary as strategy } from './incremental-summary.ts';

/** A header, then turns of a question and an answer of 300 tokens. */
const turns = (count: number): MessageSpec[] => [system(50), ...Array.from({ length: count }, () => [user(100), assistant(200)]).flat()];
const own = { own: true, window: 1000 } as const;

describe('incremental summary', () => {
  test('each earlier chunk becomes its own summary, the last one and the original task stay', () => {
    const plan = planned(strategy, preparedOf(turns(5)), own, { chunk: 2 });
    expect(letters(plan)).toBe('KKSSSSSSSKK');
    expect(plan.summaries.map((s) => [s.id, [...s.members], s.maxTokens])).toEqual([
      ['summary-1', [2, 3, 4], 100],
      ['summary-2', [5, 6, 7, 8], 120],
    ]);
    expect(plan.insertions.map((i) => i.before)).toEqual([2, 5]);
    expect(Array.from(plan.into ?? [])).toEqual([-1, -1, 0, 0, 0, 1, 1, 1, 1, -1, -1]);
    expect(plan.reason(6)).toEqual({
      key: 'sum-chunk',
      values: { round: 3, count: 5, chunk: 2, chunks: 3, size: 2, tokens: 600, limit: 120 },
    });
    expect(plan.reason(1)).toEqual({ key: 'keep-original-task' });
    expect(plan.reason(10)).toMatchObject({ key: 'keep-last-chunk', values: { round: 5, chunk: 3 } });
  });

  test('its own rule acts on more than two chunks', () => {
    const plan = planned(strategy, preparedOf(turns(4)), own, { chunk: 2, unit: 'turns' });
    expect(plan.unchanged).toEqual({ key: 'unchanged-chunks', values: { count: 4, chunk: 2, needed: 4 } });
    expect(planned(strategy, preparedOf(turns(41)), own).summaries.length).toBe(2);
    expect(planned(strategy, preparedOf(turns(40)), own, { unit: 'turns' }).unchanged?.key).toBe('unchanged-chunks');
  });

  test('at an equal target a shorter conversation is cut into smaller chunks, and the row says so', () => {
    const plan = planned(strategy, preparedOf(turns(7)), { target: 900 }, { unit: 'turns' });
    expect(plan.note).toEqual({ key: 'note-smaller-chunk', values: { chunk: 3 } });
    expect(plan.trace).toEqual([{ key: 'trace-smaller-chunk', values: { count: 7, chunk: 3, asked: 20 } }]);
    expect(letters(plan)).toBe('KKSSSSSSSSSSSKK');
    expect(plan.summaries.length).toBe(2);
  });

  test('too few turns: steps are counted; a tool block over the boundary stays whole', () => {
    const steps = Array.from({ length: 5 }, (_, k) => [call(100, `c${k}`), answer(200, `c${k}`)]).flat();
    const plan = planned(strategy, preparedOf([user(50), ...steps, user(30)]), own, { chunk: 2 });
    expect(plan.note).toEqual({ key: 'note-auto-steps' });
    expect(letters(plan)).toBe('KSSSSSSSSKKK');
    expect(plan.summaries.map((s) => [...s.members])).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ]);
  });

  test('more rounds than the last chunk stay where there is room; a chunk that saves nothing stays', () => {
    const small = [user(10), assistant(10), user(10), assistant(10)];
    const input = preparedOf([...turns(4), ...small, user(900), assistant(10), user(10)]);
    const plan = planned(strategy, input, own, { chunk: 2 });
    expect(letters(plan)).toBe('KKSSSSSSSKKKKKKK');
    expect(plan.reason(9)).toEqual({ key: 'keep-small-group', values: { tokens: 40, limit: 60 } });
    const more = planned(strategy, input, own, { chunk: 2, keepRecentRounds: 5 });
    expect(letters(more)).toBe('KKSSSKKKKKKKKKKK');
    expect(more.reason(5)).toEqual({ key: 'keep-recent-round', values: { back: 5, keep: 5 } });
  });

  test('a stricter knob never keeps more', () => {
    fc.assert(
      fc.property(
        transcripts(),
        fc.constantFrom(1, 2, 5),
        fc.constantFrom('auto', 'turns', 'steps'),
        fc.boolean(),
        (transcript, chunk, unit, keyInformation) => {
          const input = prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
          expect(
            falls(
              knobCurve(
                strategy,
                input,
                Array.from({ length: 20 }, (_, k) => k),
                { chunk, unit, keyInformation },
              ),
            ),
          ).toEqual([]);
        },
      ),
    );
  });
});
