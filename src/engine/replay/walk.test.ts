/** What a run does at its edges: when checks are due, what waits, what is said, what a request costs, and where a run ends. */
import { describe, expect, test } from 'vitest';
import { prepare } from '../signals/signal-prepare.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { Summarizer } from '../summarizers/contract.ts';
import { answer, assistant, call, preparedOf, system, user } from '../testing/plans.ts';
import { any, optionsOf, ratio, replayOf, run, session } from '../testing/replay.ts';
import { countingSummarizer } from '../testing/summarizer.ts';
import type { Message, Usage } from '../transcript/types.ts';
import type { Trigger } from '../triggers/contract.ts';
import type { Prices, ReplayOptions, ReplaySeries } from './contract.ts';
import { replaySteps } from './replay.ts';

const PRICES: Prices = { currency: 'USD', input: 1, cacheRead: 0.1, cacheWrite: 1.25, output: 5 };
const at = ({ points }: ReplaySeries): number[] => points.map((point) => point.at);
const said = ({ log }: ReplaySeries, key: string) => log.filter(({ reason }) => reason.key === key);

function withFields(base: PreparedTranscript, fields: (message: Message, i: number) => Partial<Message>): PreparedTranscript {
  return prepare({ ...base.transcript, messages: base.messages.map((m, i) => ({ ...m, ...fields(m, i) })) }, base.counts, base.settings);
}

describe('when a check is due', () => {
  test('by the timestamp of the last message before it', () => {
    const seconds = [0, 0, 3, 4, 7, 8, 8.5, 9, 9.5, 10, 19, 20, 30, 31];
    const timed = withFields(preparedOf(session(6)), (_, i) => ({ ts: new Date(seconds[i]! * 1000).toISOString() }));
    // Before the requests 0, 4, 8, 9, 10 and 20 seconds have passed; every check says yes, and nothing can be done.
    expect(at(run(timed, 'diff-truncation', { trigger: any({ kind: 'ratio', share: 0.01, interval: 5 }) }))).toEqual([1, 3, 6]);
    expect(at(run(timed, 'diff-truncation', { trigger: any({ kind: 'ratio', share: 0.01 }) }))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('turns and steps count from the last compaction', () => {
    const chat = preparedOf([1, 2, 3, 4, 5, 6, 7].flatMap(() => [user(1000), assistant(1000)]));
    expect(at(run(chat, 'oldest-removal', { trigger: any({ kind: 'turns', count: 3, unit: 'turns' }) }))).toEqual([3, 6]);
    expect(at(run(chat, 'oldest-removal', { trigger: any({ kind: 'turns', count: 3, unit: 'steps' }) }))).toEqual([4, 7]);
  });

  test('a marker counts in the words of an answer alone, and only once', () => {
    const marked = [user(100, '#now'), assistant(100), user(100), assistant(100, 'So #now.'), user(100), assistant(100), user(100), assistant(100)];
    expect(at(run(preparedOf(marked), 'diff-truncation', { trigger: any({ kind: 'marker', text: '#now' }) }))).toEqual([3]);
  });

  test('recorded usage behind the agent’s own first compaction is of another context: the count stands in', () => {
    const usage: Usage = { input: 9000, output: 0, cacheRead: 0, cacheWrite: 0 };
    const chat = withFields(preparedOf([1, 2, 3].flatMap(() => [user(1000), assistant(1000)])), ({ role }) =>
      role === 'assistant' ? { usage } : {},
    );
    const fires = (compactions: PreparedTranscript['transcript']['compactions']) =>
      run(prepare({ ...chat.transcript, compactions }, chat.counts, chat.settings), 'diff-truncation', {
        trigger: any({ kind: 'answer', share: 0.9 }),
      });
    expect(at(fires([]))).toEqual([2, 3, 4]);
    expect(at(fires([{ at: 2 }]))).toEqual([2]);
    expect(at(fires([{ at: 1 }]))).toEqual([]);
  });
});

describe('what waits', () => {
  const parallel = [
    system(1000),
    user(1000),
    call(1000, 'a', 'b'),
    answer(4000, 'a'),
    answer(1000, 'b'),
    assistant(1000),
    user(1000),
    assistant(1000),
  ];

  test('a trigger that fires while a call is open is followed after the last result, whatever it says by then', () => {
    const series = run(preparedOf(parallel), 'diff-truncation', { trigger: any({ kind: 'tool-result', share: 0.7, buffer: 0 }) });
    expect(series.points[0]).toMatchObject({
      at: 2,
      moment: 'tool-result',
      before: 8000,
      trigger: { kind: 'tool-result', reason: { values: { tokens: 7000 } } },
    });
    expect(series.points).toHaveLength(1);
  });

  test('a compaction by hand waits too, and is no earlier than its message', () => {
    const hand = (...messages: number[]) => run(preparedOf(parallel), 'diff-truncation', { trigger: any({ kind: 'hand', messages }) });
    expect(hand(3).points).toMatchObject([{ at: 2, moment: 'tool-result', before: 8000, trigger: { kind: 'hand' } }]);
    expect(hand(1).points).toMatchObject([{ at: 1, moment: 'request', before: 2000 }]);
    expect(hand(5).points).toMatchObject([{ at: 3, moment: 'answer', before: 9000 }]);
    expect(hand(99).points).toEqual([]);
  });

  test('a compaction by hand takes the place of an automatic one before its request, and of no other', () => {
    const base = preparedOf(session(12));
    const hand: Trigger = { kind: 'hand', messages: [14] };
    // Message 14 is the answer to request 7: by hand before request 8.
    const series = run(base, 'diff-truncation', { trigger: any(hand, ratio(0.75)) });
    expect(series.points.slice(0, 4).map((point) => [point.at, point.trigger.kind])).toEqual([
      [7, 'ratio'],
      [8, 'hand'],
      [9, 'ratio'],
      [10, 'ratio'],
    ]);
  });

  test('a cooldown holds up automatic compactions alone, and is said once until the next', () => {
    const base = preparedOf(session(12));
    const cooled = run(base, 'oldest-removal', { target: 7000, cooldown: 3 });
    expect(at(cooled)).toEqual([7, 10]);
    expect(said(cooled, 'log-replay-cooldown').map((line) => line.at)).toEqual([8, 11]);
    expect(said(cooled, 'log-replay-cooldown')[0]!.reason.values).toEqual({ tokens: 8000, cooldown: 3 });
    const byHand = run(base, 'oldest-removal', { target: 7000, cooldown: 3, trigger: any(ratio(0.8), { kind: 'hand', messages: [15] }) });
    expect(byHand.points.map((point) => [point.at, point.trigger.kind])).toEqual([
      [7, 'ratio'],
      [8, 'hand'],
      [11, 'ratio'],
    ]);
  });
});

describe('attempts that leave the context at the trigger', () => {
  test('eight in a row, then the context has to grow by a tenth; what was skipped is counted with the last attempt', () => {
    const series = run(preparedOf(session(20)), 'diff-truncation');
    expect(at(series)).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20]);
    expect(series.points.map(({ skipped }) => skipped)).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0]);
    expect(series.monitoring).toMatchObject({ triggered: 14, unchanged: 11, compactions: 0, rejected: 0, refused: 0 });
  });

  test('one that gets below the trigger starts the count anew; one that only reaches it does not', () => {
    // Down to 8,000, which is where the trigger is: attempts at every request for eight times, then at 8,800 and more.
    const stuck = run(preparedOf(session(24)), 'oldest-removal', { target: 8000 });
    expect(at(stuck).slice(0, 3)).toEqual([7, 8, 9]);
    expect(stuck.points.slice(1).every(({ after }) => after === 8000)).toBe(true);
    expect(at(run(preparedOf(session(24)), 'oldest-removal', { target: 7000 }))).toEqual(Array.from({ length: 18 }, (_, k) => 7 + k));
  });
});

describe('what goes out', () => {
  test('a request over the window is told; one is refused where nothing could be done about it', () => {
    const heavy = preparedOf([system(11_000), user(1000), assistant(100), user(100), assistant(100), user(100), assistant(100)]);
    const refused = run(heavy, 'hard-limit', { trigger: any({ kind: 'hard-limit' }) });
    expect(refused.points.map(({ outcome }) => outcome)).toEqual(['unchanged', 'refused', 'refused']);
    expect([refused.overLimit, refused.refused]).toEqual([
      [1, 2, 3],
      [2, 3],
    ]);
    expect(refused.monitoring).toMatchObject({ unchanged: 1, refused: 2 });
    const idle = run(heavy, 'diff-truncation', { trigger: any({ kind: 'hard-limit' }) });
    expect([idle.overLimit, idle.refused]).toEqual([[1, 2, 3], []]);
    // Exactly the window is not over it.
    expect(run(preparedOf([system(9000), user(1000), assistant(1)]), 'diff-truncation', { trigger: any() }).overLimit).toEqual([]);
  });

  test('a warning from the level on, once until it is left', () => {
    const base = preparedOf(session(12));
    const warned = (warning: number) => run(base, 'oldest-removal', { warning }).warnings;
    // Before its compaction request 7 would have 8,000 tokens, and request 11 again.
    expect([warned(0.7), warned(0.71), warned(0.8), warned(0.81)]).toEqual([[6, 10], [7, 11], [7, 11], []]);
    expect(said(run(base, 'oldest-removal', { warning: 0.7 }), 'log-replay-warning')[0]!.reason.values).toEqual({
      tokens: 7000,
      window: 10_000,
      share: 0.7,
    });
  });

  test('a cache forgets by the time between two requests', () => {
    const times = [0, 0, 0, 0, 300_001, 300_001, 300_002, 300_002, 600_002];
    const base = withFields(preparedOf(session(4)), (_, i) => ({ ts: new Date(times[i] ?? 600_002).toISOString() }));
    const { baseline } = replayOf(base, 'oldest-removal', { caching: 'anthropic', trigger: any() });
    // Five minutes and a millisecond after the request before, a millisecond, and five minutes.
    expect(Array.from(baseline.cacheRead)).toEqual([0, 0, 3000, 4000]);
  });

  test('the cache holds what no compaction since the last request changed: the least of several', () => {
    const base = preparedOf(session(8));
    // By hand twice before request 5: the first breaks it behind the header and the task, the second changes nothing before.
    const series = run(base, 'oldest-removal', { caching: 'anthropic', trigger: any({ kind: 'hand', messages: [8, 9] }), target: 0.6 });
    expect(series.points.filter(({ level }) => level > 0).length).toBeGreaterThan(0);
    expect(series.cacheRead[4]).toBe(Math.min(...series.points.map(({ prefix }) => prefix)));
  });
});

describe('where a run ends', () => {
  test('a strategy that fails ends it there: its requests so far stand, the reason is told', () => {
    const base = preparedOf(session(12));
    const failed = run(base, 'context-compactor', { answer: 'nonsense', prices: PRICES });
    expect(failed.failed).toMatchObject({ key: 'error-parameter' });
    expect([failed.size.length, failed.cacheRead.length, failed.cacheWrite.length, failed.cost.length]).toEqual([6, 6, 6, 6]);
    expect([failed.refused, failed.stopped, failed.points]).toEqual([[], null, []]);
    expect(failed.totals.promptTokens).toBe(27_000);
  });

  test('progress is told after every 2,000 requests, and after every attempt', () => {
    const long = preparedOf([user(1), ...Array.from({ length: 4001 }, () => assistant(1))]);
    const steps = [...replaySteps(long, [], optionsOf({ trigger: any() }))];
    expect(steps).toEqual([2000, 4000].map((done) => ({ kind: 'progress', row: 'none', done, of: 4001 })));
  });
});

describe('what summaries cost', () => {
  const usage: Usage = { input: 100, output: 10, cacheRead: 20, cacheWrite: 3 };
  const reporting = (ok: (asked: number) => boolean): Summarizer => {
    const counting = countingSummarizer();
    return {
      ...counting,
      summarize(input, request) {
        const found = counting.summarize(input, request);
        if (found instanceof Promise || !found.ok) return found;
        return ok(counting.asked.length) ? { ...found, usage } : { ok: false, failure: 'error', message: 'gone', summarizer: 'counting', ms: 5 };
      },
    } as Summarizer;
  };
  const options: Partial<ReplayOptions> = { prices: PRICES, caching: 'none' };

  test('as the endpoint reported; what it read from a cache or wrote to it was read too', () => {
    const series = run(preparedOf(session(8)), 'summary', { ...options, summarizer: reporting(() => true) });
    expect(series.points[0]!.summaries).toMatchObject([{ input: 123, generation: 1 }]);
    expect(series.points[0]!.summaryCost).toBeCloseTo(100 + 2 + 3.75 + 50, 9);
    expect(series.totals.summaryCost).toBeCloseTo(100 + 2 + 3.75 + 50, 9);
    expect(series.monitoring).toMatchObject({ summaries: 1, summaryFailures: 0, summarySuccess: 1, highestGeneration: 1 });
  });

  test('some that fail: the share of those that did not, and the mean time of those that were written', () => {
    // Each look at the clock is 15 ms later.
    let clock = 0;
    const changes = { ...options, summarizer: reporting((asked) => asked % 2 === 0), now: () => (clock += 15) };
    const { summaries, summaryFailures, summarySuccess, meanSummaryMs } = run(preparedOf(session(20)), 'summary', changes).monitoring;
    expect([summaries > 0, summaryFailures > 0]).toEqual([true, true]);
    expect(summarySuccess).toBe(summaries / (summaries + summaryFailures));
    expect(meanSummaryMs).toBe(15);
  });

  test('without prices there is none, and no break-even', () => {
    const [point] = run(preparedOf(session(8)), 'summary', { summarizer: reporting(() => true) }).points;
    expect([point!.summaryCost, point!.breakEven]).toEqual([null, null]);
  });

  test('a compaction after the last answer is part of the total and of no request', () => {
    const series = run(preparedOf(session(6)), 'summary', { ...options, trigger: any({ kind: 'tool-result', share: 0.8, buffer: 0 }) });
    expect(at(series)).toEqual([7]);
    expect(series.totals.summaryCost).toBeGreaterThan(0);
    expect(series.totals.cost! - series.cost.at(-1)!).toBeCloseTo(series.totals.summaryCost!, 9);
  });
});
