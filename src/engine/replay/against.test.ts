import { expect, test } from 'vitest';
import type { PreparedTranscript } from '../signals/contract.ts';
import { prepare } from '../signals/signal-prepare.ts';
import { preparedOf } from '../testing/plans.ts';
import { replayOf as replayAtOnce, session } from '../testing/replay.ts';
import type { RecordedCompaction, Usage } from '../transcript/types.ts';
import type { Prices, Replay, ReplayOptions } from './contract.ts';

/** US dollars per token, in ones: costs are whole numbers. */
const PRICES: Prices = { currency: 'USD', input: 1, cacheRead: 0.1, cacheWrite: 1.25, output: 5 };

/** Four requests of 2,000 to 5,000 tokens with answers of 200. */
function recording(usage: (request: number) => Usage | undefined, compactions: readonly RecordedCompaction[] = []): PreparedTranscript {
  const base = preparedOf(session(4));
  let request = 0;
  const messages = base.messages.map((message) => {
    const recorded = message.role === 'assistant' ? usage(++request) : undefined;
    return recorded ? { ...message, usage: recorded } : message;
  });
  return prepare({ ...base.transcript, messages, compactions }, base.counts, base.settings);
}

const replayOf = (base: PreparedTranscript, changes: Partial<ReplayOptions> = {}, strategy = 'oldest-removal'): Replay =>
  replayAtOnce(base, strategy, { window: 5000, prices: PRICES, unseen: 0, ...changes });

const used = (input: number, cacheRead = 0): Usage => ({ input, cacheRead, cacheWrite: 0, output: 200 });

test('without recorded usage the reference is the run without compaction', () => {
  const { baseline, series, recorded } = replayOf(recording(() => undefined));
  expect(recorded).toBeNull();
  // 2,000 + 3,000 + 4,000 + 5,000 prompt tokens; answers are counted without their overhead of 4.
  expect(baseline.totals).toMatchObject({ promptTokens: 14_000, cost: 14_000 + 4 * 196 * 5 });
  expect(baseline.against).toEqual({ recorded: null, none: null });
  expect(series[0]!.against).toEqual({ recorded: null, none: series[0]!.totals.cost! / baseline.totals.cost! - 1 });
  expect(series[0]!.against.none).toBeLessThan(0);
});

test('a run is compared with what was recorded: the same requests on both sides', () => {
  // The third request was recorded with less, as after a compaction of the agent; the fourth not at all.
  const { baseline, series, recorded } = replayOf(recording((at) => (at === 4 ? undefined : used(at === 3 ? 1000 : at * 1000 + 1000))));
  expect(recorded).toMatchObject({ requests: 3, cost: 2000 + 3000 + 1000 + 3 * 1000 });
  expect(Array.from(recorded!.costs)).toEqual([3000, 7000, 9000, 9000]);
  expect(baseline.against).toEqual({ recorded: (9000 + 3000) / 9000 - 1, none: null });
  const [run] = series;
  expect(run!.points).not.toHaveLength(0);
  // Its fourth request is not counted against a recording that does not have it; outputs are those of the recording.
  const fourth = run!.size[3]! + 196 * 5;
  expect(run!.against.recorded).toBeCloseTo((run!.totals.cost! - fourth) / 9000 - 1, 12);
});

test('a recording whose requests are mostly not in the file is no reference; the edge is a quarter', () => {
  const at = (factor: number): Replay => replayOf(recording((request) => used((request * 1000 + 1000) * factor)));
  expect(at(4 / 5)).toMatchObject({ recorded: { error: 0.25, comparable: true }, baseline: { against: { recorded: expect.any(Number) } } });
  const { recorded, series } = at(4 / 5.001);
  expect(recorded!.comparable).toBe(false);
  expect(recorded!.why.map(({ key }) => key).slice(0, 2)).toEqual(['recorded-difference', 'recorded-incomparable']);
  expect(series[0]!.against).toEqual({ recorded: null, none: expect.any(Number) });
  // What the agent's own compactions made smaller is no error.
  const compacted = recording((request) => used(request > 2 ? 100 : request * 1000 + 1000), [{ at: 6 }]);
  expect(replayOf(compacted).recorded).toMatchObject({ error: 0, comparable: true });
});

test('why the recording cost something else: prompts, the cache, answers; the parts are the whole', () => {
  const base = recording((at) => used(500, at * 1000 + 1000), [{ at: 6 }]);
  const { difference } = replayOf(base, { unseen: 300 }).recorded!;
  expect(difference).toMatchObject({
    requests: 4,
    recorded: 4 * (500 + 1000) + 0.1 * 14_000,
    none: 14_000 + 4 * 300 + 4 * 1000,
    recordedPrompt: 16_000,
    nonePrompt: 15_200,
    recordedRead: 14 / 16,
    noneRead: 0,
    bySize: 800,
    byCache: 2000 + 1400 - 16_000,
    byOutput: 0,
    compactions: 1,
    unseen: 300,
  });
  expect(difference!.bySize + difference!.byCache + difference!.byOutput).toBeCloseTo(difference!.recorded - difference!.none, 9);
});

test('a part of the difference is told from a hundredth of the recorded cost on', () => {
  // As recorded, but for tokens of the first prompt that were written to the cache, at a quarter more.
  const why = (written: number): string[] => {
    const { recorded } = replayOf(recording((at) => (at === 1 ? { ...used(2000 - written), cacheWrite: written } : used(at * 1000 + 1000))));
    return recorded!.why.map(({ key }) => key);
  };
  // 181.75 of 18,181.75, and 182 of 18,182.
  expect(why(727)).toEqual(['recorded-difference']);
  expect(why(728)).toEqual(['recorded-difference', 'recorded-cache']);
});

test('no prices, no costs to compare; a run that ended early is not compared', () => {
  const base = recording((at) => used(at * 1000));
  expect(replayOf(base, { prices: null })).toMatchObject({
    recorded: { cost: null, difference: null, costs: new Float64Array(0) },
    series: [{ against: { recorded: null, none: null } }],
  });
  const unknown = replayOf(base, {}, 'nobody').series[0]!;
  expect(unknown).toMatchObject({ failed: { key: 'error-unknown-strategy' }, against: { recorded: null, none: null } });
});

test('the sentences say what made prompts larger: the agent’s compactions, and what the file does not hold, or that this is unknown', () => {
  const keys = (unseen: number, compactions: readonly RecordedCompaction[] = []) =>
    replayOf(
      recording((at) => used(at * 1000 + 1600), compactions),
      { unseen },
    ).recorded!.why.map(({ key }) => key);
  expect(keys(0)).toEqual(['recorded-difference', 'recorded-size', 'recorded-unseen-unknown']);
  expect(keys(1)).toEqual(['recorded-difference', 'recorded-size', 'recorded-unseen']);
  expect(keys(0, [{ at: 6 }])).toEqual(['recorded-difference', 'recorded-size', 'recorded-compactions', 'recorded-unseen-unknown']);
  const { why } = replayOf(
    recording((at) => used(at * 1000 + 1600), [{ at: 6 }, { at: 8 }]),
    { unseen: 7 },
  ).recorded!;
  expect(why.map(({ values }) => [values?.count, values?.unseen]).slice(2)).toEqual([
    [2, undefined],
    [undefined, 7],
  ]);
});

test('the largest part of the difference is said first, with its amount, whether it is more or less', () => {
  const base = recording((at) => used(500, at * 1000 + 1000));
  const { why, difference } = replayOf(base, { unseen: 300 }).recorded!;
  expect(why.map(({ key }) => key)).toEqual(['recorded-difference', 'recorded-cache', 'recorded-size', 'recorded-unseen']);
  expect(why[0]!.values).toEqual({ ...difference, of: 4 });
  expect(why[1]!.values).toMatchObject({ cost: difference!.byCache });
  const wordy = recording((at) => ({ ...used(at * 1000 + 1000), output: 900 }));
  expect(replayOf(wordy).recorded!.why.map(({ key }) => key)).toEqual(['recorded-difference']);
  const counted = replayOf(wordy).recorded!.difference!;
  expect([counted.byOutput, counted.bySize, counted.byCache]).toEqual([0, 0, 0]);
});

test('the agent’s compactions stand before the request that came next; those behind the last answer behind all', () => {
  const at = (...places: number[]) =>
    replayOf(
      recording(
        (request) => used(request * 1000 + 1000),
        places.map((one) => ({ at: one })),
      ),
    ).recorded!.compactions;
  // Answers are messages 2, 4, 6 and 8.
  expect(at(0, 2, 3, 8, 9, 99)).toEqual([1, 1, 2, 4, 5, 5]);
});

test('the error is the median, over the requests before the agent’s first compaction where there are any, else over all', () => {
  // Counted 2,000 to 5,000; recorded as many, and twice, four times and five times as many: off by 0, 50, 75 and 80 %.
  const factors = [1, 2, 4, 5];
  const error = (compactions: readonly RecordedCompaction[] = [], without = 0) =>
    replayOf(recording((at) => (at === without ? undefined : used((at * 1000 + 1000) * factors[at - 1]!)), compactions)).recorded!.error;
  expect([error(), error([{ at: 6 }]), error([{ at: 4 }]), error([{ at: 2 }]), error([], 1)]).toEqual([0.75, 0.5, 0, 0.75, 0.75]);
});

test('a run that was stopped is compared with nothing, nor one whose reference cost nothing', () => {
  const base = recording((at) => used(at * 1000 + 1000));
  const stopped = replayOf(base, { answer: 'stop', window: 4000 }, 'context-compactor').series[0]!;
  expect(stopped.stopped).not.toBeNull();
  expect(stopped.against).toEqual({ recorded: null, none: null });
  const free: Prices = { currency: 'USD', input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
  expect(replayOf(base, { prices: free }).series[0]!.against).toEqual({ recorded: null, none: null });
});

test('what the agent had kept for an hour has its own price, and runs can be held to the same lifetime', () => {
  const hour = recording(() => ({ input: 0, cacheRead: 0, cacheWrite: 1000, cacheWriteHour: 400, output: 0 }));
  const { recorded, baseline } = replayOf(hour, { caching: 'anthropic-hour' });
  // 600 at 1.25 and 400 at 2.
  expect(recorded!.cost).toBe(4 * (750 + 800));
  expect(recorded!.usage.cacheWriteHour).toBe(1600);
  // Everything is written once and read after: 2,000, 1,000, 1,000 and 1,000 tokens; a cache that begins at 1,024 loses nothing here.
  const { cacheRead, cacheWrite, output, cost } = baseline.totals;
  expect(cost).toBeCloseTo(cacheWrite * 2 + cacheRead * 0.1 + output * 5, 9);
  expect(cacheWrite).toBeGreaterThan(0);
});

test('summaries that the provider wrote within requests are a part of what was recorded', () => {
  const written = { input: 3000, output: 100, cacheRead: 0, cacheWrite: 0 };
  const made = (usage?: Usage) => replayOf(recording((at) => used(at * 1000 + 1000), [{ at: 6, ...(usage && { usage }) }]));
  const [without, withSummary] = [made().recorded!, made(written).recorded!];
  // 3,000 × 1 + 100 × 5, before the request that follows.
  expect(withSummary.cost! - without.cost!).toBe(3500);
  expect(Array.from(withSummary.costs, (cost, i) => cost - without.costs[i]!)).toEqual([0, 0, 3500, 3500]);
  const { recorded, none, bySize, byCache, byOutput, bySummaries } = withSummary.difference!;
  expect(bySummaries).toBe(3500);
  expect(bySize + byCache + byOutput + bySummaries).toBeCloseTo(recorded - none, 9);
  expect(withSummary.why.map(({ key }) => key)).toContain('recorded-summaries');
  expect(without.why.map(({ key }) => key)).not.toContain('recorded-summaries');
});
