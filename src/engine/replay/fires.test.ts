import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PreparedTranscript } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { transcripts } from '../testing/arbitraries.ts';
import { charCounts } from '../testing/counts.ts';
import { assistant, preparedOf, system, user } from '../testing/plans.ts';
import { optionsOf, session } from '../testing/replay.ts';
import type { Transcript } from '../transcript/types.ts';
import type { Trigger, TriggerRule } from '../triggers/contract.ts';
import type { Replay } from './contract.ts';
import { firingWindow, replayNow } from './replay.ts';
import { runs } from '../testing/scale.ts';

const ROWS = [{ key: 'oldest-removal', strategy: 'oldest-removal', params: {} }];
const largest = (base: PreparedTranscript, rule: TriggerRule): number | null => firingWindow(base, ROWS, optionsOf({ trigger: rule, window: 1e8 }));
/** Attempts to compact in a window. */
function attempts(base: PreparedTranscript, rule: TriggerRule, window: number): number {
  const { points, failed } = (replayNow(base, ROWS, optionsOf({ trigger: rule, window })) as Replay).series[0]!;
  expect(failed).toBeNull();
  return points.length;
}

/** Requests of 2,000 to 10,000 tokens, and a last result that makes 11,000. */
const talk = (): PreparedTranscript => preparedOf(session(9));

describe('the largest window in which a trigger fires', () => {
  test.each<[string, Trigger, number]>([
    ['10,000 are 80 % of 12,500', { kind: 'ratio', share: 0.8 }, 12_500],
    ['less than a quarter is left of 13,333', { kind: 'remaining', share: 0.25 }, 13_333],
    ['10,000 are over 9,999', { kind: 'hard-limit' }, 9999],
    ['11,000 and 2 % are 80 % of 14,102', { kind: 'tool-result', share: 0.8 }, 14_102],
    ['a call waits for its result: 11,000 by then, fired at 10,200', { kind: 'answer', share: 0.8 }, 12_750],
  ])('%s', (_, trigger, window) => {
    const rule: TriggerRule = { triggers: [trigger], combine: 'any' };
    const base = talk();
    expect(largest(base, rule)).toBe(window);
    expect(attempts(base, rule, window)).toBeGreaterThan(0);
    expect(attempts(base, rule, window + 1)).toBe(0);
  });

  test('of several triggers any or all, and of several rows the one that fires first', () => {
    const triggers: Trigger[] = [{ kind: 'ratio', share: 0.8 }, { kind: 'hard-limit' }];
    expect(largest(talk(), { triggers, combine: 'any' })).toBe(12_500);
    // Together they are asked at every moment, so also after the last result.
    expect(largest(talk(), { triggers, combine: 'all' })).toBe(10_999);
    expect([10_999, 11_000].map((window) => attempts(talk(), { triggers, combine: 'all' }, window))).toEqual([1, 0]);
    const rows = [
      ROWS[0]!,
      { ...ROWS[0]!, key: 'oldest-removal~2', trigger: { triggers: [{ kind: 'ratio', share: 0.5 }], combine: 'any' } as const },
    ];
    expect(firingWindow(talk(), rows, optionsOf({ trigger: { triggers, combine: 'any' }, window: 1e8 }))).toBe(20_000);
  });

  test('a trigger that is computed from the window is computed in each', () => {
    const never: TriggerRule = { triggers: [], combine: 'any' };
    // S1 fires at 80 % of the lesser of the window and its own 80,000.
    const s1 = [{ key: 'context-compactor', strategy: 'context-compactor', params: {} }];
    expect(firingWindow(talk(), s1, optionsOf({ trigger: never, window: 1e8, ownTriggers: true }))).toBe(12_500);
    const half = (window: number): TriggerRule => ({ triggers: [{ kind: 'tokens', tokens: window / 2 }], combine: 'any' });
    expect(firingWindow(talk(), ROWS, optionsOf({ trigger: half(1e8), window: 1e8 }), half)).toBe(20_000);
    expect(firingWindow(talk(), ROWS, optionsOf({ trigger: half(1e8), window: 1e8 }))).toBeNull();
  });

  test('recorded usage counts as in a run: of an answer before the agent’s first compaction, with its output', () => {
    const base = talk();
    const messages = base.messages.map((m) =>
      m.role === 'assistant' ? { ...m, usage: { input: 15_000, output: 1000, cacheRead: 0, cacheWrite: 0 } } : m,
    );
    const recorded = (compactions: PreparedTranscript['transcript']['compactions']) =>
      prepare({ ...base.transcript, messages, compactions }, base.counts, base.settings);
    const answers: TriggerRule = { triggers: [{ kind: 'answer', share: 0.8 }], combine: 'any' };
    expect(largest(recorded([]), answers)).toBe(20_000);
    expect([20_000, 20_001].map((window) => attempts(recorded([]), answers, window) > 0)).toEqual([true, false]);
    expect(largest(recorded([{ at: 2 }]), answers)).toBe(12_750);
  });

  test('turns, steps, markers and intervals are those of a run', () => {
    const both = (trigger: Trigger): TriggerRule => ({ triggers: [trigger, { kind: 'ratio', share: 0.8 }], combine: 'all' });
    // The window matters once the other one has said yes: eight steps are done before request 9, with 10,000 tokens.
    expect(largest(talk(), both({ kind: 'turns', count: 8, unit: 'steps' }))).toBe(13_750);
    expect(largest(talk(), both({ kind: 'turns', count: 9, unit: 'steps' }))).toBe(13_750);
    expect(largest(talk(), both({ kind: 'turns', count: 10, unit: 'steps' }))).toBeNull();
    expect(largest(talk(), both({ kind: 'turns', count: 1, unit: 'turns' }))).toBe(13_750);
    expect(largest(talk(), both({ kind: 'turns', count: 2, unit: 'turns' }))).toBeNull();
    const said = preparedOf([system(1000), user(1000), assistant(1000, 'Enough #now.'), user(1000), assistant(1000)]);
    expect(largest(said, both({ kind: 'marker', text: '#now' }))).toBe(6250);
    expect(largest(said, both({ kind: 'marker', text: '#later' }))).toBeNull();
  });

  test('an interval is counted by the times of the recording', () => {
    const base = talk();
    // Checks before the requests; the last one comes a second after the one before it.
    const times = (seconds: (i: number) => number) =>
      prepare(
        { ...base.transcript, messages: base.messages.map((m, i) => ({ ...m, ts: new Date(1000 * seconds(i)).toISOString() })) },
        base.counts,
        base.settings,
      );
    const every = { triggers: [{ kind: 'ratio', share: 0.8, interval: 5 }], combine: 'any' } as const;
    expect(
      largest(
        times((i) => 10 * i),
        every,
      ),
    ).toBe(12_500);
    expect(
      largest(
        times((i) => (i < 17 ? 10 * i : 151)),
        every,
      ),
    ).toBe(11_250);
  });

  test('there is none where nothing looks at the window and nothing fires', () => {
    expect(largest(talk(), { triggers: [{ kind: 'marker', text: 'never said' }], combine: 'any' })).toBeNull();
    expect(largest(talk(), { triggers: [], combine: 'any' })).toBeNull();
    expect(largest(preparedOf([system(10), user(10)]), { triggers: [{ kind: 'ratio', share: 0.1 }], combine: 'any' })).toBeNull();
  });
});

const share = fc.integer({ min: 10, max: 100 }).map((percent) => percent / 100);
const trigger: fc.Arbitrary<Trigger> = fc.oneof(
  fc.record({ kind: fc.constant('ratio' as const), share, interval: fc.constantFrom(0, 5) }),
  fc.record({ kind: fc.constant('remaining' as const), share }),
  fc.record({ kind: fc.constant('tool-result' as const), share }),
  fc.record({ kind: fc.constant('answer' as const), share }),
  fc.record({ kind: fc.constant('marker' as const), text: fc.constantFrom('done', 'fix') }),
  fc.record({ kind: fc.constant('turns' as const), count: fc.integer({ min: 1, max: 40 }) }),
  fc.constant({ kind: 'hard-limit' as const }),
);
const rule: fc.Arbitrary<TriggerRule> = fc.record({
  triggers: fc.array(trigger, { minLength: 1, maxLength: 3 }),
  combine: fc.constantFrom('any' as const, 'all' as const),
});

test('any rule over any transcript: a replay compacts there, and not with one token more', () => {
  const edges = { none: 0, edge: 0 };
  fc.assert(
    fc.property(transcripts(40), rule, (transcript: Transcript, one) => {
      const base = prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
      const window = largest(base, one);
      if (window === null) {
        edges.none++;
        expect(attempts(base, one, 100)).toBe(0);
        return;
      }
      expect(attempts(base, one, window)).toBeGreaterThan(0);
      if (window === 100_000_000) return;
      edges.edge++;
      expect(attempts(base, one, window + 1)).toBe(0);
    }),
    { numRuns: runs(150) },
  );
  // Enough of the cases have an edge that was looked at.
  expect(edges.edge).toBeGreaterThan(runs(150) / 8);
});
