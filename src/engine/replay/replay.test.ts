import { describe, expect, test } from 'vitest';
import { restore } from '../compaction/history.ts';
import { byId } from '../pipelines/index.ts';
import { prepare } from '../signals/signal-prepare.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { assistant, preparedOf, system, user } from '../testing/plans.ts';
import { any, optionsOf, ratio, replayOf, run, session } from '../testing/replay.ts';
import { countingSummarizer } from '../testing/summarizer.ts';
import type { Message, Transcript } from '../transcript/types.ts';
import type { Trigger } from '../triggers/contract.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { breakEven, cached, costOf } from '../measures/shared/costs.ts';
import type { Prices, Replay, ReplayOptions, ReplaySeries } from './contract.ts';
import { replayNow, replaySteps } from './replay.ts';

const PRICES: Prices = { currency: 'USD', input: 1, cacheRead: 0.1, cacheWrite: 1.25, output: 5 };

const thousands = (series: ReplaySeries): string => Array.from(series.size, (tokens) => tokens / 1000).join(' ');
const at = (series: ReplaySeries): number[] => series.points.filter(({ level }) => level > 0).map((point) => point.at);

/** The same with fields of messages set. */
function withFields(base: PreparedTranscript, fields: (message: Message, i: number) => Partial<Message>): PreparedTranscript {
  const transcript: Transcript = { ...base.transcript, messages: base.messages.map((m, i) => ({ ...m, ...fields(m, i) })) };
  return prepare(transcript, base.counts, base.settings);
}

describe('the walk', () => {
  const base = preparedOf(session(12));

  test('without a trigger every request goes out with everything before it', () => {
    const { baseline, requests, answers, output } = replayOf(base, 'oldest-removal', { trigger: any() });
    expect(requests).toBe(12);
    expect(thousands(baseline)).toBe('2 3 4 5 6 7 8 9 10 11 12 13');
    expect(Array.from(answers).slice(0, 3)).toEqual([2, 4, 6]);
    expect(output[0]).toBe(196);
    expect(baseline.overLimit).toEqual([10, 11, 12]);
    expect(baseline.peak).toBe(13_000);
  });

  test('a compaction halves the context before the request that would reach 80 %', () => {
    const series = run(base, 'oldest-removal');
    expect(thousands(series)).toBe('2 3 4 5 6 7 4 5 6 7 4 5');
    expect(at(series)).toEqual([7, 11]);
    expect(series.points[0]).toMatchObject({
      before: 8000,
      after: 4000,
      messagesBefore: 14,
      messagesAfter: 6,
      moment: 'request',
      level: 1,
      target: 4000,
    });
    expect(series.points[0]!.trigger).toMatchObject({
      kind: 'ratio',
      reason: { key: 'trigger-share', values: { fires: true, tokens: 8000, at: 8000 } },
    });
    expect(series.overLimit).toEqual([]);
    expect(series.monitoring).toMatchObject({ triggered: 2, compactions: 2, tokensFreed: 8000, messagesRemoved: 16, summarySuccess: null });
  });

  test('summaries of summaries have generations, and quote the words of the user each time', () => {
    const series = run(preparedOf(session(40)), 'summary');
    const generations = series.points.flatMap(({ summaries }) => summaries.map(({ generation }) => generation));
    expect(generations).toEqual(generations.map((_, i) => i + 1));
    expect(generations.length).toBeGreaterThan(3);
    expect(series.monitoring.highestGeneration).toBe(generations.length);
    const end = series.contextAt(41);
    const summary = end.messages.find(({ compaction }) => compaction)!;
    const [part] = summary.parts;
    const text = part?.type === 'text' ? part.text : '';
    expect(text.match(/Do it\./g)).toHaveLength(1);
    expect(series.points.every((point) => point.level === 0 || point.after < 2000)).toBe(true);
  });

  test('undoing all records gives the recording back, and every step can be looked into', () => {
    const series = run(preparedOf(session(40)), 'summary');
    const end = series.contextAt(41);
    const original = preparedOf(session(40)).messages;
    expect(restore(end.messages, series.records())).toEqual({ ok: true, value: original });
    const middle = series.contextAt(8);
    expect(middle.total).toBe(series.size[7]);
    expect(middle.levels).toBe(1);
    expect(middle.decidedBy[3]).toBe(1);
    expect(middle.messages[middle.place[3]!]!.compaction?.kind).toBe('summary');
    expect(middle.reasonOf(3)).toEqual({ key: 'sum-whole', values: { tokens: 800 } });
    expect(middle.reasonOf(0)).toBeNull();
    expect(series.contextAt(7).decidedBy.every((level) => level <= 1)).toBe(true);
    expect(() => series.contextAt(42)).toThrow('request: expected a whole number from 1 to 41');
    expect(() => series.contextAt(0)).toThrow(RangeError);
  });

  test('the recorded agent’s own summaries are left out: what they replaced is still there', () => {
    const spoken = preparedOf([system(1000), user(1000), assistant(1000), user(3000, 'Summary.'), user(1000), assistant(1000)]);
    const transcript: Transcript = { ...spoken.transcript, compactions: [{ at: 4, summaryId: 'm3' }] };
    const compacted = prepare(transcript, spoken.counts, spoken.settings);
    const { baseline, recorded } = replayOf(compacted, 'oldest-removal', { trigger: any() });
    expect(thousands(baseline)).toBe('2 4');
    expect(baseline.contextAt(3).origins).toEqual(Int32Array.from([0, 1, 2, 4, 5]));
    expect(recorded).toBeNull();
  });

  test('an unknown strategy and bad parameters fail their row, and wrong options are named', () => {
    expect(run(base, 'nothing').failed).toMatchObject({ key: 'error-unknown-strategy', values: { id: 'nothing' } });
    expect(run(base, 'oldest-removal', {}, { minMessages: -1 }).failed).toMatchObject({ key: 'error-parameter', values: { param: 'minMessages' } });
    expect(() => run(base, 'oldest-removal', { target: 1.5 })).toThrow(/^target: expected/);
    expect(() => run(base, 'oldest-removal', { trigger: any(ratio(0)) })).toThrow(/^trigger ratio: expected/);
    expect(() => run(base, 'oldest-removal', { cooldown: -1 })).toThrow(/^cooldown: expected/);
    expect(() => run(base, 'oldest-removal', { warning: 2 })).toThrow(/^warning: expected/);
  });

  test('a summariser that takes its time gives a promise with the same run', async () => {
    const waited = await replayNow(base, [{ key: 's', strategy: 'summary', params: {} }], optionsOf({ summarizer: countingSummarizer(true) }));
    const series = run(base, 'summary');
    expect(waited.series[0]!.size).toEqual(series.size);
    expect(waited.series[0]!.points.map(({ after }) => after)).toEqual(series.points.map(({ after }) => after));
  });

  test('progress is told, and who does not resume has stopped it', () => {
    const steps = replaySteps(base, [{ key: 'a', strategy: 'oldest-removal', params: {} }], optionsOf());
    expect(steps.next()).toEqual({ done: false, value: { kind: 'progress', row: 'a', done: 6, of: 12 } });
    expect(steps.return(null as never).done).toBe(true);
  });
});

describe('triggers', () => {
  const base = preparedOf(session(12));
  const firsts = (trigger: Trigger, changes: Partial<ReplayOptions> = {}, from = base) =>
    run(from, 'oldest-removal', { trigger: any(trigger), ...changes }).points[0];

  test('messages are counted from those that a compaction left', () => {
    const { points } = run(base, 'oldest-removal', { trigger: any({ kind: 'messages', count: 14 }) });
    expect(points.map(({ at, messagesBefore, messagesAfter }) => [at, messagesBefore, messagesAfter])).toEqual([
      [7, 14, 6],
      [11, 14, 6],
    ]);
  });

  test('utilisation ≥ ratio', () => {
    expect(firsts(ratio(0.5))).toMatchObject({ at: 4, before: 5000 });
    expect(firsts(ratio(1))).toMatchObject({ at: 9, before: 10_000 });
  });

  test('with an interval, checks are that far apart by the timestamps', () => {
    // A request every 4 seconds; checks at 0, 8, 16 … s: requests 1, 3, 5.
    const timed = withFields(base, (_, i) => ({ ts: new Date(Math.floor((i - 2) / 2) * 4000).toISOString() }));
    expect(firsts({ kind: 'ratio', share: 0.5, interval: 5 }, {}, timed)?.at).toBe(5);
    expect(firsts({ kind: 'ratio', share: 0.5, interval: 4 }, {}, timed)?.at).toBe(4);
    expect(firsts({ kind: 'ratio', share: 0.5, interval: 5 })?.at).toBe(4);
  });

  test('less than a share left', () => {
    // At 7,000 exactly 0.3 of the window is left, which is not less.
    expect(firsts({ kind: 'remaining', share: 0.3 })).toMatchObject({ at: 7, before: 8000, trigger: { reason: { key: 'trigger-left' } } });
  });

  test('turns since the last compaction, steps where there are fewer turns in all', () => {
    const series = run(base, 'oldest-removal', { trigger: any({ kind: 'turns', count: 5 }), target: 0.7 });
    expect(at(series)).toEqual([6, 11]);
    expect(series.points[0]!.trigger.reason).toEqual({ key: 'trigger-steps', values: { fires: true, since: 5, count: 5 } });
    const chat = preparedOf([1, 2, 3, 4, 5, 6].flatMap(() => [user(1000), assistant(1000)]));
    const talked = run(chat, 'oldest-removal', { trigger: any({ kind: 'turns', count: 3 }) });
    expect(talked.points[0]).toMatchObject({ at: 3, before: 5000, trigger: { reason: { key: 'trigger-turns' } } });
  });

  test('a marker in an answer; the compaction waits for the results of its calls', () => {
    const marked = withFields(base, (m, i) => (i === 8 ? { parts: [{ type: 'text', text: 'Enough. !!!SUMMARY!!!' }, ...m.parts] } : {}));
    const point = firsts({ kind: 'marker', text: '!!!SUMMARY!!!' }, {}, marked);
    expect(point).toMatchObject({ at: 5, moment: 'tool-result', before: 6000, trigger: { kind: 'marker' } });
    const last = preparedOf([...session(3), assistant(500, 'Done. !!!SUMMARY!!!')]);
    expect(firsts({ kind: 'marker', text: '!!!SUMMARY!!!' }, {}, last)).toMatchObject({ at: 5, moment: 'answer', before: 5500 });
  });

  test('after a tool result, with the buffer', () => {
    // 7,000 + 200 < 7,300; 7,000 + 300 is not.
    expect(firsts({ kind: 'tool-result', share: 0.73 })).toMatchObject({ at: 7, before: 8000, moment: 'tool-result' });
    expect(firsts({ kind: 'tool-result', share: 0.73, buffer: 0.03 })).toMatchObject({ at: 6, before: 7000 });
  });

  test('after an answer, by what was recorded, less what was compacted here', () => {
    // Each request was recorded with 1,500 tokens more than are counted: 200 of the answer make 8,700 at the sixth.
    const recorded = withFields(base, (m, i) =>
      m.role === 'assistant' ? { usage: { input: base.counts.prefix[i]! + 1500, output: 200, cacheRead: 0, cacheWrite: 0 } } : {},
    );
    const series = run(recorded, 'oldest-removal', { trigger: any({ kind: 'answer', share: 0.85 }) });
    expect(series.points[0]).toMatchObject({ at: 7, before: 8000, trigger: { reason: { values: { tokens: 8700 } } } });
    // From 4,000 on again: 8,700 after the answer to 7,000.
    expect(series.points[1]).toMatchObject({ at: 11, before: 8000, trigger: { reason: { values: { tokens: 8700 } } } });
    // Without usage the count decides: 8,200 after the seventh answer is under 8,500.
    expect(firsts({ kind: 'answer', share: 0.85 })).toMatchObject({ at: 9, before: 10_000 });
  });

  test('over the window', () => {
    expect(firsts({ kind: 'hard-limit' })).toMatchObject({ at: 10, before: 11_000, trigger: { kind: 'hard-limit' } });
  });

  test('by hand after chosen messages, whatever else fires at the same request', () => {
    const hand: Trigger = { kind: 'hand', messages: [5, 13] };
    const series = run(base, 'oldest-removal', { trigger: any(hand, ratio(0.8)), target: 1000 });
    const byHand = series.points.filter(({ trigger }) => trigger.kind === 'hand');
    expect(byHand.map((point) => point.at)).toEqual([3, 7]);
    // Without the second one the ratio would have fired at request 7 or later.
    expect(series.points.filter(({ at }) => at === 7)).toHaveLength(1);
  });

  test('any fires with the first, all when each has said yes', () => {
    const both = [ratio(0.5), { kind: 'turns', count: 6, unit: 'steps' }] as const;
    expect(run(base, 'oldest-removal', { trigger: { triggers: both, combine: 'any' } }).points[0]?.at).toBe(4);
    expect(run(base, 'oldest-removal', { trigger: { triggers: both, combine: 'all' } }).points[0]?.at).toBe(7);
    const apart = [
      { kind: 'tool-result', share: 0.5 },
      { kind: 'answer', share: 0.7 },
    ] as const;
    // The answer with 7,200 is the first; the result after it says yes again.
    expect(run(base, 'oldest-removal', { trigger: { triggers: apart, combine: 'all' } }).points[0]).toMatchObject({ at: 7, moment: 'tool-result' });
  });

  test('a series may have a trigger of its own', () => {
    const rows = [
      { key: 'a', strategy: 'oldest-removal', params: {} },
      { key: 'b', strategy: 'oldest-removal', params: {}, trigger: any(ratio(0.5)) },
    ];
    const replay = replayNow(base, rows, optionsOf()) as Replay;
    expect(replay.series.map(({ points }) => points[0]!.at)).toEqual([7, 4]);
  });
});

describe('policies', () => {
  const base = preparedOf(session(12));

  test('a warning when the level is reached, and again after it was left', () => {
    const series = run(base, 'oldest-removal', { warning: 0.65 });
    expect(series.warnings).toEqual([6, 10]);
    expect(series.log.filter(({ reason }) => reason.key === 'log-replay-warning').map((line) => line.at)).toEqual([6, 10]);
  });

  test('a cooldown lets so many requests go out before the next automatic compaction', () => {
    expect(at(run(base, 'oldest-removal', { target: 7000 }))).toEqual([7, 8, 9, 10, 11, 12]);
    const cooled = run(base, 'oldest-removal', { target: 7000, cooldown: 3 });
    expect(at(cooled)).toEqual([7, 10]);
    expect(cooled.log.some(({ reason, level }) => reason.key === 'log-replay-cooldown' && level === 'warn')).toBe(true);
  });

  test('always no: S1’s alternatives instead of a summary', () => {
    const yes = run(base, 'context-compactor');
    expect(yes.points[0]).toMatchObject({ outcome: 'compacted', asked: null });
    expect(yes.points[0]!.summaries).toHaveLength(1);
    const drop = run(base, 'context-compactor', { answer: 'drop-oldest' });
    expect(drop.points[0]).toMatchObject({ outcome: 'compacted', summaries: [], asked: { key: 'question-compact', values: { tokens: 8000 } } });
    // Who compacts by hand is not asked.
    const hand = run(base, 'context-compactor', { answer: 'stop', trigger: any({ kind: 'hand', messages: [13] }) });
    expect(hand.points[0]).toMatchObject({ outcome: 'compacted', asked: null });
  });

  test('S3: a failed summary starts a cooldown that requests count down', () => {
    const failing = createBuiltIn({ outcome: 'error' });
    const series = run(preparedOf(session(30)), 'selective-summary', { summarizer: failing, own: true, trigger: any(ratio(0.9)) }, { always: true });
    expect(series.points.slice(0, 4).map(({ at: request, why }) => [request, why?.key])).toEqual([
      [8, 'rejected-rolled-back'],
      [9, 'unchanged-cooldown'],
      [10, 'unchanged-cooldown'],
      [11, 'rejected-rolled-back'],
    ]);
    expect(series.monitoring).toMatchObject({ summarySuccess: 0, compactions: 0 });
    expect(series.log.some(({ level, reason }) => level === 'warn' && reason.key === 'log-selective-cooldown')).toBe(true);
  });
});

describe('loops', () => {
  test('an own target at the trigger’s level fires again at once', () => {
    const series = run(preparedOf(session(30)), 'oldest-removal', { own: true });
    expect(series.loops[0]).toMatchObject({ kind: 'again', setting: 'trigger', freed: 1000 });
    expect(series.loops[0]!.times).toBeGreaterThan(10);
  });

  test('a target that is not below the trigger', () => {
    expect(run(preparedOf(session(30)), 'oldest-removal', { target: 9000 }).loops[0]).toMatchObject({ kind: 'again', setting: 'target' });
    expect(run(preparedOf(session(30)), 'oldest-removal', { target: 7000 }).loops[0]).toMatchObject({ kind: 'again', setting: 'target' });
  });

  test('at once is at most two requests later', () => {
    const gap = (target: number) => run(preparedOf(session(30)), 'oldest-removal', { target });
    const [two, three] = [gap(6000), gap(5000)];
    expect(at(two).slice(0, 3)).toEqual([7, 9, 11]);
    expect(two.loops).toHaveLength(1);
    expect(at(three).slice(0, 3)).toEqual([7, 10, 13]);
    expect(three.loops).toEqual([]);
  });

  test('what may not be touched fills the window', () => {
    const heavy = preparedOf([system(7000), user(1000, 'Do it.'), ...session(12).slice(2)]);
    expect(run(heavy, 'oldest-removal').loops[0]).toMatchObject({ setting: 'window' });
  });

  test('a strategy that finds nothing to work on is tried less and less often', () => {
    const series = run(preparedOf(session(200)), 'diff-truncation');
    expect(series.loops[0]).toMatchObject({ kind: 'idle', setting: 'strategy', from: 7, times: 194 });
    // Eight attempts in a row, then one whenever the context has grown by a tenth: 15,000 → 16,500 → 18,700 → 20,900 → 23,100.
    expect(series.points.map((point) => point.at).slice(0, 12)).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 23]);
    expect(series.monitoring.triggered).toBe(194);
  });

  test('three attempts in a row without a change are said, two are not', () => {
    const loops = (requests: number) => run(preparedOf(session(requests)), 'diff-truncation').loops;
    expect(loops(8)).toEqual([]);
    expect(loops(9)).toMatchObject([{ kind: 'idle', from: 7, to: 9, times: 3, freed: 0 }]);
  });

  test('none where compactions free enough', () => {
    expect(run(preparedOf(session(40)), 'oldest-removal').loops).toEqual([]);
  });
});

describe('caching and cost', () => {
  test('Anthropic: what is not read is written, and forgotten after five minutes', () => {
    expect(cached('anthropic', 5000, 3000, 1000)).toEqual({ input: 0, cacheRead: 3000, cacheWrite: 2000 });
    expect(cached('anthropic', 5000, 3000, 300_001)).toEqual({ input: 0, cacheRead: 0, cacheWrite: 5000 });
    expect(cached('anthropic', 5000, 1000, 0)).toEqual({ input: 0, cacheRead: 0, cacheWrite: 5000 });
    expect(cached('anthropic', 1000, 900, Number.NaN)).toEqual({ input: 1000, cacheRead: 0, cacheWrite: 0 });
  });

  test('OpenAI: read in steps of 128, written for nothing', () => {
    expect(cached('openai', 5000, 3000, 1e9)).toEqual({ input: 5000 - 2944, cacheRead: 2944, cacheWrite: 0 });
    expect(cached('openai', 5000, 1023, 0)).toEqual({ input: 5000, cacheRead: 0, cacheWrite: 0 });
    expect(cached('none', 5000, 3000, 0)).toEqual({ input: 5000, cacheRead: 0, cacheWrite: 0 });
  });

  test('prompts are cached from 1,024 tokens on; OpenAI reads multiples of 128; Anthropic forgets after five minutes', () => {
    expect([1023, 1024].map((size) => cached('anthropic', size, 0, 0).cacheWrite)).toEqual([0, 1024]);
    expect([1023, 1024].map((common) => cached('anthropic', 5000, common, 0).cacheRead)).toEqual([0, 1024]);
    expect([1024, 1151, 1152].map((common) => cached('openai', 5000, common, 0).cacheRead)).toEqual([1024, 1024, 1152]);
    expect([300_000, 300_001].map((passed) => cached('anthropic', 5000, 3000, passed).cacheRead)).toEqual([3000, 0]);
  });

  test('the example of docs/replay.md: 0.95 cents, or 4.05 where the cache has forgotten', () => {
    const prices: Prices = { currency: 'USD', input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 };
    const millionths = (minutes: number) => costOf({ ...cached('anthropic', 10_000, 9000, minutes * 60_000), output: 200 }, prices);
    expect([millionths(1), millionths(10)]).toEqual([9450, 40_500]);
  });

  test('a usage at prices', () => {
    expect(costOf({ input: 10, cacheRead: 100, cacheWrite: 8, output: 2 }, PRICES)).toBe(10 + 10 + 10 + 10);
  });

  test('break-even by the formula', () => {
    // S = 8,000, C = 4,000, L = 1,000, K = 500: (500 + 1.15 × 3,000) ÷ (0.1 × 4,000).
    expect(breakEven('anthropic', PRICES, 500, 8000, 4000, 1000)).toBeCloseTo(3950 / 400, 10);
    // OpenAI writes at the input price: (500 + 0.9 × 3,000) ÷ 400.
    expect(breakEven('openai', PRICES, 500, 8000, 4000, 1000)).toBeCloseTo(8, 10);
    // Nothing is cached: (500 + 0) ÷ (1 × 4,000).
    expect(breakEven('none', PRICES, 500, 8000, 4000, 1000)).toBeCloseTo(0.125, 10);
    expect(breakEven('anthropic', PRICES, 0, 4000, 4000, 0)).toBeNull();
  });

  test('a run: each request reads what the one before it sent, a compaction breaks the cache behind what it kept', () => {
    const { baseline, series } = replayOf(preparedOf(session(8)), 'oldest-removal', { caching: 'anthropic', prices: PRICES });
    const [one] = series as [ReplaySeries];
    expect(Array.from(baseline.cacheRead)).toEqual([0, 2000, 3000, 4000, 5000, 6000, 7000, 8000]);
    expect(Array.from(baseline.cacheWrite)).toEqual([2000, 1000, 1000, 1000, 1000, 1000, 1000, 1000]);
    // 196 tokens of each answer at 5.
    expect(baseline.cost[0]).toBeCloseTo(2000 * 1.25 + 980, 6);
    expect(baseline.cost[1]).toBeCloseTo(baseline.cost[0]! + 200 + 1250 + 980, 6);
    expect(baseline.totals).toMatchObject({ promptTokens: 44_000, cacheRead: 35_000, cacheWrite: 9000, input: 0, output: 8 * 196 });
    expect(baseline.totals.cost).toBeCloseTo(3500 + 11_250 + 8 * 980, 6);
    // At request 7 the header and the task stand as before, the two oldest blocks and two more go.
    expect(one.points[0]).toMatchObject({ at: 7, prefix: 2000, after: 4000, summaryCost: 0 });
    expect(one.cacheRead[6]).toBe(2000);
    expect(one.cacheWrite[6]).toBe(2000);
    expect(one.cacheRead[7]).toBe(4000);
    // Request 7 costs 200 + 2,500 instead of 700 + 1,250, request 8 reads 4,000 less.
    expect(one.totals.cost! - baseline.totals.cost!).toBeCloseTo(750 - 400, 6);
    expect(one.paidBack).toBeNull();
    expect(one.points[0]!.breakEven).toBeCloseTo((1.15 * 2000) / 400, 10);
  });

  test('paid back from the request on from which it has cost less', () => {
    const { series } = replayOf(preparedOf(session(16)), 'oldest-removal', { caching: 'none', prices: PRICES });
    expect(series[0]!.paidBack).toBe(7);
  });

  test('a summary costs what a model reads and writes', () => {
    const { series } = replayOf(preparedOf(session(8)), 'summary', {
      caching: 'openai',
      prices: PRICES,
      summaryPrices: { ...PRICES, input: 2, output: 10 },
    });
    const [point] = series[0]!.points;
    const [summary] = point!.summaries;
    // The task and six blocks; the header stays.
    expect(summary).toMatchObject({ input: 7000, calls: 1, generation: 1 });
    const written = '13 messages, from 1'.length / 4;
    expect(point!.summaryCost).toBeCloseTo(7000 * 2 + Math.ceil(written) * 10, 6);
    expect(series[0]!.totals.summaryCost).toBe(point!.summaryCost);
    expect(series[0]!.cost.at(-1)).toBeCloseTo(series[0]!.totals.cost!, 6);
  });

  test('a summary whose call is too large for the model’s window is counted and said', () => {
    const of = (summaryWindow?: number) =>
      replayOf(preparedOf(session(8)), 'summary', summaryWindow === undefined ? {} : { summaryWindow }).series[0]!;
    const said = (summaryWindow: number) => of(summaryWindow).log.find(({ reason }) => reason.key === 'log-replay-summaries-over')?.reason;
    // The messages that are summarised, and what is written.
    const tokens = 7000 + Math.ceil('13 messages, from 1'.length / 4);
    expect(said(1)).toEqual({ key: 'log-replay-summaries-over', values: { count: 1, tokens, window: 1 } });
    expect(of(tokens - 1).points[0]!.summariesOver).toBe(1);
    expect(of(tokens).points[0]!.summariesOver).toBeUndefined();
    expect(of().points[0]!.summariesOver).toBeUndefined();
    expect(of().log.map(({ reason }) => reason.key)).not.toContain('log-replay-summaries-over');
  });

  test('what the provider recorded is added up beside it; a split answer counts once', () => {
    const usage = { input: 10, output: 20, cacheRead: 100, cacheWrite: 8 };
    const base = withFields(preparedOf([system(1000), user(1000), assistant(500), assistant(500), user(100), assistant(500)]), (m) =>
      m.role === 'assistant' ? { usage } : {},
    );
    const { recorded, output } = replayOf(base, 'oldest-removal', { prices: PRICES });
    expect(recorded).toMatchObject({ requests: 2, usage: { input: 20, output: 40, cacheRead: 200, cacheWrite: 16 }, cost: 2 * (10 + 10 + 10 + 100) });
    expect(Array.from(recorded!.size)).toEqual([118, 118, 118]);
    expect(Array.from(output)).toEqual([20, 496, 20]);
  });

  test('tokens that the transcript does not hold are part of every request', () => {
    const series = run(preparedOf(session(8)), 'oldest-removal', { unseen: 1000 });
    expect(thousands(series)).toBe('3 4 5 6 7 4 5 6');
  });
});

test('the log tells of every compaction with its request, level and fields', () => {
  const { log } = run(preparedOf(session(8)), 'auto-compression', {}, { keepRecentCount: 4 });
  expect(log.map(({ at: request, level, reason, event }) => [request, level, event ?? reason.key])).toEqual([
    [7, 'info', 'log-replay-triggered'],
    [7, 'info', 'log-compression-start'],
    [7, 'info', 'log-compression-done'],
    [7, 'info', 'log-replay-compacted'],
  ]);
  expect(log[1]!.reason.values).toMatchObject({ usedTokens: 8000, usagePercent: '80.0%', messageCount: 14 });
  expect(byId.has(log[0]!.strategy)).toBe(true);
});
