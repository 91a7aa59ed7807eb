import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { restore } from '../compaction/history.ts';
import { strategies } from '../pipelines/index.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { KEEP, SUMMARIZE } from '../strategies/contract.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { transcripts } from '../testing/arbitraries.ts';
import { charCounts } from '../testing/counts.ts';
import type { Transcript } from '../transcript/types.ts';
import type { Trigger, TriggerRule } from '../triggers/contract.ts';
import type { Replay, ReplayOptions, ReplaySeries } from './contract.ts';
import { replayNow } from './replay.ts';
import { runs } from '../testing/scale.ts';

const share = fc.integer({ min: 20, max: 95 }).map((percent) => percent / 100);
const trigger: fc.Arbitrary<Trigger> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('ratio' as const), share }) },
  fc.record({ kind: fc.constant('remaining' as const), share }),
  fc.record({ kind: fc.constant('turns' as const), count: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ kind: fc.constant('marker' as const), text: fc.constantFrom('done', 'fix') }),
  fc.record({ kind: fc.constant('tool-result' as const), share }),
  fc.record({ kind: fc.constant('answer' as const), share }),
  fc.record({ kind: fc.constant('hand' as const), messages: fc.uniqueArray(fc.nat(60), { maxLength: 4 }) }),
  fc.constant({ kind: 'hard-limit' as const }),
);
const rule: fc.Arbitrary<TriggerRule> = fc.record({
  triggers: fc.array(trigger, { minLength: 1, maxLength: 3 }),
  combine: fc.constantFrom('any' as const, 'any' as const, 'all' as const),
});

interface Case {
  readonly transcript: Transcript;
  readonly strategy: string;
  readonly rule: TriggerRule;
  /** Of the whole transcript's tokens. */
  readonly window: number;
  readonly target: number;
  readonly own: boolean;
  readonly fails: boolean;
}
const cases: fc.Arbitrary<Case> = fc.record({
  transcript: transcripts(50),
  strategy: fc.constantFrom(...strategies.filter(({ onDemand }) => !onDemand).map(({ id }) => id)),
  rule,
  window: fc.constantFrom(0.15, 0.3, 0.6, 0.9),
  target: fc.constantFrom(0.3, 0.5, 0.8),
  own: fc.constantFrom(false, false, true),
  fails: fc.constantFrom(false, false, false, true),
});

const preparedFrom = (transcript: Transcript): PreparedTranscript => prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);

function optionsOf(base: PreparedTranscript, { rule: trigger, window, target, own, fails }: Omit<Case, 'transcript' | 'strategy'>): ReplayOptions {
  return {
    window: Math.max(100, Math.round(base.counts.total * window)),
    trigger,
    target,
    own,
    weight: 0.6,
    seed: 1,
    summarizer: createBuiltIn({ outcome: fails ? 'error' : 'ok' }),
    warning: 0.5,
    cooldown: 0,
    answer: null,
    caching: 'anthropic',
    prices: { currency: 'USD', input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 },
  };
}

function run(base: PreparedTranscript, one: Case): Replay {
  return replayNow(base, [{ key: one.strategy, strategy: one.strategy, params: {} }], optionsOf(base, one)) as Replay;
}

/** Everything of a series but functions and times. */
const plain = ({ contextAt: _context, records: _records, ms: _ms, ...rest }: ReplaySeries): string => JSON.stringify(rest);

describe('any strategy with any triggers on any transcript', () => {
  test('runs, its sizes are those of its contexts, its records give the transcript back, and what it says of each message holds', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const base = preparedFrom(one.transcript);
        const { baseline, series, requests } = run(base, one);
        const [found] = series as [ReplaySeries];
        expect(found.failed).toBeNull();
        expect(baseline.contextAt(requests + 1).messages).toEqual(base.messages);

        const end = found.contextAt(requests + 1);
        const restored = restore(end.messages, found.records());
        expect(restored.ok && restored.value.length === base.n && restored.value.every((m, i) => m === base.messages[i])).toBe(true);

        const asked = [...new Set([1, ...found.points.map(({ at }) => at), Math.ceil(requests / 2), requests + 1])].filter((at) => at >= 1);
        for (const at of asked) {
          const look = found.contextAt(at);
          if (at <= requests) expect(look.total).toBe(found.size[at - 1]);
          look.messages.forEach((message, i) => {
            expect(look.tokens[i]).toBe(base.counts.message(message));
          });
          for (let i = 0; i < look.fates.length; i++) {
            const place = look.place[i]!;
            const fate = look.fates[i]!;
            if (fate === KEEP) expect(look.messages[place]).toBe(base.messages[i]);
            else if (fate === SUMMARIZE) expect(place >= 0 && look.origins[place] === -1).toBe(true);
            expect(look.decidedBy[i] === 0).toBe(fate === KEEP);
          }
        }
        const changed = end.fates.findIndex((fate) => fate !== KEEP);
        if (changed >= 0) expect((end.reasonOf(changed) as { key: string }).key).toBeTruthy();
      }),
      { numRuns: runs(150) },
    );
  });

  test('twice the same', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const [a, b] = [run(preparedFrom(one.transcript), one), run(preparedFrom(one.transcript), one)];
        expect(plain(a.series[0]!)).toBe(plain(b.series[0]!));
        // Remembered compactions are those that were carried out.
        const base = preparedFrom(one.transcript);
        const options = optionsOf(base, one);
        const rows = [{ key: one.strategy, strategy: one.strategy, params: {} }];
        const [first, again] = [replayNow(base, rows, options) as Replay, replayNow(base, rows, options) as Replay];
        expect(plain(again.series[0]!)).toBe(plain(first.series[0]!));
        expect(again.series[0]!.contextAt(again.requests + 1).messages).toEqual(first.series[0]!.contextAt(first.requests + 1).messages);
      }),
      { numRuns: runs(60) },
    );
  });

  test('costs are those of their parts', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { baseline, series } = run(preparedFrom(one.transcript), one);
        for (const { totals, size, cacheRead, cacheWrite, cost } of [baseline, ...series]) {
          expect(totals.input + totals.cacheRead + totals.cacheWrite).toBe(totals.promptTokens);
          expect(totals.cost).toBeCloseTo(
            totals.input * 3 + totals.cacheRead * 0.3 + totals.cacheWrite * 3.75 + totals.output * 15 + totals.summaryCost!,
            3,
          );
          cost.forEach((spent, k) => {
            expect(spent >= (cost[k - 1] ?? 0)).toBe(true);
            expect(cacheRead[k]! + cacheWrite[k]! <= size[k]!).toBe(true);
          });
        }
      }),
      { numRuns: runs(60) },
    );
  });
});
