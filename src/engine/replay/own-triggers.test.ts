import { describe, expect, test } from 'vitest';
import { PROVIDER_RULES, PROVIDERS } from '../pipelines/provider-auto.ts';
import { prepare } from '../signals/signal-prepare.ts';
import { assistant, preparedOf, system, user } from '../testing/plans.ts';
import { block, preparedSession, says, sessionOf, tokensOf } from '../testing/sessions.ts';
import { any, optionsOf, ratio, replayOf, run, session } from '../testing/replay.ts';
import type { Replay, ReplayOptions, ReplayRow } from './contract.ts';
import { replayNow } from './replay.ts';

/** Request k goes out with 1,000 (k + 1) tokens: a trigger at n thousand fires before request n − 1. */
const base = preparedOf(session(105));
const OWN: Partial<ReplayOptions> = { window: 100_000, ownTriggers: true, trigger: any(ratio(0.7)) };
const first = (id: string, params: Readonly<Record<string, unknown>> = {}, changes: Partial<ReplayOptions> = {}) =>
  run(base, id, { ...OWN, ...changes }, params).points[0];

describe('each row’s own trigger', () => {
  test.each([
    // Tokens of the request before which it fires, in thousands.
    ['middle-removal', {}, 90],
    ['summary', {}, 76],
    ['summary', { threshold: 0.5 }, 51],
    ['context-compactor', {}, 64],
    ['context-compactor', { triggerRatio: 0.5 }, 40],
    ['context-compactor', { maxContextTokens: 50_000 }, 40],
    ['selective', {}, 78],
    ['selective', { threshold: 0.5 }, 48],
    ['auto-compression', {}, 80],
    ['auto-compression', { threshold: 0.5 }, 50],
    ['hard-limit', {}, 101],
  ] as const)('%s with %o', (id, params, thousand) => {
    expect(first(id, params)).toMatchObject({ before: thousand * 1000 });
  });

  test.each([
    // Results of 1,500 tokens at every request but the first, and of 10 at the third: with none spared each goes as it arrives.
    [0, [1, 3, 4, 5, 6, 7]],
    [5, [6]],
    [2, [3, 5, 6, 7]],
  ])('offload takes a large result as it leaves the newest %i', (keepRecentResults, requests) => {
    const sizes = [1500, 10, 1500, 1500, 1500, 1500, 1500];
    const blocks = sizes.map((tokens, k) => block(`${k}`, 'Bash', '{}', tokensOf(tokens)));
    const work = preparedSession(sessionOf([says('user', 'Go.'), ...blocks, says('assistant', 'Done.')]));
    const series = run(work, 'offload', { ...OWN, window: 1_000_000, own: true }, { keepRecentResults });
    expect(series.points.map(({ at, outcome, trigger }) => [at, outcome, trigger.kind])).toEqual(
      requests.map((at) => [at + 1, 'compacted', 'result']),
    );
    expect(series.size.at(-1)).toBeLessThan(1500 * (keepRecentResults + 1));
  });

  test('where the agent compacted by its own tool, every row does, by hand', () => {
    const tool = (id: string, said: string) => block(id, 'mcp__ctx__compress_context', '{}', said);
    const talk = Array.from({ length: 12 }, (_, k) => says('assistant', `Part ${k}. ${tokensOf(50)}`));
    const lines = [
      says('user', 'Go.'),
      ...talk,
      tool('a', 'ok'),
      says('assistant', 'So.'),
      tool('b', 'Error: no model'),
      ...talk,
      says('user', 'And?'),
    ];
    const work = preparedSession(sessionOf([...lines, says('assistant', 'Done.')]));
    for (const ownTriggers of [true, false]) {
      const { points } = run(work, 'middle-removal', { ...OWN, ownTriggers, target: 0.5 });
      expect(points.map(({ at, trigger, outcome }) => [at, trigger.kind, outcome])).toEqual([[14, 'hand', 'compacted']]);
    }
  });

  test.each(PROVIDERS)('the provider table compresses and warns as it says: %s', (provider) => {
    const { warn, compress } = PROVIDER_RULES[provider];
    const series = run(base, 'provider-auto', { ...OWN, warning: 0.5 }, { provider });
    expect(series.points[0]!.before).toBe(Math.round(compress * 100) * 1000);
    // Request n − 1 is the first with n thousand tokens.
    expect(series.warnings[0]).toBe(Math.round(warn * 100) - 1);
    expect(series).toMatchObject({ triggerOf: 'own', warning: warn });
    expect(run(base, 'provider-auto', { ...OWN, warning: null }, { provider }).warnings).toEqual([]);
  });

  test('a row without one takes the common one, and so does every row where nobody asks for its own', () => {
    expect(run(base, 'head-tail', OWN)).toMatchObject({ triggerOf: 'common', trigger: any(ratio(0.7)) });
    expect(first('head-tail')).toMatchObject({ before: 70_000 });
    expect(first('auto-compression', { threshold: 0.5 }, { ownTriggers: false })).toMatchObject({ before: 70_000 });
  });

  test('rows stand side by side, each with its own; one that is given to a row alone goes before all', () => {
    const rows: readonly ReplayRow[] = [
      { key: 'a', strategy: 'middle-removal', params: {} },
      { key: 'b', strategy: 'auto-compression', params: {} },
      { key: 'b~2', strategy: 'auto-compression', params: { threshold: 0.4 } },
      { key: 'c', strategy: 'auto-compression', params: {}, trigger: any(ratio(0.3)) },
    ];
    const { series } = replayNow(base, rows, optionsOf(OWN)) as Replay;
    expect(series.map(({ points }) => points[0]!.before)).toEqual([90_000, 80_000, 40_000, 30_000]);
    expect(series.map(({ triggerOf }) => triggerOf)).toEqual(['own', 'own', 'own', 'row']);
  });

  test('what is done by hand happens in every row', () => {
    const hand = any(ratio(0.7), { kind: 'hand', messages: [9] });
    const series = run(base, 'middle-removal', { ...OWN, trigger: hand });
    expect(series.points.map(({ trigger }) => trigger.kind).slice(0, 2)).toEqual(['hand', 'ratio']);
    expect(series.trigger.triggers).toEqual([
      { kind: 'ratio', share: 0.9, interval: 5 },
      { kind: 'hand', messages: [9] },
    ]);
  });

  test('what is switched off compacts by hand alone', () => {
    expect(run(base, 'auto-compression', OWN, { enabled: false }).points).toEqual([]);
    expect(run(base, 'context-compactor', OWN, { enabled: false }).points).toEqual([]);
  });
});

describe('S3 compacts by the threshold that its check fired by', () => {
  const own = { own: true, ownTriggers: true } as const;

  test.each(['selective', 'selective-summary'])('%s: a firing below the threshold, thanks to the buffer, is no idle one', (id) => {
    // 80 % of 10,100 are 8,080; with 202 tokens of buffer the check fires at 7,878, so at 8,000.
    const series = run(preparedOf(session(40)), id, { ...own, window: 10_100 }, { protectRounds: 0 });
    expect(series.points[0]).toMatchObject({ before: 8000, outcome: 'compacted', target: 7877, trigger: { kind: 'tool-result', level: 7878 } });
    expect(series.monitoring).toMatchObject({ unchanged: 0 });
    expect(series.points.length).toBeGreaterThan(1);
    for (const { after } of series.points) expect(after).toBeLessThan(7878);
    expect(series.loops.filter(({ kind }) => kind === 'idle')).toEqual([]);
  });

  test('at exactly the threshold it is reached, and has to go below it', () => {
    const series = run(preparedOf(session(40)), 'selective-summary', { ...own, window: 10_000 }, { protectRounds: 0 });
    expect(series.points[0]).toMatchObject({ before: 8000, outcome: 'compacted' });
  });

  test('after an answer, what was recorded more than is counted comes off too', () => {
    // 1,500 tokens of every request are in no message: 6,000 counted are 7,700 with the answer, 7,000 are 8,700.
    const plain = preparedOf(session(40));
    const messages = plain.messages.map((m, i) =>
      m.role === 'assistant' ? { ...m, usage: { input: plain.counts.prefix[i]! + 1500, output: 200, cacheRead: 0, cacheWrite: 0 } } : m,
    );
    const recorded = prepare({ ...plain.transcript, messages }, plain.counts, plain.settings);
    const answers = any({ kind: 'answer', share: 0.85 });
    const series = run(recorded, 'selective-summary', { own: true, trigger: answers }, { protectRounds: 0, threshold: 0.85 });
    // 7,200 counted with the answer were 8,700 recorded: from 7,000 counted on.
    expect(series.points[0]).toMatchObject({ outcome: 'compacted', trigger: { kind: 'answer', level: 7000 }, target: 6999 });
  });

  test('another trigger leaves the threshold as it is', () => {
    const series = run(preparedOf(session(40)), 'selective-summary', { own: true, trigger: any(ratio(0.5)) }, { protectRounds: 0 });
    expect(series.points[0]).toMatchObject({ before: 5000, outcome: 'unchanged', target: 8000 });
  });
});

describe('S1: stop', () => {
  const short = preparedOf(session(12));

  test('ends the run with an error: everything stays, and what was still to come is refused', () => {
    const { series, baseline } = replayOf(short, 'context-compactor', {
      answer: 'stop',
      prices: { currency: 'USD', input: 1, cacheRead: 1, cacheWrite: 1, output: 1 },
    });
    const [one] = series;
    expect(one).toMatchObject({
      stopped: { at: 7, reason: { key: 'unchanged-stopped', values: { tokens: 8000 } } },
      refused: [7, 8, 9, 10, 11, 12],
      overLimit: [],
      failed: null,
      loops: [],
      paidBack: null,
    });
    expect(one!.size).toEqual(baseline.size.slice(0, 6));
    expect(one!.cost).toHaveLength(6);
    expect(one!.points).toHaveLength(1);
    expect(one!.points[0]).toMatchObject({ outcome: 'unchanged', asked: { key: 'question-compact' } });
    expect(one!.log.at(-1)).toMatchObject({ at: 7, level: 'error', reason: { key: 'log-replay-stopped', values: { refused: 6 } } });
    expect(one!.contextAt(7).messages).toEqual(baseline.contextAt(7).messages);
    expect(one!.misses()).toEqual([]);
  });

  test('also where the policy itself is set to it, and after the last request nothing is left to refuse', () => {
    expect(run(short, 'context-compactor', {}, { answer: 'stop' }).stopped?.at).toBe(7);
    const last = run(preparedOf(session(6)), 'context-compactor', { answer: 'stop', trigger: any({ kind: 'tool-result', share: 0.8, buffer: 0 }) });
    expect(last).toMatchObject({ stopped: { at: 7 }, refused: [] });
    expect(last.size).toHaveLength(6);
  });

  test('no other answer stops it', () => {
    for (const answer of ['drop-oldest', 'new-session']) expect(run(short, 'context-compactor', { answer }).stopped).toBeNull();
  });
});

test('where an answer leaves nothing to do, the answer is the cause of the loop, whatever the target', () => {
  // A new session keeps the current turn: with one turn there is nothing older.
  const one = preparedOf([system(1000), user(1000, 'Do it.'), ...Array.from({ length: 12 }, () => assistant(1000))]);
  const series = run(one, 'context-compactor', { answer: 'new-session', own: true }, { unit: 'turns', maxContextTokens: 10_000 });
  expect(series.loops[0]).toMatchObject({ kind: 'idle', setting: 'answer' });
});
